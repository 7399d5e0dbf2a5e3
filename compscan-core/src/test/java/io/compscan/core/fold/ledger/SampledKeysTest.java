package io.compscan.core.fold.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SampledKeysTest {

    @Property
    void hasEachKeyOnceAndInOrder(
            @ForAll long seed,
            @ForAll @IntRange(max = 63) int shift,
            @ForAll @IntRange(max = 5000) int count,
            @ForAll @IntRange(min = 1, max = 5000) int distinct) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] pool = random.longs(distinct).map(key -> key >>> shift).toArray();
        assertHolds(random.ints(count, 0, distinct).mapToLong(i -> pool[i]).toArray(), shift, random);
    }

    /** Nobody makes fingerprints like these; it would only be slow. */
    @Property(tries = 100)
    void keysThatAreNotSpreadAreFoundAsWell(@ForAll long seed, @ForAll @IntRange(max = 2000) int count) {
        SplittableRandom random = new SplittableRandom(seed);
        assertHolds(random.longs(count, -3, 1 + count / 2).toArray(), 0, random);
    }

    private static void assertHolds(long[] all, int shift, SplittableRandom random) {
        SampledKeys keys = new SampledKeys(all, shift);
        TreeSet<Long> expected = new TreeSet<>();
        Arrays.stream(all).forEach(expected::add);
        assertThat(keys.size()).isEqualTo(expected.size());
        int place = 0;
        for (long key : expected) {
            assertThat(keys.get(place)).isEqualTo(key);
            assertThat(keys.placeOf(key)).isEqualTo(place++);
        }
        random.longs(100)
                .map(key -> key >>> shift)
                .filter(key -> !expected.contains(key))
                .forEach(key -> assertThat(keys.placeOf(key)).isNegative());
    }
}
