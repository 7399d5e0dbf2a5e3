package io.compscan.core.scan.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fingerprint.Fingerprinting;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlabDigestsTest {

    private static final int DIGEST_BYTES = 20;

    private final Fingerprinter plain =
            Fingerprinting.plain(FingerprintAlgorithm.SHA1).open();
    private int digested;
    private final Fingerprinter counting = (data, chunks, fingerprints) -> {
        digested += chunks.size();
        plain.fingerprint(data, chunks, fingerprints);
    };

    /** Random cuts of random slabs, with the same digests as alone and each chunk digested once. */
    @Test
    void agreesWithDigestsOfEachChunkingAlone() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        SlabDigests digests = new SlabDigests(DIGEST_BYTES);
        for (int slab = 0; slab < 40; slab++) {
            byte[] data = new byte[1 << 16];
            random.nextBytes(data);
            digests.begin();
            for (int chunking = 0; chunking < 4; chunking++) {
                ChunkList chunks = cut(random, data.length, 1 + random.nextInt(900));
                byte[] expected = new byte[chunks.size() * DIGEST_BYTES];
                plain.fingerprint(data, chunks, expected);
                byte[] actual = new byte[expected.length + 7];
                digests.fingerprint(counting, data, chunks, actual);
                assertThat(Arrays.copyOf(actual, expected.length))
                        .as("seed " + seed)
                        .isEqualTo(expected);
                int before = digested;
                digests.fingerprint(counting, data, chunks, actual);
                assertThat(digested).as("seed " + seed).isEqualTo(before);
            }
        }
    }

    private static ChunkList cut(Random random, int length, int mean) {
        ChunkList chunks = new ChunkList();
        for (int at = 0; at < length; ) {
            int chunk = Math.min(length - at, random.nextInt(4) == 0 ? 4096 : 1 + random.nextInt(2 * mean));
            chunks.add(at, chunk);
            at += chunk;
        }
        return chunks;
    }
}
