package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.Chunker.ZeroRun;
import io.compscan.core.chunk.CutObserver;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.chunk.CutterSet;
import io.compscan.core.chunk.FileRules;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.Hole;
import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.task.Chain;
import io.compscan.core.scan.read.task.Chain.Claim;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.UnfinishedChunks;
import io.compscan.core.scan.read.task.UnitTicket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Cuts slabs for all chunkers of a scan. Belongs to one thread. */
public final class SlabCutter {

    private final List<Chunker> chunkers;
    private final List<CutObserver> observers;
    private final CutterSet set;
    private final List<FileRules> rules = new ArrayList<>();
    private final List<Cutter> cutters = new ArrayList<>();
    /** For files that have holes. */
    private final List<Cutter> sparseCutters = new ArrayList<>();

    private final List<Cuts> cuts = new ArrayList<>();
    private final @Nullable DeviceSlab device;

    /**
     * A cutter for the calling thread.
     *
     * @param observers the observers of the first chunkers' cuts; no more than there are chunkers
     * @param device finds candidates; null if there is none
     * @param capacityBytes the capacity of the thread's slabs
     */
    public static SlabCutter of(
            Schemes schemes, List<CutObserver> observers, @Nullable ScanDevice device, int capacityBytes) {
        return new SlabCutter(
                schemes.cutters(),
                schemes.runBytes(),
                observers,
                device == null ? null : new DeviceSlab(device, capacityBytes, schemes));
    }

    private SlabCutter(List<Chunker> chunkers, int runBytes, List<CutObserver> observers, @Nullable DeviceSlab device) {
        this.chunkers = chunkers;
        this.observers = observers;
        this.device = device;
        set = new CutterSet(chunkers);
        for (int i = 0; i < chunkers.size(); i++) {
            Cutter cutter =
                    device != null && device.finds(i) ? new DeviceCutter(device, i, chunkers.get(i)) : set.get(i);
            CutObserver observer = i < observers.size() ? observers.get(i) : CutObserver.NONE;
            cutters.add(observed(cutter, observer));
            FileRules its = chunkers.get(i).fileRules();
            rules.add(its);
            IntFunction<Cutter> sparse = its.sparseCutters();
            sparseCutters.add(sparse == null ? cutters.get(i) : observed(sparse.apply(runBytes), observer));
            cuts.add(new Cuts());
        }
    }

    private static Cutter observed(Cutter cutter, CutObserver observer) {
        return observer == CutObserver.NONE ? cutter : new ObservedCutter(cutter, observer);
    }

    private Cutter cutter(UnitTicket unit, int i) {
        return (unit.isSparse(rules.get(i).sparseFileBytes()) ? sparseCutters : cutters).get(i);
    }

    /** The cuts of one chunker in the last slab. */
    Cuts cuts(int chunker) {
        return cuts.get(chunker);
    }

    @Nullable DeviceSlab device() {
        return device;
    }

    /** Cuts the slab; false if others must be cut first, so that {@link #awaitAndCut} must follow. */
    boolean cut(Slab slab) {
        Claim claim = slab.claim();
        set.begin();
        if (device != null) {
            device.load(slab);
        }
        for (int i = 0; i < cutters.size(); i++) {
            cuts.get(i).clear();
            if (claim == null) {
                cutAlone(slab, i);
            } else {
                UnitPiece piece = slab.pieces.get(0);
                cutter(piece.unit(), i).scan(slab.data, piece.start(), piece.end());
            }
        }
        if (claim == null) {
            return true;
        }
        if (claim.chain().isReady(claim)) {
            cutInTurn(slab, claim);
            return true;
        }
        return false;
    }

    /** Waits until the slabs before this one are cut, and cuts it. */
    void awaitAndCut(Slab slab, StopSignal stop) throws InterruptedException {
        Claim claim = slab.claim();
        if (claim != null) {
            claim.chain().await(claim, stop);
            cutInTurn(slab, claim);
        }
    }

    private void cutAlone(Slab slab, int i) {
        Cuts cut = cuts.get(i);
        for (UnitPiece piece : slab.pieces) {
            Cutter cutter = cutter(piece.unit(), i);
            cut.nextPiece();
            if (piece.endsRegion()) {
                cutter.cutRegion(slab.data, piece.start(), piece.end(), piece.unitOffset(), cut.chunks);
            } else {
                CutRange body = new CutRange(piece.start(), piece.start(), piece.end(), piece.unitOffset(), false);
                cutter.cut(slab.data, body, cut.chunks);
            }
        }
        for (Hole hole : slab.holes) {
            cut.addHole(zeros(i, hole.from(), hole.to(), hole.endsRegion()));
        }
    }

    private ZeroRun zeros(int i, long from, long to, boolean endsRegion) {
        ZeroRun run = chunkers.get(i).zeroRun(from, to, endsRegion);
        if (i < observers.size()) {
            observers.get(i).zeros(from, from + run.bytes());
        }
        return run;
    }

    /** Cuts the unfinished chunks of the body before, one piece, and perhaps a hole behind it. */
    private void cutInTurn(Slab slab, Claim claim) {
        Chain chain = claim.chain();
        UnfinishedChunks left = chain.beginCut(claim);
        boolean wasPassedOver = left == null;
        UnfinishedChunks unfinished = left == null ? chain.nothing() : left;
        UnitPiece piece = slab.pieces.get(0);
        unfinished.copyTo(slab.data, piece.start());
        for (int i = 0; i < cutters.size(); i++) {
            cutInTurn(slab, piece, unfinished, i, wasPassedOver);
        }
        long position = piece.unitOffset() + piece.bytes();
        if (slab.holes.isEmpty()) {
            unfinished.keep(slab.data, piece.end(), position);
        } else {
            unfinished.keepZeros(slab.holes.get(0).to());
        }
        if (piece.bytes() > 0 && !wasPassedOver) {
            unfinished.endBadSectors();
        }
        chain.endCut(claim, slab.endsClaim());
    }

    /** @param isLast whether no later body takes over unfinished chunks */
    private void cutInTurn(Slab slab, UnitPiece piece, UnfinishedChunks unfinished, int i, boolean isLast) {
        Cutter cutter = cutter(piece.unit(), i);
        Cuts cut = cuts.get(i);
        cut.nextPiece();
        int from = piece.start();
        long start = unfinished.start(i);
        int unfinishedFrom = from - (int) (unfinished.position() - start);
        if (unfinished.position() != piece.unitOffset()) {
            // Behind a gap chunks start anew: the region before it ends here.
            cutter.cut(slab.data, new CutRange(unfinishedFrom, from, from, start, true), cut.chunks);
            start = piece.unitOffset();
            unfinishedFrom = from;
        }
        boolean endsRegion = piece.endsRegion() || (isLast && slab.holes.isEmpty());
        CutRange whole = new CutRange(unfinishedFrom, from, piece.end(), start, endsRegion);
        long end = start + cutter.cut(slab.data, whole, cut.chunks) - unfinishedFrom;
        for (Hole hole : slab.holes) {
            ZeroRun run = zeros(i, end, hole.to(), hole.endsRegion() || isLast);
            cut.addHole(run);
            end += run.bytes();
        }
        unfinished.setStart(i, end);
    }

    /** Shows an observer every cut of a cutter and keeps the chunks that count. Belongs to one thread. */
    private static final class ObservedCutter implements Cutter {

        private final Cutter cutter;
        private final CutObserver observer;
        private final ChunkList all = new ChunkList();

        ObservedCutter(Cutter cutter, CutObserver observer) {
            this.cutter = cutter;
            this.observer = observer;
        }

        @Override
        public void scan(byte[] data, int from, int to) {
            cutter.scan(data, from, to);
        }

        @Override
        public int cut(byte[] data, CutRange range, ChunkList chunks) {
            all.clear();
            int unfinished = cutter.cut(data, range, all);
            long from = range.unitOffset();
            for (int i = 0; i < all.size(); i++) {
                long to = from + all.length(i);
                if (observer.chunk(from, to)) {
                    chunks.add(all.offset(i), all.length(i));
                }
                from = to;
            }
            return unfinished;
        }
    }
}
