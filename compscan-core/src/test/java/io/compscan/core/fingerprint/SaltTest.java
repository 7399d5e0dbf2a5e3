package io.compscan.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.compscan.core.chunk.ChunkList;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaltTest {

    @TempDir
    private Path dir;

    private static byte[] sha256(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** RFC 2104, written down a second time. */
    private static byte[] hmac(byte[] key, byte[] message) {
        byte[] block = Arrays.copyOf(key.length > 64 ? sha256(key) : key, 64);
        byte[] inner = new byte[64];
        byte[] outer = new byte[64];
        for (int i = 0; i < 64; i++) {
            inner[i] = (byte) (block[i] ^ 0x36);
            outer[i] = (byte) (block[i] ^ 0x5c);
        }
        return sha256(outer, sha256(inner, message));
    }

    /** RFC 4231, test cases 1, 4 and 6: the HMAC above is the one of the books. */
    @Test
    void theReferenceIsThatOfTheRfc() {
        byte[] key = new byte[20];
        Arrays.fill(key, (byte) 0x0b);
        assertThat(HexFormat.of().formatHex(hmac(key, "Hi There".getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        byte[] longKey = new byte[131];
        Arrays.fill(longKey, (byte) 0xaa);
        assertThat(HexFormat.of()
                        .formatHex(hmac(
                                longKey,
                                "Test Using Larger Than Block-Size Key - Hash Key First"
                                        .getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    @ParameterizedTest
    @EnumSource
    void aKeyedFingerprintIsTheHmacOfThePlainOne(FingerprintAlgorithm algorithm) {
        Random random = new Random(4);
        byte[] data = new byte[20_000];
        random.nextBytes(data);
        ChunkList chunks = new ChunkList();
        for (int i = 0; i < 70; i++) {
            chunks.add(i * 97, 1 + i * 3);
        }
        int n = algorithm.digestBytes();
        byte[] plain = new byte[70 * n];
        for (int keyBytes : new int[] {16, 64, 65, 1000}) {
            byte[] key = new byte[keyBytes];
            random.nextBytes(key);
            algorithm.open(Salt.of(key).seed()).fingerprint(data, chunks, plain);
            byte[] keyed = new byte[70 * n];
            Fingerprinting fingerprinting = new Fingerprinting(algorithm, Salt.of(key));
            fingerprinting.open().fingerprint(data, chunks, keyed);
            for (int i = 0; i < 70; i++) {
                byte[] expected = hmac(key, Arrays.copyOfRange(plain, i * n, (i + 1) * n));
                assertThat(Arrays.copyOfRange(keyed, i * n, (i + 1) * n)).isEqualTo(Arrays.copyOf(expected, n));
            }
            assertThat(fingerprinting.label()).isEqualTo(algorithm.label() + ":salted");
            assertThat(fingerprinting.digestBytes()).isEqualTo(n);
        }
    }

    @Test
    void theIdTellsSaltsApartAndNotWhatTheyAre() throws IOException {
        byte[] secret = "a secret of some length".getBytes(StandardCharsets.US_ASCII);
        Path file = Files.write(dir.resolve("salt"), secret);
        Salt salt = Salt.read(file);
        assertThat(salt).isEqualTo(Salt.of(secret)).hasSameHashCodeAs(Salt.of(secret));
        assertThat(salt.id()).matches("[0-9a-f]{16}").isEqualTo(Salt.of(secret).id());
        assertThat(salt.toString()).isEqualTo("salt " + salt.id()).doesNotContain("secret");
        secret[3] ^= 1;
        assertThat(Salt.of(secret)).isNotEqualTo(salt);
        assertThat(Salt.of(secret).id()).isNotEqualTo(salt.id());
        assertThat(new BigInteger(salt.id(), 16)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, (1 << 16) + 1})
    void whatCanBeGuessedOrWasNotMeantIsRefused(int bytes) throws IOException {
        Path file = Files.write(dir.resolve("salt"), new byte[bytes]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Salt.read(file))
                .withMessageStartingWith("a salt has 16 to 65536 bytes, not ");
    }
}
