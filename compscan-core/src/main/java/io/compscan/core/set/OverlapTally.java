package io.compscan.core.set;

import io.compscan.core.set.PairTally.Common;
import io.compscan.map.MergeCursor;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.Overlap.Share;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums the bytes that sets share, chunk by chunk. */
final class OverlapTally {

    /**
     * If a chunk has so few holders, their pairs are counted at once. Otherwise they are counted once for all chunks with the same holders.
     */
    private static final int FEW_HOLDERS = 8;

    private static final int MAX_GROUPS = 4096;

    private final int setCount;
    private final long[] exclusiveBytes;
    private final long[] sharedBytes;
    private final PairTally pairs;

    private final Attribution attribution;
    /** The bytes of the chunks that the same sets hold. */
    private final Map<IntBuffer, long[]> bytesByHolders = new HashMap<>();
    /** Whether what does not depend on pairs has been counted. */
    private boolean hasWalked;

    /** @param keepsAll whether all pairs are kept, however many sets there are */
    OverlapTally(int setCount, boolean keepsAll) {
        this.setCount = setCount;
        exclusiveBytes = new long[setCount];
        sharedBytes = new long[setCount];
        pairs = new PairTally(setCount, false, keepsAll);
        attribution = new Attribution(setCount);
    }

    void add(MergeCursor chunk, int lengthBytes) {
        int holders = chunk.sourceCount();
        if (!hasWalked) {
            addAlone(chunk, holders, lengthBytes);
        }
        if (holders > FEW_HOLDERS) {
            group(chunk, lengthBytes);
        } else {
            pairs.add(chunk::source, holders, lengthBytes);
        }
    }

    private void addAlone(MergeCursor chunk, int holders, int lengthBytes) {
        if (holders == 1) {
            exclusiveBytes[chunk.source(0)] += lengthBytes;
            return;
        }
        for (int i = 0; i < holders; i++) {
            sharedBytes[chunk.source(i)] += lengthBytes;
            attribution.add(chunk.references(), chunk.source(i), chunk.sourceReferences(i), lengthBytes);
        }
    }

    /** Ends a walk over all chunks; whether there must be another one. */
    boolean needsAnotherWalk() {
        ungroup();
        hasWalked = true;
        return pairs.needsAnotherWalk(OverlapTally::exact);
    }

    private static Common exact(int one, int other, long count, long bytes, double squares) {
        return Common.exact(bytes);
    }

    private void group(MergeCursor chunk, int lengthBytes) {
        int[] holders = new int[chunk.sourceCount()];
        Arrays.setAll(holders, chunk::source);
        if (bytesByHolders.size() == MAX_GROUPS) {
            ungroup();
        }
        bytesByHolders.computeIfAbsent(IntBuffer.wrap(holders), unused -> new long[1])[0] += lengthBytes;
    }

    private void ungroup() {
        bytesByHolders.forEach((holders, bytes) -> pairs.add(holders::get, holders.capacity(), bytes[0]));
        bytesByHolders.clear();
    }

    /**
     * The overlap, after the last walk.
     *
     * @param uniqueBytes the unique bytes of the union
     */
    Overlap overlap(String chunking, long uniqueBytes) {
        long[] attributed =
                attribution.bytes(uniqueBytes - Arrays.stream(exclusiveBytes).sum());
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < setCount; i++) {
            long ownBytes = exclusiveBytes[i] + sharedBytes[i];
            PairTally.Row row = pairs.row(i, Common.exact(ownBytes), OverlapTally::exact);
            shares.add(new Share(
                    ownBytes, exclusiveBytes[i], exclusiveBytes[i] + attributed[i], row.bytes(), row.partners()));
        }
        return new Overlap(chunking, shares);
    }
}
