package io.compscan.core.tools.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.github.luben.zstd.ZstdOutputStream;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.testing.Slow;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compressors find in generated chunks what was asked for, and nothing beyond it. */
final class GeneratedCompressionTest {

    @ParameterizedTest
    @CsvSource({
        "lz4, 4096",
        "lz4:16, 4096",
        "lz4hc, 4096",
        "zstd, 4096",
        "zstd:-5, 4096",
        "deflate, 4096",
        "deflate:1, 4096",
        "lz4, 512",
        "lz4, 131072",
        "zstd, 1024",
        "zstd, 131072",
        "deflate, 65536",
        "lz4, 1048576",
        "zstd, 1048576"
    })
    @Slow
    void theNamedCompressorComesToTheRatio(String compressor, int chunkBytes) throws Exception {
        List<String> ratios = List.of("1", "1.02", "1.1", "1.3", "1.7", "2.0", "2.5", "3", "4", "6", "8");
        // Of long chunks it takes 16 MiB to see a ratio.
        for (String ratio : chunkBytes < 1 << 20 ? ratios : List.of("1", "1.1", "2.0", "8")) {
            if (chunkBytes <= 1024 && Double.parseDouble(ratio) > 4) {
                continue;
            }
            DatasetSpec spec = DatasetSpec.ofSize(Math.max(16L * chunkBytes, 2 << 20))
                    .chunkBytes(chunkBytes)
                    .compress(ratio, compressor)
                    .seed(chunkBytes + 31L * ratio.hashCode())
                    .build();
            CountedDataset.verify(new Generator(spec), spec);
        }
    }

    @Property(tries = 1000)
    void evenAFewSmallChunksComeToTheRatio(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 12) int chunks, @ForAll("ratios") String ratio)
            throws Exception {
        DatasetSpec spec = DatasetSpec.ofSize(chunks * 512L)
                .chunkBytes(512)
                .compress(ratio, "lz4")
                .seed(seed)
                .build();
        Generator generator = new Generator(spec);
        try (Compressor compressor = spec.compressor().open()) {
            CountedDataset found = new CountedDataset(generator, 512, compressor);
            double asked = Double.parseDouble(ratio);
            assertThat(found.compressionRatio()).isCloseTo(asked, within(asked * 0.01));
        }
    }

    @Provide
    Arbitrary<String> ratios() {
        return Arbitraries.of("1.1", "1.5", "2", "3", "4");
    }

    @Test
    void chunksShrinkByDifferentAmounts() throws Exception {
        Generator generator =
                new Generator(DatasetSpec.ofSize(2 << 20).compress("2", "lz4").build());
        int[] storedPercent = new int[101];
        try (InputStream in = generator.openAll();
                Compressor lz4 = CompressorSpec.parse("lz4").open()) {
            for (byte[] chunk = in.readNBytes(4096); chunk.length > 0; chunk = in.readNBytes(4096)) {
                storedPercent[lz4.storedBytes(chunk, 0, 4096) * 100 / 4096]++;
            }
        }
        assertThat(Arrays.stream(storedPercent).filter(n -> n > 0).count()).isBetween(25L, 45L);
    }

    @ParameterizedTest
    @CsvSource({"3.0, 2.0, lz4", "1, 4, lz4", "4, 1, lz4", "1.5, 3, zstd"})
    void thereIsNothingElseToFind(String dedup, String compress, String compressor) throws Exception {
        DatasetSpec spec = DatasetSpec.ofSize(64 << 20)
                .dedup(dedup)
                .compress(compress, compressor)
                .files(10)
                .seed(11)
                .build();
        long[] written = new long[1];
        OutputStream counter = new OutputStream() {
            @Override
            public void write(int b) {
                written[0]++;
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                written[0] += length;
            }
        };
        Generator generator = new Generator(spec);
        try (ZstdOutputStream zstd = new ZstdOutputStream(counter, 3).setLong(27);
                InputStream in = generator.openAll()) {
            in.transferTo(zstd);
        }
        double ratio = (double) generator.groundTruth().logicalBytes() / written[0];
        double asked = Double.parseDouble(dedup) * Double.parseDouble(compress);
        // It may find less: zstd does not see every duplicate.
        assertThat(ratio).isBetween(asked * 0.9, asked * 1.04);
    }
}
