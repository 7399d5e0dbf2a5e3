package io.compscan.core.set.place;

import io.compscan.core.set.place.Problem.Pool;
import io.compscan.core.set.place.Problem.Volume;
import java.util.Arrays;

/** Volumes on pools, changed volume by volume; it always knows what each pool takes. One thread. */
final class Assignment {

    private final Problem problem;
    private final int[] poolOf;
    /** For each pool and group of shared chunks how many of the pool's volumes hold the group. */
    private final int[][] counts;

    private final long[] takenBytes;
    private long movedBytes;
    private long moves;
    /** The groups looked at, as a measure of time that is the same on every machine. */
    private long work;

    /** Nothing lies anywhere. */
    Assignment(Problem problem) {
        this.problem = problem;
        poolOf = new int[problem.volumes().size()];
        Arrays.fill(poolOf, Problem.NOWHERE);
        counts = new int[problem.pools().size()][];
        for (int pool = 0; pool < counts.length; pool++) {
            counts[pool] = new int[sharing(pool).groupCount()];
        }
        takenBytes = new long[counts.length];
    }

    private Sharing sharing(int pool) {
        return problem.pools().get(pool).sharing();
    }

    int pool(int volume) {
        return poolOf[volume];
    }

    int[] pools() {
        return poolOf.clone();
    }

    long takenBytes(int pool) {
        return takenBytes[pool];
    }

    long movedBytes() {
        return movedBytes;
    }

    long work() {
        return work;
    }

    /** What all pools take beyond their room and in all. */
    Score score() {
        long over = 0;
        long bytes = 0;
        for (int pool = 0; pool < takenBytes.length; pool++) {
            over += over(pool, takenBytes[pool]);
            bytes += takenBytes[pool];
        }
        return new Score(over, bytes);
    }

    private long over(int pool, long bytes) {
        return Math.max(0, bytes - problem.pools().get(pool).usableBytes());
    }

    /** What a pool takes more with this volume, which does not lie there. */
    long costs(int volume, int pool) {
        Sharing sharing = sharing(pool);
        int[] groups = sharing.groupsOf(volume);
        work += groups.length;
        long bytes = sharing.aloneBytes(volume);
        for (int group : groups) {
            bytes -= counts[pool][group] > 0 ? sharing.weight(group) : 0;
        }
        return bytes;
    }

    /** What the volume's pool takes less without it. */
    long frees(int volume) {
        int pool = poolOf[volume];
        if (pool == Problem.NOWHERE) {
            return 0;
        }
        Sharing sharing = sharing(pool);
        int[] groups = sharing.groupsOf(volume);
        work += groups.length;
        long bytes = sharing.aloneBytes(volume);
        for (int group : groups) {
            bytes -= counts[pool][group] > 1 ? sharing.weight(group) : 0;
        }
        return bytes;
    }

    /** Whether pins and limits allow that the volume goes there, whatever its room. */
    boolean allows(int volume, int pool) {
        Volume one = problem.volumes().get(volume);
        if (!one.mayLieOn(pool)) {
            return false;
        }
        boolean isAway = poolOf[volume] != Problem.NOWHERE && one.movesTo(poolOf[volume]);
        boolean goesAway = one.movesTo(pool);
        return !goesAway
                || isAway
                || (movedBytes + one.bytes() <= problem.maxMovedBytes() && moves + 1 <= problem.maxMoves());
    }

    /** Whether the volumes that are not at home are within the limits. */
    boolean isWithinLimits() {
        return movedBytes <= problem.maxMovedBytes() && moves <= problem.maxMoves();
    }

    /** How the score changes if the volume goes there, given what that frees and costs. */
    Score change(int volume, long freedBytes, int pool, long costBytes) {
        int from = poolOf[volume];
        long over = over(pool, takenBytes[pool] + costBytes) - over(pool, takenBytes[pool]);
        if (from != Problem.NOWHERE) {
            over += over(from, takenBytes[from] - freedBytes) - over(from, takenBytes[from]);
        }
        return new Score(over, costBytes - freedBytes);
    }

    /** Puts the volume on the pool, or takes it away to {@link Problem#NOWHERE}. */
    void put(int volume, int pool) {
        int from = poolOf[volume];
        if (from == pool) {
            return;
        }
        if (from != Problem.NOWHERE) {
            takenBytes[from] -= frees(volume);
            count(volume, from, -1);
        }
        if (pool != Problem.NOWHERE) {
            takenBytes[pool] += costs(volume, pool);
            count(volume, pool, 1);
        }
        poolOf[volume] = pool;
    }

    private void count(int volume, int pool, int step) {
        for (int group : sharing(pool).groupsOf(volume)) {
            counts[pool][group] += step;
        }
        Volume one = problem.volumes().get(volume);
        if (one.movesTo(pool)) {
            movedBytes += step * one.bytes();
            moves += step;
        }
    }

    /** Puts every volume where it lies in another assignment. */
    void putAll(int[] pools) {
        for (int volume = 0; volume < pools.length; volume++) {
            put(volume, pools[volume]);
        }
    }

    /**
     * How good an assignment is, or a change of one.
     *
     * @param overBytes what pools take beyond their room
     * @param bytes what they take
     */
    record Score(long overBytes, long bytes) implements Comparable<Score> {

        static final Score ZERO = new Score(0, 0);
        static final Score WORST = new Score(Long.MAX_VALUE, Long.MAX_VALUE);

        Score plus(Score other) {
            return new Score(overBytes + other.overBytes, bytes + other.bytes);
        }

        @Override
        public int compareTo(Score other) {
            int byRoom = Long.compare(overBytes, other.overBytes);
            return byRoom != 0 ? byRoom : Long.compare(bytes, other.bytes);
        }

        boolean isBetterThan(Score other) {
            return compareTo(other) < 0;
        }
    }

    /** The pool of the problem. */
    Pool of(int pool) {
        return problem.pools().get(pool);
    }
}
