package io.compscan.result;

import java.util.Arrays;
import java.util.List;

/** The checks that the numbers of a {@link Layout} add up; each throws {@link IllegalStateException}. */
final class LayoutChecks {

    private LayoutChecks() {}

    static void chunkSizes(
            String chunking,
            List<ChunkSize> rows,
            long uniqueChunkCount,
            long uniqueBytes,
            long nonZeroChunkCount,
            long nonZeroBytes) {
        if (rows.isEmpty()) {
            return;
        }
        long[] sums = new long[4];
        long previous = 1;
        boolean closes = true;
        try {
            for (ChunkSize row : rows) {
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

    static void refcounts(
            String chunking,
            List<Refcount> rows,
            long uniqueChunkCount,
            long uniqueBytes,
            long duplicateChunkCount,
            long nonZeroBytes) {
        if (rows.isEmpty()) {
            return;
        }
        long chunks = 0;
        long bytes = 0;
        long referencedChunks = 0;
        long referencedBytes = 0;
        long previous = 0;
        boolean closes = true;
        try {
            for (Refcount row : rows) {
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

    static void compression(
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
        if (sample != null && one.method() == Compression.Method.SAMPLE) {
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
