package io.compscan.core.set.place;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.set.SharedChunks;
import io.compscan.core.set.place.Assignment.Score;
import io.compscan.core.set.place.Problem.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Searches against each other and against plain sums. */
class SearchTest {

    private static final long WORK = 20_000_000;

    private static Score score(Problem problem, List<Integer> pools) {
        Assignment assignment = new Assignment(problem);
        assignment.putAll(pools.stream().mapToInt(Integer::intValue).toArray());
        return assignment.score();
    }

    private static void assertKept(Problem problem, List<Integer> pools) {
        long bytes = 0;
        long moves = 0;
        for (int i = 0; i < pools.size(); i++) {
            Volume volume = problem.volumes().get(i);
            assertThat(pools.get(i)).isBetween(0, problem.pools().size() - 1);
            assertThat(volume.mayLieOn(pools.get(i))).isTrue();
            if (volume.home() != Problem.NOWHERE && volume.home() != pools.get(i)) {
                bytes += volume.bytes();
                moves++;
            }
        }
        assertThat(bytes).isLessThanOrEqualTo(problem.maxMovedBytes());
        assertThat(moves).isLessThanOrEqualTo(problem.maxMoves());
    }

    /** Three volumes that share no chunk still share what an empty pool takes. */
    @Example
    void whatAnEmptyPoolTakesIsTakenOnce() {
        Sharing sharing =
                Sharing.of(List.of(1000L, 1500L, 2000L), OptionalLong.of(3900), 300, new SharedChunks(List.of(), 1, 0));
        assertThat(sharing.ofAllSubsets()).containsExactly(0, 1000, 1500, 2200, 2000, 2700, 3200, 3900);
    }

    /** What volumes take together, group by group. */
    private static long plainSum(Sharing sharing, List<Integer> volumes) {
        long bytes = volumes.stream().mapToLong(sharing::aloneBytes).sum();
        for (int group = 0; group < sharing.groupCount(); group++) {
            long holders = 0;
            for (int holder : sharing.holdersOf(group)) {
                holders += volumes.contains(holder) ? 1 : 0;
            }
            bytes -= Math.max(0, holders - 1) * sharing.weight(group);
        }
        return bytes;
    }

    @Property(tries = 60)
    void anAssignmentKnowsWhatEachPoolTakes(@ForAll long seed) {
        Random random = new Random(seed);
        Problem problem = RandomProblems.of(seed, 2 + random.nextInt(12), 1 + random.nextInt(4));
        Assignment assignment = new Assignment(problem);
        int count = problem.volumes().size();
        for (int step = 0; step < 60; step++) {
            int volume = random.nextInt(count);
            int to = random.nextInt(problem.pools().size() + 1) - 1;
            if (to != Problem.NOWHERE && assignment.pool(volume) != to) {
                long frees = assignment.frees(volume);
                long costs = assignment.costs(volume, to);
                Score expected = assignment.score().plus(assignment.change(volume, frees, to, costs));
                assignment.put(volume, to);
                assertThat(assignment.score()).isEqualTo(expected);
            } else {
                assignment.put(volume, to);
            }
        }
        for (int pool = 0; pool < problem.pools().size(); pool++) {
            List<Integer> volumes = new ArrayList<>();
            int subset = 0;
            for (int volume = 0; volume < count; volume++) {
                if (assignment.pool(volume) == pool) {
                    volumes.add(volume);
                    subset |= 1 << volume;
                }
            }
            Sharing sharing = problem.pools().get(pool).sharing();
            assertThat(assignment.takenBytes(pool)).isEqualTo(plainSum(sharing, volumes));
            assertThat(sharing.ofAllSubsets()[subset]).isEqualTo(plainSum(sharing, volumes));
        }
    }

    @Property(tries = 40)
    void searchesKeepToPinsAndLimitsAndNeverBeatThemAll(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int volumes,
            @ForAll @IntRange(min = 1, max = 4) int pools) {
        Problem problem = RandomProblems.of(seed, volumes, pools);
        assertThat(AllAssignments.areFew(problem)).isTrue();
        AllAssignments.Found all = AllAssignments.best(problem);
        AllAssignments.Found local = LocalSearch.search(problem, seed, WORK);
        assertKept(problem, all.pools());
        assertKept(problem, local.pools());
        Score best = score(problem, all.pools());
        assertThat(score(problem, local.pools())).isGreaterThanOrEqualTo(best);
        assertThat(best.bytes()).isGreaterThanOrEqualTo(problem.leastBytes());
        assertThat(LocalSearch.search(problem, seed, WORK)).isEqualTo(local);
        // No assignment that keeps to pins and limits is better.
        Random random = new Random(seed);
        for (int draw = 0; draw < 50; draw++) {
            Assignment any = new Assignment(problem);
            for (int volume = 0; volume < volumes; volume++) {
                any.put(volume, problem.volumes().get(volume).pin());
            }
            boolean isWhole = true;
            for (int volume = 0; volume < volumes; volume++) {
                int pool = any.pool(volume) == Problem.NOWHERE ? random.nextInt(pools) : any.pool(volume);
                isWhole &= any.pool(volume) == pool || any.allows(volume, pool);
                any.put(volume, pool);
            }
            if (isWhole) {
                assertThat(any.score()).isGreaterThanOrEqualTo(best);
            }
        }
    }

    /** The acceptance: 200 instances of 12 volumes on 3 pools. */
    @Example
    void aLocalSearchIsWithinThreePerCentOfTheOptimum() {
        int found = 0;
        double worst = 0;
        for (long seed = 1; seed <= 200; seed++) {
            Problem problem = RandomProblems.of(seed, 12, 3);
            Score best = score(problem, AllAssignments.best(problem).pools());
            Score local = score(problem, LocalSearch.search(problem, seed, WORK).pools());
            if (local.equals(best)) {
                found++;
            }
            assertThat(local.overBytes()).as("seed " + seed).isLessThanOrEqualTo((long) (best.overBytes() * 1.03));
            if (best.overBytes() == 0) {
                worst = Math.max(worst, (double) local.bytes() / best.bytes() - 1);
            }
        }
        assertThat(worst).isLessThan(0.03);
        assertThat(found).isGreaterThanOrEqualTo(190);
    }
}
