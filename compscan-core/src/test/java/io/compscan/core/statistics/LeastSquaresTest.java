package io.compscan.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.SplitMix;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LeastSquaresTest {

    /** The random numbers that the oracle in Python draws, too. */
    private static final class RandomSource {
        private long state;

        RandomSource(long seed) {
            state = seed;
        }

        double next() {
            state += SplitMix.GOLDEN;
            return SplitMix.unit(SplitMix.mix(state));
        }
    }

    static List<String> lines(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(LeastSquaresTest.class.getResourceAsStream(resource));
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    /** What SciPy's solver leaves of 1,000 problems; {@code expected.py} beside the file makes it. */
    @Test
    void leavesWhatScipyLeaves() throws IOException {
        List<String> expected = lines("nnls.txt");
        assertThat(expected).hasSize(1000);
        for (int seed = 0; seed < expected.size(); seed++) {
            RandomSource random = new RandomSource(seed);
            int rows = 3 + (int) (random.next() * 12);
            double[][] columns = new double[2 + (int) (random.next() * 120)][rows];
            double[] centre = new double[rows];
            for (int i = 0; i < rows; i++) {
                centre[i] = random.next() * rows;
            }
            for (int j = 0; j < columns.length; j++) {
                for (int i = 0; i < rows; i++) {
                    columns[j][i] = 1 / (1 + Math.abs(i - (double) rows * j / columns.length) + centre[i])
                            + 0.1 * random.next();
                }
            }
            double[] goal = new double[rows];
            for (int i = 0; i < rows; i++) {
                goal[i] = 10 * random.next() - 2;
            }
            LeastSquares.Solution solution = LeastSquares.solve(columns, goal);
            double left = Math.sqrt(solution.squares());
            assertThat(left).as("problem %d", seed).isCloseTo(Double.parseDouble(expected.get(seed)), within(1e-6));
            for (double x : solution.x()) {
                assertThat(x).isNotNegative();
            }
        }
    }
}
