package io.compscan.core.tools.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedPermutationTest {

    @Property
    void reachesEveryNumberOnce(@ForAll @IntRange(min = 1, max = 20_000) int size, @ForAll long key) {
        KeyedPermutation permutation = new KeyedPermutation(size, key);
        BitSet reached = new BitSet();
        for (int i = 0; i < size; i++) {
            long x = permutation.apply(i);
            assertThat(x).isBetween(0L, size - 1L);
            reached.set((int) x);
        }
        assertThat(reached.cardinality()).isEqualTo(size);
    }

    @Test
    void leavesNothingInOrder() {
        int size = 100_000;
        KeyedPermutation permutation = new KeyedPermutation(size, 5);
        int neighbours = 0;
        int inPlace = 0;
        double distance = 0;
        for (int i = 0; i < size - 1; i++) {
            long x = permutation.apply(i);
            neighbours += Math.abs(x - permutation.apply(i + 1)) == 1 ? 1 : 0;
            inPlace += x == i ? 1 : 0;
            distance += Math.abs(x - i);
        }
        // A random permutation has 2, 1 and a third of the size, on average.
        assertThat(neighbours).isLessThan(15);
        assertThat(inPlace).isLessThan(10);
        assertThat(distance / size).isBetween(0.32 * size, 0.35 * size);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 40, (1L << 40) + 1, Long.MAX_VALUE / 2})
    void staysInRangeAtAnySize(long size) {
        KeyedPermutation permutation = new KeyedPermutation(size, 9);
        for (long i = 0; i < 1000; i++) {
            assertThat(permutation.apply(size - 1 - i)).isBetween(0L, size - 1);
        }
    }

    @Test
    void refusesWhatIsOutOfRange() {
        assertThatThrownBy(() -> new KeyedPermutation(5, 0).apply(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> new KeyedPermutation(0, 0).apply(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
