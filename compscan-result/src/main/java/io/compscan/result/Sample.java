package io.compscan.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The accuracy of an estimate from a sample of the distinct chunks. Its intervals hold the true value with 95 % confidence; compressing
 * every chunk would give the true value.
 *
 * @param sampledChunkCount how many distinct chunks were compressed
 * @param sampledBytes their raw bytes
 * @param physicalBytesLow the lower end of the interval of the physical bytes
 * @param physicalBytesHigh the upper end
 * @param compressionRatioLow the ratio at {@code physicalBytesHigh}
 * @param compressionRatioHigh the ratio at {@code physicalBytesLow}
 * @param reductionRatioLow the ratio at {@code physicalBytesHigh}
 * @param reductionRatioHigh the ratio at {@code physicalBytesLow}
 * @param sampledBlockCount how many blocks of the sampled chunks were compressed, if a sample of blocks stands for all. A small file in
 *     shared blocks counts as one block; null if chunks were compressed whole
 */
public record Sample(
        long sampledChunkCount,
        long sampledBytes,
        long physicalBytesLow,
        long physicalBytesHigh,
        double compressionRatioLow,
        double compressionRatioHigh,
        double reductionRatioLow,
        double reductionRatioHigh,
        @LeftOut @Nullable Long sampledBlockCount) {

    /** Refuses numbers that contradict each other. */
    public Sample {
        if (sampledChunkCount < 1
                || sampledBytes < sampledChunkCount
                || (sampledBlockCount != null && sampledBlockCount < sampledChunkCount)
                || physicalBytesLow < 1
                || physicalBytesHigh < physicalBytesLow) {
            throw new IllegalStateException("the numbers of a sample make no sense: sampledChunkCount "
                    + sampledChunkCount + ", sampledBytes " + sampledBytes + ", physicalBytesLow " + physicalBytesLow
                    + ", physicalBytesHigh " + physicalBytesHigh);
        }
    }

    /** A sample of chunks that were compressed whole. */
    public Sample(
            long sampledChunkCount,
            long sampledBytes,
            long physicalBytesLow,
            long physicalBytesHigh,
            double compressionRatioLow,
            double compressionRatioHigh,
            double reductionRatioLow,
            double reductionRatioHigh) {
        this(
                sampledChunkCount,
                sampledBytes,
                physicalBytesLow,
                physicalBytesHigh,
                compressionRatioLow,
                compressionRatioHigh,
                reductionRatioLow,
                reductionRatioHigh,
                null);
    }

    static Sample of(
            long scannedBytes,
            long uniqueBytes,
            long sampledChunkCount,
            long sampledBytes,
            long physicalBytesLow,
            long physicalBytesHigh) {
        return new Sample(
                sampledChunkCount,
                sampledBytes,
                physicalBytesLow,
                physicalBytesHigh,
                (double) uniqueBytes / physicalBytesHigh,
                (double) uniqueBytes / physicalBytesLow,
                (double) scannedBytes / physicalBytesHigh,
                (double) scannedBytes / physicalBytesLow);
    }

    /** This sample as one of blocks. */
    Sample ofBlocks(long blocks) {
        return new Sample(
                sampledChunkCount,
                sampledBytes,
                physicalBytesLow,
                physicalBytesHigh,
                compressionRatioLow,
                compressionRatioHigh,
                reductionRatioLow,
                reductionRatioHigh,
                blocks);
    }

    /** Refuses an estimate outside of this interval, and a histogram that does not belong to this sample. */
    void check(String compressor, long physicalBytes, long uniqueBytes, List<Compressibility> compressibility) {
        long chunks =
                compressibility.stream().mapToLong(Compressibility::chunks).sum();
        long bytes = compressibility.stream().mapToLong(Compressibility::bytes).sum();
        boolean covers = compressibility.isEmpty() || (chunks == sampledChunkCount && bytes == sampledBytes);
        if (physicalBytes < physicalBytesLow
                || physicalBytes > physicalBytesHigh
                || physicalBytesHigh > uniqueBytes
                || !covers) {
            throw new IllegalStateException("the sample of " + compressor + " does not add up: physicalBytes "
                    + physicalBytes + " in " + physicalBytesLow + " to " + physicalBytesHigh + " of uniqueBytes "
                    + uniqueBytes + ", compressibility of " + chunks + " chunks and " + bytes
                    + " bytes for sampledChunkCount " + sampledChunkCount + " and sampledBytes " + sampledBytes);
        }
    }

    /** Refuses ratios that do not follow from the bytes, and a sample that is larger than the whole. */
    void check(String name, long scannedBytes, long uniqueChunkCount, long uniqueBytes) {
        if (sampledChunkCount > uniqueChunkCount || sampledBytes > uniqueBytes) {
            throw new IllegalStateException("the sample of " + name + " is larger than the whole: sampledChunkCount "
                    + sampledChunkCount + " of uniqueChunkCount " + uniqueChunkCount + ", sampledBytes " + sampledBytes
                    + " of uniqueBytes " + uniqueBytes);
        }
        checkRatio("compressionRatioLow of " + name, compressionRatioLow, uniqueBytes, physicalBytesHigh);
        checkRatio("compressionRatioHigh of " + name, compressionRatioHigh, uniqueBytes, physicalBytesLow);
        checkRatio("reductionRatioLow of " + name, reductionRatioLow, scannedBytes, physicalBytesHigh);
        checkRatio("reductionRatioHigh of " + name, reductionRatioHigh, scannedBytes, physicalBytesLow);
    }

    private static void checkRatio(String name, double given, long before, long after) {
        Ratio.check(name, given, Ratio.of(before, after));
    }
}
