package io.compscan.core.set;

import io.compscan.core.report.EntryReport;
import io.compscan.core.report.SetJson;
import io.compscan.core.result.Layout;
import io.compscan.core.result.SetInfo;
import io.compscan.core.result.SetMetadata;
import io.compscan.core.scan.LayoutSpec;
import io.compscan.map.EntryCursor;
import io.compscan.map.RunFile;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fingerprint set that lies in a file; its entries are read when they are asked for. */
public final class FingerprintSet implements AutoCloseable {

    private final Path path;
    private final RunFile run;
    private final SetMetadata metadata;
    private final List<LayoutSpec> layouts;

    private FingerprintSet(Path path, RunFile run, SetMetadata metadata, List<LayoutSpec> layouts) {
        this.path = path;
        this.run = run;
        this.metadata = metadata;
        this.layouts = layouts;
    }

    /**
     * The set in this file.
     *
     * @throws io.compscan.map.RunFormatException if the file is no run, not whole, damaged or newer than this code
     * @throws IOException if it is no set, or cannot be read
     */
    @SuppressWarnings("MustBeClosed")
    public static FingerprintSet open(Path path) throws IOException {
        RunFile run = RunFile.open(path);
        try {
            SetMetadata metadata = SetJson.metadata(path.toString(), run.metadata());
            return new FingerprintSet(path, run, metadata, layouts(path, run.tables(), metadata));
        } catch (IOException | RuntimeException e) {
            run.close();
            throw e;
        }
    }

    /** From the tables, which must be those that the metadata speaks of. */
    private static List<LayoutSpec> layouts(Path path, List<TableSummary> tables, SetMetadata metadata)
            throws SetFormatException {
        List<Layout> found = metadata.result().layouts();
        if (tables.size() != SetTables.PARTS * found.size()) {
            throw new SetFormatException(path + ": has " + tables.size() + " tables for " + found.size() + " layouts");
        }
        List<LayoutSpec> layouts = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            TableSummary full = tables.get(SetTables.PARTS * i);
            TableSummary other = tables.get(SetTables.PARTS * i + 1);
            LayoutSpec layout;
            try {
                layout = SetTables.layout(full.spec());
            } catch (IllegalArgumentException e) {
                throw new SetFormatException(path + ": table " + full.spec().name() + ": " + e.getMessage(), e);
            }
            check(path, full.spec(), layout, metadata, true);
            check(path, other.spec(), layout, metadata, false);
            Layout numbers = found.get(i);
            long chunks = full.entryCount() + other.entryCount();
            long references = full.references() + other.references();
            if (!layout.chunking().equals(numbers.chunking())
                    || !layout.fingerprint().equals(numbers.fingerprint())
                    || chunks != numbers.uniqueChunkCount()
                    || references != numbers.uniqueChunkCount() + numbers.duplicateChunkCount()) {
                throw new SetFormatException(path + ": the tables of " + layout.chunking() + " hold " + chunks
                        + " chunks with " + references + " references, the layout " + numbers.chunking() + " "
                        + numbers.uniqueChunkCount() + " with "
                        + (numbers.uniqueChunkCount() + numbers.duplicateChunkCount()));
            }
            layouts.add(layout);
        }
        return layouts;
    }

    private static void check(Path path, TableSpec table, LayoutSpec layout, SetMetadata metadata, boolean isFull)
            throws SetFormatException {
        TableSpec expected = SetTables.table(layout, table.keyBytes(), metadata.saltId(), isFull);
        if (!table.equals(expected)) {
            throw new SetFormatException(path + ": table " + table.name() + " is not what a set has there");
        }
    }

    /** The file, as given. */
    public Path path() {
        return path;
    }

    /** What the set says of itself. */
    public SetMetadata metadata() {
        return metadata;
    }

    /** What its scan was asked for, chunking by chunking. */
    public List<LayoutSpec> layouts() {
        return layouts;
    }

    /** What is inside, without the entries. */
    public SetInfo info() throws IOException {
        List<SetInfo.Table> tables = new ArrayList<>();
        for (int i = 0; i < run.tables().size(); i++) {
            TableSummary table = run.tables().get(i);
            tables.add(new SetInfo.Table(
                    layouts.get(i / SetTables.PARTS).chunking(),
                    i % SetTables.PARTS == 0,
                    table.entryCount(),
                    table.references(),
                    table.bytes()));
        }
        return new SetInfo(path.toString(), Files.size(path), metadata, tables);
    }

    /**
     * Writes every entry, layout by layout, in the order of an index.
     *
     * @throws IOException if the set cannot be read or is damaged, or what the report throws
     */
    public void export(EntryReport report) throws IOException {
        for (int i = 0; i < layouts.size(); i++) {
            LayoutSpec layout = layouts.get(i);
            report.layout(layout.chunking(), layout.fingerprint(), layout.sizedCompressors());
            JoinedSets.forEach(List.of(this), i, (chunk, lengthBytes, storedBytes) -> {
                try {
                    report.entry(chunk.key(), chunk.references(), lengthBytes, storedBytes);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        report.end();
    }

    /** Reads every byte and every checksum. */
    public void verify() throws IOException {
        run.verify();
    }

    int fingerprintBytes() {
        return run.tables().get(0).spec().keyBytes();
    }

    /** The entries of one part of a layout; the caller closes it. */
    EntryCursor cursor(int layout, boolean isFull, byte @Nullable [] from, byte @Nullable [] to, int bufferBytes) {
        return run.cursor(SetTables.PARTS * layout + (isFull ? 0 : 1), from, to, bufferBytes);
    }

    @Override
    public void close() throws IOException {
        run.close();
    }
}
