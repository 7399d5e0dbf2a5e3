package io.compscan.core.chunk;

/** Goes from cut to cut: the first place that will do, failing that the maximum, or where the region ends. */
abstract class ChoosingCutter implements Cutter {

    private final int minBytes;
    private final int maxBytes;

    ChoosingCutter(int minBytes, int maxBytes) {
        this.minBytes = minBytes;
        this.maxBytes = maxBytes;
    }

    /** Makes ready to choose in the piece. */
    abstract void begin(byte[] data, CutRange piece);

    /**
     * Where the chunk that starts at {@code start} ends, if that is at or before {@code limit}; something larger otherwise. The same
     * answer holds for larger limits.
     */
    abstract int choose(byte[] data, int start, int limit);

    @Override
    public final int cut(byte[] data, CutRange piece, ChunkList chunks) {
        begin(data, piece);
        int start = piece.start();
        int end = piece.end();
        while (start < end) {
            int limit = Math.min(end, start + maxBytes);
            int cut = choose(data, start, limit);
            if (cut > limit) {
                if (end < start + maxBytes && !piece.endsRegion()) {
                    return start;
                }
                cut = limit;
            }
            chunks.add(start, cut - start);
            start = cut;
        }
        return start;
    }

    @Override
    public final void cutRegion(byte[] data, int from, int to, long unitOffset, ChunkList chunks) {
        if (to - from > minBytes) {
            Cutter.super.cutRegion(data, from, to, unitOffset, chunks);
        } else if (to > from) {
            chunks.add(from, to - from);
        }
    }
}
