package io.compscan.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

class LaneSha1Test {

    private static final int DATA_BYTES = 1 << 20;

    private final LaneSha1 lanes = new LaneSha1();

    /** Chunks of these lengths, anywhere in random bytes; some lie on others. */
    static ChunkList chunks(List<Integer> lengths, Random random) {
        ChunkList chunks = new ChunkList();
        for (int length : lengths) {
            chunks.add(random.nextInt(DATA_BYTES - length + 1), length);
        }
        return chunks;
    }

    static byte[] randomBytes(Random random) {
        byte[] data = new byte[DATA_BYTES];
        random.nextBytes(data);
        return data;
    }

    static byte[] expected(byte[] data, ChunkList chunks) {
        byte[] expected = new byte[chunks.size() * LaneSha1.DIGEST_BYTES];
        new JdkDigest("SHA-1").fingerprint(data, chunks, expected);
        return expected;
    }

    @Property(tries = 200)
    void equalsTheJdksDigest(@ForAll("lengths") List<Integer> lengths, @ForAll long seed) {
        Random random = new Random(seed);
        byte[] data = randomBytes(random);
        ChunkList chunks = chunks(lengths, random);
        byte[] digests = new byte[chunks.size() * LaneSha1.DIGEST_BYTES];
        lanes.fingerprint(data, chunks, digests);
        assertThat(digests).isEqualTo(expected(data, chunks));
    }

    @Provide
    static Arbitrary<List<Integer>> lengths() {
        Arbitrary<Integer> length = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.of(512, 4096)),
                Tuple.of(4, Arbitraries.integers().between(0, 300)),
                Tuple.of(1, Arbitraries.integers().between(0, 20_000)));
        return length.list().ofMaxSize(300);
    }

    @Test
    void paddingFitsBehindEveryLength() {
        Random random = new Random(1);
        byte[] data = randomBytes(random);
        ChunkList chunks = chunks(IntStream.rangeClosed(0, 260).boxed().toList(), random);
        byte[] digests = new byte[chunks.size() * LaneSha1.DIGEST_BYTES];
        lanes.fingerprint(data, chunks, digests);
        assertThat(digests).isEqualTo(expected(data, chunks));
    }

    @Test
    void onlyTheChunksThatAreMeantAreWritten() {
        Random random = new Random(2);
        byte[] data = randomBytes(random);
        ChunkList chunks = chunks(List.of(1000, 2000, 3000, 4000), random);
        byte[] digests = new byte[4 * LaneSha1.DIGEST_BYTES];
        lanes.fingerprint(data, chunks, new int[] {3, 1, 0, 2}, 1, 3, digests);
        byte[] expected = expected(data, chunks);
        Arrays.fill(expected, 2 * LaneSha1.DIGEST_BYTES, expected.length, (byte) 0);
        assertThat(digests).isEqualTo(expected);
    }

    /** Compiled code is other code: often enough that the compiler has made of it what it makes in a long scan. */
    @Test
    void staysRightWhenItIsCompiled() {
        Random random = new Random(3);
        byte[] data = randomBytes(random);
        byte[] digests = new byte[200 * LaneSha1.DIGEST_BYTES];
        for (int round = 0; round < 400; round++) {
            int longest = random.nextInt(8000);
            ChunkList chunks =
                    chunks(random.ints(200, longest / 2, longest + 1).boxed().toList(), random);
            lanes.fingerprint(data, chunks, digests);
            assertThat(digests).as("round %d", round).isEqualTo(expected(data, chunks));
        }
    }
}
