package io.compscan.core.tools.trace;

import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds hashes of chunks of different lengths. It sees all distinct chunks in ascending order of their keys, so those of one hash follow each other.
 */
final class HashLengths implements DistinctChunkVisitor {

    /** Lengths that differ by a multiple of this number count as one. */
    private static final int LENGTH_CLASSES = 1 << 16;

    /** A hash of chunks of two lengths. It is not compared with others. */
    @SuppressWarnings("ArrayRecordComponent")
    record Pair(byte[] hash, int oneBytes, int otherBytes) {

        /** The fault of a trace whose hashes are long. */
        String fault() {
            return "chunks of " + oneBytes + " and " + otherBytes + " bytes with one digest";
        }
    }

    private final int hashBytes;
    private final byte[] previous;
    private final long[] chunks = new long[LENGTH_CLASSES];
    private boolean hasPrevious;
    private boolean isPair;
    private int previousBytes;
    private long count;
    private @Nullable Pair first;

    /** @param hashBytes the bytes of a key before the length */
    HashLengths(int hashBytes) {
        this.hashBytes = hashBytes;
        previous = new byte[hashBytes];
    }

    @Override
    public void visit(byte[] key, long references, int lengthBytes, int[] storedBytes) {
        boolean isSame = hasPrevious && Arrays.equals(previous, 0, hashBytes, key, 0, hashBytes);
        if (isSame && !isPair) {
            count++;
            first = first == null ? new Pair(previous.clone(), previousBytes, lengthBytes) : first;
        }
        isPair = isSame;
        hasPrevious = true;
        previousBytes = lengthBytes;
        System.arraycopy(key, 0, previous, 0, hashBytes);
        chunks[lengthBytes % LENGTH_CLASSES]++;
    }

    /** The number of hashes of chunks of several lengths. */
    long count() {
        return count;
    }

    /** The first of them; null if there is none. */
    @Nullable Pair first() {
        return first;
    }

    /** The expected number of chunks that are mistaken for another one of the same length by chance. */
    double expectedFalseDuplicates() {
        double pairs = 0;
        for (long ofOneLength : chunks) {
            pairs += 0.5 * ofOneLength * ofOneLength;
        }
        return Math.scalb(pairs, -Byte.SIZE * hashBytes);
    }
}
