package io.compscan.core.measure;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.Chunker.ZeroRun;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.read.Chain;
import io.compscan.core.read.Chain.Claim;
import io.compscan.core.read.Chain.Unfinished;
import io.compscan.core.read.Slab;
import io.compscan.core.read.Slab.Hole;
import io.compscan.core.read.Slab.UnitPiece;
import io.compscan.core.read.StopSignal;
import java.util.ArrayList;
import java.util.List;

/** Cuts slabs for all chunkers of a scan. Belongs to one thread. */
final class SlabCutter {

    private final List<Chunker> chunkers;
    private final List<Cutter> cutters;
    private final List<Cuts> cuts = new ArrayList<>();

    SlabCutter(List<Chunker> chunkers) {
        this.chunkers = chunkers;
        cutters = chunkers.stream().map(Chunker::cutter).toList();
        chunkers.forEach(chunker -> cuts.add(new Cuts()));
    }

    /** Where one chunker has cut the slab last cut. */
    Cuts cuts(int chunker) {
        return cuts.get(chunker);
    }

    /** Cuts the slab, or only prepares it if others must be cut first; then {@link #cutInTurn} is to follow. */
    boolean cut(Slab slab) {
        Claim claim = slab.claim();
        for (int i = 0; i < cutters.size(); i++) {
            cuts.get(i).clear();
            if (claim == null) {
                cutAlone(slab, i);
            } else {
                UnitPiece piece = slab.pieces.get(0);
                cutters.get(i).scan(slab.data, piece.start(), piece.end());
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

    /** Waits until those before have been cut, and cuts the slab. */
    void awaitAndCut(Slab slab, StopSignal stop) throws InterruptedException {
        Claim claim = slab.claim();
        if (claim != null) {
            claim.chain().await(claim, stop);
            cutInTurn(slab, claim);
        }
    }

    private void cutAlone(Slab slab, int i) {
        Cutter cutter = cutters.get(i);
        Cuts cut = cuts.get(i);
        for (UnitPiece piece : slab.pieces) {
            cut.nextPiece();
            if (piece.endsRegion()) {
                cutter.cutRegion(slab.data, piece.start(), piece.end(), piece.unitOffset(), cut.chunks);
            } else {
                CutRange body = new CutRange(piece.start(), piece.start(), piece.end(), piece.unitOffset(), false);
                cutter.cut(slab.data, body, cut.chunks);
            }
        }
        for (Hole hole : slab.holes) {
            cut.addHole(chunkers.get(i).zeroRun(hole.from(), hole.to(), hole.endsRegion()));
        }
    }

    /** One piece, what was left unfinished before it, and perhaps a hole behind it. */
    private void cutInTurn(Slab slab, Claim claim) {
        Chain chain = claim.chain();
        Unfinished left = chain.beginCut(claim);
        boolean wasPassedOver = left == null;
        Unfinished unfinished = left == null ? chain.nothing() : left;
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
            chain.setBadSectorsInARow(0);
        }
        chain.endCut(claim, slab.endsClaim());
    }

    /** @param isLast whether there is nobody to hand on to */
    private void cutInTurn(Slab slab, UnitPiece piece, Unfinished unfinished, int i, boolean isLast) {
        Cutter cutter = cutters.get(i);
        Cuts cut = cuts.get(i);
        cut.nextPiece();
        int from = piece.start();
        long start = unfinished.starts[i];
        int unfinishedFrom = from - (int) (unfinished.position() - start);
        if (unfinished.position() != piece.unitOffset()) {
            // There is a gap: the region before it ends with the bytes that there are.
            cutter.cut(slab.data, new CutRange(unfinishedFrom, from, from, start, true), cut.chunks);
            start = piece.unitOffset();
            unfinishedFrom = from;
        }
        boolean endsRegion = piece.endsRegion() || (isLast && slab.holes.isEmpty());
        CutRange whole = new CutRange(unfinishedFrom, from, piece.end(), start, endsRegion);
        long end = start + cutter.cut(slab.data, whole, cut.chunks) - unfinishedFrom;
        for (Hole hole : slab.holes) {
            ZeroRun run = chunkers.get(i).zeroRun(end, hole.to(), hole.endsRegion() || isLast);
            cut.addHole(run);
            end += run.bytes();
        }
        unfinished.starts[i] = end;
    }
}
