package io.compscan.core.measure;

import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.LedgerFold;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.SampleControl;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.ledger.LedgerRecorder;
import io.compscan.core.read.Slab;
import io.compscan.core.read.Slab.Hole;
import io.compscan.core.read.Slab.UnitPiece;
import io.compscan.core.read.StopSignal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Does all that is to be done with the bytes of a slab, while they are warm in the cache of the thread that has read them. Belongs to
 * one thread, save for its end.
 */
public final class SlabProcessor implements AutoCloseable {

    private final List<ChunkIndex> indexes;
    private final StopSignal stop;
    private final List<Compressor> compressors = new ArrayList<>();
    private final List<ChunkPass> passes = new ArrayList<>();
    private final List<ReductionSoFar.Contribution> contributions = new ArrayList<>();
    private final @Nullable SuperblockPass superblockPass;
    private final ReferenceTally tally;
    private final SlabCutter cutter;
    private boolean retired;

    public SlabProcessor(
            Schemes schemes,
            List<ChunkIndex> indexes,
            List<List<SampleControl>> sampleControls,
            @Nullable LedgerRecorder journal,
            StopSignal stop,
            ReductionSoFar reduction,
            ReferenceTally tally) {
        this.indexes = indexes;
        this.stop = stop;
        this.tally = tally;
        cutter = new SlabCutter(schemes.cutters());
        for (CompressorSpec spec : schemes.compressors()) {
            compressors.add(spec.open());
        }
        boolean anyBySuperblock = false;
        List<CompressorSpec> opened = schemes.compressors();
        for (int i = 0; i < indexes.size(); i++) {
            int layout = i;
            Scheme scheme = schemes.all().get(layout);
            List<CompressorSpec> own = scheme.openCompressors();
            anyBySuperblock |= scheme.bySuperblock();
            passes.add(new ChunkPass(
                    layout,
                    schemes.fingerprint(),
                    indexes.get(layout),
                    scheme.sized().stream()
                            .map(number ->
                                    reduction.watch(layout, number, compressors.get(opened.indexOf(own.get(number)))))
                            .toList(),
                    sampleControls.get(layout),
                    tally,
                    layout == LedgerFold.SCHEME ? journal : null));
            contributions.add(reduction.contribution(layout));
        }
        superblockPass = anyBySuperblock
                ? new SuperblockPass(reduction.watchSuperblocks(compressors), tally.superblocks())
                : null;
    }

    /** Cuts the slab, or all but does so if other slabs have to be cut first; then {@link #awaitAndCut} is to follow. */
    public boolean cut(Slab slab) {
        return cutter.cut(slab);
    }

    /** Waits for those other slabs, which is no work, and cuts the slab, which is hardly any. */
    public void awaitAndCut(Slab slab) throws InterruptedException {
        cutter.awaitAndCut(slab, stop);
    }

    /** Processes the slab, which was cut before, and empties it; too late, it only empties it. */
    public synchronized void process(Slab slab) {
        if (retired) {
            slab.clear();
            return;
        }
        for (int i = 0; i < passes.size(); i++) {
            passes.get(i).process(slab, cutter.cuts(i));
        }
        contribute();
        if (superblockPass != null) {
            superblockPass.process(slab, cutter.cuts(passes.size()));
        }
        for (UnitPiece piece : slab.pieces) {
            tally.types().addScanned(piece.unit().typeId(), piece.bytes());
            piece.unit().account().addScanned(piece.bytes());
            FileScan fileScan = piece.unit().fileScan();
            if (fileScan != null && fileScan.isFull()) {
                stop.stop(StopSignal.INDEX_FULL);
            }
            piece.unit().release();
        }
        for (Hole hole : slab.holes) {
            tally.types().addScanned(hole.unit().typeId(), hole.to() - hole.from());
            hole.unit().account().addScanned(hole.to() - hole.from());
            hole.unit().release();
        }
        slab.clear();
        for (ChunkIndex index : indexes) {
            if (index.isFull()) {
                stop.stop(StopSignal.INDEX_FULL);
            }
        }
    }

    private void contribute() {
        for (int i = 0; i < passes.size(); i++) {
            contributions.get(i).update(tally.chunks(i).sums(), passes.get(i).deferredChunkCount());
        }
    }

    /** Does what was put off; to be called when there are no more slabs. */
    public synchronized void finish() {
        if (!retired) {
            passes.forEach(ChunkPass::finish);
            contribute();
        }
    }

    /** Finishes in place of a thread that does not come back from reading; should it come back yet, nothing more is taken from it. */
    public synchronized void retire() {
        finish();
        retired = true;
    }

    /** Gives the compressors' memory back; the tallies stay. */
    @Override
    public void close() {
        compressors.forEach(Compressor::close);
    }
}
