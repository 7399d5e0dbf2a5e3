package io.compscan.core.estimate;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.scan.measure.ChunkBatch;
import io.compscan.core.scan.read.task.ByteRange;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** The chunks of one extent under one scheme: zeros apart, each distinct chunk once, in the order of the keys. Reused; one thread. */
final class ExtentChunks {

    private static final int NONE = -1;

    private final ChunkList nonZero = new ChunkList();
    private long[] found = {};
    private long[] keys = {};
    /** The number of a chunk in {@link #nonZero}, for each distinct chunk in the order of the keys. */
    private int[] numbers = {};
    /** How often the extent has it, likewise. */
    private int[] repeats = {};

    private int distinctCount;
    private long distinctBytes;
    private long zeroBytes;
    private long readBytes;

    /** Begins an extent. */
    void clear() {
        nonZero.clear();
        zeroBytes = 0;
        readBytes = 0;
    }

    /** Adds those chunks of a batch that begin in these ranges of their units, one for each piece. */
    void add(ChunkBatch batch, List<ByteRange> ranges) {
        ByteBuffer fingerprints = ByteBuffer.wrap(batch.fingerprints());
        for (int p = 0; p < ranges.size(); p++) {
            long from = ranges.get(p).from();
            long to = ranges.get(p).to();
            int number = batch.firstNumber(p);
            for (int chunk = batch.firstChunk(p); chunk < batch.firstChunk(p + 1); chunk++) {
                long position = batch.positionOf(p, chunk);
                boolean isZero = batch.isZero(chunk);
                if (position >= from && position < to) {
                    if (isZero) {
                        addZeros(batch.lengthOf(chunk));
                    } else {
                        add(ChunkKeys.key(fingerprints, number), batch.offset(number), batch.length(number));
                    }
                }
                number += isZero ? 0 : 1;
            }
        }
    }

    /** Adds chunks that are all zero. */
    void addZeros(long bytes) {
        readBytes += bytes;
        zeroBytes += bytes;
    }

    /** Adds a chunk that is not all zero. */
    void add(long key, int offset, int length) {
        int count = nonZero.size();
        if (found.length == count) {
            found = Arrays.copyOf(found, 2 * count + 16);
        }
        found[count] = key;
        nonZero.add(offset, length);
        readBytes += length;
    }

    /** Drops the chunks that occur again. */
    void end() {
        int count = nonZero.size();
        if (keys.length < count) {
            keys = new long[found.length];
            numbers = new int[found.length];
            repeats = new int[found.length];
        }
        System.arraycopy(found, 0, keys, 0, count);
        Arrays.sort(keys, 0, count);
        distinctCount = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || keys[i] != keys[i - 1]) {
                keys[distinctCount++] = keys[i];
            }
        }
        Arrays.fill(numbers, 0, distinctCount, NONE);
        Arrays.fill(repeats, 0, distinctCount, 0);
        distinctBytes = 0;
        for (int i = 0; i < count; i++) {
            int place = Arrays.binarySearch(keys, 0, distinctCount, found[i]);
            repeats[place]++;
            if (numbers[place] == NONE) {
                numbers[place] = i;
                distinctBytes += nonZero.length(i);
            }
        }
    }

    int distinctCount() {
        return distinctCount;
    }

    long key(int i) {
        return keys[i];
    }

    /** How often the extent has the chunk. */
    int repeats(int i) {
        return repeats[i];
    }

    int offset(int i) {
        return nonZero.offset(numbers[i]);
    }

    int length(int i) {
        return nonZero.length(numbers[i]);
    }

    long distinctBytes() {
        return distinctBytes;
    }

    long zeroBytes() {
        return zeroBytes;
    }

    long readBytes() {
        return readBytes;
    }
}
