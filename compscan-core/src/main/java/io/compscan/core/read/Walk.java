package io.compscan.core.read;

import io.compscan.core.read.ReadTask.Pack;
import io.compscan.core.read.ReadTask.Segment;
import io.compscan.core.result.ReadError;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import java.util.ArrayList;
import java.util.List;

/** Turns what a source's walk finds into tasks for the readers, and counts what is not read. One thread. */
public final class Walk implements SourceVisitor {

    private static final int MAX_TASKS_PER_UNIT = 1 << 16;
    /** So many at the end of a unit are cut into as many parts. */
    private static final int LAST_SEGMENTS = 4;

    private final SlabGeometry geometry;
    private final FileGroups groups;
    private final TaskQueue tasks;
    private final Intake intake;
    private final ErrorLog errors;
    private final StopSignal stop;
    private final ReadCounters progress;

    /** Small units on their way into one slab. */
    private final List<UnitTicket> pack = new ArrayList<>();

    private long packedBytes;

    /** Small units that must come into one slab, on their way to the others. */
    private final List<UnitTicket> groupUnits = new ArrayList<>();

    private long groupBytes;
    private final WalkCounts counts = new WalkCounts();

    public Walk(
            SlabGeometry geometry,
            FileGroups groups,
            TaskQueue tasks,
            Intake intake,
            ErrorLog errors,
            StopSignal stop,
            ReadCounters progress) {
        this.geometry = geometry;
        this.groups = groups;
        this.tasks = tasks;
        this.intake = intake;
        this.errors = errors;
        this.stop = stop;
        this.progress = progress;
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        long size = unit.sizeBytes();
        progress.walk().add(size);
        long group = groups.next(size);
        if (intake.wasRead(unit)) {
            progress.addFile();
            progress.addDone(size);
            return;
        }
        PartialUnit partial = intake.takePartial(unit);
        if (partial != null) {
            resume(unit, partial);
        } else if (size == Unit.UNKNOWN_SIZE) {
            Chain chain = newChain();
            tasks.put(new ReadTask.Stream(ticket(unit, UnitTicket.Start.chained(chain)), chain));
        } else if (group != FileGroups.NONE) {
            group(ticket(unit, UnitTicket.Start.grouped(group)), size, group);
        } else if (size <= geometry.bodyBytes()) {
            pack(List.of(ticket(unit, UnitTicket.Start.segmented(1))), size);
        } else {
            cut(unit, size);
        }
    }

    private void resume(Unit unit, PartialUnit partial) throws InterruptedException {
        boolean changed = !partial.version().equals(unit.version());
        Unit rest = changed ? new ChangedUnit(unit, partial.version()) : unit;
        long size = rest.sizeBytes();
        if (partial.doneRanges().get(0).from() == 0) {
            progress.addFile();
        }
        progress.addDone(partial.logicalBytes());
        ChainState state = partial.chain();
        if (state == null) {
            List<ByteRange> segments = partial.rest(size, segmentBytes(size));
            send(ticket(rest, UnitTicket.Start.resumed(partial, segments.size(), null)), segments);
        } else {
            Chain chain = new Chain(state);
            sendChained(ticket(rest, UnitTicket.Start.resumed(partial, 1, chain)), chain);
        }
    }

    private UnitTicket ticket(Unit unit, UnitTicket.Start start) {
        return new UnitTicket(unit, intake.version(unit), intake.listener(unit), start);
    }

    /** Packs the group before if this is the first unit of the next one. */
    private void group(UnitTicket unit, long size, long group) throws InterruptedException {
        if (!groupUnits.isEmpty() && groupUnits.get(0).group() != group) {
            packGroup();
        }
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

    private void pack(List<UnitTicket> units, long bytes) throws InterruptedException {
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
            Chain chain = newChain();
            sendChained(ticket(unit, UnitTicket.Start.chained(chain)), chain);
            return;
        }
        List<ByteRange> segments = new ArrayList<>();
        long whole = segmentBytes(size);
        // Who reads the last one keeps all others waiting.
        long part = wholeBodies(whole / LAST_SEGMENTS);
        for (long from = 0, to; from < size; from = to) {
            to = Math.min(size, from + (size - from < LAST_SEGMENTS * whole ? part : whole));
            segments.add(new ByteRange(from, to));
        }
        send(ticket(unit, UnitTicket.Start.segmented(segments.size())), segments);
    }

    private void send(UnitTicket ticket, List<ByteRange> segments) throws InterruptedException {
        intake.watch(ticket);
        for (ByteRange segment : segments) {
            tasks.put(new Segment(ticket, segment.from(), segment.to(), null));
        }
    }

    private void sendChained(UnitTicket ticket, Chain chain) throws InterruptedException {
        intake.watch(ticket);
        tasks.put(new ReadTask.Chained(ticket, chain));
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

    public WalkCounts counts() {
        return counts;
    }
}
