package io.compscan.core.read;

import io.compscan.core.checkpoint.Checkpoint.ChainState;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of one large unit whose chunks reach from one into the next: who reads which, and what each hands on to its successor.
 *
 * <pre>
 *   claim 0  |=========== body ===========|           read and scanned by any thread, at any time
 *   claim 1                     |unfinished|=========== body ===========|
 *                                          ^ handed on when claim 0 has been cut
 * </pre>
 *
 * Bodies are claimed in order, read and scanned by many threads at once, and cut in turn. To cut takes microseconds, for it looks at
 * candidates only. A thread that waits for its turn holds no permit to read or to work, and whoever has the turn needs none to cut, so
 * the first in the line can always go on.
 */
public final class Chain {

    /** Part of a unit, or the mere end of it, that one thread reads, scans and, in its turn, cuts. */
    public record Claim(Chain chain, int number, long from, long to) {
        boolean hasTurn() {
            return chain.turn == number;
        }
    }

    private static final long POLL_MILLIS = 100;
    /** How long a stopped scan waits for a predecessor that may never come back from a device. */
    private static final long STOP_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Whoever is in front scans his slab, at the same time and mostly as fast. */
    private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final int chunkerCount;
    private final Unfinished unfinished;
    private long claimedTo;
    private int claimCount;
    /** The claim that may be cut. */
    private volatile int turn;
    /** Whether whoever has the turn is using it; it is then not passed over. */
    private boolean cutting;

    Chain(int chunkerCount) {
        this.chunkerCount = chunkerCount;
        unfinished = new Unfinished(chunkerCount);
    }

    /** A chain that goes on from where another one was. */
    Chain(ChainState state) {
        chunkerCount = state.starts().size();
        unfinished = new Unfinished(state);
        claimedTo = state.claimedTo();
    }

    /** Where it is; only while all that was claimed has been cut. */
    synchronized ChainState state() {
        return unfinished.state(claimedTo);
    }

    /** Claims what follows what was claimed so far, up to {@code to}. Only by who has taken the unit's task. */
    public synchronized Claim claim(long to) {
        Claim claim = new Claim(this, claimCount++, claimedTo, to);
        claimedTo = to;
        return claim;
    }

    synchronized long claimedTo() {
        return claimedTo;
    }

    /**
     * Waits until all claims before this one have been cut. In a stopped scan it waits only for a while; whoever is then left behind
     * is cut on its own.
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
     * Begins to cut what was claimed, or a part of it; only for who has awaited its turn.
     *
     * @return what the claims before have left, this thread's until {@link #endCut}; null if the turn was passed over
     */
    public synchronized @Nullable Unfinished beginCut(Claim claim) {
        if (turn != claim.number) {
            return null;
        }
        cutting = true;
        return unfinished;
    }

    /** Nothing that was left, for who was passed over. */
    public Unfinished nothing() {
        return new Unfinished(chunkerCount);
    }

    /** Whether the claim can be cut now, or within as much time as it takes to put a thread to sleep and to wake it. */
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

    /** Ends what was begun, and the claim's turn if this was all of it. */
    public synchronized void endCut(Claim claim, boolean endsClaim) {
        if (turn == claim.number) {
            cutting = false;
            turn += endsClaim ? 1 : 0;
            notifyAll();
        }
    }

    /** Bad sectors in a row up to here; only for who has the turn. */
    int badSectorsInARow() {
        return unfinished.badSectorsInARow;
    }

    public void setBadSectorsInARow(int count) {
        unfinished.badSectorsInARow = count;
    }

    /** The chunks that had begun when the bytes ended, one for each chunker; the one that began first shows how much is kept. */
    public static final class Unfinished {

        /** Where each chunker's unfinished chunk starts in the unit. */
        public final long[] starts;

        /** Where the bytes end in the unit. */
        private long position;

        private byte[] bytes = {};
        private int byteCount;
        private int badSectorsInARow;

        public Unfinished(int chunkerCount) {
            starts = new long[chunkerCount];
        }

        public Unfinished(ChainState state) {
            starts = state.starts().stream().mapToLong(Long::longValue).toArray();
            position = state.position();
            bytes = Base64.getDecoder().decode(state.unfinished());
            byteCount = bytes.length;
            badSectorsInARow = state.badSectorsInARow();
        }

        private ChainState state(long claimedTo) {
            return new ChainState(
                    claimedTo,
                    position,
                    Arrays.stream(starts).boxed().toList(),
                    Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, byteCount)),
                    badSectorsInARow);
        }

        public long position() {
            return position;
        }

        /** Copies the bytes so that they end at {@code end}. */
        public void copyTo(byte[] data, int end) {
            System.arraycopy(bytes, 0, data, end - byteCount, byteCount);
        }

        /** Keeps what is unfinished of bytes that end at {@code end} in the data and at {@code newPosition} in the unit. */
        public void keep(byte[] data, int end, long newPosition) {
            resize(newPosition);
            System.arraycopy(data, end - byteCount, bytes, 0, byteCount);
        }

        /** Keeps what is unfinished of zeros. */
        public void keepZeros(long newPosition) {
            resize(newPosition);
            Arrays.fill(bytes, 0, byteCount, (byte) 0);
        }

        private void resize(long newPosition) {
            position = newPosition;
            byteCount = (int) (newPosition - Arrays.stream(starts).min().orElse(newPosition));
            if (bytes.length < byteCount) {
                bytes = new byte[Math.max(byteCount, 2 * bytes.length)];
            }
        }
    }
}
