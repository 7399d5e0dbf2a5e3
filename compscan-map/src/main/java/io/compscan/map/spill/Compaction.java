package io.compscan.map.spill;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Chooses the runs of a shard to merge into one: the smaller half, once there are too many for the final merge. */
final class Compaction {

    /** The default limit: each run of a final merge still gets a buffer long enough for the disk's read-ahead. */
    static final int MOST_RUNS = 64;

    private Compaction() {}

    /** The runs to merge now; empty while there are few. */
    static List<RunPart> tierToMerge(Part[] parts, int mostRuns) {
        List<RunPart> runs = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof RunPart run && run.isMergeable()) {
                runs.add(run);
            }
        }
        if (runs.size() <= mostRuns) {
            return List.of();
        }
        runs.sort(Comparator.comparingLong(RunPart::bytes));
        return List.copyOf(runs.subList(0, runs.size() / 2));
    }
}
