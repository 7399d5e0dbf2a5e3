package io.compscan.core.scan;

import io.compscan.core.result.ReadError;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** Turns what a source's walk finds into tasks for the readers, and counts what is not read. One thread. */
final class Walk implements SourceVisitor {

    private static final int MAX_TASKS_PER_UNIT = 1 << 16;

    private final ScanOptions options;
    private final SlabGeometry geometry;
    private final Handoff<ReadTask> tasks;
    private final ErrorLog errors;
    private final StopSignal stop;
    private final ScanProgress.Counters progress;
    private final Consumer<UnitReading> whenUnitComplete;

    private final TypeTally.Registry types = new TypeTally.Registry();
    private final Map<Skip, Long> skipped = new EnumMap<>(Skip.class);
    private long hardLinkBytes;
    private long hardLinkCount;
    private long directoryCount;

    Walk(
            ScanOptions options,
            SlabGeometry geometry,
            Handoff<ReadTask> tasks,
            ErrorLog errors,
            StopSignal stop,
            ScanProgress.Counters progress,
            Consumer<UnitReading> whenUnitComplete) {
        this.options = options;
        this.geometry = geometry;
        this.tasks = tasks;
        this.errors = errors;
        this.stop = stop;
        this.progress = progress;
        this.whenUnitComplete = whenUnitComplete;
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        long size = unit.sizeBytes();
        long segment = segmentBytes(size);
        int taskCount =
                size == Unit.UNKNOWN_SIZE ? 1 : (int) Math.max(1, size / segment + (size % segment > 0 ? 1 : 0));
        UnitReading reading = new UnitReading(
                unit,
                types.idOf(unit.extension()),
                taskCount,
                options.perFile().selects(unit) ? new FileScan(options) : null,
                whenUnitComplete);
        progress.addFound(size);
        if (size == Unit.UNKNOWN_SIZE) {
            tasks.put(new ReadTask(reading, 0, Unit.UNKNOWN_SIZE));
            return;
        }
        for (int i = 0; i < taskCount; i++) {
            tasks.put(new ReadTask(reading, i * segment, Math.min(size, (i + 1) * segment)));
        }
    }

    /**
     * A whole number of slab bodies, so that bodies lie where they would lie in one pass over the unit; longer for units so large
     * that the tasks would be too many.
     */
    private long segmentBytes(long sizeBytes) {
        long body = geometry.bodyBytes();
        long wanted = Math.max(ReadTask.SEGMENT_BYTES, sizeBytes / MAX_TASKS_PER_UNIT);
        return (wanted / body + 1) * body;
    }

    @Override
    public void hardLink(long sizeBytes) {
        hardLinkBytes += sizeBytes;
        hardLinkCount++;
    }

    @Override
    public void directory() {
        directoryCount++;
    }

    @Override
    public void skipped(Skip skip) {
        skipped.merge(skip, 1L, Long::sum);
    }

    @Override
    public void error(ReadError error) {
        errors.add(error);
    }

    @Override
    public boolean isStopped() {
        return stop.isStopped();
    }

    TypeTally.Registry types() {
        return types;
    }

    long hardLinkBytes() {
        return hardLinkBytes;
    }

    long hardLinkCount() {
        return hardLinkCount;
    }

    long directoryCount() {
        return directoryCount;
    }

    long skippedCount(Skip skip) {
        return skipped.getOrDefault(skip, 0L);
    }
}
