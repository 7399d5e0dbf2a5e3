package io.compscan.spark.cell;

import io.compscan.core.fold.Scheme;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides the fingerprints of all schemes into cells, and the cells into partitions.
 *
 * <p>A cell is the range of fingerprints of one scheme that share their leading bits. It is small enough that one task holds all its
 * entries in memory. For petabytes cells are larger, because each task has too few entries in each of so many. Fingerprints are as good as
 * random, so the cells of a scheme have about the same size. They are numbered scheme by scheme, in ascending order of their fingerprints.
 *
 * @param bits for each scheme the number of leading bits that tell its cells apart
 * @param partitionCount the number of partitions with cells
 * @param samplePartitionCount the number of partitions with samples for the ledger
 */
public record CellPlan(List<Integer> bits, int partitionCount, int samplePartitionCount) implements Serializable {

    /** The bytes of a cell's blocks if no chunk comes twice. */
    private static final long CELL_BYTES = 16L << 20;
    /** The bytes of a partition's entries. */
    private static final long PARTITION_BYTES = 256L << 20;
    /** Spark handles each pair of a task and a partition. */
    private static final int MOST_PARTITIONS = 20_000;

    /** With so many cells the partitions of a scheme have about the same size. */
    private static final int CELLS_PER_PARTITION = 4;

    /** In a smaller block an entry costs noticeably more. */
    private static final int ENTRIES_PER_BLOCK = 32;

    /** One task merges the samples of so many others, a few hundred KB each; the driver merges the outcome. */
    private static final int TASKS_PER_SAMPLE_PARTITION = 64;

    private static final int MOST_SAMPLE_PARTITIONS = 256;

    private static final int MOST_BITS = 24;
    private static final int ENTRY_BYTES = 24;

    /** Copies the list. */
    public CellPlan {
        bits = List.copyOf(bits);
    }

    /**
     * The plan for an amount of data.
     *
     * @param taskBytes about as many bytes as a task reads
     * @param leastPartitions the least number of partitions
     */
    public static CellPlan of(List<Scheme> schemes, long bytes, long taskBytes, int leastPartitions) {
        double[] entryBytes = schemes.stream()
                .mapToDouble(scheme -> (double) bytes / scheme.expectedChunkBytes() * ENTRY_BYTES)
                .toArray();
        double all = 0;
        for (double one : entryBytes) {
            all += one;
        }
        int partitions = (int) Math.min(MOST_PARTITIONS, Math.max(leastPartitions, all / PARTITION_BYTES));
        List<Integer> bits = new ArrayList<>();
        for (int i = 0; i < entryBytes.length; i++) {
            double one = entryBytes[i];
            double mostCells = (double) taskBytes / schemes.get(i).expectedChunkBytes() / ENTRIES_PER_BLOCK;
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

    /** The first cell of a scheme. */
    public int first(int scheme) {
        int first = 0;
        for (int i = 0; i < scheme; i++) {
            first += 1 << bits.get(i);
        }
        return first;
    }

    public int schemeOf(int cell) {
        int scheme = 0;
        while (cell >= first(scheme + 1)) {
            scheme++;
        }
        return scheme;
    }

    /** The number of a fingerprint's cell among those of its scheme. */
    static int prefix(byte[] fingerprint, int bits) {
        int lead = (fingerprint[0] & 0xff) << 24
                | (fingerprint[1] & 0xff) << 16
                | (fingerprint[2] & 0xff) << 8
                | (fingerprint[3] & 0xff);
        return bits == 0 ? 0 : lead >>> (Integer.SIZE - bits);
    }
}
