package io.compscan.core.scan;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ExactIndex;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.map.MemoryBudget;
import java.util.ArrayList;
import java.util.List;

/** One file deduplicated within itself: small indexes and tallies of its own, for as long as the file is read. */
final class FileScan implements AutoCloseable {

    private static final int SHARDS = 1;
    /** Short lists: most such indexes stay small, and a short list wastes least. */
    private static final int MAP_LIST_SIZE = 32;

    private final ScanOptions options;
    private final List<ChunkIndex> indexes = new ArrayList<>();
    /** A file is sampled as if it were scanned alone, so small files are exact. */
    private final List<List<SampleControl>> controls = new ArrayList<>();

    private final List<LayoutTally> tallies = new ArrayList<>();
    private final SuperblockTally superblocks;

    FileScan(ScanOptions options, MemoryBudget indexMemory) {
        this.options = options;
        for (Chunker chunker : options.chunkers()) {
            CompressionPlan plan = CompressionPlan.of(options, chunker);
            indexes.add(new ExactIndex(new ExactIndex.Settings(
                    options.fingerprint().digestBytes(),
                    chunker.maxChunkBytes(),
                    plan.sizedCount(),
                    SHARDS,
                    MAP_LIST_SIZE,
                    indexMemory)));
            controls.add(plan.controls(chunker));
            tallies.add(new LayoutTally());
        }
        superblocks = new SuperblockTally(options.compressors().size());
    }

    /** Whether one of its indexes has outgrown its memory. */
    boolean isFull() {
        return indexes.stream().anyMatch(ChunkIndex::isFull);
    }

    ChunkIndex index(int layout) {
        return indexes.get(layout);
    }

    List<SampleControl> controls(int layout) {
        return controls.get(layout);
    }

    synchronized void merge(int layout, LayoutTally tally) {
        tallies.get(layout).merge(tally);
    }

    synchronized void merge(SuperblockTally tally) {
        superblocks.merge(tally);
    }

    synchronized FileResult result(UnitReading unit) {
        List<Layout> layouts = new ArrayList<>();
        for (int i = 0; i < indexes.size(); i++) {
            Chunker chunker = options.chunkers().get(i);
            layouts.add(LayoutFold.fold(LayoutSpec.of(options, chunker), indexes.get(i), tallies.get(i), superblocks));
        }
        return new FileResult(
                unit.unit().name(),
                unit.logicalBytes(),
                unit.unreadBytes(),
                unit.logicalBytes() - unit.unreadBytes(),
                layouts);
    }

    @Override
    public void close() {
        indexes.forEach(ChunkIndex::close);
    }
}
