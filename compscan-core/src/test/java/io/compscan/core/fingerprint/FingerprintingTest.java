package io.compscan.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.compscan.core.chunk.ChunkList;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintingTest {

    private static byte[] one(Fingerprinting fingerprinting, byte[] data) {
        ChunkList chunks = new ChunkList();
        chunks.add(0, data.length);
        byte[] digest = new byte[fingerprinting.digestBytes()];
        fingerprinting.open().fingerprint(data, chunks, digest);
        return digest;
    }

    private static byte[] bytes(int count) {
        byte[] data = new byte[count];
        for (int i = 0; i < count; i++) {
            data[i] = (byte) ((i * 2_654_435_761L) >> 13);
        }
        return data;
    }

    /** From the C library, by the package xxhash of Python. Each length takes another way through the hash. */
    @ParameterizedTest
    @CsvSource({
        "0, a4cb05dbbf09907aaaa287af24a9bb3a",
        "3, be63c9a9456ed6192dc58c246ee3d12e",
        "16, 20048873be61814c29d6060861dd4134",
        "100, 24e792cd80bfd1f3dc0775aeb00e5891",
        "200, 23c9979e23ac9f23a32de59ece3c1159",
        "241, 1f5566f355de4392ae3beafb3ac2f987",
        "4096, 1e571a80ab987b16b6c094b42aa1c42e",
        "5000, e7e306451150a46d1ae27ecce661bdb6"
    })
    void xxh3IsThatOfTheReference(int length, String expected) {
        Fingerprinting fingerprinting = Fingerprinting.parse("xxh3:0123456789ABCDEF", null, null);
        assertThat(HexFormat.of().formatHex(one(fingerprinting, bytes(length)))).isEqualTo(expected);
        assertThat(fingerprinting.label()).isEqualTo("xxh3:0123456789abcdef");
    }

    @Test
    void eachScanDrawsASeedAndTheNameRepeatsIt() {
        Set<String> labels = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Fingerprinting drawn = Fingerprinting.plain(FingerprintAlgorithm.XXH3);
            Fingerprinting again = Fingerprinting.parse(drawn.label(), null, null);
            assertThat(again).isEqualTo(drawn);
            assertThat(one(again, bytes(99))).isEqualTo(one(drawn, bytes(99)));
            labels.add(drawn.label());
        }
        assertThat(labels).hasSize(20);
    }

    @ParameterizedTest
    @CsvSource({
        "xxh3,                  xxh3:00000000000000ff, xxh3:00000000000000ff",
        "XXH3,                  xxh3:00000000000000ff, xxh3:00000000000000ff",
        "xxh3:0000000000000001, xxh3:00000000000000ff, xxh3:0000000000000001",
        "sha1,                  xxh3:00000000000000ff, sha1",
        "sha1,                  sha1:salted,           sha1",
        "sha512-256,            ,                      sha512-256"
    })
    void whatGoesOnKeepsItsSeed(String name, String before, String label) {
        assertThat(Fingerprinting.parse(name, null, before).label()).isEqualTo(label);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sha1", "xxh3:salted", "md5:00000000000000ff", ""})
    void aSeedOfSomethingElseIsNotTaken(String before) {
        String label = Fingerprinting.parse("xxh3", null, before).label();
        assertThat(label).matches("xxh3:[0-9a-f]{16}").isNotEqualTo("xxh3:00000000000000ff");
        assertThat(Fingerprinting.hasSeed(label)).isTrue();
        assertThat(Fingerprinting.hasSeed("xxh3:salted")).isFalse();
    }

    @Test
    void aSaltGivesASecretSeed() {
        Salt salt = Salt.of(bytes(32));
        Fingerprinting salted = Fingerprinting.parse("xxh3", salt, "xxh3:00000000000000ff");
        assertThat(salted).isEqualTo(new Fingerprinting(FingerprintAlgorithm.XXH3, Salt.of(bytes(32))));
        assertThat(salted.label()).isEqualTo("xxh3:salted");
        assertThat(salted.seed())
                .isNotZero()
                .isNotEqualTo(HexFormat.fromHexDigitsToLong(salt.id()))
                .isNotEqualTo(Salt.of(bytes(33)).seed());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fingerprinting.parse("xxh3:00000000000000ff", salt, null))
                .withMessage("a salt gives the seed, so name none");
    }

    @ParameterizedTest
    @CsvSource({
        "sha1:00000000000000ff, has no seed",
        "xxh3:ff, the fingerprints are",
        "xxh3:00000000000000fg, the fingerprints are",
        "xxh3:salted, the fingerprints are",
        "xxh4:00000000000000ff, the fingerprints are"
    })
    void whatIsNoFingerprintIsRefused(String name, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fingerprinting.parse(name, null, null))
                .withMessageContaining(reason);
    }

    /**
     * Digests cut so short that distinct chunks collide: as many as chance has it, n(n-1)/2 / 2^bits. Each one makes a chunk count as a
     * duplicate. With all 128 bits it is 10^-19 among 10^10 chunks.
     */
    @ParameterizedTest
    @CsvSource({"22, 40000", "24, 100000", "26, 100000", "28, 200000"})
    void falseDuplicatesAreAsManyAsChanceHasIt(int bits, int chunkCount) {
        Random random = new Random(bits);
        byte[] data = new byte[chunkCount * 16];
        random.nextBytes(data);
        ChunkList chunks = new ChunkList();
        for (int i = 0; i < chunkCount; i++) {
            chunks.add(i * 16, 16);
        }
        double expected = chunkCount * (chunkCount - 1.0) / 2 / (1L << bits);
        for (String seed : new String[] {"0000000000000000", "0000000000000001", "ffffffffffffffff"}) {
            byte[] digests = new byte[chunkCount * 16];
            Fingerprinting.parse("xxh3:" + seed, null, null).open().fingerprint(data, chunks, digests);
            for (int half = 0; half < 16; half += 8) {
                Set<Long> distinct = new HashSet<>();
                for (int i = 0; i < chunkCount; i++) {
                    distinct.add(ByteBuffer.wrap(digests).getLong(i * 16 + half) >>> (64 - bits));
                }
                assertThat((double) chunkCount - distinct.size())
                        .isBetween(expected - 6 * Math.sqrt(expected), expected + 6 * Math.sqrt(expected));
            }
        }
    }
}
