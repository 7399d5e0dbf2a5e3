package io.compscan.core.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.statistics.ExtentEstimator;
import io.compscan.core.statistics.Interval;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a table tells of extents, whoever adds them first. */
class IncidenceTableTest {

    private static Interval[] estimates(List<Integer> order, int mostPairs, int mostSized) {
        SyntheticExtents extents = new SyntheticExtents(new SplittableRandom(20), 2000, 8);
        IncidenceTable table = new IncidenceTable(1, mostPairs, mostSized);
        order.forEach(extent -> extents.addTo(table, extent));
        Interval[] found = new Interval[2];
        for (int compressor = -1; compressor < 1; compressor++) {
            long unread = extents.bytes() - table.readBytes();
            found[compressor + 1] = table.estimate(
                    ExtentEstimator.ONE_LOOK, compressor, extents.count(), extents.extentBytes(), unread);
        }
        return found;
    }

    @Test
    void theOrderOfTheExtentsDoesNotMatterToTheLastBit() {
        List<Integer> order = new ArrayList<>();
        for (int extent = 0; extent < 2000; extent += 4) {
            order.add(extent);
        }
        // All kept and sized; some sized; some kept.
        for (int[] most : new int[][] {{1 << 20, 1 << 20}, {1 << 20, 500}, {1500, 300}}) {
            Interval[] first = estimates(order, most[0], most[1]);
            for (int seed = 0; seed < 8; seed++) {
                List<Integer> other = new ArrayList<>(order);
                Collections.shuffle(other, new Random(seed));
                assertThat(estimates(other, most[0], most[1])).isEqualTo(first);
            }
        }
    }

    @Test
    void eachDistinctChunkOfAnExtentIsThereOnceInTheOrderOfTheKeys() {
        byte[] data = new byte[7 * 64];
        for (int i = 0; i < 7; i++) {
            // Chunks 0, 3 and 6 are equal, and so are 1 and 4; chunk 5 is zero.
            data[64 * i] = (byte) (i == 5 ? 0 : 1 + i % 3);
        }
        for (FingerprintAlgorithm algorithm :
                List.of(FingerprintAlgorithm.SHA1, FingerprintAlgorithm.MD5, FingerprintAlgorithm.BLAKE3)) {
            Fingerprinter keys = ChunkKeys.of(Fingerprinting.plain(algorithm), false);
            byte[] fingerprints = new byte[6 * ChunkKeys.FINGERPRINT_BYTES];
            ChunkList nonZero = new ChunkList();
            for (int i = 0; i < 7; i++) {
                if (i != 5) {
                    nonZero.add(64 * i, 64);
                }
            }
            ExtentChunks chunks = new ExtentChunks();
            for (int round = 0; round < 2; round++) {
                keys.fingerprint(data, nonZero, fingerprints);
                chunks.clear();
                for (int i = 0; i < nonZero.size(); i++) {
                    chunks.add(ChunkKeys.key(ByteBuffer.wrap(fingerprints), i), nonZero.offset(i), nonZero.length(i));
                }
                chunks.addZeros(64);
                chunks.end();
                assertThat(chunks.distinctCount()).isEqualTo(3);
                assertThat(chunks.distinctBytes()).isEqualTo(3 * 64);
                assertThat(chunks.zeroBytes()).isEqualTo(64);
                assertThat(new long[] {chunks.key(0), chunks.key(1), chunks.key(2)})
                        .isSorted()
                        .doesNotHaveDuplicates();
                assertThat(List.of(chunks.offset(0), chunks.offset(1), chunks.offset(2)))
                        .containsExactlyInAnyOrder(0, 64, 128);
            }
        }
    }
}
