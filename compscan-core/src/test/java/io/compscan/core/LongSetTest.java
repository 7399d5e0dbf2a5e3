package io.compscan.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LongSetTest {

    /** Numbers close together, as inodes are, so that many come twice; and any at all. */
    @Provide
    Arbitrary<List<Long>> numbers() {
        Arbitrary<Long> some =
                Arbitraries.oneOf(Arbitraries.longs().between(-50, 500), Arbitraries.longs(), Arbitraries.just(0L));
        return some.list().ofMaxSize(2000);
    }

    @Property(tries = 200)
    void behavesAsAHashSet(@ForAll("numbers") List<Long> numbers) {
        LongSet set = new LongSet();
        Set<Long> model = new HashSet<>();
        for (long number : numbers) {
            assertThat(set.contains(number)).isEqualTo(model.contains(number));
            assertThat(set.add(number)).isEqualTo(model.add(number));
            assertThat(set.contains(number)).isTrue();
            assertThat(set.size()).isEqualTo(model.size());
        }
        assertThat(model).allMatch(set::contains);
        assertThat(numbers).allMatch(number -> set.contains(number + 1) == model.contains(number + 1));
    }

    /** Inode numbers as file systems give them: in a row, in steps of a power of two, anyhow. */
    @Test
    void anEntryCostsSixteenBytesAtMost() {
        Random random = new Random(7);
        List<LongUnaryOperator> patterns = List.of(i -> i + 1, i -> (i + 1) << 32, i -> -i - 1, i -> random.nextLong());
        for (LongUnaryOperator pattern : patterns) {
            LongSet set = new LongSet();
            for (int i = 0; i < 500_000; i++) {
                set.add(pattern.applyAsLong(i));
                if (i >= 1000) {
                    assertThat(set.memoryBytes()).isLessThanOrEqualTo(16 * set.size() + 64);
                }
            }
            assertThat(set.size()).isEqualTo(500_000);
        }
    }
}
