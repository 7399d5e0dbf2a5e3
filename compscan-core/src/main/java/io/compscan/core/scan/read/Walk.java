package io.compscan.core.scan.read;

import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.Chain;
import io.compscan.core.scan.read.task.ChainState;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.scan.read.task.ReadTask;
import io.compscan.core.scan.read.task.ReadTask.Pack;
import io.compscan.core.scan.read.task.ReadTask.Segment;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.TaskQueue;
import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.scan.read.task.UnitTicket.Start;
import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.SizeLimit;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.WrappedUnit;
import io.compscan.result.Container;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the units of a source into tasks for the readers, and counts the entries that are not read. Belongs to one thread.
 *
 * <p>A directory may never answer, so the thread is blocked while the source works, and runs while the source calls its visitor.
 */
public final class Walk {

    private static final int MAX_TASKS_PER_UNIT = 1 << 16;
    /** The last of more units would wait too long. A group may have more, in a pack of its own. */
    private static final int MAX_UNITS_OF_PACK = 512;
    /** This many segments at the end of a unit are cut into as many parts, so that its last reader keeps the others waiting less. */
    private static final int LAST_SEGMENTS = 4;

    private final SlabGeometry geometry;
    private final FileGroups groups;
    private final TaskQueue tasks;
    private final Intake intake;
    private final ErrorLog errors;
    private final StopSignal stop;
    private final ReadCounters counters;
    private final ThreadState state;

    /** Small units on their way into one slab. */
    private final List<UnitTicket> pack = new ArrayList<>();

    private long packBytes;

    /** The units of the latest group, which must come into one slab. */
    private final List<UnitTicket> groupUnits = new ArrayList<>();

    private long groupBytes;
    private final WalkCounts counts = new WalkCounts();

    /**
     * @param groups the groups of small files
     * @param state the state of the thread that walks
     */
    public Walk(
            SlabGeometry geometry,
            FileGroups groups,
            TaskQueue tasks,
            Intake intake,
            ErrorLog errors,
            StopSignal stop,
            ReadCounters counters,
            ThreadState state) {
        this.geometry = geometry;
        this.groups = groups;
        this.tasks = tasks;
        this.intake = intake;
        this.errors = errors;
        this.stop = stop;
        this.counters = counters;
        this.state = state;
    }

    /** Walks the source to its end, or until the scan is stopped. Called once. */
    public void run(Source source) throws InterruptedException {
        counts.begin(source.paths());
        state.block();
        try {
            source.walk(new SizeLimit(new Visitor()));
        } finally {
            state.unblock();
        }
        packGroup();
        sendPack();
    }

    /** The entries that are not read. */
    public WalkCounts counts() {
        return counts;
    }

    /** Called by the source. A call that comes after the thread was detached has no effect. */
    private final class Visitor implements SourceVisitor {

        @Override
        public void unit(Unit unit) throws InterruptedException {
            state.unblock();
            try {
                found(unit);
            } finally {
                state.block();
            }
        }

        @Override
        public void hardLink(long sizeBytes) {
            run(() -> counts.hardLink(sizeBytes));
        }

        @Override
        public void named(int nameBytes, long targetBytes) {
            run(() -> counts.named(nameBytes, targetBytes));
        }

        @Override
        public void directory() {
            run(counts::directory);
        }

        @Override
        public void emptyDirectory() {
            run(counts::emptyDirectory);
        }

        @Override
        public void names(byte[] names, int length) {
            run(() -> counts.names(names, length));
        }

        @Override
        public boolean wantsAttributes() {
            return counts.wantsAttributes();
        }

        @Override
        public void attributes(List<FileAttribute> attributes, boolean isLink) {
            run(() -> counts.attributes(attributes, isLink));
        }

        @Override
        public void linkedDirectory(long linkCount) {
            run(() -> counts.linkedDirectory(linkCount));
        }

        @Override
        public void skipped(Skip skip) {
            run(() -> counts.skipped(skip));
        }

        @Override
        public void container(Container container) {
            run(() -> counts.container(container));
        }

        @Override
        public void error(ReadError error) {
            run(() -> errors.add(error));
        }

        @Override
        public boolean isStopped() {
            return stop.isStopped();
        }

        private void run(Runnable count) {
            if (state.tryUnblock()) {
                try {
                    count.run();
                } finally {
                    state.block();
                }
            }
        }
    }

    private void found(Unit unit) throws InterruptedException {
        long size = unit.sizeBytes();
        counters.walk().add(size);
        counts.unit(unit);
        long group = groups.next(unit.name(), size);
        UnitVersion version = versionOf(unit);
        if (intake.wasRead(unit, version)) {
            counters.addFile();
            counters.addDone(size);
            return;
        }
        PartialUnit partial = intake.takePartial(unit);
        if (partial != null) {
            resume(unit, version, partial);
        } else if (size == Unit.UNKNOWN_SIZE) {
            Chain chain = newChain();
            tasks.put(new ReadTask.Stream(ticket(unit, version, Start.chained(chain)), chain), state);
        } else if (group != FileGroups.NONE) {
            group(ticket(unit, version, Start.whole(group)), size, group);
        } else if (size <= geometry.bodyBytes()) {
            pack(List.of(ticket(unit, version, Start.whole(FileGroups.NONE))), size);
        } else if (geometry.isChained()) {
            Chain chain = newChain();
            putChained(ticket(unit, version, Start.chained(chain)), chain);
        } else {
            List<ByteRange> segments = segments(size);
            putSegments(ticket(unit, version, Start.segmented(segments.size())), segments);
        }
    }

    /** To ask a file system may never return. */
    private UnitVersion versionOf(Unit unit) throws InterruptedException {
        state.block();
        try {
            return intake.version(unit);
        } finally {
            state.unblock();
        }
    }

    private void resume(Unit unit, UnitVersion version, PartialUnit partial) throws InterruptedException {
        boolean changed = !partial.version().equals(version);
        Unit rest = changed ? new ChangedUnit(unit, partial.version()) : unit;
        long size = rest.sizeBytes();
        if (partial.doneRanges().get(0).from() == 0) {
            counters.addFile();
        }
        counters.addDone(partial.logicalBytes());
        ChainState chainState = partial.chain();
        if (chainState == null) {
            List<ByteRange> segments = partial.rest(size, segmentBytes(size));
            putSegments(ticket(rest, partial.version(), Start.segmentedAfter(partial, segments.size())), segments);
        } else {
            Chain chain = new Chain(chainState);
            putChained(ticket(rest, partial.version(), Start.chainedAfter(partial, chain)), chain);
        }
    }

    private UnitTicket ticket(Unit unit, UnitVersion version, Start start) {
        return new UnitTicket(unit, version, intake.listener(unit), start);
    }

    /** Packs the group before if the unit is the first of the next group. */
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
        if (packBytes + bytes > geometry.bodyBytes() || pack.size() + units.size() > MAX_UNITS_OF_PACK) {
            sendPack();
        }
        pack.addAll(units);
        packBytes += bytes;
        if (tasks.isEmpty()) {
            // A reader may be waiting: a small slab now is better than a full slab later.
            sendPack();
        }
    }

    private void sendPack() throws InterruptedException {
        if (!pack.isEmpty()) {
            tasks.put(new Pack(List.copyOf(pack)), state);
            pack.clear();
            packBytes = 0;
        }
    }

    private List<ByteRange> segments(long size) {
        List<ByteRange> segments = new ArrayList<>();
        long whole = segmentBytes(size);
        long part = wholeBodies(whole / LAST_SEGMENTS);
        for (long from = 0, to; from < size; from = to) {
            to = Math.min(size, from + (size - from < LAST_SEGMENTS * whole ? part : whole));
            segments.add(new ByteRange(from, to));
        }
        return segments;
    }

    private void putSegments(UnitTicket unit, List<ByteRange> segments) throws InterruptedException {
        intake.watch(unit);
        for (ByteRange segment : segments) {
            tasks.put(new Segment(unit, segment, null), state);
        }
    }

    private void putChained(UnitTicket unit, Chain chain) throws InterruptedException {
        intake.watch(unit);
        tasks.put(new ReadTask.Chained(unit, chain), state);
    }

    private Chain newChain() {
        return new Chain(geometry.chunkerCount());
    }

    /** A whole number of bodies; more for a unit so large that its tasks would be too many. */
    private long segmentBytes(long sizeBytes) {
        return wholeBodies(Math.max(ReadTask.SEGMENT_BYTES, sizeBytes / MAX_TASKS_PER_UNIT));
    }

    private long wholeBodies(long bytes) {
        long body = geometry.bodyBytes();
        return (bytes + body - 1) / body * body;
    }

    /**
     * A unit that changed after an interrupted scan had read a part of it. Two versions must not be mixed, so the rest cannot be read.
     *
     * @param unit the unit as it is now
     * @param before its version when the scan read it
     */
    private record ChangedUnit(Unit unit, UnitVersion before) implements WrappedUnit {
        @Override
        public long sizeBytes() {
            return before.sizeBytes();
        }

        @Override
        public UnitVersion version() {
            return before;
        }

        @Override
        public UnitChannel open() throws IOException {
            throw new IOException("it changed after an interrupted scan had read a part of it, which counts as it was");
        }
    }
}
