package io.compscan.report;

import io.compscan.result.Ledger;
import io.compscan.result.ScanResult;
import io.compscan.result.SourceSpace;
import io.compscan.result.answer.Variants;
import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.history.ChangesResult;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.PlaceResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The directory that receives every output of a command, all of them or none.
 *
 * <p>{@link #prepare} finds out before a scan of hours whether the outputs can be written. {@link #write} writes each output under a
 * temporary name beside its place. When all are on the disk, it moves each one atomically. A failure before that leaves the directory
 * unchanged. What {@code prepare} has made and nobody has written to goes when the directory is closed.
 */
public final class OutputDirectory implements AutoCloseable {

    /** The names of all outputs of all commands. */
    private static final List<String> NAMES = List.of(
            "summary.csv",
            "refcounts.csv",
            "chunk_sizes.csv",
            "compressibility.csv",
            "profiles.csv",
            "files.csv",
            "types.csv",
            "directories.csv",
            "machines.csv",
            "directory_overlap.csv",
            "source_space.csv",
            "errors.csv",
            "result.json",
            "sets.csv",
            "overlap.csv",
            "merge.json",
            "diff.csv",
            "diff.json",
            "duplicate_chunks.csv",
            "duplicate_files.csv",
            "duplicate_directories.csv",
            "duplicates.json",
            "placement.csv",
            "pools.csv",
            "moves.csv",
            "placements_compared.csv",
            "place.json",
            "changes.csv",
            "changes.json");

    /** The documents whose first line shows that compscan has written them. */
    private static final List<String> DOCUMENTS =
            List.of("result.json", "merge.json", "diff.json", "duplicates.json", "place.json", "changes.json");

    private static final Pattern FORMAT = Pattern.compile("\\{\\s*\"format\"\\s*:\\s*\"compscan-");

    private final Path directory;
    private final boolean overwrite;
    /** The directories that were not there, the deepest first. */
    private final List<Path> missing;

    private OutputDirectory(Path directory, boolean overwrite, List<Path> missing) {
        this.directory = directory;
        this.overwrite = overwrite;
        this.missing = missing;
    }

    /**
     * Creates the directory if it is missing, and makes sure that outputs can be written to it.
     *
     * @param overwrite whether outputs that exist may be replaced; other files in the directory are left alone in any case
     * @throws OutputException if it cannot be written, is no directory, or holds an output that may not be replaced
     */
    public static OutputDirectory prepare(Path directory, boolean overwrite) throws OutputException {
        OutputDirectory prepared = new OutputDirectory(directory, overwrite, missing(directory));
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new OutputException(Path.of(e.getFile()), "it is not a directory");
        } catch (IOException e) {
            throw new OutputException(directory, e);
        }
        String existing = prepared.refuseExisting();
        if (existing != null) {
            prepared.requireOurs(existing);
        }
        Path probe = directory.resolve("." + UUID.randomUUID() + ".tmp");
        try {
            Files.createFile(probe);
            Files.delete(probe);
        } catch (IOException e) {
            prepared.close();
            throw new OutputException(directory, e);
        }
        return prepared;
    }

    private static List<Path> missing(Path directory) {
        List<Path> missing = new ArrayList<>();
        for (Path path = directory.toAbsolutePath();
                path != null && Files.notExists(path, LinkOption.NOFOLLOW_LINKS);
                path = path.getParent()) {
            missing.add(path);
        }
        return missing;
    }

    /** Takes the directories away that {@link #prepare} has made, if there is nothing in them. */
    @Override
    public void close() {
        for (Path made : missing) {
            try {
                if (Files.isDirectory(made, LinkOption.NOFOLLOW_LINKS)) {
                    Files.delete(made);
                }
            } catch (IOException e) {
                // It holds the outputs, so all above it stay as well.
                return;
            }
        }
    }

    /** The path of the directory. */
    public Path path() {
        return directory;
    }

    /** The places of all possible outputs in a directory. */
    public static List<Path> places(Path directory) {
        return NAMES.stream().map(directory::resolve).toList();
    }

    /** Whether a directory holds nothing but outputs, or is not there yet. */
    public static boolean holdsOutputsOnly(Path directory) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (!NAMES.contains(String.valueOf(entry.getFileName()))) {
                    return false;
                }
            }
            return true;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException | DirectoryIteratorException e) {
            return false;
        }
    }

    /**
     * Writes every output of a scan. {@code files.csv} needs a request for files, {@code profiles.csv} one for target systems. The tables
     * of the ledger and of the source's space need a ledger and a report of that space.
     *
     * @throws OutputException naming the file that cannot be written
     */
    public void write(ScanResult result) throws OutputException {
        write(renderings(result));
    }

    /**
     * Writes every output of a merge: those that a scan of everything would have, and the tables of the sets.
     *
     * @throws OutputException naming the file that cannot be written
     */
    public void write(MergeResult result) throws OutputException {
        Map<String, OutputFile.Content> renderings = renderings(result.union());
        renderings.put("sets.csv", out -> SetTables.sets(result, out));
        renderings.put("overlap.csv", out -> SetTables.overlap(result, out));
        renderings.put("merge.json", out -> SetJson.write(result, out));
        write(renderings);
    }

    /**
     * Writes every output of a comparison.
     *
     * @throws OutputException naming the file that cannot be written
     */
    public void write(DiffResult result) throws OutputException {
        write(Map.of(
                "diff.csv", out -> SetTables.diff(result, out),
                "diff.json", out -> SetJson.write(result, out)));
    }

    /**
     * Writes what has changed since the last scan of a catalog.
     *
     * @throws OutputException naming the file that cannot be written
     */
    public void write(ChangesResult result) throws OutputException {
        write(Map.of(
                "changes.csv", out -> CsvReports.changes(result.changes(), out),
                "changes.json", out -> HistoryJson.write(result, out)));
    }

    /**
     * Writes every output of a placement.
     *
     * @throws OutputException naming the file that cannot be written
     */
    public void write(PlaceResult result) throws OutputException {
        write(Map.of(
                "placement.csv", out -> PlaceTables.sets(result, out),
                "pools.csv", out -> PlaceTables.pools(result, out),
                "moves.csv", out -> PlaceTables.moves(result, out),
                "placements_compared.csv", out -> PlaceTables.compared(result, out),
                "place.json", out -> SetJson.write(result, out)));
    }

    /**
     * Writes every output about duplicates, except the tables for which the origin has no data.
     *
     * @throws OutputException naming the file that cannot be written
     */
    public void write(Duplicates duplicates) throws OutputException {
        Map<String, OutputFile.Content> renderings = new LinkedHashMap<>();
        if (duplicates.chunks() != null) {
            renderings.put("duplicate_chunks.csv", out -> DuplicateTables.chunks(duplicates, out));
        }
        if (duplicates.files() != null) {
            renderings.put("duplicate_files.csv", out -> DuplicateTables.files(duplicates, out));
        }
        if (duplicates.directories() != null) {
            renderings.put("duplicate_directories.csv", out -> DuplicateTables.directories(duplicates, out));
        }
        renderings.put("duplicates.json", out -> DuplicatesJson.write(duplicates, out));
        write(renderings);
    }

    /** The tables leave out what only weighs a system's draws: who adds up a column does not want it. The document has it. */
    private static Map<String, OutputFile.Content> renderings(ScanResult whole) {
        ScanResult result = Variants.withoutDraws(whole);
        Map<String, OutputFile.Content> renderings = new LinkedHashMap<>();
        renderings.put("summary.csv", out -> CsvReports.summary(result, out));
        renderings.put("refcounts.csv", out -> CsvReports.refcounts(result, out));
        renderings.put("chunk_sizes.csv", out -> CsvReports.chunkSizes(result, out));
        renderings.put("compressibility.csv", out -> CsvReports.compressibility(result, out));
        if (!result.profiles().isEmpty()) {
            renderings.put("profiles.csv", out -> CsvReports.profiles(result, out));
        }
        if (result.settings().perFile()) {
            renderings.put("files.csv", out -> CsvReports.files(result, out));
        }
        renderings.put("types.csv", out -> CsvReports.types(result, out));
        Ledger ledger = result.ledger();
        if (ledger != null) {
            renderings.put("directories.csv", out -> LedgerTables.directories(ledger, out));
            renderings.put("machines.csv", out -> LedgerTables.machines(ledger, out));
            renderings.put("directory_overlap.csv", out -> LedgerTables.overlap(ledger, out));
        }
        SourceSpace space = result.sourceSpace();
        if (space != null) {
            renderings.put("source_space.csv", out -> SpaceTable.fileSystems(space, out));
        }
        renderings.put("errors.csv", out -> CsvReports.errors(result, out));
        renderings.put("result.json", out -> ResultJson.write(whole, out));
        return renderings;
    }

    /** Writes the outputs. Removes other outputs of an earlier run, since they would not belong to these. */
    private void write(Map<String, OutputFile.Content> renderings) throws OutputException {
        List<OutputFile> files = new ArrayList<>();
        try {
            for (Map.Entry<String, OutputFile.Content> rendering : renderings.entrySet()) {
                OutputFile file = OutputFile.at(directory.resolve(rendering.getKey()), overwrite);
                files.add(file);
                writeThrough(rendering.getValue(), file);
            }
            refuseExisting();
            for (OutputFile file : files) {
                file.rename();
            }
            for (String name : NAMES) {
                if (!renderings.containsKey(name)) {
                    delete(directory.resolve(name));
                }
            }
            OutputFile.forceDirectoryOf(directory.resolve("result.json"));
        } finally {
            files.forEach(OutputFile::close);
        }
    }

    /** Refuses outputs that may not be replaced. Returns the name of an existing one that may be replaced; null if there is none. */
    private @Nullable String refuseExisting() throws OutputException {
        @Nullable String existing = null;
        for (String name : NAMES) {
            OutputFile.refuseExisting(directory.resolve(name), overwrite);
            existing = existing == null && Files.exists(directory.resolve(name)) ? name : existing;
        }
        return existing;
    }

    /** Refuses a directory without a document of compscan, for a file of another program may have the name of an output. */
    private void requireOurs(String existing) throws OutputException {
        if (DOCUMENTS.stream().noneMatch(this::isOurs)) {
            throw new OutputException(
                    directory.resolve(existing),
                    "no result of compscan lies beside it, and --overwrite replaces nothing else");
        }
    }

    /** Whether this is a document that compscan has written. */
    private boolean isOurs(String name) {
        Path document = directory.resolve(name);
        byte[] begin = new byte[64];
        try (InputStream in = Files.newInputStream(document, LinkOption.NOFOLLOW_LINKS)) {
            int count = in.readNBytes(begin, 0, begin.length);
            return FORMAT.matcher(new String(begin, 0, count, StandardCharsets.ISO_8859_1))
                    .lookingAt();
        } catch (IOException e) {
            return false;
        }
    }

    private static void writeThrough(OutputFile.Content rendering, OutputFile file) throws OutputException {
        try (Writer out = file.writer()) {
            rendering.write(out);
        } catch (OutputException e) {
            throw e;
        } catch (IOException e) {
            throw new OutputException(file.place(), e);
        }
    }

    private static void delete(Path place) throws OutputException {
        try {
            Files.deleteIfExists(place);
        } catch (IOException e) {
            throw new OutputException(place, e);
        }
    }
}
