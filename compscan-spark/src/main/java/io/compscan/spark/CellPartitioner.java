package io.compscan.spark;

import java.util.Objects;
import org.apache.spark.Partitioner;

/** Ranges of cells to partitions 1 to n, the tallies of tasks to partition 0. */
final class CellPartitioner extends Partitioner {

    private static final long serialVersionUID = 1;

    /** What the tallies travel under. */
    static final int TALLIES = -1;

    /** Where they arrive. */
    static final int TALLY_PARTITION = 0;

    private final int cellCount;
    private final int partitionCount;

    CellPartitioner(CellPlan cells) {
        cellCount = cells.cellCount();
        partitionCount = cells.partitionCount();
    }

    @Override
    public int numPartitions() {
        return 1 + partitionCount;
    }

    @Override
    public int getPartition(Object key) {
        int cell = (Integer) key;
        return cell == TALLIES ? TALLY_PARTITION : 1 + (int) ((long) cell * partitionCount / cellCount);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CellPartitioner partitioner
                && cellCount == partitioner.cellCount
                && partitionCount == partitioner.partitionCount;
    }

    @Override
    public int hashCode() {
        return Objects.hash(cellCount, partitionCount);
    }
}
