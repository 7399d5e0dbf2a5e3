package io.compscan.spark;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;

/**
 * Cuts a stretch of a unit, which a task reads as a unit of its own. The cuts are those of the chunker of the whole unit.
 *
 * <pre>
 *   unit       |-----------|============ stretch ============|----------|
 *   stretch                0                                 its size
 *              0           from                              from + size
 * </pre>
 *
 * Where the unit goes on behind the stretch, the last chunk is left unfinished.
 */
final class StretchChunker implements Chunker {

    private final Chunker chunker;
    private final long fromBytes;
    private final boolean endsUnit;

    /**
     * A chunker for one stretch.
     *
     * @param chunker that of the whole unit
     * @param fromBytes where the stretch begins in the unit
     * @param endsUnit whether the unit ends with the stretch
     */
    StretchChunker(Chunker chunker, long fromBytes, boolean endsUnit) {
        this.chunker = chunker;
        this.fromBytes = fromBytes;
        this.endsUnit = endsUnit;
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
        return chunker.zeroRun(fromBytes + from, fromBytes + to, endsRegion && endsUnit);
    }

    @Override
    public Cutter cutter() {
        Cutter cutter = chunker.cutter();
        return new Cutter() {
            @Override
            public void scan(byte[] data, int from, int to) {
                cutter.scan(data, from, to);
            }

            @Override
            public int cut(byte[] data, CutRange range, ChunkList chunks) {
                CutRange inUnit = new CutRange(
                        range.start(),
                        range.scannedFrom(),
                        range.end(),
                        fromBytes + range.unitOffset(),
                        range.endsRegion() && endsUnit);
                return cutter.cut(data, inUnit, chunks);
            }
        };
    }
}
