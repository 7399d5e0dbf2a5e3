package io.compscan.core.kernel;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures during a scan whether a fast kernel beats the plain one on this machine, and by how much. Any number of threads.
 *
 * <p>No test before the scan can tell, because the answer depends on the CPU and the JVM. Until the JVM has compiled the fast kernel, the
 * plain one wins by far. So the trial holds short rounds of both kernels on data of its own, between the slabs of the calling threads. It
 * ends when the fast kernel has won often enough or has used up its time. If the results differ in any round, the trial ends and the fast
 * kernel is never used.
 */
public final class KernelTrial {

    /**
     * A search for a fast kernel pays only once the kernel could have saved this long. The search costs about as much, most of it in the
     * JVM's compiler. Nobody knows how much work is left. By this rule no scan loses more than twice what the better choice would have
     * cost.
     */
    public static final long WORTH_WHILE_NANOS = 600_000_000;

    /** An uncompiled fast kernel takes ten times as long as the plain one or more; short inputs slow a compiled one down by less. */
    private static final double COMPILED_SHARE = 3;

    private static final int ROUNDS_OF_A_CONTEST = 5;

    /** The fast kernel speeds up while the compiler works on it, so one victory is not the final figure. */
    private static final int WON_CONTESTS = 20;

    private static final long MAX_FAST_NANOS = 400_000_000;

    /** After a burst long enough for the compiler to notice the code, the fast kernel gets {@link #TIME_SHARE} of the time. */
    private static final long BURST_NANOS = 20_000_000;

    private static final double TIME_SHARE = 0.1;

    /** A smaller gain is not worth the change. */
    private static final double WINNING_SHARE = 0.95;

    private final Supplier<? extends Contest> openWarmUp;
    private final Supplier<? extends Contest> openContest;
    private final LongSupplier nanoTime;
    private final double leastFastNanos;

    private volatile boolean isOpen = true;
    private volatile double fastShare = Double.POSITIVE_INFINITY;

    private final ReentrantLock lock = new ReentrantLock();
    // The lock guards all fields below.
    private long plainUnits;
    private double leastPlainNanos = Double.POSITIVE_INFINITY;
    private long firstRoundNanos;
    private long fastNanos;
    private int wonContests;
    private @Nullable Standing standing;

    /**
     * A trial that starts once the fast kernel could have saved {@link #WORTH_WHILE_NANOS}.
     *
     * @param openWarmUp a contest on inputs so short that a round takes little time before the fast kernel is compiled
     * @param openContest a contest on inputs of the usual length
     * @param nanoTime the clock
     * @param leastFastNanos what the fast kernel takes for a unit of work where it is at its best
     */
    public KernelTrial(
            Supplier<? extends Contest> openWarmUp,
            Supplier<? extends Contest> openContest,
            LongSupplier nanoTime,
            double leastFastNanos) {
        this.openWarmUp = openWarmUp;
        this.openContest = openContest;
        this.nanoTime = nanoTime;
        this.leastFastNanos = leastFastNanos;
    }

    /** Ends the trial with this outcome. */
    public void decide(double share) {
        fastShare = share;
        isOpen = false;
    }

    /** Whether the trial goes on, so that the owner should call {@link #proceed} now and then. */
    public boolean isOpen() {
        return isOpen;
    }

    /** The time of the fast kernel as a share of the plain one's; infinite until the fast kernel has won. */
    public double fastShare() {
        return fastShare;
    }

    /**
     * Holds a round, unless it would not pay yet or another thread holds one.
     *
     * @param nanos how long the caller has computed since its last call
     * @param units how much work that was, at least one unit
     */
    public void proceed(long nanos, long units) {
        if (!isOpen || !lock.tryLock()) {
            return;
        }
        try {
            plainUnits += units;
            leastPlainNanos = Math.min(leastPlainNanos, (double) nanos / units);
            if (isOpen && (standing != null || isWorthWhile()) && isTime()) {
                holdRound();
            }
        } finally {
            lock.unlock();
        }
    }

    /** By the least time for a unit: the plain kernel is slow, too, before the JVM has compiled it. */
    private boolean isWorthWhile() {
        return plainUnits * (leastPlainNanos - leastFastNanos) >= WORTH_WHILE_NANOS;
    }

    private boolean isTime() {
        return standing == null
                || fastNanos < BURST_NANOS
                || fastNanos < TIME_SHARE * (nanoTime.getAsLong() - firstRoundNanos);
    }

    private void holdRound() {
        if (standing == null) {
            firstRoundNanos = nanoTime.getAsLong();
            standing = new Standing(openWarmUp.get(), true);
        }
        Standing current = standing;
        fastNanos += current.hold(nanoTime);
        if (!current.contest.agree()) {
            decide(Double.POSITIVE_INFINITY);
        } else if (current.isWarmUp) {
            if (current.fastShare() < COMPILED_SHARE) {
                standing = new Standing(openContest.get(), false);
            }
        } else if (current.rounds == ROUNDS_OF_A_CONTEST) {
            if (current.fastShare() < WINNING_SHARE) {
                fastShare = Math.min(fastShare, current.fastShare());
                wonContests++;
            }
            current.restart();
        }
        if (wonContests == WON_CONTESTS || fastNanos > MAX_FAST_NANOS) {
            isOpen = false;
        }
        if (!isOpen) {
            standing = null;
        }
    }

    /** The fastest round of each kernel in a contest. */
    private static final class Standing {

        final Contest contest;
        final boolean isWarmUp;
        int rounds;

        private long bestFastNanos = Long.MAX_VALUE;
        private long bestPlainNanos = Long.MAX_VALUE;

        Standing(Contest contest, boolean isWarmUp) {
            this.contest = contest;
            this.isWarmUp = isWarmUp;
        }

        void restart() {
            rounds = 0;
            bestFastNanos = Long.MAX_VALUE;
            bestPlainNanos = Long.MAX_VALUE;
        }

        /** Returns the time of the fast kernel. */
        long hold(LongSupplier nanoTime) {
            rounds++;
            long begin = nanoTime.getAsLong();
            contest.runFast();
            long between = nanoTime.getAsLong();
            contest.runPlain();
            long end = nanoTime.getAsLong();
            bestFastNanos = Math.min(bestFastNanos, between - begin);
            bestPlainNanos = Math.min(bestPlainNanos, end - between);
            return between - begin;
        }

        double fastShare() {
            return (double) bestFastNanos / bestPlainNanos;
        }
    }
}
