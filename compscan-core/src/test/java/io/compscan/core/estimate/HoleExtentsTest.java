package io.compscan.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.result.EstimateResult;
import io.compscan.result.EstimateResult.PartLayout;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Estimates of thin disks, most of which is holes. */
class HoleExtentsTest {

    private static final int DATA_BYTES = 64 * 4096;
    private static final long SIZE_BYTES = 1L << 30;

    /** Has data at its beginning, and does not give the bytes of its hole. */
    private static final class ThinDisk implements Unit {
        private final String name;
        private final byte[] content;

        ThinDisk(String name, byte[] content) {
            this.name = name;
            this.content = content;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String extension() {
            return "raw";
        }

        @Override
        public long sizeBytes() {
            return SIZE_BYTES;
        }

        @Override
        public UnitChannel open() {
            return new UnitChannel() {

                @Override
                public long nextData(long position) {
                    return position < content.length ? position : SIZE_BYTES;
                }

                @Override
                public int read(long position, byte[] data, int offset, int length) {
                    assertThat(position + length).isLessThanOrEqualTo(content.length);
                    System.arraycopy(content, (int) position, data, offset, length);
                    return length;
                }

                @Override
                public void close() {}
            };
        }
    }

    @Test
    void holesAreZerosThatNobodyReads() throws Exception {
        byte[] content = new byte[DATA_BYTES];
        new Random(1).nextBytes(content);
        MemorySource source = new MemorySource();
        source.add(new ThinDisk("a", content));
        source.add(new ThinDisk("b", content));
        Schemes schemes = Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .cut(new FixedChunker(4096), List.of(CompressorSpec.parse("none")))
                .build();
        EstimateResult result = new ExtentScan(
                        new ExtentRequest(source, schemes, new PassPlan(1, 0, Long.MAX_VALUE), 3, 32_768L))
                .run("test", pass -> {});
        assertThat(result).isNotNull();
        assertThat(result.errors()).isEmpty();
        assertThat(result.readBytes()).isEqualTo(2 * SIZE_BYTES);
        PartLayout layout = result.layouts().get(0);
        assertThat(layout.zeroBytes()).isEqualTo(2 * (SIZE_BYTES - DATA_BYTES));
        assertThat(layout.uniqueBytes()).isEqualTo(DATA_BYTES);
    }
}
