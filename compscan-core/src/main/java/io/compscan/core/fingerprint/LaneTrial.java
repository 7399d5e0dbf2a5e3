package io.compscan.core.fingerprint;

import io.compscan.core.chunk.ChunkList;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out, while a scan runs, whether and by how much {@link LaneSha1} beats the JDK's digest on this CPU and this JVM. For any number of
 * threads.
 *
 * <p>It cannot be known beforehand: it takes vector registers of 256 or 512 bits and a JVM that compiles for them, and until it has compiled,
 * the JDK's digest is faster by far. So short rounds of both, on bytes of its own, are held between the slabs of whoever comes along, until
 * the lanes have won or have had time enough. A round in which the two differ ends it, and the lanes are never used.
 */
final class LaneTrial {

    /** The one of this JVM. */
    static final LaneTrial OF_THIS_JVM = new LaneTrial(LaneSha1::new, () -> new JdkDigest("SHA-1"), System::nanoTime);

    /** What fingerprints have taken before it is worth while to look for something faster. */
    static final long WORTH_WHILE_NANOS = 1_000_000_000;

    /** Until the lanes are compiled, a round of longer chunks would take tens of milliseconds. */
    private static final int WARM_UP_CHUNK_BYTES = 256;

    /** Before they are compiled they take ten times as long as the JDK's digest or more; then the ends of short chunks hold them up. */
    private static final double COMPILED_SHARE = 3;

    private static final int CHUNK_BYTES = 4096;
    private static final int ROUNDS_OF_A_CONTEST = 5;

    /** They become faster while the compiler is at it. */
    private static final int WON_CONTESTS = 20;

    private static final long MAX_LANES_NANOS = 400_000_000;

    /** Enough to have the lanes' code noticed by the compiler; then it is waited for, and the lanes only get that share of the time. */
    private static final long BURST_NANOS = 20_000_000;

    private static final double TIME_SHARE = 0.1;

    /** By less it is not worth while. */
    private static final double WINNING_SHARE = 0.95;

    private final Supplier<Fingerprinter> openLanes;
    private final Supplier<Fingerprinter> openJdk;
    private final LongSupplier nanoTime;

    private volatile boolean isOpen = true;
    private volatile double stepCost = Double.POSITIVE_INFINITY;

    private final ReentrantLock lock = new ReentrantLock();
    // All below: under the lock.
    private long fingerprintNanos;
    private long firstRoundNanos;
    private long lanesNanos;
    private int wonContests;
    private @Nullable Contest contest;

    LaneTrial(Supplier<Fingerprinter> openLanes, Supplier<Fingerprinter> openJdk, LongSupplier nanoTime) {
        this.openLanes = openLanes;
        this.openJdk = openJdk;
        this.nanoTime = nanoTime;
    }

    /** A trial that is over. */
    static LaneTrial decided(double stepCost) {
        LaneTrial trial = new LaneTrial(LaneSha1::new, LaneSha1::new, System::nanoTime);
        trial.decide(stepCost);
        return trial;
    }

    /** Ends the trial. */
    void decide(double cost) {
        stepCost = cost;
        isOpen = false;
    }

    /** Whether it goes on, so that {@link #proceed} is to be called now and then. */
    boolean isOpen() {
        return isOpen;
    }

    /** What a block in every lane costs together, in blocks of the JDK's digest; infinite until the lanes have won. */
    double stepCost() {
        return stepCost;
    }

    /**
     * Holds a round, if it is worth while and no other thread is about to.
     *
     * @param nanos how long the caller has fingerprinted since it last called
     */
    void proceed(long nanos) {
        if (!isOpen || !lock.tryLock()) {
            return;
        }
        try {
            fingerprintNanos += nanos;
            if (isOpen && fingerprintNanos >= WORTH_WHILE_NANOS && isTime()) {
                holdRound();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isTime() {
        return contest == null
                || lanesNanos < BURST_NANOS
                || lanesNanos < TIME_SHARE * (nanoTime.getAsLong() - firstRoundNanos);
    }

    private void holdRound() {
        if (contest == null) {
            firstRoundNanos = nanoTime.getAsLong();
            contest = new Contest(openLanes.get(), openJdk.get(), WARM_UP_CHUNK_BYTES);
        }
        Contest current = contest;
        lanesNanos += current.hold(nanoTime);
        if (!current.agree()) {
            stepCost = Double.POSITIVE_INFINITY;
            isOpen = false;
        } else if (current.chunkBytes == WARM_UP_CHUNK_BYTES) {
            if (current.lanesShare() < COMPILED_SHARE) {
                contest = new Contest(current.lanes, current.jdk, CHUNK_BYTES);
            }
        } else if (current.rounds == ROUNDS_OF_A_CONTEST) {
            if (current.lanesShare() < WINNING_SHARE) {
                stepCost = Math.min(stepCost, LaneSha1.LANES * current.lanesShare());
                wonContests++;
            }
            current.restart();
        }
        if (wonContests == WON_CONTESTS || lanesNanos > MAX_LANES_NANOS) {
            isOpen = false;
        }
        if (!isOpen) {
            contest = null;
        }
    }

    /** Both on the same chunks of one length, as many as there are lanes; the fastest round of each counts. */
    private static final class Contest {

        final Fingerprinter lanes;
        final Fingerprinter jdk;
        final int chunkBytes;
        int rounds;

        private final byte[] data;
        private final ChunkList chunks = new ChunkList();
        private final byte[] byLanes = new byte[LaneSha1.LANES * LaneSha1.DIGEST_BYTES];
        private final byte[] byJdk = new byte[byLanes.length];
        private long bestLanesNanos = Long.MAX_VALUE;
        private long bestJdkNanos = Long.MAX_VALUE;

        Contest(Fingerprinter lanes, Fingerprinter jdk, int chunkBytes) {
            this.lanes = lanes;
            this.jdk = jdk;
            this.chunkBytes = chunkBytes;
            data = new byte[LaneSha1.LANES * chunkBytes];
            new Random(chunkBytes).nextBytes(data);
            for (int lane = 0; lane < LaneSha1.LANES; lane++) {
                chunks.add(lane * chunkBytes, chunkBytes);
            }
        }

        void restart() {
            rounds = 0;
            bestLanesNanos = Long.MAX_VALUE;
            bestJdkNanos = Long.MAX_VALUE;
        }

        /** Returns how long the lanes took. */
        long hold(LongSupplier nanoTime) {
            rounds++;
            long begin = nanoTime.getAsLong();
            lanes.fingerprint(data, chunks, byLanes);
            long between = nanoTime.getAsLong();
            jdk.fingerprint(data, chunks, byJdk);
            long end = nanoTime.getAsLong();
            bestLanesNanos = Math.min(bestLanesNanos, between - begin);
            bestJdkNanos = Math.min(bestJdkNanos, end - between);
            return between - begin;
        }

        boolean agree() {
            return Arrays.equals(byLanes, byJdk);
        }

        /** The time of the lanes as a share of the other's. */
        double lanesShare() {
            return (double) bestLanesNanos / bestJdkNanos;
        }
    }
}
