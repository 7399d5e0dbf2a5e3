package io.compscan.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The effect of one compressor on the distinct chunks of one chunking.
 *
 * @param compressor canonical name, such as {@code lz4} or {@code zstd:9}
 * @param method the method behind the number
 * @param superblockBytes the compression unit if {@code method} is {@link Method#SUPERBLOCK}, else 0
 * @param compressedAwayBytes {@code uniqueBytes - physicalBytes}
 * @param physicalBytes the bytes that remain; a chunk that does not shrink is stored raw
 * @param compressionRatio {@code uniqueBytes / physicalBytes}; null if nothing remains
 * @param reductionRatio {@code scannedBytes / physicalBytes}; null if nothing remains
 * @param savings {@code 1 - physicalBytes / scannedBytes}; null if nothing was scanned
 * @param sample the accuracy of an estimate: with {@link Method#SAMPLE} and {@link Method#SKETCH}, and with {@link Method#SUPERBLOCK} if
 *     the unique bytes are estimated; else null
 * @param compressibility the distribution of stored sizes, in ascending order of the percentage. It counts distinct chunks, those in the
 *     sample or superblocks, according to {@code method}; empty if it was not kept
 * @param physicalBytesLow the lower end of the 95 % interval of {@code physicalBytes}; null if there is no sample; the others likewise
 */
public record Compression(
        String compressor,
        Method method,
        int superblockBytes,
        long compressedAwayBytes,
        long physicalBytes,
        @Nullable Double compressionRatio,
        @Nullable Double reductionRatio,
        @Nullable Double savings,
        @Nullable Sample sample,
        List<Compressibility> compressibility,
        @LeftOut @Nullable Long physicalBytesLow,
        @LeftOut @Nullable Long physicalBytesHigh,
        @LeftOut @Nullable Double compressionRatioLow,
        @LeftOut @Nullable Double compressionRatioHigh,
        @LeftOut @Nullable Double reductionRatioLow,
        @LeftOut @Nullable Double reductionRatioHigh,
        @LeftOut @Nullable Double savingsLow,
        @LeftOut @Nullable Double savingsHigh) {

    /** The method behind a compression figure. */
    public enum Method {
        /** Every distinct chunk was compressed; exact to the byte. */
        CHUNK,
        /** A random sample of the distinct chunks, or of their blocks, was compressed; an estimate with an interval. */
        SAMPLE,
        /** The ratio over all superblocks that are not all zero, applied to uniqueBytes; deduplication plays no part in it. */
        SUPERBLOCK,
        /** The distinct chunks themselves are a sample, or those of a part of the data; all or some of these were compressed. */
        SKETCH
    }

    /** Copies the list; refuses numbers that contradict each other. The ends of the intervals follow from the sample. */
    public Compression {
        compressibility = List.copyOf(compressibility);
        if (physicalBytes < 0
                || compressedAwayBytes < 0
                || superblockBytes < 0
                || (method == Method.SUPERBLOCK) != (superblockBytes > 0)
                || (method == Method.CHUNK && sample != null)
                || ((method == Method.SAMPLE || method == Method.SKETCH) && sample == null)) {
            throw new IllegalStateException("the numbers of " + compressor + " make no sense: physicalBytes "
                    + physicalBytes + ", compressedAwayBytes " + compressedAwayBytes + ", method " + method
                    + ", superblockBytes " + superblockBytes);
        }
        Ratio.check(
                "compressionRatio of " + compressor,
                compressionRatio,
                Ratio.of(compressedAwayBytes + physicalBytes, physicalBytes));
        // With the method SAMPLE the intervals stand in the sample alone, as they did before there were sketches.
        Sample beside = method == Method.SAMPLE ? null : sample;
        physicalBytesLow = beside == null ? null : Long.valueOf(beside.physicalBytesLow());
        physicalBytesHigh = beside == null ? null : Long.valueOf(beside.physicalBytesHigh());
        compressionRatioLow = beside == null ? null : Double.valueOf(beside.compressionRatioLow());
        compressionRatioHigh = beside == null ? null : Double.valueOf(beside.compressionRatioHigh());
        reductionRatioLow = beside == null ? null : Double.valueOf(beside.reductionRatioLow());
        reductionRatioHigh = beside == null ? null : Double.valueOf(beside.reductionRatioHigh());
        savingsLow = beside == null ? null : Double.valueOf(1 - 1 / beside.reductionRatioLow());
        savingsHigh = beside == null ? null : Double.valueOf(1 - 1 / beside.reductionRatioHigh());
        if (sample != null && method != Method.SAMPLE) {
            Ratio.checkInterval("physicalBytes of " + compressor, physicalBytesLow, physicalBytes, physicalBytesHigh);
        } else if (sample != null) {
            sample.check(compressor, physicalBytes, compressedAwayBytes + physicalBytes, compressibility);
        }
    }

    /** A compression whose intervals follow from the sample; without a sample there are none. */
    public Compression(
            String compressor,
            Method method,
            int superblockBytes,
            long compressedAwayBytes,
            long physicalBytes,
            @Nullable Double compressionRatio,
            @Nullable Double reductionRatio,
            @Nullable Double savings,
            @Nullable Sample sample,
            List<Compressibility> compressibility) {
        this(
                compressor,
                method,
                superblockBytes,
                compressedAwayBytes,
                physicalBytes,
                compressionRatio,
                reductionRatio,
                savings,
                sample,
                compressibility,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /**
     * The compression of a layout whose unique bytes are an estimate themselves.
     *
     * @param superblockBytes the compression unit, 0 if it is the chunk
     * @param uniqueBytes the estimate
     * @param physicalBytes the estimate, at most {@code uniqueBytes}
     * @param sample its interval
     */
    public static Compression ofSketch(
            String compressor,
            int superblockBytes,
            long scannedBytes,
            long uniqueBytes,
            long physicalBytes,
            Sample sample,
            List<Compressibility> compressibility) {
        Method method = superblockBytes > 0 ? Method.SUPERBLOCK : Method.SKETCH;
        return of(
                compressor, method, superblockBytes, scannedBytes, uniqueBytes, physicalBytes, sample, compressibility);
    }

    /**
     * The compression from the stored sizes of the distinct chunks, exact to the byte.
     *
     * @param physicalBytes their sum
     */
    public static Compression ofChunks(
            String compressor,
            long scannedBytes,
            long uniqueBytes,
            long physicalBytes,
            List<Compressibility> compressibility) {
        return of(compressor, Method.CHUNK, 0, scannedBytes, uniqueBytes, physicalBytes, null, compressibility);
    }

    /**
     * The compression from the stored sizes of a random sample of the distinct chunks.
     *
     * @param physicalBytes the estimate for all of them
     * @param sampledChunkCount how many were compressed
     * @param sampledBytes their raw bytes
     * @param physicalBytesLow the lower end of the 95 % interval of {@code physicalBytes}
     * @param physicalBytesHigh the upper end
     * @param compressibility the distribution of the sample
     */
    public static Compression ofSample(
            String compressor,
            long scannedBytes,
            long uniqueBytes,
            long physicalBytes,
            long sampledChunkCount,
            long sampledBytes,
            long physicalBytesLow,
            long physicalBytesHigh,
            List<Compressibility> compressibility) {
        Sample sample = Sample.of(
                scannedBytes, uniqueBytes, sampledChunkCount, sampledBytes, physicalBytesLow, physicalBytesHigh);
        return of(compressor, Method.SAMPLE, 0, scannedBytes, uniqueBytes, physicalBytes, sample, compressibility);
    }

    /**
     * A sample of blocks.
     *
     * @param blockCount how many blocks
     * @param chunkCount how many distinct chunks they belong to
     * @param bytes their raw bytes
     */
    public record Blocks(long blockCount, long chunkCount, long bytes) {}

    /**
     * The compression from the quick sizes of all distinct chunks and the stored sizes of a random sample of their blocks.
     *
     * @param physicalBytes the estimate for all chunks
     * @param blocks the sample
     * @param physicalBytesLow the lower end of the 95 % interval of {@code physicalBytes}
     * @param physicalBytesHigh the upper end
     * @param compressibility the distribution of the chunks in the sample, as far as they were compressed
     */
    public static Compression ofBlocks(
            String compressor,
            long scannedBytes,
            long uniqueBytes,
            long physicalBytes,
            Blocks blocks,
            long physicalBytesLow,
            long physicalBytesHigh,
            List<Compressibility> compressibility) {
        Sample sample = Sample.of(
                        scannedBytes, uniqueBytes, blocks.chunkCount, blocks.bytes, physicalBytesLow, physicalBytesHigh)
                .ofBlocks(blocks.blockCount);
        return of(compressor, Method.SAMPLE, 0, scannedBytes, uniqueBytes, physicalBytes, sample, compressibility);
    }

    /**
     * The compression from the stored sizes of the superblocks that are not all zero:
     * {@code physicalBytes = uniqueBytes * superblockStoredBytes / superblockRawBytes}, rounded half up to a byte.
     *
     * @param superblockBytes the full size of a superblock; a unit's last one may be shorter
     * @param superblockRawBytes the bytes of all superblocks that are not all zero
     * @param superblockStoredBytes their stored bytes
     */
    public static Compression ofSuperblocks(
            String compressor,
            int superblockBytes,
            long scannedBytes,
            long uniqueBytes,
            long superblockRawBytes,
            long superblockStoredBytes,
            List<Compressibility> compressibility) {
        if (superblockStoredBytes < 0
                || superblockStoredBytes > superblockRawBytes
                || (superblockRawBytes == 0 && uniqueBytes > 0)) {
            throw new IllegalStateException(
                    "the superblocks of " + compressor + " do not add up: superblockRawBytes " + superblockRawBytes
                            + ", superblockStoredBytes " + superblockStoredBytes + ", uniqueBytes " + uniqueBytes);
        }
        return of(
                compressor,
                Method.SUPERBLOCK,
                superblockBytes,
                scannedBytes,
                uniqueBytes,
                Ratio.scaled(uniqueBytes, superblockStoredBytes, superblockRawBytes),
                null,
                compressibility);
    }

    /** Whether the number is an estimate; uncompressed data is exact, in superblocks too, unless the chunks are estimated. */
    public boolean estimates() {
        return method != Method.CHUNK && (sample != null || !keepsRaw());
    }

    /** Whether nothing is compressed. */
    public boolean keepsRaw() {
        return compressor.equals("none");
    }

    /**
     * Whether a compressor of this name compresses nothing. Its sizes serve as weights of chunks, for values that a target system draws at
     * random. No system stores data in this way, so it is not compared with others unless the user names it.
     */
    public static boolean isWeight(String compressor) {
        return compressor.equals("nonzero") || compressor.equals("entropy");
    }

    /** The stored bytes of some of the unique bytes at the ratio of all of them; rounded half up. */
    public long physicalBytesOf(long bytes) {
        long uniqueBytes = compressedAwayBytes + physicalBytes;
        return uniqueBytes == 0 ? bytes : Ratio.scaled(bytes, physicalBytes, uniqueBytes);
    }

    private static Compression of(
            String compressor,
            Method method,
            int superblockBytes,
            long scannedBytes,
            long uniqueBytes,
            long physicalBytes,
            @Nullable Sample sample,
            List<Compressibility> compressibility) {
        return new Compression(
                compressor,
                method,
                superblockBytes,
                uniqueBytes - physicalBytes,
                physicalBytes,
                Ratio.of(uniqueBytes, physicalBytes),
                Ratio.of(scannedBytes, physicalBytes),
                Ratio.savings(scannedBytes, physicalBytes),
                sample,
                compressibility);
    }
}
