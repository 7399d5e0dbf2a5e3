package io.compscan.spark.cell;

import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.Partitioner;

/**
 * Sends the tallies of tasks to partition 0, their samples for the ledger to some partitions behind it, and ranges of cells to all others.
 */
public final class CellPartitioner extends Partitioner {

    private static final long serialVersionUID = 1;

    /** The key of tallies. */
    public static final int TALLIES = -1;

    /** The partition of tallies. */
    public static final int TALLY_PARTITION = 0;

    private final int samplePartitionCount;
    private final int cellCount;
    private final int partitionCount;

    public CellPartitioner(CellPlan cells) {
        samplePartitionCount = cells.samplePartitionCount();
        cellCount = cells.cellCount();
        partitionCount = cells.partitionCount();
    }

    @Override
    public int numPartitions() {
        return 1 + samplePartitionCount + partitionCount;
    }

    /** The key of the sample of a task. */
    public static int samples(int task, CellPlan cells) {
        return TALLIES - 1 - task % cells.samplePartitionCount();
    }

    /** The partitions of samples. */
    public static int[] samplePartitions(CellPlan cells) {
        return IntStream.rangeClosed(1, cells.samplePartitionCount()).toArray();
    }

    @Override
    public int getPartition(Object key) {
        int cell = (Integer) key;
        if (cell < 0) {
            return TALLY_PARTITION + TALLIES - cell;
        }
        return 1 + samplePartitionCount + (int) ((long) cell * partitionCount / cellCount);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CellPartitioner partitioner
                && samplePartitionCount == partitioner.samplePartitionCount
                && cellCount == partitioner.cellCount
                && partitionCount == partitioner.partitionCount;
    }

    @Override
    public int hashCode() {
        return Objects.hash(samplePartitionCount, cellCount, partitionCount);
    }
}
