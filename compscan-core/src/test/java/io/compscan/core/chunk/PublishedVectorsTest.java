package io.compscan.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.compscan.core.chunk.rolling.BuzhashScan;
import io.compscan.core.chunk.rolling.BuzhashTable;
import io.compscan.core.chunk.rolling.GearTable;
import io.compscan.core.chunk.rolling.Polynomial;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that others have published. */
class PublishedVectorsTest {

    /** From BorgBackup's own tests of its {@code buzhash}. */
    @ParameterizedTest
    @CsvSource({
        "abcdefghijklmnop, 0, 3795437769",
        "abcdefghijklmnop, 1, 3795400502",
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz, 0, 566521248"
    })
    void borgHashes(String text, int seed, long expected) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        int hash = new BuzhashScan(BuzhashTable.of(seed), bytes.length, 0).hash(bytes, 0);
        assertThat(Integer.toUnsignedLong(hash)).isEqualTo(expected);
    }

    /** From BorgBackup's own tests of its chunker: two bits of mask, a maximum out of reach. */
    @ParameterizedTest
    @CsvSource({
        "0, 1, 2, fooba rboobaz fooba rboobaz fooba rboobaz",
        "1, 1, 2, fo obarb oob azf oobarb oob azf oobarb oobaz",
        "2, 1, 2, foob ar boobazfoob ar boobazfoob ar boobaz",
        "0, 2, 3, foobarboobazfoobarboobazfoobarboobaz",
        "1, 2, 3, foobar boobazfo obar boobazfo obar boobaz",
        "2, 2, 3, foob arboobaz foob arboobaz foob arboobaz",
        "0, 3, 3, foobarboobazfoobarboobazfoobarboobaz",
        "1, 3, 3, foobarbo obazfoobar boobazfo obarboobaz",
        "2, 3, 3, foobarboobaz foobarboobaz foobarboobaz"
    })
    void borgChunks(int seed, int minExponent, int window, String expected) {
        byte[] data = "foobarboobaz".repeat(3).getBytes(StandardCharsets.US_ASCII);
        ChunkList chunks = new ChunkList();
        BuzhashChunker.cutter(0x3, 1 << minExponent, 1 << 23, window, seed).cutRegion(data, 0, data.length, 0, chunks);
        List<String> pieces = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            pieces.add(new String(data, chunks.offset(i), chunks.length(i), StandardCharsets.US_ASCII));
        }
        assertThat(String.join(" ", pieces)).isEqualTo(expected);
    }

    /** What Kopia 0.21.1's own splitters make of noise; in the second one, two of eight MiB are zeros. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kopia:128k | 3 | 0 | 106903 262144 262144 75634 70225 262144 262144 227264 82510 176587 262144 126363 262144 157276 243487"
                        + " 262144 44471",
                "kopia:1m | 8 | 2 | 1082435 1531497 531860 524288 524288 524288 2097152 538779 1034021",
            })
    void kopiaChunks(String spec, int mebibytes, int zeros, String expected) {
        byte[] data = new byte[mebibytes << 20];
        long state = 1;
        for (int i = 0; i < data.length; i++) {
            state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            data[i] = (byte) (state >>> 56);
        }
        Arrays.fill(data, 3 << 20, (3 + zeros) << 20, (byte) 0);
        ChunkList chunks = new ChunkList();
        ChunkerSpecs.parse(spec).get(0).cutter().cutRegion(data, 0, data.length, 0, chunks);
        List<String> lengths = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            lengths.add(Integer.toString(chunks.length(i)));
        }
        assertThat(String.join(" ", lengths)).isEqualTo(expected);
    }

    /**
     * What pyfastcdc 0.3.1, an implementation of the 2020 paper that knows nothing of this one, makes of 1 MiB: the SHA-256 digests of
     * 0, 1, 2, ... as four bytes each, big-endian. The lengths of all chunks, as a list in brackets, have this MD5 digest.
     */
    @ParameterizedTest
    @CsvSource({
        "0, 115, e574a3596b588ae30e522f1702fc6b59",
        "1, 109, a884f745f57afedddb33f56760b2b5eb",
        "2, 115, 7557f8b414ed4cb07ac96ee1c89d5b75",
        "3, 121, 2ea99f87689b8ad476365932068d7e2a"
    })
    void fastCdcChunks(int level, int chunkCount, String digestOfLengths) throws NoSuchAlgorithmException {
        List<Integer> lengths = lengths("fastcdc:8k,min=2k,max=64k,nc=" + level, digests(1 << 20));
        assertThat(lengths).hasSize(chunkCount);
        assertThat(md5(lengths)).isEqualTo(digestOfLengths);
    }

    /**
     * What casync 2 makes of 8 MiB of such digests: the lengths in its index, as above. Beside it what the test of Proxmox Backup's rule
     * of remainders gives, worked out by another program from the same table; no Proxmox Backup was run.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "casync:64k | 137 | 5ea36d5cde78e525c37be8c507e7207d",
                "casync:8k,min=2k,max=64k | 1045 | cefac38402cf290f3c83ba6fd4f77d59",
                "pxar:64k | 149 | a3cb757110ab66c1a6451f38d07f8662"
            })
    void casyncChunks(String spec, int chunkCount, String digestOfLengths) throws NoSuchAlgorithmException {
        List<Integer> lengths = lengths(spec, digests(8 << 20));
        assertThat(lengths).hasSize(chunkCount);
        assertThat(md5(lengths)).isEqualTo(digestOfLengths);
    }

    /** The chunks that Proxmox Backup makes of files: 4 MiB in the mean. */
    @Test
    void pxarChunks() throws NoSuchAlgorithmException {
        assertThat(lengths("pxar:4m", digests(32 << 20)))
                .containsExactly(
                        10_236_450,
                        2_492_801,
                        1_061_983,
                        1_726_795,
                        1_198_458,
                        5_856_619,
                        3_599_576,
                        4_283_626,
                        3_098_124);
    }

    private static byte[] digests(int bytes) throws NoSuchAlgorithmException {
        ByteBuffer data = ByteBuffer.allocate(bytes);
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        for (int i = 0; data.hasRemaining(); i++) {
            data.put(sha256.digest(ByteBuffer.allocate(4).putInt(i).array()));
        }
        return data.array();
    }

    private static List<Integer> lengths(String spec, byte[] data) {
        ChunkList chunks = new ChunkList();
        ChunkerSpecs.parse(spec).get(0).cutter().cutRegion(data, 0, data.length, 0, chunks);
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < chunks.size(); i++) {
            lengths.add(chunks.length(i));
        }
        return lengths;
    }

    private static String md5(List<Integer> lengths) throws NoSuchAlgorithmException {
        byte[] text = lengths.toString().getBytes(StandardCharsets.US_ASCII);
        return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(text));
    }

    /** The first and the last of the numbers in casync's table. */
    @Test
    void casyncTable() {
        int[] table = BuzhashTable.casync();
        assertThat(table).hasSize(256);
        assertThat(table[0]).isEqualTo(0x458be752);
        assertThat(table[255]).isEqualTo(0xd95ddf11);
    }

    /** The first and the last of the numbers in the FastCDC authors' table. */
    @Test
    void gearTable() {
        long[] table = GearTable.of(0);
        assertThat(table[0]).isEqualTo(0x3b5d3c7d207e37dcL);
        assertThat(table[1]).isEqualTo(0x784d68ba91123086L);
        assertThat(table[255]).isEqualTo(0xaabd2b2a451504e1L);
    }

    /** Polynomials that are known to be irreducible: of LBFS, of restic's tests, of AES; and products. */
    @Test
    void irreduciblePolynomials() {
        for (long known : new long[] {0xbfe6b8a5bf378d83L, 0x3DA3358B4DC173L, 0x11b, 0x11d}) {
            assertThat(new Polynomial(known).isIrreducible())
                    .as(Long.toHexString(known))
                    .isTrue();
        }
        for (long known : new long[] {0x11a, 0x101, 0xbfe6b8a5bf378d82L, 0x10000L}) {
            assertThat(new Polynomial(known).isIrreducible())
                    .as(Long.toHexString(known))
                    .isFalse();
        }
    }

    @Test
    void aReduciblePolynomialIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkerSpecs.parse("rabin:8k,poly=0x145c2b6a0"))
                .withMessage("'rabin:8k,poly=0x145c2b6a0': poly must be irreducible over GF(2)");
    }
}
