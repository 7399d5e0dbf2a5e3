package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.MapOptions;
import io.compscan.map.run.MergeCursor;
import io.compscan.map.run.RunFile;
import io.compscan.map.run.RunWriter;
import io.compscan.map.run.TableSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes one run of one shard: what was in memory, or what other runs hold. */
final class RunOutput {

    private static final byte[] NO_METADATA = {};
    /** What a run takes however few its entries are. */
    private static final int SURPLUS_BYTES = 4096;

    private final SpillStore store;
    private final MapOptions options;
    private final TableSpec spec;
    private final RecheckPolicy rechecks;

    RunOutput(SpillStore store, MapOptions options, TableSpec spec, RecheckPolicy rechecks) {
        this.store = store;
        this.options = options;
        this.spec = spec;
        this.rechecks = rechecks;
    }

    /** A run of what a part holds in memory. */
    RunPart write(TriePart part) throws SpillException {
        EntryCursor entries = part.cursor();
        return write(part.entryCount(), block -> part.read(entries, block));
    }

    /** A run of what some runs hold, which stay. */
    RunPart merge(List<RunPart> runs) throws SpillException {
        long entries = runs.stream().mapToLong(RunPart::entryCount).sum();
        List<EntryCursor> inputs = runs.stream().map(RunPart::cursor).toList();
        try (MergeCursor merged = new MergeCursor(inputs, spec.layout())) {
            return write(entries, block -> block.fill(merged));
        }
    }

    @FunctionalInterface
    private interface Blocks {
        /** Fills the block and says with how many entries; 0 at the end. */
        int next(EntryBlock block);
    }

    private RunPart write(long mostEntries, Blocks blocks) throws SpillException {
        SpillDirectory directory = store.disk().nextDirectory();
        long reserved = mostEntries * (options.keyBytes() + options.layout().fieldBytes() + 1) + SURPLUS_BYTES;
        store.disk().reserve(reserved);
        KeyFilter filter = rechecks.wantsFilters() ? store.filters().create(mostEntries) : null;
        Path path = directory.newRun();
        RunPart run = null;
        try {
            write(path, blocks, filter);
            RunFile file = RunFile.open(path);
            run = new RunPart(store, file, Files.size(path));
            if (filter != null) {
                store.filters().install(filter, run);
            }
            return run;
        } catch (IOException | UncheckedIOException e) {
            IOException cause =
                    e instanceof UncheckedIOException u && u.getCause() != null ? u.getCause() : (IOException) e;
            throw SpillException.of(directory.parent(), cause);
        } finally {
            store.disk().settle(reserved, run == null ? 0 : run.bytes(), run == null ? 0 : run.entryCount());
            if (run == null) {
                abandon(path, filter);
            }
        }
    }

    private void write(Path path, Blocks blocks, @Nullable KeyFilter filter) throws IOException {
        try (RunWriter writer = RunWriter.create(path)) {
            writer.beginTable(spec);
            EntryBlock block = new EntryBlock(options);
            for (int n = blocks.next(block); n > 0; n = blocks.next(block)) {
                for (int i = 0; i < n; i++) {
                    writer.append(block.keys(), block.keyAt(i), block.references(i), block.fields(i));
                    if (filter != null) {
                        filter.add(KeyFilter.hash(block.keys(), block.keyAt(i), options.keyBytes()));
                    }
                }
            }
            writer.endTable();
            writer.finishTemporary(NO_METADATA);
        }
    }

    private void abandon(Path path, @Nullable KeyFilter filter) {
        if (filter != null) {
            store.filters().discard(filter);
        }
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // It goes with the directory.
        }
    }
}
