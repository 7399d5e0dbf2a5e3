package io.compscan.spark;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.DividedScan;
import io.compscan.core.scan.read.SlabGeometry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Divides the units into even tasks: packs of small units, segments of large ones.
 *
 * <p>The length of a segment is a multiple of all fixed chunks, of the superblock and of runs. So none of these reaches over an edge. If
 * there is no such length, a task reads the unit whole. The same holds for a unit with holes, if holes decide about chunks. Small files
 * that share blocks have packs of their own, in the order of the walk and group by group.
 *
 * @param tasks all of them
 * @param divided the divided units
 */
record TaskPlan(List<ScanTask> tasks, List<DividedUnit> divided) {

    /** The length of a bad sector, and of a page. */
    private static final int PAGE_BYTES = 4096;

    private static final long LONGEST_ALIGNMENT = 1L << 30;
    /** Room for sums and products of the lengths below. */
    private static final long MOST_TASK_BYTES = 1L << 60;
    /** A segment has at least the length of so many of the longest chunks. */
    private static final int SEGMENT_CHUNKS = 32;
    /** The chain of guessed cuts has the length of so many of them to meet a true cut. */
    private static final int SKIPPED_CHUNKS = 8;

    /**
     * A large unit.
     *
     * @param whole the unit as one piece
     * @param segments its segments, in order and without gaps
     */
    record DividedUnit(Piece whole, List<ScanTask.Segment> segments) {}

    TaskPlan {
        tasks = List.copyOf(tasks);
        divided = List.copyOf(divided);
    }

    /**
     * A plan.
     *
     * @param taskBytes the bytes that one task reads, about
     * @param hasHoles whether a unit has holes as far as known; asked only for large units, where holes decide about chunks
     */
    static TaskPlan of(List<Piece> units, Schemes schemes, long taskBytes, Predicate<Piece> hasHoles) {
        long alignment = PAGE_BYTES;
        if (schemes.superblockBytes() > 0) {
            alignment = SlabGeometry.leastCommonMultiple(alignment, schemes.superblockBytes());
        }
        if (schemes.runBytes() > 0) {
            alignment = SlabGeometry.leastCommonMultiple(alignment, schemes.runBytes());
        }
        long longestBytes = 0;
        for (Chunker chunker : schemes.chunkers()) {
            if (isContentDefined(chunker)) {
                longestBytes = Math.max(longestBytes, chunker.maxChunkBytes());
            } else if (alignment <= LONGEST_ALIGNMENT) {
                alignment = SlabGeometry.leastCommonMultiple(alignment, chunker.maxChunkBytes());
            }
        }
        long wanted = Math.max(Math.min(taskBytes, MOST_TASK_BYTES), SEGMENT_CHUNKS * longestBytes);
        long segmentBytes = alignment > LONGEST_ALIGNMENT
                ? Long.MAX_VALUE / 2
                : Math.max(1, (wanted + alignment - 1) / alignment) * alignment;
        return new Division(segmentBytes, SKIPPED_CHUNKS * longestBytes, taskBytes)
                .of(units, cutsAtHoles(schemes) ? hasHoles : unit -> false);
    }

    private static boolean cutsAtHoles(Schemes schemes) {
        return schemes.chunkers().stream()
                .anyMatch(chunker -> chunker.fileRules().sparseCutters() != null);
    }

    static boolean isContentDefined(Chunker chunker) {
        return !chunker.endsChunksAt(chunker.maxChunkBytes());
    }

    /** Divides and packs. */
    private static final class Division {
        private final long segmentBytes;
        private final long skippedBytes;
        private final long taskBytes;
        private final List<ScanTask> tasks = new ArrayList<>();
        private final List<DividedUnit> divided = new ArrayList<>();
        private final Pack pack = new Pack();
        private final Pack groups = new Pack();
        private long lastGroup = DividedScan.NO_GROUP;

        Division(long segmentBytes, long skippedBytes, long taskBytes) {
            this.segmentBytes = segmentBytes;
            this.skippedBytes = skippedBytes;
            this.taskBytes = taskBytes;
        }

        TaskPlan of(List<Piece> units, Predicate<Piece> isOnePiece) {
            for (Piece unit : units) {
                if (unit.group() != DividedScan.NO_GROUP) {
                    packGroup(unit);
                } else if (unit.unitBytes() >= 2 * segmentBytes && !isOnePiece.test(unit)) {
                    divide(unit);
                } else {
                    pack(unit);
                }
            }
            end(pack);
            end(groups);
            return new TaskPlan(tasks, divided);
        }

        private void divide(Piece unit) {
            long size = unit.unitBytes();
            List<ScanTask.Segment> segments = new ArrayList<>();
            // The last one takes the rest: none is shorter than the others.
            long count = size / segmentBytes;
            for (long i = 0; i < count; i++) {
                long from = i * segmentBytes;
                Piece piece = unit.stretch(from, i == count - 1 ? size : from + segmentBytes);
                segments.add(new ScanTask.Segment(tasks.size(), piece, i == 0 ? 0 : from + skippedBytes));
                tasks.add(segments.get((int) i));
            }
            divided.add(new DividedUnit(unit, List.copyOf(segments)));
        }

        private void pack(Piece unit) {
            if (pack.bytes + unit.weight() > taskBytes || pack.units.size() == DividedScan.maxExtensions()) {
                end(pack);
            }
            pack.add(unit);
        }

        private void packGroup(Piece unit) {
            int mostUnits = DividedScan.maxExtensions() - DividedScan.maxUnitsOfGroup();
            if (unit.group() != lastGroup && (groups.bytes >= taskBytes || groups.units.size() > mostUnits)) {
                end(groups);
            }
            lastGroup = unit.group();
            groups.add(unit);
        }

        private void end(Pack full) {
            if (!full.units.isEmpty()) {
                tasks.add(new ScanTask.WholeUnits(tasks.size(), new ArrayList<>(full.units)));
            }
            full.units.clear();
            full.bytes = 0;
        }
    }

    /** The units of the next task. */
    private static final class Pack {
        private final List<Piece> units = new ArrayList<>();
        private long bytes;

        void add(Piece unit) {
            units.add(unit);
            bytes += unit.weight();
        }
    }
}
