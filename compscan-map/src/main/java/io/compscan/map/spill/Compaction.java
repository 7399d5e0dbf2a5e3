package io.compscan.map.spill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Which runs of a shard are merged into one, and when: the smaller half, once there are too many to merge at the end. */
final class Compaction {

    /** A merge of so many reads each of them through a buffer of its own, still long enough for a disk to read ahead. */
    static final int MOST_RUNS = 64;

    private Compaction() {}

    /** The runs to merge now, none as long as there are few. */
    static List<RunPart> tierToMerge(Part[] parts, int mostRuns) {
        List<RunPart> runs = new ArrayList<>();
        Arrays.stream(parts).filter(RunPart.class::isInstance).forEach(part -> runs.add((RunPart) part));
        if (runs.size() <= mostRuns) {
            return List.of();
        }
        runs.sort(Comparator.comparingLong(RunPart::bytes));
        return List.copyOf(runs.subList(0, runs.size() / 2));
    }
}
