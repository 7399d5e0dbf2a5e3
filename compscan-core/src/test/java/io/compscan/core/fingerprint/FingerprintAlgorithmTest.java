package io.compscan.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.compscan.core.chunk.ChunkList;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FingerprintAlgorithmTest {

    /** xxh3 from xxHash 0.8, the others from FIPS 180-4, RFC 1321, RFC 7693 (truncated form), the BLAKE3 reference, FIPS 202 and RFC 9861. */
    @ParameterizedTest
    @CsvSource({
        "sha1, abc, a9993e364706816aba3e25717850c26c9cd0d89d",
        "md5, abc, 900150983cd24fb0d6963f7d28e17f72",
        "sha256, abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sha512-256, abc, 53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
        "blake2b, abc, bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319",
        "blake3, abc, 6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85",
        "sha3, abc, 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
        "xxh3, abc, 06b05ab6733a618578af5f94892f3950",
        "kangarootwelve, '', 1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5",
    })
    void publishedVectors(String name, String message, String expected) {
        FingerprintAlgorithm algorithm = FingerprintAlgorithm.parse(name);
        byte[] data = ("##" + message + "##").getBytes(StandardCharsets.US_ASCII);
        ChunkList chunks = new ChunkList();
        chunks.add(2, message.length());
        byte[] out = new byte[algorithm.digestBytes()];
        algorithm.open().fingerprint(data, chunks, out);
        assertThat(HexFormat.of().formatHex(out)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void manyChunksAreFingerprintedOneAfterAnother(FingerprintAlgorithm algorithm) {
        byte[] data = new byte[10_000];
        new java.util.Random(1).nextBytes(data);
        ChunkList all = new ChunkList();
        int n = algorithm.digestBytes();
        for (int i = 0; i < 100; i++) {
            all.add(i * 97, 1 + i);
        }
        byte[] together = new byte[100 * n];
        algorithm.open().fingerprint(data, all, together);
        Fingerprinter again = algorithm.open();
        for (int i = 0; i < 100; i++) {
            ChunkList one = new ChunkList();
            one.add(i * 97, 1 + i);
            byte[] alone = new byte[n];
            again.fingerprint(data, one, alone);
            assertThat(alone).containsExactly(java.util.Arrays.copyOfRange(together, i * n, (i + 1) * n));
        }
    }

    @Test
    void anUnknownNameIsAnsweredWithThoseThereAre() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FingerprintAlgorithm.parse("crc32"))
                .withMessage("'crc32': the fingerprints are sha1, md5, sha256, sha512-256, blake2b, blake3, sha3,"
                        + " kangarootwelve, xxh3");
    }
}
