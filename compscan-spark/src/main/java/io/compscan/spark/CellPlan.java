package io.compscan.spark;

import io.compscan.core.fold.Scheme;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * How the fingerprints of all layouts are divided into cells, and the cells into partitions.
 *
 * <p>A cell is a range of fingerprints of one layout, those with the same leading bits, small enough that one task holds everything that
 * is known of it in memory; for petabytes, of which each task holds too little of so many cells, they are larger. Fingerprints are as good
 * as random, so cells of a layout are of about the same size. Cells are numbered
 * layout by layout in ascending order of their fingerprints.
 *
 * @param bits for each layout how many leading bits tell its cells apart
 * @param partitionCount partitions that hold cells
 * @param samplePartitionCount partitions that hold samples for the ledger
 */
record CellPlan(List<Integer> bits, int partitionCount, int samplePartitionCount) implements Serializable {

    /** What the blocks of a cell may take, if no chunk came twice. */
    private static final long CELL_BYTES = 16L << 20;
    /** What the entries of a partition may take. */
    private static final long PARTITION_BYTES = 256L << 20;
    /** Spark looks at each pair of a task and a partition. */
    private static final int MOST_PARTITIONS = 20_000;

    /** So many of which make the partitions of a layout even. */
    private static final int CELLS_PER_PARTITION = 4;

    /** Of fewer entries of a task in a cell, each would cost noticeably more. */
    private static final int ENTRIES_PER_BLOCK = 32;

    /** The samples of so many tasks are merged by one, a few hundred KB each; the driver merges what comes of that. */
    private static final int TASKS_PER_SAMPLE_PARTITION = 64;

    private static final int MOST_SAMPLE_PARTITIONS = 256;

    private static final int MOST_BITS = 24;
    private static final int ENTRY_BYTES = 24;

    CellPlan {
        bits = List.copyOf(bits);
    }

    /**
     * A plan for so much data.
     *
     * @param taskBytes how much a task reads, about
     * @param leastPartitions how many there are to be even if fewer would do
     */
    static CellPlan of(List<Scheme> layouts, long bytes, long taskBytes, int leastPartitions) {
        double[] entryBytes = layouts.stream()
                .mapToDouble(layout -> (double) bytes / layout.expectedChunkBytes() * ENTRY_BYTES)
                .toArray();
        double all = 0;
        for (double one : entryBytes) {
            all += one;
        }
        int partitions = (int) Math.min(MOST_PARTITIONS, Math.max(leastPartitions, all / PARTITION_BYTES));
        List<Integer> bits = new ArrayList<>();
        for (int i = 0; i < entryBytes.length; i++) {
            double one = entryBytes[i];
            double mostCells = (double) taskBytes / layouts.get(i).expectedChunkBytes() / ENTRIES_PER_BLOCK;
            double leastCells = all == 0 ? 1 : CELLS_PER_PARTITION * partitions * (one / all);
            double cells = Math.max(leastCells, Math.min(mostCells, one / CELL_BYTES));
            bits.add(Math.min(MOST_BITS, Long.SIZE - Long.numberOfLeadingZeros((long) cells)));
        }
        long samplePartitions = 1 + bytes / Math.max(1, taskBytes) / TASKS_PER_SAMPLE_PARTITION;
        return new CellPlan(bits, partitions, (int) Math.min(MOST_SAMPLE_PARTITIONS, samplePartitions));
    }

    int cellCount() {
        return first(bits.size());
    }

    /** The first cell of a layout. */
    int first(int layout) {
        int first = 0;
        for (int i = 0; i < layout; i++) {
            first += 1 << bits.get(i);
        }
        return first;
    }

    int layoutOf(int cell) {
        int layout = 0;
        while (cell >= first(layout + 1)) {
            layout++;
        }
        return layout;
    }

    /** Which of the layout's cells a fingerprint belongs to, counted from its first. */
    static int prefix(byte[] fingerprint, int bits) {
        int lead = (fingerprint[0] & 0xff) << 24
                | (fingerprint[1] & 0xff) << 16
                | (fingerprint[2] & 0xff) << 8
                | (fingerprint[3] & 0xff);
        return bits == 0 ? 0 : lead >>> (Integer.SIZE - bits);
    }
}
