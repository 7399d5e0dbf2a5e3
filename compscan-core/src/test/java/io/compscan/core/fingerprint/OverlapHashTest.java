package io.compscan.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.SplitMix;
import io.compscan.core.chunk.ChunkList;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OverlapHashTest {

    private static final BigInteger PRIME = BigInteger.TWO.pow(61).subtract(BigInteger.valueOf(0x9e386d1));
    private static final int DIGEST_BYTES = 20;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final OverlapHash hash = new OverlapHash(DIGEST_BYTES);

    /** So that powers of 256 return late. */
    @Test
    void thePrimeIsSafe() {
        assertThat(PRIME.isProbablePrime(60)).isTrue();
        assertThat(PRIME.shiftRight(1).isProbablePrime(60)).isTrue();
    }

    /** Chunks of any place and length, in any order, and of bytes with many high bits, against the definition. */
    @Test
    void theHashIsTheBytesAsANumberModuloThePrime() {
        for (int round = 0; round < 60; round++) {
            byte[] data = new byte[1 + random.nextInt(40_000)];
            random.nextBytes(data);
            if (round % 3 == 0) {
                Arrays.fill(data, random.nextInt(data.length), data.length, (byte) -1);
            }
            hash.begin();
            for (int turn = 0; turn < 4; turn++) {
                ChunkList chunks = anyChunks(data.length);
                byte[] found = new byte[chunks.size() * DIGEST_BYTES];
                hash.fingerprint(data, chunks, found);
                for (int i = 0; i < chunks.size(); i++) {
                    assertThat(Arrays.copyOfRange(found, i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES))
                            .as("seed %d, chunk %d + %d", seed, chunks.offset(i), chunks.length(i))
                            .isEqualTo(expected(data, chunks.offset(i), chunks.length(i)));
                }
            }
        }
    }

    private ChunkList anyChunks(int length) {
        ChunkList chunks = new ChunkList();
        for (int i = 0; i < 12; i++) {
            int offset = random.nextInt(length);
            int most = random.nextBoolean() ? length - offset : Math.min(length - offset, 100);
            chunks.add(offset, 1 + random.nextInt(most));
        }
        return chunks;
    }

    private static byte[] expected(byte[] data, int offset, int length) {
        long value = new BigInteger(1, data, offset, length).mod(PRIME).longValueExact();
        byte[] expected = new byte[DIGEST_BYTES];
        long word = SplitMix.mix(length);
        for (int i = 0; i < DIGEST_BYTES; i++) {
            word = i % 8 == 0 ? SplitMix.mix(word + value) : word;
            expected[i] = (byte) (word >>> (8 * (i % 8)));
        }
        return expected;
    }

    /**
     * Equal chunks have one fingerprint wherever they lie. Chunks that differ in a bit, in their length or by leading zeros have different
     * ones.
     */
    @Test
    void tellsChunksApart() {
        byte[] data = new byte[300_000];
        random.nextBytes(data);
        Arrays.fill(data, 100_000, 101_000, (byte) 0);
        System.arraycopy(data, 0, data, 200_001, 70_000);
        data[270_001 - 1] ^= 1;
        ChunkList chunks = new ChunkList();
        chunks.add(0, 69_999);
        chunks.add(200_001, 69_999);
        chunks.add(0, 70_000);
        chunks.add(200_001, 70_000);
        for (int i = 0; i < 900; i++) {
            chunks.add(100_000 + i, 1_200 - i);
        }
        byte[] found = new byte[chunks.size() * DIGEST_BYTES];
        hash.begin();
        hash.fingerprint(data, chunks, found);
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < chunks.size(); i++) {
            counts.merge(
                    Arrays.toString(Arrays.copyOfRange(found, i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES)),
                    1,
                    Integer::sum);
        }
        assertThat(counts).as("seed %d", seed).hasSize(chunks.size() - 1);
    }

    /** The bytes of the last slab are not taken for those of this one. */
    @Test
    void forgetsWhatItHashedBefore() {
        byte[] data = new byte[20_000];
        ChunkList whole = new ChunkList();
        whole.add(0, data.length);
        byte[] zeros = new byte[DIGEST_BYTES];
        byte[] others = new byte[DIGEST_BYTES];
        hash.begin();
        hash.fingerprint(data, whole, zeros);
        data[10_000] = 1;
        hash.begin();
        hash.fingerprint(data, whole, others);
        assertThat(others).isEqualTo(expected(data, 0, data.length)).isNotEqualTo(zeros);
    }
}
