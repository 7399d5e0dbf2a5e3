package io.compscan.spark;

import io.compscan.core.scan.DividedScan;
import io.compscan.spark.TaskPlan.DividedUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins content-defined chunks across the edges between segments, so that they equal those of one pass.
 *
 * <p>Each segment is cut from its own start, by guess, and its chunks count from some cut {@code b} on. For each edge a seam follows the
 * true cuts, from the last cut of the segment before. Once a true cut meets {@code b}, all further cuts of the segment are true. In data
 * where no cut depends on content, such as long zeros, the two may never meet. Then the chunks of the segment do not count for this scheme,
 * and the seam continues into the next segment.
 *
 * <p>In the first round every edge gets a seam. Each further round gives longer seams to edges that have not met, one for neighbouring
 * edges together, until all edges are joined. If a segment or seam meets a read error, a further task reads the unit whole. The reason is
 * that the bytes skipped around an error depend on those skipped before.
 */
final class Stitching {

    private final TaskPlan plan;
    private final List<Integer> schemes;
    private final Map<Integer, Integer> longestBytes;
    private final Map<Integer, TaskTally> tallies = new HashMap<>();
    private final List<Unit> units = new ArrayList<>();
    private final IntSupplier ids;
    /** The keys of the seams that count. */
    private final Set<Long> counted = new HashSet<>();

    /** One unit and its seams. */
    private static final class Unit {
        private final DividedUnit divided;
        /** For each scheme and edge, the latest seam. */
        private final Map<Integer, Map<Integer, ScanTask.Seam>> seams = new HashMap<>();

        private ScanTask.@Nullable WholeUnits again;

        Unit(DividedUnit divided) {
            this.divided = divided;
        }

        int segmentCount() {
            return divided.segments().size();
        }
    }

    /**
     * The stitching of a job that has not run a task.
     *
     * @param longestBytes the longest chunk of each scheme with content-defined chunks
     */
    Stitching(TaskPlan plan, Map<Integer, Integer> longestBytes) {
        this.plan = plan;
        this.longestBytes = Map.copyOf(longestBytes);
        schemes = longestBytes.keySet().stream().sorted().toList();
        plan.divided().forEach(unit -> units.add(new Unit(unit)));
        int[] next = {plan.tasks().size()};
        ids = () -> next[0]++;
    }

    /** The key that excludes the entries of a task for a scheme. */
    static Long voidKey(int task, int scheme) {
        return (long) task << Short.SIZE | scheme;
    }

    void add(TaskTally tally) {
        tallies.put(tally.task(), tally);
    }

    /** The tasks of the next round; none once all edges are joined. */
    List<ScanTask> next() {
        List<ScanTask> next = new ArrayList<>();
        for (Unit unit : units) {
            if (unit.again != null) {
                continue;
            }
            if (hasErrors(unit)) {
                unit.again = new ScanTask.WholeUnits(ids.getAsInt(), List.of(unit.divided.whole()));
                next.add(unit.again);
                continue;
            }
            for (int scheme : schemes) {
                next(unit, scheme, next);
            }
        }
        return next;
    }

    private boolean hasErrors(Unit unit) {
        return unit.divided.segments().stream().anyMatch(segment -> hasErrors(segment.id()))
                || unit.seams.values().stream()
                        .flatMap(ofScheme -> ofScheme.values().stream())
                        .anyMatch(seam -> hasErrors(seam.id()));
    }

    private boolean hasErrors(int task) {
        return !tally(task).part().errors().isEmpty();
    }

    private TaskTally tally(int task) {
        TaskTally tally = tallies.get(task);
        if (tally == null) {
            throw new IllegalStateException("task " + task + " has left no tally");
        }
        return tally;
    }

    private void next(Unit unit, int scheme, List<ScanTask> next) {
        Map<Integer, ScanTask.Seam> seams = unit.seams.computeIfAbsent(scheme, unused -> new HashMap<>());
        int edge = 1;
        while (edge < unit.segmentCount()) {
            ScanTask.Seam seam = seams.get(edge);
            if (seam == null) {
                sew(unit, scheme, edge, edge, next);
                edge++;
            } else if (tally(seam.id()).hasMet()) {
                edge = reached(unit, scheme, seam) + 1;
            } else {
                int last = edge;
                while (last < unit.segmentCount() && isLoose(seams.get(last))) {
                    last++;
                }
                last = Math.min(
                        unit.segmentCount(),
                        Math.max(last, edge + 2 * seam.targets().size()));
                sew(unit, scheme, edge, last, next);
                edge = last + 1;
            }
        }
    }

    private boolean isLoose(ScanTask.@Nullable Seam seam) {
        return seam != null && !tally(seam.id()).hasMet();
    }

    /** Adds a seam from before one edge to behind another, or to the unit's end. */
    private void sew(Unit unit, int scheme, int edge, int lastEdge, List<ScanTask> next) {
        long unitBytes = unit.divided.whole().unitBytes();
        List<Long> targets = new ArrayList<>();
        for (int i = edge; i <= lastEdge && i < unit.segmentCount(); i++) {
            long begin = begin(unit, i, scheme);
            if (begin >= 0) {
                targets.add(begin);
            }
        }
        long to = unitBytes;
        if (lastEdge < unit.segmentCount() && !targets.isEmpty()) {
            int chunkBytes = longestBytes.getOrDefault(scheme, 0);
            to = Math.min(unitBytes, targets.get(targets.size() - 1) + 2L * chunkBytes);
        }
        if (to == unitBytes) {
            targets.add(unitBytes);
        }
        long from = tally(unit.divided.segments().get(edge - 1).id()).ends().get(scheme);
        ScanTask.Seam seam =
                new ScanTask.Seam(ids.getAsInt(), scheme, unit.divided.whole().stretch(from, to), targets);
        unit.seams.computeIfAbsent(scheme, unused -> new HashMap<>()).put(edge, seam);
        next.add(seam);
    }

    private long begin(Unit unit, int segment, int scheme) {
        return tally(unit.divided.segments().get(segment).id()).begins().get(scheme);
    }

    /** The segment that counts from the end of the seam; the number of segments if the unit ends there. */
    private int reached(Unit unit, int scheme, ScanTask.Seam seam) {
        long end = tally(seam.id()).ends().get(0);
        for (int i = 1; i < unit.segmentCount(); i++) {
            if (begin(unit, i, scheme) == end) {
                return i;
            }
        }
        return unit.segmentCount();
    }

    /**
     * Adds all tallies that count to the scan, once all edges are joined.
     *
     * @return the keys of the entries that do not count
     */
    Set<Long> addTo(DividedScan scan, int schemeCount) {
        Set<Long> voided = new HashSet<>();
        for (ScanTask task : plan.tasks()) {
            if (task instanceof ScanTask.WholeUnits) {
                scan.add(tally(task.id()).part());
            }
        }
        for (Unit unit : units) {
            if (unit.again == null) {
                addTo(scan, unit, voided);
            } else {
                scan.add(tally(unit.again.id()).part());
                for (ScanTask.Segment segment : unit.divided.segments()) {
                    for (int scheme = 0; scheme < schemeCount; scheme++) {
                        voided.add(voidKey(segment.id(), scheme));
                    }
                }
            }
        }
        // A seam counts only if it joins edges.
        for (TaskTally tally : tallies.values()) {
            if (isSeam(tally)) {
                for (int scheme : schemes) {
                    if (!counted.contains(voidKey(tally.task(), scheme))) {
                        voided.add(voidKey(tally.task(), scheme));
                    }
                }
            }
        }
        return voided;
    }

    private boolean isSeam(TaskTally tally) {
        return tally.task() >= plan.tasks().size() && !tally.ends().isEmpty();
    }

    private void addTo(DividedScan scan, Unit unit, Set<Long> voided) {
        Map<Integer, Set<Integer>> without = new HashMap<>();
        for (int scheme : schemes) {
            Map<Integer, ScanTask.Seam> seams = unit.seams.getOrDefault(scheme, Map.of());
            int edge = 1;
            while (edge < unit.segmentCount()) {
                ScanTask.Seam seam = seams.get(edge);
                if (seam == null) {
                    throw new IllegalStateException("edge " + edge + " has no seam");
                }
                scan.addChunks(tally(seam.id()).part(), scheme);
                counted.add(voidKey(seam.id(), scheme));
                int reached = reached(unit, scheme, seam);
                for (int i = edge; i < reached; i++) {
                    without.computeIfAbsent(i, unused -> new HashSet<>()).add(scheme);
                    voided.add(voidKey(unit.divided.segments().get(i).id(), scheme));
                }
                edge = reached + 1;
            }
        }
        for (int i = 0; i < unit.segmentCount(); i++) {
            ScanTask.Segment segment = unit.divided.segments().get(i);
            scan.addStretch(tally(segment.id()).part(), i == 0, without.getOrDefault(i, Set.of()));
        }
    }
}
