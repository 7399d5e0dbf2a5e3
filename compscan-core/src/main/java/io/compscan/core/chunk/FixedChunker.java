package io.compscan.core.chunk;

import io.compscan.core.ByteSize;

/**
 * Chunks of one size, cut at its multiples; a region's first and last may be shorter.
 *
 * @param chunkBytes the size, {@value #MIN_BYTES} to {@value #MAX_BYTES}
 * @param files the property of its file that, besides its bytes, tells a chunk from others
 * @param wholeExtents whether chunks lie in extents: they begin anew behind each hole, and those that are stored raw lie together
 */
public record FixedChunker(int chunkBytes, Files files, boolean wholeExtents) implements Chunker, Cutter {

    /** The property of its file that tells a chunk from others with the same bytes. */
    public enum Files {
        /** Nothing. */
        ALIKE(""),
        /** Whether it is a file shorter than a chunk. */
        APART(",files=apart"),
        /** The whole file and the place in it, where the file is longer than a chunk. */
        WHOLE(",files=whole");

        private final String suffix;

        Files(String suffix) {
            this.suffix = suffix;
        }

        /** The end of the name of such a chunker. */
        public String suffix() {
            return suffix;
        }
    }

    /** Holes begin and end at multiples of this. */
    static final int BLOCK_BYTES = 4096;
    /** The end of the name of a chunker whose chunks lie in extents. */
    static final String EXTENTS = ",extents=whole";
    /** Btrfs compresses so many chunks of a file at a time. */
    private static final int RUN_CHUNKS = 4;
    /** An extent of noise ends with a window of so many chunks, which is 16 MiB for Btrfs. */
    private static final int WINDOW_CHUNKS = 128;
    /** An extent of a longer file may be longer than a window, so a sample says whether all of the file is one. */
    private static final long NOISE_BYTES = 16 << 20;
    /** The smallest chunk: a disk sector. */
    public static final int MIN_BYTES = 512;
    /** The largest chunk. */
    public static final int MAX_BYTES = 16 << 20;

    /** Refuses a size out of range. Windows of extents are powers of two, so that the longest holds whole ones of all others. */
    public FixedChunker {
        if (chunkBytes < MIN_BYTES || chunkBytes > MAX_BYTES) {
            throw new IllegalArgumentException("a chunk of " + chunkBytes + " bytes is not in 512 to 16m");
        }
        boolean isBlocks = chunkBytes >= BLOCK_BYTES && Integer.bitCount(chunkBytes) == 1;
        if (wholeExtents && (!isBlocks || chunkBytes > MAX_BYTES / RUN_CHUNKS)) {
            throw new IllegalArgumentException("chunks of extents are powers of two from 4096 bytes to 4m long, and "
                    + chunkBytes + " bytes are none");
        }
    }

    /** Chunks whose bytes alone tell them apart. */
    public FixedChunker(int chunkBytes) {
        this(chunkBytes, Files.ALIKE);
    }

    /** Chunks that are cut alike with holes and without. */
    public FixedChunker(int chunkBytes, Files files) {
        this(chunkBytes, files, false);
    }

    /**
     * Parses {@code 4k} or {@code fixed:4k}.
     *
     * @throws IllegalArgumentException with one line that says what is wrong
     */
    public static FixedChunker parse(String text) {
        String size = text.startsWith("fixed:") ? text.substring("fixed:".length()) : text;
        long bytes = ByteSize.parse(size);
        if (bytes < MIN_BYTES || bytes > MAX_BYTES) {
            throw new IllegalArgumentException("'" + text + "': a chunk is 512 to 16m bytes long");
        }
        return new FixedChunker((int) bytes);
    }

    @Override
    public String name() {
        return "fixed:" + chunkBytes + files.suffix() + (wholeExtents ? EXTENTS : "");
    }

    @Override
    public FileRules fileRules() {
        boolean areWhole = files == Files.WHOLE;
        long sampled = areWhole ? chunkBytes : wholeExtents ? Math.max(NOISE_BYTES, chunkBytes) : Long.MAX_VALUE;
        if (!wholeExtents) {
            return new FileRules(files == Files.APART, sampled, areWhole, Long.MAX_VALUE, null, null);
        }
        int runBytes = RUN_CHUNKS * chunkBytes;
        int runs = Math.min(WINDOW_CHUNKS / RUN_CHUNKS, MAX_BYTES / runBytes);
        return new FileRules(
                files == Files.APART,
                sampled,
                areWhole,
                chunkBytes,
                run -> new BehindHoles(chunkBytes, Math.max(chunkBytes, run)),
                new RawExtents(chunkBytes, runBytes, runs * runBytes));
    }

    @Override
    public int maxChunkBytes() {
        return chunkBytes;
    }

    @Override
    public double expectedChunkBytes() {
        return chunkBytes;
    }

    @Override
    public boolean endsChunksAt(int bodyBytes) {
        return bodyBytes % chunkBytes == 0;
    }

    /** Itself: it has nothing to remember. */
    @Override
    public Cutter cutter() {
        return this;
    }

    /** Does nothing: where the cuts are does not depend on the bytes. */
    @Override
    public void scan(byte[] data, int from, int to) {}

    @Override
    public int cut(byte[] data, CutRange piece, ChunkList chunks) {
        int start = piece.start();
        int end = piece.end();
        // Only a region's first chunk can start off a multiple.
        int length = (int) (chunkBytes - piece.unitOffset() % chunkBytes);
        while (end - start >= length) {
            chunks.add(start, length);
            start += length;
            length = chunkBytes;
        }
        if (piece.endsRegion() && start < end) {
            chunks.add(start, end - start);
            start = end;
        }
        return start;
    }

    @Override
    public ZeroRun zeroRun(long from, long to, boolean endsRegion) {
        long lastCut = endsRegion ? to : to / chunkBytes * chunkBytes;
        if (lastCut <= from) {
            return new ZeroRun(0, 0);
        }
        return new ZeroRun((lastCut - 1) / chunkBytes - from / chunkBytes + 1, lastCut - from);
    }

    /**
     * Cuts a file that has holes: chunks begin where data begins, and end where a hole begins. Zeros are cut at the multiples of a chunk.
     *
     * <pre>
     *   grid     |               |               |               |
     *   file     data data  hole   data data data data data  hole
     *   chunks   |---------|-----|---------------|---------|-----|
     * </pre>
     *
     * <p>A block of {@value FixedChunker#BLOCK_BYTES} zeros counts as a hole, so the cuts are the same whether a hole is read or skipped.
     *
     * @param runBytes the length of a run: chunks of one run of data end together, and the first run begins where the data does
     */
    private record BehindHoles(int chunkBytes, int runBytes) implements Cutter {

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
                boolean isFull = isHole ? (toUnit + at) % chunkBytes == 0 : at - run > runBytes - BLOCK_BYTES;
                if (isFull) {
                    run = add(chunks, run, at);
                }
            }
            return piece.endsRegion() ? add(chunks, run, end) : run;
        }

        private int add(ChunkList chunks, int from, int to) {
            for (int start = from; start < to; start += chunkBytes) {
                chunks.add(start, Math.min(chunkBytes, to - start));
            }
            return to;
        }
    }
}
