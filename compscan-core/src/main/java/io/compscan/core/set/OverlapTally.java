package io.compscan.core.set;

import io.compscan.map.MergeCursor;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.Overlap.Share;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
    /** {@code [i][j]} for {@code i <= j}. */
    private final long[][] sharedBytes;

    private final Attribution attribution;
    /** The bytes of the chunks that the same sets hold. */
    private final Map<IntBuffer, long[]> bytesByHolders = new HashMap<>();

    OverlapTally(int setCount) {
        this.setCount = setCount;
        exclusiveBytes = new long[setCount];
        sharedBytes = new long[setCount][setCount];
        attribution = new Attribution(setCount);
    }

    void add(MergeCursor chunk, int lengthBytes) {
        int holders = chunk.sourceCount();
        if (holders == 1) {
            exclusiveBytes[chunk.source(0)] += lengthBytes;
            return;
        }
        for (int i = 0; i < holders; i++) {
            attribution.add(chunk.references(), chunk.source(i), chunk.sourceReferences(i), lengthBytes);
        }
        if (holders > FEW_HOLDERS) {
            group(chunk, lengthBytes);
            return;
        }
        for (int i = 0; i < holders; i++) {
            long[] row = sharedBytes[chunk.source(i)];
            for (int j = i; j < holders; j++) {
                row[chunk.source(j)] += lengthBytes;
            }
        }
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
        bytesByHolders.forEach((holders, bytes) -> {
            for (int i = 0; i < holders.capacity(); i++) {
                for (int j = i; j < holders.capacity(); j++) {
                    sharedBytes[holders.get(i)][holders.get(j)] += bytes[0];
                }
            }
        });
        bytesByHolders.clear();
    }

    /** @param uniqueBytes the unique bytes of the union */
    Overlap overlap(String chunking, long uniqueBytes) {
        ungroup();
        long[] attributed =
                attribution.bytes(uniqueBytes - Arrays.stream(exclusiveBytes).sum());
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < setCount; i++) {
            List<Long> row = new ArrayList<>(Collections.nCopies(setCount, 0L));
            for (int j = 0; j < setCount; j++) {
                row.set(j, sharedBytes[Math.min(i, j)][Math.max(i, j)] + (i == j ? exclusiveBytes[i] : 0));
            }
            shares.add(new Share(row.get(i), exclusiveBytes[i], exclusiveBytes[i] + attributed[i], row));
        }
        return new Overlap(chunking, shares);
    }
}
