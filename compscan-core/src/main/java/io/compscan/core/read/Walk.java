package io.compscan.core.read;

import io.compscan.core.checkpoint.Checkpoint.ChainState;
import io.compscan.core.checkpoint.Checkpoint.PartialUnit;
import io.compscan.core.checkpoint.Checkpoint.Range;
import io.compscan.core.fold.TypeTally;
import io.compscan.core.fold.WalkCounts;
import io.compscan.core.index.IndexSpace;
import io.compscan.core.ledger.Account;
import io.compscan.core.measure.FileScan;
import io.compscan.core.read.ReadTask.Pack;
import io.compscan.core.read.ReadTask.Segment;
import io.compscan.core.result.ReadError;
import io.compscan.core.scan.Checkpoints;
import io.compscan.core.scan.Resumption;
import io.compscan.core.scan.Resumption.ChangedUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanProgress;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns what a source's walk finds into tasks for the readers, and counts what is not read. One thread. */
public final class Walk implements SourceVisitor {

    private static final int MAX_TASKS_PER_UNIT = 1 << 16;
    /** So many at the end of a unit are cut into as many parts. */
    private static final int LAST_SEGMENTS = 4;

    private final ScanOptions options;
    private final IndexSpace indexSpace;
    private final SlabGeometry geometry;
    private final TaskQueue tasks;
    private final Accounts accounts;
    private final ErrorLog errors;
    private final StopSignal stop;
    private final ScanProgress.Counters progress;
    private final Consumer<UnitReading> whenUnitComplete;
    private final @Nullable Checkpoints checkpoints;
    private final @Nullable Resumption resumption;

    private final TypeTally.Registry types = new TypeTally.Registry();
    /** Small units on their way into one slab. */
    private final List<UnitReading> pack = new ArrayList<>();

    private long packedBytes;

    private final FileGroups groups;
    /** Small units that must come into one slab, on their way to the others. */
    private final List<UnitReading> groupUnits = new ArrayList<>();

    private long groupBytes;
    private final WalkCounts counts = new WalkCounts();

    /** Tells who is charged with a unit. */
    @FunctionalInterface
    public interface Accounts {
        /**
         * The account of the unit.
         *
         * @param type the name under which files of this extension are counted
         */
        Account of(Unit unit, String extension, String type);
    }

    public Walk(
            ScanOptions options,
            IndexSpace indexSpace,
            SlabGeometry geometry,
            TaskQueue tasks,
            Accounts accounts,
            ErrorLog errors,
            StopSignal stop,
            ScanProgress.Counters progress,
            Consumer<UnitReading> whenUnitComplete,
            @Nullable Checkpoints checkpoints,
            @Nullable Resumption resumption) {
        this.options = options;
        this.indexSpace = indexSpace;
        this.geometry = geometry;
        this.tasks = tasks;
        this.accounts = accounts;
        this.errors = errors;
        this.stop = stop;
        this.progress = progress;
        this.whenUnitComplete = whenUnitComplete;
        this.checkpoints = checkpoints;
        this.resumption = resumption;
        groups = new FileGroups(options.schemes().sharedBlockBytes());
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        long size = unit.sizeBytes();
        progress.walk().add(size);
        long group = groups.next(size);
        if (resumption != null && (passOver(unit, resumption) || resumePartial(unit, resumption))) {
            return;
        }
        if (size == Unit.UNKNOWN_SIZE) {
            tasks.put(new ReadTask.Stream(reading(unit, 1), newChain()));
        } else if (group != FileGroups.NONE) {
            group(reading(unit, 1), size, group);
        } else if (size <= geometry.bodyBytes()) {
            pack(List.of(reading(unit, 1)), size);
        } else {
            cut(unit, size);
        }
    }

    /** Leaves a unit alone that was read before; false if this is none. */
    private boolean passOver(Unit unit, Resumption resumed) {
        if (!resumed.wasRead(unit)) {
            return false;
        }
        // Extensions are numbered in the order of the walk, whoever reads.
        types.typeOf(unit.extension());
        progress.addFile();
        progress.addDone(unit.sizeBytes());
        return true;
    }

    /** Takes up a unit of which a part was read before; false if this is none. */
    private boolean resumePartial(Unit unit, Resumption resumed) throws InterruptedException {
        PartialUnit partial = resumed.takePartial(unit);
        if (partial == null) {
            return false;
        }
        boolean changed = !partial.version().equals(unit.version());
        Unit rest = changed ? new ChangedUnit(unit, partial.version()) : unit;
        long size = rest.sizeBytes();
        if (partial.doneRanges().get(0).from() == 0) {
            progress.addFile();
        }
        progress.addDone(partial.logicalBytes());
        ChainState chain = partial.chain();
        if (chain == null) {
            List<Range> segments = Resumption.rest(partial, size, segmentBytes(size));
            UnitReading reading = reading(rest, segments.size());
            reading.restore(partial);
            send(reading, segments);
        } else {
            UnitReading reading = reading(rest, 1);
            reading.restore(partial);
            sendChained(reading, new Chain(chain));
        }
        return true;
    }

    private UnitReading reading(Unit unit, int taskCount) {
        String extension = unit.extension();
        TypeTally.Type type = types.typeOf(extension);
        return new UnitReading(
                unit,
                checkpoints == null ? UnitVersion.ofSize(unit.sizeBytes()) : unit.version(),
                type.id(),
                accounts.of(unit, extension, type.extension()),
                taskCount,
                options.perFile().selects(unit) ? new FileScan(options.schemes(), indexSpace, unit.sizeBytes()) : null,
                whenUnitComplete);
    }

    /** Packs the group before if this is the first unit of the next one. */
    private void group(UnitReading unit, long size, long group) throws InterruptedException {
        if (!groupUnits.isEmpty() && groupUnits.get(0).group() != group) {
            packGroup();
        }
        unit.setGroup(group);
        groupUnits.add(unit);
        groupBytes += size;
    }

    private void packGroup() throws InterruptedException {
        if (!groupUnits.isEmpty()) {
            pack(groupUnits, groupBytes);
            groupUnits.clear();
            groupBytes = 0;
        }
    }

    private void pack(List<UnitReading> units, long bytes) throws InterruptedException {
        if (packedBytes + bytes > geometry.bodyBytes() || pack.size() + units.size() > Pack.MAX_UNITS) {
            sendPack();
        }
        pack.addAll(units);
        packedBytes += bytes;
        if (tasks.isEmpty()) {
            // Somebody may be waiting: better a small slab now than a full one later.
            sendPack();
        }
    }

    /** Sends off all small units that are still waiting for company. */
    public void sendRest() throws InterruptedException {
        packGroup();
        sendPack();
    }

    private void sendPack() throws InterruptedException {
        if (!pack.isEmpty()) {
            tasks.put(new Pack(List.copyOf(pack)));
            pack.clear();
            packedBytes = 0;
        }
    }

    private void cut(Unit unit, long size) throws InterruptedException {
        if (geometry.isChained()) {
            sendChained(reading(unit, 1), newChain());
            return;
        }
        List<Range> segments = new ArrayList<>();
        long whole = segmentBytes(size);
        // Who reads the last one keeps all others waiting.
        long part = wholeBodies(whole / LAST_SEGMENTS);
        for (long from = 0, to; from < size; from = to) {
            to = Math.min(size, from + (size - from < LAST_SEGMENTS * whole ? part : whole));
            segments.add(new Range(from, to));
        }
        send(reading(unit, segments.size()), segments);
    }

    private void send(UnitReading reading, List<Range> segments) throws InterruptedException {
        if (checkpoints != null) {
            checkpoints.watch(reading);
        }
        for (Range segment : segments) {
            tasks.put(new Segment(reading, segment.from(), segment.to(), null));
        }
    }

    private void sendChained(UnitReading reading, Chain chain) throws InterruptedException {
        if (checkpoints != null) {
            reading.setChain(chain);
            checkpoints.watch(reading);
        }
        tasks.put(new ReadTask.Chained(reading, chain));
    }

    private Chain newChain() {
        return new Chain(geometry.chunkerCount());
    }

    /** A whole number of slab bodies; longer for units so large that the tasks would be too many. */
    private long segmentBytes(long sizeBytes) {
        return wholeBodies(Math.max(ReadTask.SEGMENT_BYTES, sizeBytes / MAX_TASKS_PER_UNIT));
    }

    private long wholeBodies(long bytes) {
        long body = geometry.bodyBytes();
        return (bytes + body - 1) / body * body;
    }

    @Override
    public void hardLink(long sizeBytes) {
        counts.hardLink(sizeBytes);
    }

    @Override
    public void directory() {
        counts.directory();
    }

    @Override
    public void skipped(Skip skip) {
        counts.skipped(skip);
    }

    @Override
    public void error(ReadError error) {
        errors.add(error);
    }

    @Override
    public boolean isStopped() {
        return stop.isStopped();
    }

    public TypeTally.Registry types() {
        return types;
    }

    public WalkCounts counts() {
        return counts;
    }
}
