package io.compscan.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one chunking; they add up: {@code scannedBytes = zeroBytes + duplicateBytes + uniqueBytes}.
 *
 * @param chunking canonical name, such as {@code fixed:4096}
 * @param fingerprint the name of the digest
 * @param chunkCount all chunks, zero chunks included
 * @param zeroChunkCount chunks whose bytes are all zero
 * @param zeroBytes their bytes
 * @param nonZeroBytes {@code scannedBytes - zeroBytes}
 * @param uniqueChunkCount distinct non-zero chunks
 * @param uniqueBytes one copy of each
 * @param duplicateChunkCount further references to a chunk already seen
 * @param duplicateBytes their bytes
 * @param thinRatio {@code scannedBytes / nonZeroBytes}; null if there is nothing but zeros
 * @param dedupRatio {@code nonZeroBytes / uniqueBytes}; null if there is nothing but zeros
 * @param expectedChunkBytes the mean length of the chunking's chunks on random data; 0 if it was not kept
 * @param chunkSizes the number of chunks of each length, in ascending order of the length; empty if they were not kept
 * @param refcounts the number of distinct chunks for each number of references, in ascending order of the references; empty if they were
 *     not kept
 * @param compression one for each compressor, in the order asked for
 * @param method the method of counting distinct chunks; null if all of them were counted, so that every number is exact
 * @param sampledChunkCount the number of distinct chunks behind the estimates; null if nothing is estimated, like all below
 * @param uniqueChunkCountLow the lower end of the 95 % interval of {@code uniqueChunkCount}; the others likewise
 */
public record Layout(
        String chunking,
        String fingerprint,
        long chunkCount,
        long zeroChunkCount,
        long zeroBytes,
        long nonZeroBytes,
        long uniqueChunkCount,
        long uniqueBytes,
        long duplicateChunkCount,
        long duplicateBytes,
        @Nullable Double thinRatio,
        @Nullable Double dedupRatio,
        long expectedChunkBytes,
        List<ChunkSize> chunkSizes,
        List<Refcount> refcounts,
        List<Compression> compression,
        @LeftOut @Nullable Method method,
        @LeftOut @Nullable Long sampledChunkCount,
        @LeftOut @Nullable Long uniqueChunkCountLow,
        @LeftOut @Nullable Long uniqueChunkCountHigh,
        @LeftOut @Nullable Long uniqueBytesLow,
        @LeftOut @Nullable Long uniqueBytesHigh,
        @LeftOut @Nullable Long duplicateChunkCountLow,
        @LeftOut @Nullable Long duplicateChunkCountHigh,
        @LeftOut @Nullable Long duplicateBytesLow,
        @LeftOut @Nullable Long duplicateBytesHigh,
        @LeftOut @Nullable Double dedupRatioLow,
        @LeftOut @Nullable Double dedupRatioHigh) {

    /** The method of counting distinct chunks if not all of them were counted. */
    public enum Method {
        /** A random sample of them in bounded memory; everything was read. */
        SKETCH,
        /** Those of a random part of the data; all numbers of the layout are estimates. */
        PART
    }

    /** Copies the lists; refuses numbers that do not add up to the byte. */
    public Layout {
        chunkSizes = List.copyOf(chunkSizes);
        refcounts = List.copyOf(refcounts);
        compression = List.copyOf(compression);
        if (zeroBytes < 0
                || uniqueBytes < 0
                || duplicateBytes < 0
                || zeroChunkCount < 0
                || uniqueChunkCount < 0
                || duplicateChunkCount < 0
                || nonZeroBytes != uniqueBytes + duplicateBytes
                || chunkCount != zeroChunkCount + uniqueChunkCount + duplicateChunkCount) {
            throw new IllegalStateException("the numbers of " + chunking + " do not add up: zeroBytes " + zeroBytes
                    + ", nonZeroBytes " + nonZeroBytes + ", uniqueBytes " + uniqueBytes + ", duplicateBytes "
                    + duplicateBytes + ", chunkCount " + chunkCount + ", zeroChunkCount " + zeroChunkCount
                    + ", uniqueChunkCount " + uniqueChunkCount + ", duplicateChunkCount " + duplicateChunkCount);
        }
        long scannedBytes = zeroBytes + nonZeroBytes;
        Ratio.check("thinRatio of " + chunking, thinRatio, Ratio.of(scannedBytes, nonZeroBytes));
        Ratio.check("dedupRatio of " + chunking, dedupRatio, Ratio.of(nonZeroBytes, uniqueBytes));
        if (method == null) {
            LayoutChecks.chunkSizes(
                    chunking, chunkSizes, uniqueChunkCount, uniqueBytes, chunkCount - zeroChunkCount, nonZeroBytes);
            LayoutChecks.refcounts(
                    chunking, refcounts, uniqueChunkCount, uniqueBytes, duplicateChunkCount, nonZeroBytes);
        } else {
            Ratio.checkInterval("uniqueChunkCount", uniqueChunkCountLow, uniqueChunkCount, uniqueChunkCountHigh);
            Ratio.checkInterval("uniqueBytes", uniqueBytesLow, uniqueBytes, uniqueBytesHigh);
            Ratio.checkInterval(
                    "duplicateChunkCount", duplicateChunkCountLow, duplicateChunkCount, duplicateChunkCountHigh);
            Ratio.checkInterval("duplicateBytes", duplicateBytesLow, duplicateBytes, duplicateBytesHigh);
        }
        for (Compression one : compression) {
            LayoutChecks.compression(chunking, one, scannedBytes, uniqueChunkCount, uniqueBytes);
        }
    }

    /** A layout without estimates. */
    public Layout(
            String chunking,
            String fingerprint,
            long chunkCount,
            long zeroChunkCount,
            long zeroBytes,
            long nonZeroBytes,
            long uniqueChunkCount,
            long uniqueBytes,
            long duplicateChunkCount,
            long duplicateBytes,
            @Nullable Double thinRatio,
            @Nullable Double dedupRatio,
            long expectedChunkBytes,
            List<ChunkSize> chunkSizes,
            List<Refcount> refcounts,
            List<Compression> compression) {
        this(
                chunking,
                fingerprint,
                chunkCount,
                zeroChunkCount,
                zeroBytes,
                nonZeroBytes,
                uniqueChunkCount,
                uniqueBytes,
                duplicateChunkCount,
                duplicateBytes,
                thinRatio,
                dedupRatio,
                expectedChunkBytes,
                chunkSizes,
                refcounts,
                compression,
                null,
                null,
                null,
                null,
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
     * The estimates of a layout.
     *
     * @param method the method of counting the distinct chunks
     * @param sampledChunkCount the number of distinct chunks that were counted
     * @param uniqueChunks the ends of the interval of {@code uniqueChunkCount}, the lower one first
     * @param uniqueBytes likewise for {@code uniqueBytes}
     */
    public record Bounds(Method method, long sampledChunkCount, Range uniqueChunks, Range uniqueBytes) {}

    /**
     * The ends of an interval.
     *
     * @param low the lower end
     * @param high the upper end
     */
    public record Range(long low, long high) {}

    /** Estimates from a sample of the distinct chunks; derives the differences and the ratios. */
    public static Layout ofEstimate(
            Layout point, Bounds bounds, List<Refcount> rows, List<Compression> estimatedCompression) {
        long references = point.chunkCount - point.zeroChunkCount;
        return new Layout(
                point.chunking,
                point.fingerprint,
                point.chunkCount,
                point.zeroChunkCount,
                point.zeroBytes,
                point.nonZeroBytes,
                point.uniqueChunkCount,
                point.uniqueBytes,
                point.duplicateChunkCount,
                point.duplicateBytes,
                point.thinRatio,
                point.dedupRatio,
                point.expectedChunkBytes,
                List.of(),
                rows,
                estimatedCompression,
                bounds.method,
                bounds.sampledChunkCount,
                bounds.uniqueChunks.low,
                bounds.uniqueChunks.high,
                bounds.uniqueBytes.low,
                bounds.uniqueBytes.high,
                references - bounds.uniqueChunks.high,
                references - bounds.uniqueChunks.low,
                point.nonZeroBytes - bounds.uniqueBytes.high,
                point.nonZeroBytes - bounds.uniqueBytes.low,
                Ratio.of(point.nonZeroBytes, bounds.uniqueBytes.high),
                Ratio.of(point.nonZeroBytes, bounds.uniqueBytes.low));
    }

    /** This layout without its histogram of references, which may have many rows. */
    public Layout withoutRefcounts() {
        return with(expectedChunkBytes, chunkSizes, List.of(), compression);
    }

    /** This layout with the lengths of its chunks. */
    public Layout withChunkSizes(long newExpectedChunkBytes, List<ChunkSize> newChunkSizes) {
        return with(newExpectedChunkBytes, newChunkSizes, refcounts, compression);
    }

    /** This layout with some of its compressors. */
    Layout withCompression(List<Compression> newCompression) {
        return with(expectedChunkBytes, chunkSizes, refcounts, newCompression);
    }

    private Layout with(
            long newExpectedChunkBytes,
            List<ChunkSize> newChunkSizes,
            List<Refcount> newRefcounts,
            List<Compression> newCompression) {
        return new Layout(
                chunking,
                fingerprint,
                chunkCount,
                zeroChunkCount,
                zeroBytes,
                nonZeroBytes,
                uniqueChunkCount,
                uniqueBytes,
                duplicateChunkCount,
                duplicateBytes,
                thinRatio,
                dedupRatio,
                newExpectedChunkBytes,
                newChunkSizes,
                newRefcounts,
                newCompression,
                method,
                sampledChunkCount,
                uniqueChunkCountLow,
                uniqueChunkCountHigh,
                uniqueBytesLow,
                uniqueBytesHigh,
                duplicateChunkCountLow,
                duplicateChunkCountHigh,
                duplicateBytesLow,
                duplicateBytesHigh,
                dedupRatioLow,
                dedupRatioHigh);
    }

    /** Whether the numbers of distinct chunks are estimates. */
    public boolean isEstimated() {
        return method != null;
    }

    /** A layout with the derived numbers: the differences and the ratios. */
    public static Layout of(
            String chunking,
            String fingerprint,
            long scannedBytes,
            long chunkCount,
            long zeroChunkCount,
            long zeroBytes,
            long uniqueChunkCount,
            long uniqueBytes,
            List<Refcount> refcounts,
            List<Compression> compression) {
        long nonZeroBytes = scannedBytes - zeroBytes;
        return new Layout(
                chunking,
                fingerprint,
                chunkCount,
                zeroChunkCount,
                zeroBytes,
                nonZeroBytes,
                uniqueChunkCount,
                uniqueBytes,
                chunkCount - zeroChunkCount - uniqueChunkCount,
                nonZeroBytes - uniqueBytes,
                Ratio.of(scannedBytes, nonZeroBytes),
                Ratio.of(nonZeroBytes, uniqueBytes),
                0,
                List.of(),
                refcounts,
                compression);
    }

    /** The mean length of a chunk that is not zero, in bytes; null if there is none. */
    public @Nullable Double averageChunkBytes() {
        return Ratio.of(nonZeroBytes, chunkCount - zeroChunkCount);
    }

    /** {@code zeroBytes + nonZeroBytes}: the same for every chunking of one scan. */
    long scannedBytes() {
        return zeroBytes + nonZeroBytes;
    }

    /** {@code nonZeroBytes / physicalBytes} of one of the compressors: the data reduction ratio; null if nothing remains. */
    public @Nullable Double dataReductionRatio(Compression of) {
        return Ratio.of(nonZeroBytes, of.physicalBytes());
    }
}
