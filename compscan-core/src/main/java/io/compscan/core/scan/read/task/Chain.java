package io.compscan.core.scan.read.task;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Orders the threads that read and cut one large unit, where chunks cross from one body into the next.
 *
 * <pre>
 *   claim 0  |=========== body ===========|           read and scanned by any thread, at any time
 *   claim 1                     |unfinished|=========== body ===========|
 *                                          ^ handed on when claim 0 has been cut
 * </pre>
 *
 * <p>Threads claim bodies in order, read and scan them at the same time, and cut them in turn. A cut takes microseconds, since it looks at
 * candidates only. A thread that waits for its turn holds no permit, and a thread that has the turn needs none to cut. So the first in
 * the line can always go on.
 */
public final class Chain {

    /**
     * A body that one thread reads, scans and, in its turn, cuts.
     *
     * @param chain the chain that it belongs to
     * @param number the number of claims before it
     * @param from where it starts in the unit
     * @param to where it ends in the unit; {@code from} where only the end of the unit is claimed
     */
    public record Claim(Chain chain, int number, long from, long to) {
        /** Whether all claims before this one have been cut. */
        public boolean hasTurn() {
            return chain.turn == number;
        }
    }

    private static final long POLL_MILLIS = 100;
    /** The time for which a stopped scan waits for a claim whose reader may hang in a device. */
    private static final long STOP_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The thread in front scans its slab at the same time, and mostly as fast. */
    private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final int chunkerCount;
    private final UnfinishedChunks unfinished;
    private long claimedTo;
    private int claimCount;
    /** The number of the claim that may be cut. */
    private volatile int turn;
    /** Whether the claim that has the turn is being cut; it is then not passed over. */
    private boolean cutting;

    /** A chain without claims. */
    public Chain(int chunkerCount) {
        this.chunkerCount = chunkerCount;
        unfinished = new UnfinishedChunks(chunkerCount);
    }

    /** A chain that resumes from a stored state. */
    public Chain(ChainState state) {
        chunkerCount = state.starts().size();
        unfinished = new UnfinishedChunks(state);
        claimedTo = state.claimedTo();
    }

    /** The state to resume from; only while all that was claimed has been cut. */
    synchronized ChainState state() {
        return unfinished.state(claimedTo);
    }

    /** Claims the bytes from the end of the last claim to {@code to}; only by the thread that has taken the unit's task. */
    public synchronized Claim claim(long to) {
        Claim claim = new Claim(this, claimCount++, claimedTo, to);
        claimedTo = to;
        return claim;
    }

    /** Claims the end of the chain and gives it the turn; only once no other thread uses the chain any more. */
    public synchronized Claim claimEnd() {
        Claim end = claim(claimedTo);
        turn = end.number;
        return end;
    }

    /** The end of the last claim. */
    public synchronized long claimedTo() {
        return claimedTo;
    }

    /**
     * Waits until all claims before this one have been cut. In a stopped scan it waits for a short time only, then passes over the claims
     * that are left. Each of those is cut on its own.
     */
    public synchronized void await(Claim claim, StopSignal stop) throws InterruptedException {
        long deadlineNanos = 0;
        while (turn < claim.number) {
            wait(POLL_MILLIS);
            if (stop.isStopped()) {
                long now = System.nanoTime();
                deadlineNanos = deadlineNanos == 0 ? now + STOP_PATIENCE_NANOS : deadlineNanos;
                if (now > deadlineNanos && !cutting && turn < claim.number) {
                    turn = claim.number;
                    notifyAll();
                }
            }
        }
    }

    /**
     * Begins to cut a claim, or a part of it; only by a thread that has awaited the claim's turn.
     *
     * @return the chunks that the claims before have left, owned by this thread until {@link #endCut}; null if the claim was passed over
     */
    public synchronized @Nullable UnfinishedChunks beginCut(Claim claim) {
        if (turn != claim.number) {
            return null;
        }
        cutting = true;
        return unfinished;
    }

    /** No unfinished chunks, for a claim that was passed over. */
    public UnfinishedChunks nothing() {
        return new UnfinishedChunks(chunkerCount);
    }

    /** Whether the claim can be cut now, or within the time that it takes to put a thread to sleep and to wake it. */
    public boolean isReady(Claim claim) {
        if (turn >= claim.number) {
            return true;
        }
        long deadline = System.nanoTime() + SPIN_NANOS;
        while (turn < claim.number) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /**
     * Ends what {@link #beginCut} began.
     *
     * @param endsClaim whether this was the last part of the claim, so that the next claim has its turn
     */
    public synchronized void endCut(Claim claim, boolean endsClaim) {
        if (turn == claim.number) {
            cutting = false;
            turn += endsClaim ? 1 : 0;
            notifyAll();
        }
    }

    /** Counts a bad sector of the claim, and tells how many follow one another; a claim that was passed over knows of one. */
    public synchronized int addBadSector(Claim claim) {
        return turn == claim.number ? unfinished.addBadSector() : 1;
    }
}
