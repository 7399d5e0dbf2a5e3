package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.MergeCursor;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.SpillException;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the runs of one map, from a part in memory or from other runs. */
final class RunOutput {

    private static final byte[] NO_METADATA = {};
    /** The length of a run without entries, at most. */
    private static final int SURPLUS_BYTES = 4096;

    private final SpillDisk disk;
    private final FilterSpace filters;
    private final TableSpec spec;
    private final RecheckPolicy rechecks;

    RunOutput(SpillDisk disk, FilterSpace filters, TableSpec spec, RecheckPolicy rechecks) {
        this.disk = disk;
        this.filters = filters;
        this.spec = spec;
        this.rechecks = rechecks;
    }

    /** Writes a part that is in memory. */
    RunPart write(TriePart part) throws SpillException {
        try (EntryCursor entries = part.cursor()) {
            return write(part.entryCount(), block -> part.read(entries, block));
        }
    }

    /**
     * Merges runs, which stay.
     *
     * @throws java.io.UncheckedIOException if one of them cannot be read
     */
    RunPart merge(List<RunPart> runs) throws SpillException {
        long entries = runs.stream().mapToLong(RunPart::entryCount).sum();
        List<EntryCursor> inputs = runs.stream().map(RunPart::cursor).toList();
        try (MergeCursor merged = MergeCursor.of(inputs, spec.layout())) {
            return write(entries, block -> block.fill(merged));
        }
    }

    @FunctionalInterface
    private interface Blocks {
        /** Fills the block and returns its number of entries; 0 at the end. */
        int next(EntryBlock block);
    }

    private RunPart write(long mostEntries, Blocks blocks) throws SpillException {
        SpillDirectory directory = disk.nextDirectory();
        long reserved = mostEntries * (spec.keyBytes() + spec.layout().fieldBytes() + 1) + SURPLUS_BYTES;
        disk.reserve(reserved);
        KeyFilter filter = rechecks.wantsFilters() ? filters.create(mostEntries) : null;
        Path path = directory.newRun();
        RunPart run = null;
        try {
            write(path, blocks, filter);
            RunFile file = RunFile.open(path);
            run = new RunPart(disk, filters, filters.install(filter), file);
            return run;
        } catch (IOException e) {
            throw SpillException.of(directory.parent(), e);
        } finally {
            disk.settle(reserved, run == null ? 0 : run.bytes(), run == null ? 0 : run.entryCount());
            if (run == null) {
                abandon(path, filter);
            }
        }
    }

    private void write(Path path, Blocks blocks, @Nullable KeyFilter filter) throws IOException {
        try (RunWriter writer = RunWriter.create(path)) {
            writer.beginTable(spec);
            EntryBlock block = new EntryBlock(spec);
            for (int n = blocks.next(block); n > 0; n = blocks.next(block)) {
                for (int i = 0; i < n; i++) {
                    writer.append(block.keys(), block.keyAt(i), block.references(i), block.fields(i));
                    if (filter != null) {
                        filter.add(KeyFilter.hash(block.keys(), block.keyAt(i), spec.keyBytes()));
                    }
                }
            }
            writer.endTable();
            writer.finishTemporary(NO_METADATA);
        }
    }

    private void abandon(Path path, @Nullable KeyFilter filter) {
        if (filter != null) {
            filters.discard(filter);
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // The store removes the whole directory later.
        }
    }
}
