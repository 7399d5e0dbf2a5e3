package io.compscan.core.fold;

import io.compscan.core.result.set.SuperblockTotals;
import java.util.List;
import java.util.stream.IntStream;

/** What all superblocks that are not all zero come to, raw and with each compressor. */
public final class SuperblockTally {

    private final long[] rawBytes;
    private final long[] storedBytes;
    private final List<SizeHistogram> sizes;

    /** Nothing yet. */
    public SuperblockTally(int compressorCount) {
        rawBytes = new long[compressorCount];
        storedBytes = new long[compressorCount];
        sizes = IntStream.range(0, compressorCount)
                .mapToObj(i -> new SizeHistogram())
                .toList();
    }

    public void add(int compressor, int raw, int stored) {
        rawBytes[compressor] += raw;
        storedBytes[compressor] += stored;
        sizes.get(compressor).add(raw, stored);
    }

    public void merge(SuperblockTally other) {
        for (int i = 0; i < rawBytes.length; i++) {
            rawBytes[i] += other.rawBytes[i];
            storedBytes[i] += other.storedBytes[i];
            sizes.get(i).merge(other.sizes.get(i));
        }
    }

    /** Adds what another scan found; {@code totals} has one element for each compressor. */
    public void merge(List<SuperblockTotals> totals) {
        for (int i = 0; i < rawBytes.length; i++) {
            rawBytes[i] = Math.addExact(rawBytes[i], totals.get(i).rawBytes());
            storedBytes[i] = Math.addExact(storedBytes[i], totals.get(i).storedBytes());
            sizes.get(i).merge(totals.get(i).compressibility());
        }
    }

    /** One element for each compressor. */
    public List<SuperblockTotals> totals() {
        return IntStream.range(0, rawBytes.length)
                .mapToObj(i -> new SuperblockTotals(
                        rawBytes[i], storedBytes[i], sizes.get(i).rows()))
                .toList();
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
