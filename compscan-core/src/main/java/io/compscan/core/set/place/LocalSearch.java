package io.compscan.core.set.place;

import io.compscan.core.set.place.Assignment.Score;
import io.compscan.core.set.place.Problem.Volume;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A good assignment: greedy ones, each improved by single moves and by swaps until none helps, then again from where some volumes that share
 * much were put elsewhere (iterated local search). The same seed gives the same assignment.
 */
final class LocalSearch {

    private static final int RANDOM_STARTS = 6;
    /** Groups with more holders tell no relatives. */
    private static final int MOST_RELATIVES = 64;
    /** One part in so many of the work goes into the beginnings. */
    private static final int STARTS_SHARE = 4;

    private final Problem problem;
    private final SplittableRandom random;
    private final long mostWork;
    private final int[] free;
    private final Assignment now;
    private Score best = Score.WORST;
    private int[] bestPools;
    private long tried;

    private LocalSearch(Problem problem, long seed, long mostWork) {
        this.problem = problem;
        this.mostWork = mostWork;
        random = new SplittableRandom(seed);
        free = IntStream.range(0, problem.volumes().size())
                .filter(volume -> problem.volumes().get(volume).pin() == Problem.NOWHERE)
                .toArray();
        now = new Assignment(problem);
        bestPools = now.pools();
    }

    /**
     * A good assignment that keeps to pins and limits.
     *
     * @param mostWork the groups of shared chunks to look at; some 10^8 a second
     */
    static AllAssignments.Found search(Problem problem, long seed, long mostWork) {
        LocalSearch search = new LocalSearch(problem, seed, mostWork);
        search.run();
        return new AllAssignments.Found(Arrays.stream(search.bestPools).boxed().toList(), search.tried);
    }

    private void run() {
        Integer[] order = IntStream.range(0, problem.volumes().size()).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingLong((Integer volume) -> -aloneBytes(volume)));
        boolean hasHomes = problem.volumes().stream().anyMatch(volume -> volume.home() != Problem.NOWHERE);
        start(order, hasHomes);
        if (hasHomes) {
            start(order, false);
        }
        for (int i = 0; i < RANDOM_STARTS && now.work() < mostWork / STARTS_SHARE; i++) {
            shuffle(order);
            start(order, false);
        }
        for (int fruitless = 0; now.work() < mostWork && fruitless < 40 * free.length && free.length > 0; fruitless++) {
            now.putAll(bestPools);
            kick();
            Score before = best;
            descend();
            fruitless = best.isBetterThan(before) ? 0 : fruitless;
        }
    }

    private long aloneBytes(int volume) {
        return problem.pools().stream()
                .mapToLong(pool -> pool.sharing().aloneBytes(volume))
                .min()
                .orElse(0);
    }

    /** Begins with what lies somewhere, or with pins alone, puts all others where they cost least, and improves that. */
    private void start(Integer[] order, boolean atHome) {
        for (int volume = 0; volume < problem.volumes().size(); volume++) {
            Volume one = problem.volumes().get(volume);
            now.put(volume, one.pin() != Problem.NOWHERE || !atHome ? one.pin() : one.home());
        }
        for (int volume : order) {
            if (now.pool(volume) == Problem.NOWHERE) {
                now.put(volume, bestPool(volume, true));
            }
        }
        descend();
    }

    /** The pool where the volume is best; where it is, if no other is better or, for one that must be somewhere, the best of all. */
    private int bestPool(int volume, boolean anyIsBetter) {
        int bestPool = now.pool(volume);
        Score least = anyIsBetter ? Score.WORST : Score.ZERO;
        long freed = now.frees(volume);
        for (int pool = 0; pool < problem.pools().size(); pool++) {
            if (pool != now.pool(volume) && now.allows(volume, pool)) {
                Score change = now.change(volume, freed, pool, now.costs(volume, pool));
                if (change.isBetterThan(least)) {
                    least = change;
                    bestPool = pool;
                }
            }
        }
        return bestPool;
    }

    /** Moves and swaps as long as that helps. */
    private void descend() {
        tried++;
        do {
            while (moveAll()) {
                // Once more.
            }
        } while (swapAll() && now.work() < mostWork);
        Score score = now.score();
        if (score.isBetterThan(best)) {
            best = score;
            bestPools = now.pools();
        }
    }

    private boolean moveAll() {
        boolean isBetter = false;
        shuffle(free);
        for (int volume : free) {
            int pool = bestPool(volume, false);
            isBetter |= pool != now.pool(volume);
            now.put(volume, pool);
        }
        return isBetter && now.work() < mostWork;
    }

    /**
     * Swaps pairs. A swap never does better than both moves by themselves, where each finds the other still there. So only pairs for which
     * that looks good are tried.
     */
    private boolean swapAll() {
        int pools = problem.pools().size();
        long[][] costs = new long[problem.volumes().size()][pools];
        long[] frees = new long[problem.volumes().size()];
        for (int volume : free) {
            frees[volume] = now.frees(volume);
            for (int pool = 0; pool < pools; pool++) {
                costs[volume][pool] = pool == now.pool(volume) ? 0 : now.costs(volume, pool);
            }
        }
        boolean isBetter = false;
        for (int i = 0; i < free.length && now.work() < mostWork; i++) {
            for (int j = 0; j < i; j++) {
                isBetter |= swap(free[i], free[j], costs, frees);
            }
        }
        return isBetter;
    }

    private boolean swap(int one, int other, long[][] costs, long[] frees) {
        int from = now.pool(one);
        int to = now.pool(other);
        if (from == to
                || !problem.volumes().get(one).mayLieOn(to)
                || !problem.volumes().get(other).mayLieOn(from)) {
            return false;
        }
        long toChange = costs[one][to] - frees[other];
        long fromChange = costs[other][from] - frees[one];
        Score hope = change(to, toChange).plus(change(from, fromChange));
        if (!hope.isBetterThan(Score.ZERO)) {
            return false;
        }
        Score before = now.score();
        now.put(other, Problem.NOWHERE);
        boolean isAllowed = now.allows(one, to);
        if (isAllowed) {
            now.put(one, to);
            isAllowed = now.allows(other, from);
        }
        if (isAllowed) {
            now.put(other, from);
            if (now.score().isBetterThan(before)) {
                return true;
            }
        }
        now.put(one, from);
        now.put(other, to);
        return false;
    }

    private Score change(int pool, long bytes) {
        long room = now.of(pool).usableBytes();
        long taken = now.takenBytes(pool);
        return new Score(Math.max(0, taken + bytes - room) - Math.max(0, taken - room), bytes);
    }

    /** Puts a volume and some of those that share most with it on another pool, or takes some that have moved back home. */
    private void kick() {
        int volume = free[random.nextInt(free.length)];
        int from = now.pool(volume);
        int pool = random.nextInt(problem.pools().size());
        List<Integer> relatives = relatives(volume);
        int most = 1
                + random.nextInt(1
                        + Math.min(
                                relatives.size(),
                                2 * free.length / problem.pools().size()));
        if (now.allows(volume, pool)) {
            now.put(volume, pool);
        }
        for (int i = 0; i < most - 1; i++) {
            int relative = relatives.get(i);
            if (now.pool(relative) == from && now.allows(relative, pool)) {
                now.put(relative, pool);
            }
        }
        // A budget that is used up leaves nothing to try.
        if (random.nextInt(3) == 0 || now.movedBytes() == problem.maxMovedBytes()) {
            goHome();
        }
    }

    private void goHome() {
        for (int volume : free) {
            Volume one = problem.volumes().get(volume);
            if (one.home() != Problem.NOWHERE && one.movesTo(now.pool(volume)) && random.nextInt(4) == 0) {
                now.put(volume, one.home());
            }
        }
    }

    /** The free volumes that share something with this one, those with most first. */
    private List<Integer> relatives(int volume) {
        Sharing sharing = now.of(now.pool(volume)).sharing();
        long[] shared = new long[problem.volumes().size()];
        for (int group : sharing.groupsOf(volume)) {
            int[] holders = sharing.holdersOf(group);
            if (holders.length <= MOST_RELATIVES) {
                for (int holder : holders) {
                    shared[holder] += sharing.weight(group);
                }
            }
        }
        return Arrays.stream(free)
                .filter(other -> other != volume && shared[other] > 0)
                .boxed()
                .sorted(Comparator.comparingLong((Integer other) -> -shared[other])
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private void shuffle(int[] numbers) {
        for (int i = numbers.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int other = numbers[j];
            numbers[j] = numbers[i];
            numbers[i] = other;
        }
    }

    private void shuffle(Integer[] numbers) {
        for (int i = numbers.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            Integer other = numbers[j];
            numbers[j] = numbers[i];
            numbers[i] = other;
        }
    }
}
