package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.ForcedLanes;
import io.compscan.result.ScanResult;
import io.compscan.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Scans whose digests are taken side by side; in a test none takes so long that it would come to that by itself. */
class LanesScanTest {

    private static final List<Integer> CHUNK_SIZES = List.of(4096, 512, 6000);

    @AfterEach
    void lanesOff() {
        ForcedLanes.off();
    }

    @Test
    @Slow
    void findsTheSameWithLanesAsWithout() throws Exception {
        List<byte[]> contents = contents();
        ForcedLanes.off();
        ScanResult without = scan(contents, 1);
        ForcedLanes.on();
        for (int workers : List.of(1, 3)) {
            ScanResult with = scan(contents, workers);
            for (int i = 0; i < CHUNK_SIZES.size(); i++) {
                ReferenceScan expected = ReferenceScan.of(CHUNK_SIZES.get(i), contents);
                assertThat(ReferenceScan.summary(with.layouts().get(i))).isEqualTo(expected.summary());
                assertThat(with.layouts().get(i).compression())
                        .isEqualTo(without.layouts().get(i).compression());
                assertThat(with.layouts().get(i).refcounts())
                        .isEqualTo(without.layouts().get(i).refcounts());
            }
        }
    }

    private static ScanResult scan(List<byte[]> contents, int workers) throws Exception {
        MemorySource source = new MemorySource();
        for (int i = 0; i < contents.size(); i++) {
            source.add("unit" + i, contents.get(i));
        }
        return Scans.scan(
                source,
                Scans.options(CHUNK_SIZES, List.of(CompressorSpec.parse("lz4"))).withThreads(1, workers));
    }

    /** A large unit and many small ones of all lengths, half of which have been seen before. */
    private static List<byte[]> contents() {
        Random random = new Random(20);
        byte[] large = new byte[12_000_000];
        random.nextBytes(large);
        System.arraycopy(large, 0, large, 6_000_000 - 6_000_000 % 24_000, 4_096_000);
        List<byte[]> contents = new ArrayList<>();
        contents.add(large);
        for (int i = 0; i < 1500; i++) {
            byte[] small = new byte[random.nextInt(9000)];
            if (i % 2 == 0) {
                random.nextBytes(small);
            } else {
                System.arraycopy(large, 4096 * random.nextInt(2000), small, 0, small.length);
            }
            contents.add(small);
        }
        return contents;
    }
}
