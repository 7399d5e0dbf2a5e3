package io.compscan.core.result;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one chunking; they close: {@code scannedBytes = zeroBytes + duplicateBytes + uniqueBytes}.
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
 * @param expectedChunkBytes the mean length that the chunking has of random data; 0 where it was not kept
 * @param chunkSizes how many chunks have which length, in ascending order of the length; empty where they were not kept
 * @param refcounts how many distinct chunks are referenced how often, in ascending order of the references; empty where they were
 *     not kept
 * @param compression one for each compressor, in the order asked for
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
        List<Compression> compression) {

    /** Copies the lists; refuses numbers that do not close to the byte. */
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
        checkChunkSizes(chunking, chunkSizes, uniqueChunkCount, uniqueBytes, chunkCount - zeroChunkCount, nonZeroBytes);
        checkRefcounts(chunking, refcounts, uniqueChunkCount, uniqueBytes, duplicateChunkCount, nonZeroBytes);
        for (Compression one : compression) {
            checkCompression(chunking, one, scannedBytes, uniqueChunkCount, uniqueBytes);
        }
    }

    /** Derives what follows from the rest: the differences and the ratios. */
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

    /** This layout with the lengths of its chunks. */
    public Layout withChunkSizes(long newExpectedChunkBytes, List<ChunkSize> newChunkSizes) {
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

    private static void checkChunkSizes(
            String chunking,
            List<ChunkSize> chunkSizes,
            long uniqueChunkCount,
            long uniqueBytes,
            long nonZeroChunkCount,
            long nonZeroBytes) {
        if (chunkSizes.isEmpty()) {
            return;
        }
        long[] sums = new long[4];
        long previous = 1;
        boolean closes = true;
        try {
            for (ChunkSize row : chunkSizes) {
                closes &= row.fromBytes() >= previous && row.toBytes() > row.fromBytes() && row.uniqueChunks() > 0;
                previous = row.toBytes();
                long[] values = {row.uniqueChunks(), row.uniqueBytes(), row.chunks(), row.bytes()};
                Arrays.setAll(sums, i -> Math.addExact(sums[i], values[i]));
            }
        } catch (ArithmeticException beyond64Bits) {
            closes = false;
        }
        long[] expected = {uniqueChunkCount, uniqueBytes, nonZeroChunkCount, nonZeroBytes};
        if (!closes || !Arrays.equals(sums, expected)) {
            throw new IllegalStateException("the chunkSizes of " + chunking + " do not add up to uniqueChunkCount "
                    + uniqueChunkCount + ", uniqueBytes " + uniqueBytes + ", " + nonZeroChunkCount
                    + " chunks that are not zero and nonZeroBytes " + nonZeroBytes + ", or do not ascend");
        }
    }

    private static void checkRefcounts(
            String chunking,
            List<Refcount> refcounts,
            long uniqueChunkCount,
            long uniqueBytes,
            long duplicateChunkCount,
            long nonZeroBytes) {
        if (refcounts.isEmpty()) {
            return;
        }
        long chunks = 0;
        long bytes = 0;
        long referencedChunks = 0;
        long referencedBytes = 0;
        long previous = 0;
        boolean closes = true;
        try {
            for (Refcount row : refcounts) {
                closes &= row.references() > previous && row.chunks() > 0 && row.bytes() >= 0;
                previous = row.references();
                chunks = Math.addExact(chunks, row.chunks());
                bytes = Math.addExact(bytes, row.bytes());
                referencedChunks = Math.addExact(referencedChunks, Math.multiplyExact(row.references(), row.chunks()));
                referencedBytes = Math.addExact(referencedBytes, Math.multiplyExact(row.references(), row.bytes()));
            }
        } catch (ArithmeticException beyond64Bits) {
            closes = false;
        }
        if (!closes
                || chunks != uniqueChunkCount
                || bytes != uniqueBytes
                || referencedChunks != uniqueChunkCount + duplicateChunkCount
                || referencedBytes != nonZeroBytes) {
            throw new IllegalStateException("the refcounts of " + chunking + " do not add up to uniqueChunkCount "
                    + uniqueChunkCount + ", uniqueBytes " + uniqueBytes + ", duplicateChunkCount "
                    + duplicateChunkCount + " and nonZeroBytes " + nonZeroBytes + ", or do not ascend");
        }
    }

    private static void checkCompression(
            String chunking, Compression one, long scannedBytes, long uniqueChunkCount, long uniqueBytes) {
        String name = one.compressor() + " over " + chunking;
        if (one.compressedAwayBytes() + one.physicalBytes() != uniqueBytes) {
            throw new IllegalStateException("the numbers of " + name + " do not add up: physicalBytes "
                    + one.physicalBytes() + ", compressedAwayBytes " + one.compressedAwayBytes() + ", uniqueBytes "
                    + uniqueBytes);
        }
        Ratio.check("reductionRatio of " + name, one.reductionRatio(), Ratio.of(scannedBytes, one.physicalBytes()));
        Ratio.check("savings of " + name, one.savings(), Ratio.savings(scannedBytes, one.physicalBytes()));
        Sample sample = one.sample();
        if (sample != null) {
            sample.check(name, scannedBytes, uniqueChunkCount, uniqueBytes);
        }
        if (one.method() == Compression.Method.CHUNK && !one.compressibility().isEmpty()) {
            long chunks = 0;
            long bytes = 0;
            for (Compressibility row : one.compressibility()) {
                chunks += row.chunks();
                bytes += row.bytes();
            }
            if (chunks != uniqueChunkCount || bytes != uniqueBytes) {
                throw new IllegalStateException("the compressibility of " + name + " covers " + chunks + " chunks and "
                        + bytes + " bytes, not uniqueChunkCount " + uniqueChunkCount + " and uniqueBytes "
                        + uniqueBytes);
            }
        }
    }
}
