package io.compscan.core.fold;

import io.compscan.core.fold.histogram.SizeHistogram;
import io.compscan.result.set.SuperblockTotals;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Sums the raw and the stored bytes of superblocks, for each compressor. One thread. */
public final class SuperblockTally {

    private final long[] rawBytes;
    private final long[] storedBytes;
    private final List<SizeHistogram> sizes;

    /** A tally of no superblock. */
    public SuperblockTally(int compressorCount) {
        rawBytes = new long[compressorCount];
        storedBytes = new long[compressorCount];
        sizes = Stream.generate(SizeHistogram::new).limit(compressorCount).toList();
    }

    /** Adds a superblock that is not all zero. */
    public void add(int compressor, int raw, int stored) {
        rawBytes[compressor] += raw;
        storedBytes[compressor] += stored;
        sizes.get(compressor).add(raw, stored);
    }

    /** Adds the sums of another tally with the same compressors. */
    public void merge(SuperblockTally other) {
        for (int i = 0; i < rawBytes.length; i++) {
            rawBytes[i] += other.rawBytes[i];
            storedBytes[i] += other.storedBytes[i];
            sizes.get(i).merge(other.sizes.get(i));
        }
    }

    /** The sums so far, one element for each compressor. */
    public List<SuperblockTotals> totals() {
        return IntStream.range(0, rawBytes.length)
                .mapToObj(i -> new SuperblockTotals(
                        rawBytes[i], storedBytes[i], sizes.get(i).rows()))
                .toList();
    }
}
