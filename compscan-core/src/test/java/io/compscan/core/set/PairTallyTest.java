package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.set.PairTally.Common;
import io.compscan.core.set.PairTally.Row;
import io.compscan.result.set.Overlap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The pairs that are kept, against a matrix of all pairs. */
class PairTallyTest {

    /** Chunks that some sets hold. */
    private record Chunk(List<Integer> holders, int lengthBytes) {}

    private static final PairTally.Valuation SAMPLED =
            (one, other, count, bytes, squares) -> new Common(bytes, count, (long) squares);

    @Property(tries = 300)
    void keepsWhatAMatrixOfAllPairsHas(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 100) int setCount,
            @ForAll @IntRange(min = 0, max = 40_000) int mostBytes,
            @ForAll boolean isSampled,
            @ForAll boolean keepsAll) {
        Random random = new Random(seed);
        List<Chunk> chunks = new ArrayList<>();
        for (int i = random.nextInt(200); i > 0; i--) {
            int share = 1 + random.nextInt(10);
            List<Integer> holders = IntStream.range(0, setCount)
                    .filter(set -> random.nextInt(10) < share)
                    .boxed()
                    .toList();
            // Few lengths, so that many pairs have the same sums.
            chunks.add(new Chunk(holders, 1 + random.nextInt(3)));
        }
        Common[][] matrix = matrix(setCount, chunks, isSampled);
        PairTally tally = new PairTally(setCount, isSampled, keepsAll, mostBytes);
        int walks = 0;
        do {
            chunks.forEach(chunk -> tally.add(chunk.holders::get, chunk.holders.size(), chunk.lengthBytes));
            walks++;
        } while (tally.needsAnotherWalk(SAMPLED));
        long pairs = (long) setCount * (setCount - 1) / 2;
        if (keepsAll || pairs * (isSampled ? 20 : 8) <= mostBytes) {
            assertThat(walks).isEqualTo(1);
        } else {
            assertThat(walks).isBetween(2, setCount + 1);
        }
        Common own = new Common(7, 7, 7);
        List<Integer> close = Overlap.closeSets(IntStream.range(0, setCount)
                .mapToLong(set -> strongest(matrix, set).stream()
                        .mapToLong(other -> matrix[set][other].bytes())
                        .sum())
                .toArray());
        for (int set = 0; set < setCount; set++) {
            Row row = tally.row(set, own, SAMPLED);
            TreeSet<Integer> expected = new TreeSet<>(strongest(matrix, set));
            if (expected.size() == Overlap.PARTNERS && close.contains(set)) {
                expected.addAll(close);
            }
            expected.add(set);
            List<Integer> partners = row.partners();
            assertThat(partners == null).isEqualTo(keepsAll);
            List<Integer> listed =
                    partners == null ? IntStream.range(0, setCount).boxed().toList() : partners;
            if (!keepsAll) {
                assertThat(listed).containsExactlyElementsOf(expected);
            }
            for (int place = 0; place < listed.size(); place++) {
                int other = listed.get(place);
                assertThat(row.common().get(place)).isEqualTo(other == set ? own : matrix[set][other]);
            }
        }
    }

    private static Common[][] matrix(int setCount, List<Chunk> chunks, boolean isSampled) {
        long[][] bytes = new long[setCount][setCount];
        long[][] counts = new long[setCount][setCount];
        long[][] squares = new long[setCount][setCount];
        for (Chunk chunk : chunks) {
            for (int one : chunk.holders) {
                for (int other : chunk.holders) {
                    bytes[one][other] += chunk.lengthBytes;
                    counts[one][other]++;
                    squares[one][other] += (long) chunk.lengthBytes * chunk.lengthBytes;
                }
            }
        }
        Common[][] matrix = new Common[setCount][setCount];
        for (int one = 0; one < setCount; one++) {
            for (int other = 0; other < setCount; other++) {
                matrix[one][other] = isSampled
                        ? new Common(bytes[one][other], counts[one][other], squares[one][other])
                        : Common.exact(bytes[one][other]);
            }
        }
        return matrix;
    }

    private static List<Integer> strongest(Common[][] matrix, int set) {
        return IntStream.range(0, matrix.length)
                .filter(other -> other != set && matrix[set][other].bytes() > 0)
                .boxed()
                .sorted(Comparator.comparing((Integer other) -> -matrix[set][other].bytes()))
                .limit(Overlap.PARTNERS)
                .toList();
    }

    /** Fleets of a usual size are merged in one walk, and larger ones in memory that does not grow with their square. */
    @Test
    void thousandsOfSetsTakeOneWalkAndMoreTakeSeveral() {
        assertThat(walks(1_500)).isEqualTo(1);
        assertThat(walks(4_000)).isEqualTo(1);
        assertThat(walks(6_000)).isEqualTo(4);
    }

    private static int walks(int setCount) {
        PairTally tally = new PairTally(setCount, false, false);
        int[] holders = {0, 1, setCount - 1};
        int walks = 0;
        do {
            tally.add(at -> holders[at], holders.length, 1);
            walks++;
        } while (tally.needsAnotherWalk(SAMPLED));
        assertThat(tally.row(setCount - 1, Common.exact(1), SAMPLED).partners())
                .isEqualTo(Arrays.asList(0, 1, setCount - 1));
        return walks;
    }
}
