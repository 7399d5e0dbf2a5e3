package io.compscan.core.chunk;

/**
 * Cuts a file that has holes: data is cut from where it begins, and ends where a hole begins. Zeros are cut at the multiples of a chunk.
 *
 * <pre>
 *   grid     |               |               |               |
 *   file     data data  hole   data data data data data  hole
 *   chunks   |---------|-----|---------------|---------|-----|
 * </pre>
 *
 * <p>A block of {@value #BLOCK_BYTES} zeros counts as a hole, so the cuts are the same whether a hole is read or skipped.
 *
 * @param plain cuts other files
 * @param runBytes chunks of one run of data end together; the first run begins where the data does
 */
record HoleChunker(FixedChunker plain, int runBytes) implements Chunker, Cutter {

    /** What holes begin and end at. */
    static final int BLOCK_BYTES = 4096;

    @Override
    public String name() {
        return plain.name();
    }

    @Override
    public boolean filesApart() {
        return plain.filesApart();
    }

    @Override
    public long longFileBytes() {
        return plain.longFileBytes();
    }

    @Override
    public int maxChunkBytes() {
        return plain.maxChunkBytes();
    }

    @Override
    public double expectedChunkBytes() {
        return plain.expectedChunkBytes();
    }

    /** Data that begins off a multiple goes on off the multiples. */
    @Override
    public boolean endsChunksAt(int bodyBytes) {
        return false;
    }

    /** Itself: it has nothing to remember. */
    @Override
    public Cutter cutter() {
        return this;
    }

    /** Does nothing: blocks of zeros are looked for once the beginning of the chunk is known. */
    @Override
    public void scan(byte[] data, int from, int to) {}

    @Override
    public int cut(byte[] data, CutRange piece, ChunkList chunks) {
        int end = piece.end();
        int run = piece.start();
        int at = run;
        long toUnit = piece.unitOffset() - run;
        boolean isHole = false;
        while (at < end) {
            int blockEnd = (int) Math.min(end, at + BLOCK_BYTES - (toUnit + at) % BLOCK_BYTES);
            if (!piece.endsRegion() && (toUnit + blockEnd) % BLOCK_BYTES != 0) {
                break;
            }
            boolean isZero = ZeroBytes.isZero(data, at, blockEnd - at);
            if (run < at && isZero != isHole) {
                run = add(chunks, run, at);
            }
            isHole = isZero;
            at = blockEnd;
            boolean isFull = isHole ? (toUnit + at) % maxChunkBytes() == 0 : at - run > runBytes - BLOCK_BYTES;
            if (isFull) {
                run = add(chunks, run, at);
            }
        }
        return piece.endsRegion() ? add(chunks, run, end) : run;
    }

    private int add(ChunkList chunks, int from, int to) {
        for (int start = from; start < to; start += maxChunkBytes()) {
            chunks.add(start, Math.min(maxChunkBytes(), to - start));
        }
        return to;
    }

    @Override
    public ZeroRun zeroRun(long from, long to, boolean endsRegion) {
        return plain.zeroRun(from, to, endsRegion);
    }
}
