package io.compscan.core.scan.read;

import io.compscan.core.scan.read.task.Chain;
import io.compscan.core.scan.read.task.Chain.Claim;
import io.compscan.core.scan.read.task.ReadTask;
import io.compscan.core.scan.read.task.ReadTask.Segment;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.TaskQueue;
import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.core.scan.read.task.UnitTicket;
import org.jspecify.annotations.Nullable;

/**
 * Fills slabs with what the tasks ask for: a body of a large unit, a hole, or many small units. Belongs to one thread.
 *
 * <p>An error is noted with its unit, and the reader goes on.
 */
public final class SlabReader {

    /** The outcome of {@link #fill}. */
    public enum Outcome {
        /** The slab holds something. */
        FILLED,
        /** The slab is empty because a pause is requested; the reader has no task in hand. */
        PAUSED,
        /** The slab is empty and there is nothing more to read. */
        ENDED
    }

    private final TaskQueue tasks;
    private final SlabGeometry geometry;
    private final StopSignal stop;
    private final ThreadState state;
    private final UnitCalls calls;
    private final ReadAccounts accounts;
    private final PackReader packs;
    private final BodyReader bodies;

    /** The segment in hand; null if there is none. */
    private @Nullable SegmentReader segment;

    /** The task in hand that must be put back or ended; null if there is none. */
    private ReadTask.@Nullable HandedOn handedOn;

    /**
     * @param listener told of the units and bytes that this reader accounts for
     * @param state the state of the thread that reads
     */
    public SlabReader(
            TaskQueue tasks,
            SlabGeometry geometry,
            Throttle throttle,
            StopSignal stop,
            ReadCounters counters,
            ReadListener listener,
            ThreadState state) {
        this.tasks = tasks;
        this.geometry = geometry;
        this.stop = stop;
        this.state = state;
        calls = new UnitCalls(geometry, throttle, counters, state);
        accounts = new ReadAccounts(listener, counters);
        packs = new PackReader(geometry, calls, accounts);
        bodies = new BodyReader(tasks, geometry, calls, accounts, stop);
    }

    /**
     * Fills the empty slab.
     *
     * @throws InterruptedException if the thread was interrupted, or detached while a call into a unit did not return
     */
    public Outcome fill(Slab slab) throws InterruptedException {
        while (slab.isEmpty()) {
            if (segment != null && tasks.isPaused() && segment.canPutDown()) {
                tasks.putBack(segment.putDown());
                segment = null;
                continue;
            }
            if (segment != null) {
                if (segment.readInto(slab, stop.isStopped())) {
                    segment = null;
                }
                continue;
            }
            ReadTask task = packs.takeDamaged();
            if (task == null) {
                task = tasks.take(state);
            }
            if (task == null) {
                return tasks.isPaused() ? Outcome.PAUSED : Outcome.ENDED;
            }
            begin(task, slab);
        }
        return Outcome.FILLED;
    }

    private void begin(ReadTask task, Slab slab) throws InterruptedException {
        if (task instanceof ReadTask.HandedOn next) {
            handedOn = next;
            if (next instanceof ReadTask.Stream stream) {
                bodies.read(stream, slab);
            } else if (next instanceof ReadTask.Chained chained) {
                Segment body = bodies.claim(chained, slab);
                segment = body == null ? null : open(body);
            }
            handedOn = null;
        } else if (stop.isStopped()) {
            task.release();
        } else if (task instanceof ReadTask.Pack pack) {
            for (UnitTicket unit : pack.units()) {
                if (!stop.isStopped()) {
                    packs.read(unit, slab);
                }
                unit.release();
            }
        } else if (task instanceof Segment next) {
            if (next.range().from() == 0) {
                accounts.file(next.unit());
            }
            segment = open(next);
        }
    }

    private SegmentReader open(Segment next) {
        return new SegmentReader(next, geometry, calls, accounts);
    }

    /**
     * Ends the chain that a detached reader has in hand, so that the chunks which earlier claims have begun are cut. For the thread that
     * has detached it, once no other thread uses the chain any more.
     *
     * @return a slab that holds the end of the chain; null if the reader has no chain in hand
     */
    public @Nullable Slab endOfChain() {
        if (!state.isDetached()) {
            throw new IllegalStateException("the reader is not detached");
        }
        Claim claim = segment == null ? null : segment.claim();
        if (segment != null && claim != null) {
            return end(segment.unit(), claim.chain());
        }
        return handedOn == null || !geometry.isChained() ? null : end(handedOn.unit(), handedOn.chain());
    }

    private Slab end(UnitTicket unit, Chain chain) {
        Slab slab = new Slab(geometry.carryBytes());
        slab.addRegionEnd(unit, geometry.carryBytes(), chain.claimedTo());
        slab.setClaim(chain.claimEnd(), true);
        return slab;
    }
}
