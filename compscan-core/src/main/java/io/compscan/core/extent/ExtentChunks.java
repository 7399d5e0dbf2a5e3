package io.compscan.core.extent;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.index.SampleLevels;
import java.util.Arrays;

/** The chunks of one extent under one scheme: zeros apart, each distinct chunk once. Reused; one thread. */
final class ExtentChunks {

    private final int fingerprintBytes;
    private final Fingerprinter fingerprinter;
    private final ChunkList nonZero = new ChunkList();
    private byte[] fingerprints = {};
    private long[] keys = {};
    /** The number of a chunk in {@link #nonZero}, for each distinct chunk in the order of the keys. */
    private int[] numbers = {};

    private int distinctCount;
    private long distinctBytes;
    private long zeroBytes;
    private long readBytes;

    ExtentChunks(int fingerprintBytes, Fingerprinter fingerprinter) {
        this.fingerprintBytes = fingerprintBytes;
        this.fingerprinter = fingerprinter;
    }

    /** Begins an extent. */
    void clear() {
        nonZero.clear();
        zeroBytes = 0;
        readBytes = 0;
    }

    /** Adds a chunk of the extent. */
    void add(byte[] data, int offset, int length) {
        readBytes += length;
        if (ZeroBytes.isZero(data, offset, length)) {
            zeroBytes += length;
        } else {
            nonZero.add(offset, length);
        }
    }

    /** Fingerprints the chunks and drops those that occur again. */
    void end(byte[] data) {
        int count = nonZero.size();
        if (keys.length < count) {
            fingerprints = new byte[count * fingerprintBytes];
            keys = new long[count];
            numbers = new int[count];
        }
        fingerprinter.fingerprint(data, nonZero, fingerprints);
        long[] sorted = new long[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = SampleLevels.key(fingerprints, i * fingerprintBytes, fingerprintBytes);
            keys[i] = sorted[i];
        }
        Arrays.sort(sorted);
        boolean[] isTaken = new boolean[count];
        distinctCount = 0;
        distinctBytes = 0;
        for (int i = 0; i < count; i++) {
            int place = Arrays.binarySearch(sorted, keys[i]);
            while (place > 0 && sorted[place - 1] == keys[i]) {
                place--;
            }
            if (!isTaken[place]) {
                isTaken[place] = true;
                numbers[distinctCount] = i;
                keys[distinctCount] = keys[i];
                distinctCount++;
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
