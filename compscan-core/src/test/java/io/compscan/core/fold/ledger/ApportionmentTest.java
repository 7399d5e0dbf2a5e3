package io.compscan.core.fold.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ApportionmentTest {

    /** Estimates that are rounded down, and leave less than a byte for each part. */
    @Property
    void theRemainderGoesToWhatRoundingHasCutMost(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int count) {
        Random random = new Random(seed);
        long[] whole = random.longs(count, 0, 1000).toArray();
        long[] most = new long[count];
        int withRoom = 0;
        for (int i = 0; i < count; i++) {
            most[i] = whole[i] + random.nextInt(3);
            withRoom += most[i] > whole[i] ? 1 : 0;
        }
        long[] fractions = random.longs(count, 0, 20).toArray();
        long left = random.nextInt(withRoom + 1);

        long[] parts = Apportionment.of(Arrays.stream(whole).sum() + left, whole, fractions, most);

        long least = Long.MAX_VALUE;
        long missed = -1;
        for (int i = 0; i < count; i++) {
            assertThat(parts[i] - whole[i]).isBetween(0L, most[i] > whole[i] ? 1L : 0L);
            if (parts[i] > whole[i]) {
                least = Math.min(least, fractions[i]);
            } else if (most[i] > whole[i]) {
                missed = Math.max(missed, fractions[i]);
            }
        }
        assertThat(Arrays.stream(parts).sum()).isEqualTo(Arrays.stream(whole).sum() + left);
        assertThat(least).isGreaterThanOrEqualTo(missed);
    }

    @Property
    void aLargeRemainderGoesByRoom(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int count) {
        Random random = new Random(seed);
        long[] whole = random.longs(count, 0, 1L << 40).toArray();
        long[] most = new long[count];
        double allRoom = 0;
        for (int i = 0; i < count; i++) {
            most[i] = whole[i] + (random.nextInt(4) == 0 ? 0 : random.nextLong(1L << 40));
            allRoom += most[i] - whole[i];
        }
        long left = (long) (random.nextDouble() * allRoom);

        long[] parts = Apportionment.of(Arrays.stream(whole).sum() + left, whole, new long[count], most);

        assertThat(Arrays.stream(parts).sum()).isEqualTo(Arrays.stream(whole).sum() + left);
        for (int i = 0; i < count; i++) {
            assertThat(parts[i]).isBetween(whole[i], most[i]);
            double share = allRoom == 0 ? 0 : left * ((most[i] - whole[i]) / allRoom);
            assertThat((double) (parts[i] - whole[i])).isCloseTo(share, within(2.0 * count + 1));
        }
    }

    /** Estimates may exceed the room of their parts, and the total. */
    @Property
    void noPartHasMoreThanItsRoom(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int count) {
        Random random = new Random(seed);
        long[] whole = random.longs(count, 0, 1000).toArray();
        long[] most = random.longs(count, 0, 1000).toArray();
        long total = random.nextLong(Arrays.stream(most).sum() + 1);

        long[] parts = Apportionment.of(total, whole, random.longs(count, 0, 9).toArray(), most);

        assertThat(Arrays.stream(parts).sum()).isEqualTo(total);
        for (int i = 0; i < count; i++) {
            assertThat(parts[i]).isBetween(0L, most[i]);
        }
    }

    @Test
    void whatHasNoRoomGoesToTheFirstPart() {
        assertThat(Apportionment.of(100, new long[] {5, 5}, new long[] {0, 1}, new long[] {10, 20}))
                .containsExactly(80, 20);
        assertThat(Apportionment.of(0, new long[0], new long[0], new long[0])).isEmpty();
    }
}
