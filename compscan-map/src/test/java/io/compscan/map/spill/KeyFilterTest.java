package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A filter holds every key that was added, and excludes nearly all others. */
class KeyFilterTest {

    private static final int KEY_BYTES = 20;

    private static long hash(Random random, byte[] key) {
        random.nextBytes(key);
        return KeyFilter.hash(key, 0, KEY_BYTES);
    }

    @Property(tries = 50)
    void holdsEveryKeyThatWasAdded(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5000) int keyCount) {
        KeyFilter filter = new KeyFilter(keyCount);
        byte[] key = new byte[KEY_BYTES];
        Random random = new Random(seed);
        for (int i = 0; i < keyCount; i++) {
            filter.add(hash(random, key));
        }
        Random again = new Random(seed);
        for (int i = 0; i < keyCount; i++) {
            assertThat(filter.mayHold(hash(again, key))).isTrue();
        }
    }

    /** Keys of one shard agree in their first bytes, so these must not matter. */
    @Property(tries = 5)
    void excludesNearlyAllOtherKeys(@ForAll long seed) {
        int keyCount = 20_000;
        KeyFilter filter = new KeyFilter(keyCount);
        byte[] key = new byte[KEY_BYTES];
        Random random = new Random(seed);
        for (int i = 0; i < keyCount; i++) {
            filter.add(hash(random, key));
        }
        int taken = 0;
        for (int i = 0; i < keyCount; i++) {
            taken += filter.mayHold(hash(random, key)) ? 1 : 0;
        }
        assertThat(taken / (double) keyCount).isBetween(0.005, 0.06);
    }

    @Example
    void anEmptyFilterExcludesAllKeys() {
        assertThat(new KeyFilter(1000).mayHold(KeyFilter.hash(new byte[KEY_BYTES], 0, KEY_BYTES)))
                .isFalse();
    }

    @Example
    void takesAByteAKeyInWholeCacheLines() {
        assertThat(KeyFilter.bytes(1)).isEqualTo(64);
        assertThat(KeyFilter.bytes(64)).isEqualTo(64);
        assertThat(KeyFilter.bytes(65)).isEqualTo(128);
        assertThat(KeyFilter.bytes(1_000_000)).isEqualTo(1_000_000);
        assertThat(new KeyFilter(65).bytes()).isEqualTo(KeyFilter.bytes(65));
    }
}
