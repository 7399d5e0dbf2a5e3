package io.compscan.core.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactIndexTest extends ChunkIndexContract {

    @Override
    ChunkIndex open(int compressorCount, long memoryBytes) {
        return new ExactIndex(new IndexSettings(
                FINGERPRINT_BYTES, FULL_BYTES, compressorCount, 4, 64, IndexSpace.ofMemory(memoryBytes)));
    }

    @Test
    void saysWhenItIsFull() {
        try (ChunkIndex index = open(0, 300_000)) {
            byte[] fingerprints = new byte[100_000 * FINGERPRINT_BYTES];
            new Random(5).nextBytes(fingerprints);
            ChunkList chunks = new ChunkList();
            for (int i = 0; i < 100_000; i++) {
                chunks.add(0, FULL_BYTES);
            }
            index.writer(100_000).add(fingerprints, chunks, 0, 100_000);
            assertThat(index.isFull()).isTrue();
            assertThat(index.memoryBytes()).as("all that it holds").isBetween(100_000L * 20, 100_000L * 30);
            long[] count = new long[1];
            index.forEach((fingerprint, references, length, stored) -> count[0]++);
            assertThat(count[0]).isEqualTo(100_000);
        }
    }
}
