package io.compscan.core.set.place;

import io.compscan.core.set.place.Assignment.Score;
import io.compscan.core.set.place.Problem.Volume;
import java.util.ArrayList;
import java.util.List;

/**
 * The best of all assignments, where they are few enough to look at each. What a pool takes with some volumes is an expectation until it is
 * known. One thread.
 */
final class AllAssignments {

    private static final int MOST_VOLUMES = 16;
    /** A second or so. */
    private static final double MOST_ASSIGNMENTS = 1 << 25;

    private final Problem problem;
    /** For each pool what each subset of the volumes takes; pools of one system have one array. */
    private final List<long[]> taken = new ArrayList<>();

    private final int[] subsets;
    private Score best = Score.WORST;
    private int[] bestSubsets = {};
    private long count;

    /**
     * All assignments of a problem.
     *
     * @param error how much less than expected two or more volumes may take together, relative to that. An assignment that may be the best
     *     comes before those that are known to be good
     */
    AllAssignments(Problem problem, double error) {
        this.problem = problem;
        subsets = new int[problem.pools().size()];
        for (int pool = 0; pool < subsets.length; pool++) {
            Sharing sharing = problem.pools().get(pool).sharing();
            int same = 0;
            while (problem.pools().get(same).sharing() != sharing) {
                same++;
            }
            taken.add(same < pool ? taken.get(same) : leastOfAllSubsets(sharing, error));
        }
    }

    private static long[] leastOfAllSubsets(Sharing sharing, double error) {
        long[] least = sharing.ofAllSubsets();
        for (int subset = 1; subset < least.length; subset++) {
            // What one volume takes is no expectation.
            if (Integer.bitCount(subset) > 1) {
                least[subset] -= Math.round(least[subset] * error);
            }
        }
        return least;
    }

    /** Sets what the pool, and each of its system, takes with these volumes. */
    void know(int pool, List<Integer> volumes, long bytes) {
        taken.get(pool)[volumes.stream().mapToInt(volume -> 1 << volume).sum()] = bytes;
    }

    /** Whether they are few enough. */
    static boolean areFew(Problem problem) {
        long free = problem.volumes().stream()
                .filter(volume -> volume.pin() == Problem.NOWHERE)
                .count();
        return problem.volumes().size() <= MOST_VOLUMES
                && Math.pow(problem.pools().size(), (double) free) <= MOST_ASSIGNMENTS;
    }

    /**
     * The best assignment that keeps to pins and limits.
     *
     * @param pools the pool of each volume; none where limits allow no assignment
     * @param count the assignments that were looked at
     */
    record Found(List<Integer> pools, long count) {}

    static Found best(Problem problem) {
        return new AllAssignments(problem, 0).best();
    }

    Found best() {
        best = Score.WORST;
        bestSubsets = new int[0];
        count = 0;
        place(0, problem.maxMovedBytes(), problem.maxMoves());
        List<Integer> pools = new ArrayList<>();
        for (int volume = 0; volume < problem.volumes().size(); volume++) {
            for (int pool = 0; pool < bestSubsets.length; pool++) {
                if ((bestSubsets[pool] >> volume & 1) != 0) {
                    pools.add(pool);
                }
            }
        }
        return new Found(pools, count);
    }

    private void place(int volume, long bytesLeft, long movesLeft) {
        if (volume == problem.volumes().size()) {
            look();
            return;
        }
        Volume one = problem.volumes().get(volume);
        for (int pool = 0; pool < subsets.length; pool++) {
            boolean moves = one.movesTo(pool);
            if (one.mayLieOn(pool) && (!moves || (one.bytes() <= bytesLeft && movesLeft > 0))) {
                subsets[pool] |= 1 << volume;
                place(volume + 1, bytesLeft - (moves ? one.bytes() : 0), movesLeft - (moves ? 1 : 0));
                subsets[pool] &= ~(1 << volume);
            }
        }
    }

    private void look() {
        count++;
        long over = 0;
        long bytes = 0;
        for (int pool = 0; pool < subsets.length; pool++) {
            long each = taken.get(pool)[subsets[pool]];
            bytes += each;
            over += Math.max(0, each - problem.pools().get(pool).usableBytes());
        }
        if (over < best.overBytes() || (over == best.overBytes() && bytes < best.bytes())) {
            best = new Score(over, bytes);
            bestSubsets = subsets.clone();
        }
    }
}
