package io.compscan.core.scan;

import java.util.List;
import java.util.stream.IntStream;

/** What all superblocks that are not all zero come to, raw and with each compressor. */
final class SuperblockTally {

    private final long[] rawBytes;
    private final long[] storedBytes;
    private final List<SizeHistogram> sizes;

    SuperblockTally(int compressorCount) {
        rawBytes = new long[compressorCount];
        storedBytes = new long[compressorCount];
        sizes = IntStream.range(0, compressorCount)
                .mapToObj(i -> new SizeHistogram())
                .toList();
    }

    void add(int compressor, int raw, int stored) {
        rawBytes[compressor] += raw;
        storedBytes[compressor] += stored;
        sizes.get(compressor).add(raw, stored);
    }

    void merge(SuperblockTally other) {
        for (int i = 0; i < rawBytes.length; i++) {
            rawBytes[i] += other.rawBytes[i];
            storedBytes[i] += other.storedBytes[i];
            sizes.get(i).merge(other.sizes.get(i));
        }
    }

    long rawBytes(int compressor) {
        return rawBytes[compressor];
    }

    long storedBytes(int compressor) {
        return storedBytes[compressor];
    }

    SizeHistogram sizes(int compressor) {
        return sizes.get(compressor);
    }
}
