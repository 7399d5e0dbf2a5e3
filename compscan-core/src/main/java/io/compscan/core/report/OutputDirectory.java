package io.compscan.core.report;

import io.compscan.core.result.ScanResult;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The directory that receives every output of a scan, all of them or none.
 *
 * <p>{@link #prepare} finds out before a scan of hours whether the outputs can be written after it. {@link #write} writes each under
 * a temporary name beside its place, and only when all are on the disk moves them there, each atomically; whatever goes wrong before
 * leaves the directory as it was.
 */
public final class OutputDirectory {

    /** Writes one output. */
    private interface Rendering {
        void write(ScanResult result, Writer out) throws IOException;
    }

    private record Output(String name, Rendering rendering, Predicate<ScanResult> isDue) {

        Output(String name, Rendering rendering) {
            this(name, rendering, result -> true);
        }
    }

    private static final List<Output> OUTPUTS = List.of(
            new Output("summary.csv", CsvReports::summary),
            new Output("refcounts.csv", CsvReports::refcounts),
            new Output("chunk_sizes.csv", CsvReports::chunkSizes),
            new Output("compressibility.csv", CsvReports::compressibility),
            new Output("files.csv", CsvReports::files, result -> result.plan().perFile()),
            new Output("types.csv", CsvReports::types),
            new Output("errors.csv", CsvReports::errors),
            new Output("result.json", ResultJson::write));

    private final Path directory;
    private final boolean overwrite;

    private OutputDirectory(Path directory, boolean overwrite) {
        this.directory = directory;
        this.overwrite = overwrite;
    }

    /**
     * Creates the directory where it is missing and makes sure that outputs can be written to it.
     *
     * @param overwrite whether outputs that exist may be replaced; other files in the directory are left alone in any case
     * @throws OutputException if it cannot be written, is no directory, or holds an output that may not be replaced
     */
    public static OutputDirectory prepare(Path directory, boolean overwrite) throws OutputException {
        OutputDirectory prepared = new OutputDirectory(directory, overwrite);
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new OutputException(Path.of(e.getFile()), "it is not a directory");
        } catch (IOException e) {
            throw new OutputException(directory, e);
        }
        prepared.refuseExisting();
        Path probe = prepared.temporary("probe");
        try {
            Files.createFile(probe);
            Files.delete(probe);
        } catch (IOException e) {
            throw new OutputException(directory, e);
        }
        return prepared;
    }

    /** Where the outputs go. */
    public Path path() {
        return directory;
    }

    /**
     * Writes every output; {@code files.csv} only if the result holds files, else an old one is removed, since it would not
     * belong to the rest.
     *
     * @throws OutputException naming the file that cannot be written
     */
    public void write(ScanResult result) throws OutputException {
        Map<Path, Path> placeByTemporary = new LinkedHashMap<>();
        try {
            for (Output output : OUTPUTS) {
                if (output.isDue().test(result)) {
                    Path place = directory.resolve(output.name());
                    Path temporary = temporary(output.name());
                    placeByTemporary.put(temporary, place);
                    writeThrough(output, result, temporary, place);
                }
            }
            refuseExisting();
            for (Map.Entry<Path, Path> move : placeByTemporary.entrySet()) {
                move(move.getKey(), move.getValue());
            }
            for (Output output : OUTPUTS) {
                if (!output.isDue().test(result)) {
                    delete(directory.resolve(output.name()));
                }
            }
        } finally {
            for (Path temporary : placeByTemporary.keySet()) {
                deleteQuietly(temporary);
            }
        }
    }

    private void refuseExisting() throws OutputException {
        for (Output output : OUTPUTS) {
            Path place = directory.resolve(output.name());
            if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                throw new OutputException(place, "it is a directory");
            }
            if (!overwrite && Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                throw new OutputException(place, "it exists already (--overwrite replaces it)");
            }
        }
    }

    /** To the disk, not only to its cache: a full disk behind a network may come to light no earlier. */
    private static void writeThrough(Output output, ScanResult result, Path temporary, Path place)
            throws OutputException {
        try (FileChannel channel =
                        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                Writer out = new OutputStreamWriter(Channels.newOutputStream(channel), StandardCharsets.UTF_8)) {
            output.rendering().write(result, out);
            out.flush();
            channel.force(true);
        } catch (IOException e) {
            throw new OutputException(place, e);
        }
    }

    private static void move(Path temporary, Path place) throws OutputException {
        try {
            try {
                Files.move(temporary, place, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(temporary, place, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new OutputException(place, e);
        }
    }

    private static void delete(Path place) throws OutputException {
        try {
            Files.deleteIfExists(place);
        } catch (IOException e) {
            throw new OutputException(place, e);
        }
    }

    private static void deleteQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // What made the writing fail is on its way to the user; that a file of no use stays behind is not worth
            // hiding it.
        }
    }

    private Path temporary(String name) {
        return directory.resolve("." + name + "." + UUID.randomUUID() + ".tmp");
    }
}
