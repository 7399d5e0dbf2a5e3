package io.compscan.spark;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;
import java.util.List;

/**
 * A content-defined chunker on a stretch of a unit, which keeps only the chunks that this stretch is to count, and remembers where they
 * begin and end.
 *
 * <pre>
 *   segment    |--x--|----x---|==chunk==|===chunk===|==  ...  ==|--unfinished
 *              from      skipTo ^ begin                          ^ end
 *
 *   seam       |==chunk==|====chunk====|--x--
 *              from                    ^ end: the first cut that is a target
 * </pre>
 *
 * What begins before {@code begin} was cut by guess, for what chunk reaches across {@code from} is known only to who has read what lies
 * before it. Two chains of cuts over the same bytes that have one cut in common have all further ones in common.
 */
final class StretchChunker implements Chunker {

    private static final long UNKNOWN = -1;

    private final Chunker chunker;
    private final io.compscan.spark.Piece stretch;
    private final long skipTo;
    private final List<Long> targets;

    private long begin = UNKNOWN;
    private long end;
    private boolean hasMet;

    private StretchChunker(Chunker chunker, io.compscan.spark.Piece stretch, long skipTo, List<Long> targets) {
        this.chunker = chunker;
        this.stretch = stretch;
        this.skipTo = skipTo;
        this.targets = targets;
        end = stretch.from();
        note(stretch.from());
    }

    static StretchChunker ofSegment(Chunker chunker, io.compscan.spark.Piece stretch, long skipTo) {
        return new StretchChunker(chunker, stretch, skipTo, List.of());
    }

    static StretchChunker ofSeam(Chunker chunker, io.compscan.spark.Piece stretch, List<Long> targets) {
        return new StretchChunker(chunker, stretch, stretch.from(), targets);
    }

    /** Where in the unit the first chunk that was kept begins, -1 if none was. */
    synchronized long begin() {
        return begin;
    }

    /** Where in the unit the last one ends. */
    synchronized long end() {
        return end;
    }

    /** Whether that is one of the targets. */
    synchronized boolean hasMet() {
        return hasMet;
    }

    /** Takes note of a cut. */
    private void note(long cut) {
        if (hasMet) {
            return;
        }
        if (begin == UNKNOWN && cut >= skipTo) {
            begin = cut;
        }
        end = cut;
        hasMet = begin != UNKNOWN && targets.contains(cut);
    }

    /**
     * Keeps those of the chunks that count.
     *
     * @param unitOffset where the first of them begins in the unit
     */
    private synchronized void keep(ChunkList all, long unitOffset, ChunkList kept) {
        long cut = unitOffset;
        for (int i = 0; i < all.size(); i++) {
            if (begin != UNKNOWN && !hasMet) {
                kept.add(all.offset(i), all.length(i));
            }
            cut += all.length(i);
            note(cut);
        }
    }

    private synchronized ZeroRun zeros(long from, long to, boolean endsRegion) {
        if (begin == UNKNOWN || !targets.isEmpty()) {
            throw new IllegalStateException("a hole where every byte was to be read");
        }
        ZeroRun run = chunker.zeroRun(stretch.from() + from, stretch.from() + to, endsRegion && stretch.endsUnit());
        note(stretch.from() + from + run.bytes());
        return run;
    }

    @Override
    public String name() {
        return chunker.name();
    }

    @Override
    public int maxChunkBytes() {
        return chunker.maxChunkBytes();
    }

    @Override
    public double expectedChunkBytes() {
        return chunker.expectedChunkBytes();
    }

    @Override
    public boolean endsChunksAt(int bodyBytes) {
        return chunker.endsChunksAt(bodyBytes);
    }

    @Override
    public ZeroRun zeroRun(long from, long to, boolean endsRegion) {
        return zeros(from, to, endsRegion);
    }

    @Override
    public Cutter cutter() {
        Cutter cutter = chunker.cutter();
        ChunkList all = new ChunkList();
        return new Cutter() {
            @Override
            public void scan(byte[] data, int from, int to) {
                cutter.scan(data, from, to);
            }

            @Override
            public int cut(byte[] data, CutRange piece, ChunkList chunks) {
                all.clear();
                long unitOffset = stretch.from() + piece.unitOffset();
                // The region goes on behind the stretch, where others read it.
                boolean endsRegion = piece.endsRegion() && stretch.endsUnit();
                CutRange whole = new CutRange(piece.start(), piece.scannedFrom(), piece.end(), unitOffset, endsRegion);
                int rest = cutter.cut(data, whole, all);
                keep(all, unitOffset, chunks);
                return rest;
            }
        };
    }
}
