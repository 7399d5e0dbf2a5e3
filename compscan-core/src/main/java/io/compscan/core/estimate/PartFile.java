package io.compscan.core.estimate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.compscan.file.Reason;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file from which an estimate can go on: a run with the tables of each scheme, see {@link TableRun}, and a {@link PartState} as JSON.
 *
 * <p>It holds keys of chunks, so only its owner can read it.
 */
public final class PartFile implements Closeable {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Path path;
    private final RunFile run;
    private final PartState state;

    private PartFile(Path path, RunFile run, PartState state) {
        this.path = path;
        this.run = run;
        this.state = state;
    }

    /** Writes a new file through to the disk. */
    static void write(Path file, PartState state, List<IncidenceTable> tables) throws IOException {
        try (RunWriter run = RunWriter.create(file)) {
            for (int i = 0; i < tables.size(); i++) {
                TableRun.write(run, i, tables.get(i), state.position().share());
            }
            run.finish(MAPPER.writeValueAsBytes(state));
        }
    }

    /**
     * Opens a file and checks every byte of it.
     *
     * @throws PartException if it is not what an estimate has saved, or is damaged, or cannot be read
     */
    @SuppressWarnings("MustBeClosed")
    public static PartFile open(Path path) throws PartException {
        if (Files.isDirectory(path)) {
            throw new PartException(path + ": is a directory");
        }
        try {
            RunFile run = RunFile.open(path);
            try {
                run.verify();
                return new PartFile(path, run, state(path, run));
            } catch (IOException | RuntimeException e) {
                run.close();
                throw e;
            }
        } catch (IOException e) {
            throw asPartException(path, e);
        }
    }

    private static PartState state(Path path, RunFile run) throws IOException {
        if (run.tables().isEmpty() || !TableRun.isPart(run.tables().get(0).spec())) {
            throw new PartException(path + ": not what 'compscan estimate --save FILE' writes");
        }
        PartState state;
        try {
            state = MAPPER.readValue(run.metadata(), PartState.class);
        } catch (JsonProcessingException e) {
            throw new PartException(path + ": damaged: " + e.getOriginalMessage(), e);
        }
        if (state == null
                || !state.format().equals(PartState.FORMAT)
                || state.schemes().size() != state.levels().size()) {
            throw new PartException(path + ": damaged: its description is of something else");
        }
        if (state.version() != PartState.VERSION) {
            throw new PartException(path + ": version " + state.version() + " is not " + PartState.VERSION
                    + ", which this compscan reads");
        }
        return state;
    }

    /** The state of the estimate beside its tables. */
    public PartState state() {
        return state;
    }

    Path path() {
        return path;
    }

    /**
     * Fills the table of a scheme with the extents that a sample of this share holds.
     *
     * @throws PartException if the file contradicts itself
     */
    void restore(int scheme, IncidenceTable table, double share) throws PartException {
        try {
            TableRun.read(
                    run,
                    scheme,
                    state.levels().get(scheme),
                    table,
                    share,
                    state.position().share());
        } catch (IOException e) {
            throw asPartException(path, e);
        } catch (RuntimeException e) {
            throw new PartException(path + ": damaged: " + e.getMessage(), e);
        }
    }

    /** One line that names the file. */
    static PartException asPartException(Path path, IOException e) {
        if (e instanceof PartException known) {
            return known;
        }
        if (e instanceof FileSystemException) {
            return new PartException(path + ": " + Reason.of(e), e);
        }
        String message = String.valueOf(e.getMessage());
        return new PartException(message.startsWith(path.toString()) ? message : path + ": " + message, e);
    }

    @Override
    public void close() throws IOException {
        run.close();
    }
}
