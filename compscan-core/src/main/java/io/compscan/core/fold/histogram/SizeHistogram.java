package io.compscan.core.fold.histogram;

import io.compscan.result.Compressibility;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/** Counts chunks and their raw bytes by the percentage of their size at which they are stored. */
public final class SizeHistogram implements Serializable {

    private static final int WHOLE = 100;

    private final long[] chunks = new long[WHOLE + 1];
    private final long[] bytes = new long[WHOLE + 1];

    /** Counts a chunk. */
    public void add(int rawBytes, int storedBytes) {
        int percent = (int) (((long) storedBytes * WHOLE + rawBytes - 1) / rawBytes);
        chunks[percent]++;
        bytes[percent] += rawBytes;
    }

    /** Adds the counts of another. */
    public void merge(SizeHistogram other) {
        for (int i = 0; i <= WHOLE; i++) {
            chunks[i] += other.chunks[i];
            bytes[i] += other.bytes[i];
        }
    }

    /** Adds rows of a result. */
    public void merge(List<Compressibility> rows) {
        for (Compressibility row : rows) {
            chunks[row.storedPercent()] += row.chunks();
            bytes[row.storedPercent()] += row.bytes();
        }
    }

    /** In ascending order of the percentage. */
    public List<Compressibility> rows() {
        return IntStream.rangeClosed(1, WHOLE)
                .filter(percent -> chunks[percent] > 0)
                .mapToObj(percent -> new Compressibility(percent, chunks[percent], bytes[percent]))
                .toList();
    }
}
