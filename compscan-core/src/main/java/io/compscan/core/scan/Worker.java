package io.compscan.core.scan;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.scan.Slab.Hole;
import io.compscan.core.scan.Slab.UnitPiece;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** A thread that takes filled slabs and does all that is to be done with their bytes while they are warm in its cache. */
final class Worker {

    private final ScanOptions options;
    private final List<ChunkIndex> indexes;
    private final List<List<SampleControl>> sampleControls;
    private final Handoff<Slab> filledSlabs;
    private final BlockingQueue<Slab> freeSlabs;
    private final StopSignal stop;

    private final TypeTally types;
    private final List<LayoutPass> passes = new ArrayList<>();
    private @Nullable SuperblockPass superblockPass;

    Worker(
            ScanOptions options,
            List<ChunkIndex> indexes,
            List<List<SampleControl>> sampleControls,
            Handoff<Slab> filledSlabs,
            BlockingQueue<Slab> freeSlabs,
            StopSignal stop) {
        this.options = options;
        this.indexes = indexes;
        this.sampleControls = sampleControls;
        this.filledSlabs = filledSlabs;
        this.freeSlabs = freeSlabs;
        this.stop = stop;
        types = new TypeTally(indexes.size());
    }

    /** Works until there are no more slabs. */
    void run() throws InterruptedException {
        List<Compressor> compressors = new ArrayList<>();
        try {
            for (CompressorSpec spec : options.compressors()) {
                compressors.add(spec.open());
            }
            open(compressors);
            for (Slab slab = filledSlabs.take(); slab != null; slab = filledSlabs.take()) {
                process(slab);
            }
        } finally {
            compressors.forEach(Compressor::close);
        }
    }

    private void open(List<Compressor> compressors) {
        boolean anyBySuperblock = false;
        for (int layout = 0; layout < indexes.size(); layout++) {
            CompressionPlan plan =
                    CompressionPlan.of(options, options.chunkers().get(layout));
            anyBySuperblock |= plan.bySuperblock();
            passes.add(new LayoutPass(
                    layout,
                    options,
                    options.fingerprint().open(),
                    indexes.get(layout),
                    plan.sized().stream().map(compressors::get).toList(),
                    sampleControls.get(layout),
                    types));
        }
        if (anyBySuperblock) {
            superblockPass = new SuperblockPass(new FixedChunker(options.superblockBytes()), compressors);
        }
    }

    private void process(Slab slab) throws InterruptedException {
        for (LayoutPass pass : passes) {
            pass.process(slab);
        }
        if (superblockPass != null) {
            superblockPass.process(slab);
        }
        for (UnitPiece piece : slab.pieces) {
            types.addScanned(piece.unit().typeId(), piece.piece().bodyBytes());
            piece.unit().release();
        }
        for (Hole hole : slab.holes) {
            types.addScanned(hole.unit().typeId(), hole.to() - hole.from());
            hole.unit().release();
        }
        slab.clear();
        freeSlabs.put(slab);
        for (ChunkIndex index : indexes) {
            if (index.isFull()) {
                stop.stop(Scan.INDEX_FULL);
            }
        }
    }

    TypeTally types() {
        return types;
    }

    LayoutTally tally(int layout) {
        return passes.get(layout).tally();
    }

    @Nullable SuperblockTally superblocks() {
        return superblockPass == null ? null : superblockPass.tally();
    }
}
