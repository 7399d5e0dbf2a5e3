package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sample of the chunks, chosen while the index goes to disk and forgets what it has seen. */
class SampledSpillTest {

    private static final int CHUNK_BYTES = 512;
    private static final int CHUNKS = 400_000;

    @TempDir
    private Path spill;

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    @Slow
    void theSampleIsThatOfAScanInMemory(int workers) throws Exception {
        // Each chunk comes four times, far apart, so most are called new more than once by an index that forgets.
        byte[] content = new byte[CHUNKS / 4 * CHUNK_BYTES];
        Random random = new Random(7);
        for (int at = 0; at < content.length; at += CHUNK_BYTES) {
            byte[] noise = new byte[random.nextInt(CHUNK_BYTES) + 8];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, content, at, Math.min(noise.length, CHUNK_BYTES));
        }
        MemorySource source = new MemorySource();
        for (int i = 0; i < 4; i++) {
            source.add(new MemoryUnit("unit" + i, "bin", content.length, content, -1, false));
        }
        ScanOptions options = Scans.options(List.of(CHUNK_BYTES), List.of(CompressorSpec.parse("lz4")))
                .withThreads(1, workers)
                .withCompressSample(CompressSample.parse("auto"));
        ScanResult expected = Scans.scan(source, options);
        ScanOptions.IndexMemory little =
                new ScanOptions.IndexMemory(1 << 20, 32, SpillSpace.in(List.of(spill), Long.MAX_VALUE));
        ScanResult result = Scans.scan(source, options.withMemory(little));
        assertThat(result.layouts()).isEqualTo(expected.layouts());
        assertThat(result.totals()).isEqualTo(expected.totals());
    }
}
