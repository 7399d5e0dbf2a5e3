package io.compscan.core.tools.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The files of a generated dataset: their bytes, their sizes and shifts, and ranges of them. */
final class GeneratedFilesTest {

    @Test
    void itsSeedSaysItAll() throws Exception {
        DatasetSpec.Builder spec = DatasetSpec.ofSize((1 << 20) + 77)
                .dedup("2")
                .compress("2", "lz4")
                .zeroShare("0.1")
                .files(5)
                .shiftBytes(100);
        String digest = sha1(new Generator(spec.seed(7).build()));
        assertThat(sha1(new Generator(spec.seed(7).build()))).isEqualTo(digest);
        assertThat(sha1(new Generator(spec.seed(8).build()))).isNotEqualTo(digest);
        // Published data sets are named by their seed: a change here must be a decision.
        assertThat(digest).isEqualTo("9468b9741f68331b0a4d6705cb57ab5df5f2c532");
    }

    @Test
    void rangesAgreeWithTheWhole() throws IOException {
        Generator generator = new Generator(DatasetSpec.ofSize(300_001)
                .dedup("2")
                .compress("2", "lz4")
                .files(3)
                .shiftBytes(5_000)
                .build());
        for (int file = 0; file < 3; file++) {
            byte[] whole = generator.open(file).readAllBytes();
            assertThat(whole).hasSize((int) generator.fileBytes(file));
            for (int from = 0; from < whole.length; from += 1 + whole.length / 97) {
                try (InputStream in = generator.open(file)) {
                    in.skipNBytes(from);
                    assertThat(in.readNBytes(4_567))
                            .isEqualTo(Arrays.copyOfRange(whole, from, Math.min(whole.length, from + 4_567)));
                }
            }
        }
    }

    @Test
    void aShiftMovesRunsOfDuplicatesOutOfLine() throws Exception {
        DatasetSpec spec = DatasetSpec.ofSize(8 << 20)
                .dedup("4")
                .files(8)
                .shiftBytes(4096)
                .runBytes(64 * 4096)
                .build();
        Generator generator = new Generator(spec);
        GroundTruth truth = generator.groundTruth();
        assertThat(truth.aligned()).isFalse();
        assertThat(truth.logicalBytes()).isEqualTo(8 << 20);
        assertThat(truth.shiftBytes() + truth.zeroBytes() + truth.uniqueBytes() + truth.duplicateBytes())
                .isEqualTo(8 << 20);
        // Behind the shifts, which differ, lie the chunks; in line with multiples of the chunk size there is next to
        // nothing.
        int tails = truth.nonZeroBytes() % 4096 == 0 ? 0 : 1;
        assertThat(distinctChunks(generator, new FileTable(spec, 1000, 0))).isEqualTo(truth.uniqueChunkCount() - tails);
        assertThat((double) distinctChunks(generator, null)).isGreaterThan(2.5 * truth.uniqueChunkCount());
    }

    /** Whole chunks, counted from behind the shifts if there is a table that has them. */
    private static int distinctChunks(Generator generator, FileTable shifts) throws Exception {
        Set<ByteBuffer> seen = new HashSet<>();
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        for (int file = 0; file < generator.fileCount(); file++) {
            try (InputStream in = generator.open(file)) {
                in.skipNBytes(shifts == null ? 0 : shifts.shiftBytes(file));
                for (byte[] chunk = in.readNBytes(4096); chunk.length == 4096; chunk = in.readNBytes(4096)) {
                    seen.add(ByteBuffer.wrap(sha1.digest(chunk)));
                }
            }
        }
        return seen.size();
    }

    @Test
    void anyPlaceOfTenTebibytesIsAtHand() throws IOException {
        Generator generator = new Generator(DatasetSpec.ofSize(10L << 40)
                .dedup("3")
                .compress("2", "lz4")
                .zeroShare("0.1")
                .files(1000)
                .build());
        assertThat(generator.groundTruth().dedupRatio()).isEqualTo(3.0);
        byte[] chunk = new byte[4096];
        int zeros = 0;
        for (int file = 0; file < 1000; file++) {
            try (InputStream in = generator.open(file)) {
                in.skipNBytes(generator.fileBytes(file) / 8192 * 4096);
                in.readNBytes(chunk, 0, 4096);
                zeros += Arrays.equals(chunk, new byte[4096]) ? 1 : 0;
            }
        }
        assertThat(zeros).isBetween(50, 150);
    }

    @Test
    void fileSizesVaryAndAddUp() {
        Generator generator =
                new Generator(DatasetSpec.ofSize(1L << 30).files(1000).build());
        long[] sizes = new long[1000];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = generator.fileBytes(i);
            assertThat(sizes[i] % 4096).isZero();
        }
        Arrays.sort(sizes);
        assertThat(Arrays.stream(sizes).sum()).isEqualTo(1L << 30);
        assertThat(sizes[0]).isPositive();
        assertThat((double) sizes[900] / sizes[100]).isBetween(8.0, 20.0);
    }

    private static String sha1(Generator generator) throws Exception {
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        try (InputStream in = generator.openAll()) {
            byte[] buffer = new byte[10_000];
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                sha1.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(sha1.digest());
    }
}
