package io.compscan.map.spill;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.FingerprintMap;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** The references and the field that a map with one field must hold, by the number of the key. The field follows from the number. */
final class Tally {

    static final int KEY_BYTES = 20;

    /** How many keys a batch has. */
    static final int BATCH = 500;

    private final Map<Integer, Long> references = new HashMap<>();
    private final Map<ByteBuffer, Integer> numbers = new HashMap<>();

    static byte[] key(int number) {
        byte[] key = new byte[KEY_BYTES];
        new Random(number * 0x9E3779B97F4A7C15L).nextBytes(key);
        return key;
    }

    static int storedBytes(int number) {
        return 1 + number % 4000;
    }

    /** Adds keys from a range that is walked twice, so that runs share keys; stops when something was rejected. */
    long fill(FingerprintMap map, int from, int to) {
        EntryBatch batch = new EntryBatch(map.options(), BATCH);
        EntryBatch sizes = new EntryBatch(map.options(), BATCH);
        int[] numbers = new int[BATCH];
        Random random = new Random(from);
        for (int done = from; done < to; done += BATCH) {
            batch.clear();
            for (int i = 0; i < BATCH; i++) {
                numbers[i] = i % 4 == 0 ? random.nextInt(done + 1) : done + i;
                batch.add(key(numbers[i]), 0);
            }
            long rejected = map.addAll(batch);
            deliver(map, batch, numbers, sizes);
            if (rejected > 0) {
                return rejected;
            }
        }
        return 0;
    }

    /** Adds what the map took of a batch of keys with these numbers, and delivers the fields of those that it called new. */
    synchronized void deliver(FingerprintMap map, EntryBatch batch, int[] keyNumbers, EntryBatch sizes) {
        sizes.clear();
        for (int i = 0; i < batch.size(); i++) {
            if (!batch.isRejected(i)) {
                references.merge(keyNumbers[i], batch.references(i), Long::sum);
                numbers.put(ByteBuffer.wrap(key(keyNumbers[i])), keyNumbers[i]);
            }
            if (batch.isNew(i)) {
                sizes.setField(sizes.add(batch.keys(), i * KEY_BYTES, 0), 0, storedBytes(keyNumbers[i]));
            }
        }
        assertThat(map.addAll(sizes)).as("sizes of keys that were taken").isZero();
    }

    int distinctKeys() {
        return references.size();
    }

    /** Asserts that a walk over the map gives every key once, in order, with its references and its field. */
    synchronized void assertSame(FingerprintMap map) {
        byte[] last = {};
        int found = 0;
        for (EntryCursor cursor = map.cursor(); cursor.next(); found++) {
            assertThat(Arrays.compareUnsigned(last, cursor.key())).isNegative();
            last = cursor.key().clone();
            Integer number = numbers.get(ByteBuffer.wrap(last));
            if (number == null
                    || cursor.references() != references.get(number)
                    || cursor.field(0) != storedBytes(number)) {
                assertThat(number).as("a key that was never added").isNotNull();
                assertThat(cursor.references()).as("references").isEqualTo(references.get(number));
                assertThat(cursor.field(0)).as("stored bytes").isEqualTo(storedBytes(number));
            }
        }
        assertThat(found).as("distinct keys").isEqualTo(references.size());
    }
}
