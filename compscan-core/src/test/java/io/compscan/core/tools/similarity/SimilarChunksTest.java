package io.compscan.core.tools.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.SplitMix;
import io.compscan.result.Similarity.OfChunking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Samples of similar chunks: with known families, in any order, and against all chunks. */
class SimilarChunksTest {

    private static final int CHUNK = 4096;
    private static final long ALL = Long.MAX_VALUE;

    private static byte[] random(Random random) {
        byte[] bytes = new byte[CHUNK];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Chunks in families: each but the first of a family is the first with some bytes changed. */
    private static List<byte[]> families(Random random, int families, int most) {
        List<byte[]> chunks = new ArrayList<>();
        for (int family = 0; family < families; family++) {
            byte[] first = random(random);
            chunks.add(first);
            for (int i = random.nextInt(most); i > 0; i--) {
                byte[] like = first.clone();
                int at = random.nextInt(CHUNK - 40);
                for (int changed = 1 + random.nextInt(20); changed > 0; changed--) {
                    like[at + random.nextInt(40)]++;
                }
                chunks.add(like);
            }
        }
        return chunks;
    }

    private static long key(byte[] chunk) {
        return SplitMix.mix(Arrays.hashCode(chunk) * SplitMix.GOLDEN + Arrays.hashCode(Arrays.copyOf(chunk, 300)));
    }

    private static OfChunking sample(List<byte[]> chunks, long mostBytes, long salt) {
        SimilarChunks sample = new SimilarChunks("fixed:4096", mostBytes, salt);
        chunks.forEach(chunk -> sample.add(key(chunk), chunk, 0, chunk.length));
        return sample.result().get(0);
    }

    @Example
    void whatHasNoRelativeSavesNothing() {
        Random random = new Random(1);
        List<byte[]> chunks = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            chunks.add(random(random));
        }
        OfChunking all = sample(chunks, ALL, 1);
        assertThat(all.savedShare()).isZero();
        assertThat(all.savedShareHigh()).isZero();
        assertThat(all.sampledChunkCount()).isEqualTo(500);
        assertThat(all.sampleRate()).isEqualTo(1);
        // A part of them cannot say that of all.
        OfChunking part = sample(chunks, 50 * CHUNK, 1);
        assertThat(part.savedShare()).isZero();
        assertThat(part.savedShareHigh()).isBetween(0.005, 0.2);
        assertThat(part.sampledChunkCount()).isBetween(30L, 50L);
    }

    /** Random bytes do not shrink, and a copy with one byte changed takes some 40 bytes beside its base. */
    @Example
    void eachRelativeButTheFirstIsSaved() {
        Random random = new Random(2);
        List<byte[]> chunks = new ArrayList<>();
        for (int family = 0; family < 100; family++) {
            byte[] first = random(random);
            for (int i = 0; i < 4; i++) {
                byte[] like = first.clone();
                like[17 * i]++;
                chunks.add(like);
            }
        }
        OfChunking all = sample(chunks, ALL, 1);
        // One of 64 features on the mean goes with the windows that a changed byte is in.
        assertThat(all.savedShare()).isBetween(0.68, 0.75);
        assertThat(all.savedShareLow()).isEqualTo(all.savedShare());
    }

    /** A family of more chunks than are held is counted by their keys. */
    @Example
    void aLargeFamilyIsCounted() {
        Random random = new Random(3);
        byte[] first = random(random);
        List<byte[]> chunks = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            byte[] like = first.clone();
            like[1] = (byte) i;
            like[2] = (byte) (i >> 8);
            chunks.add(like);
        }
        OfChunking all = sample(chunks, ALL, 1);
        assertThat(all.sampledChunkCount()).isEqualTo(8);
        assertThat(all.savedShare()).isCloseTo(0.99, within(0.01));
    }

    @Property(tries = 20)
    void neitherOrderNorThreadsNorRepeatsMatter(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int kept)
            throws Exception {
        Random random = new Random(seed);
        List<byte[]> chunks = families(random, 60, 12);
        OfChunking plain = sample(chunks, (long) kept * CHUNK, seed);
        List<byte[]> shuffled = new ArrayList<>(chunks);
        Collections.shuffle(shuffled, random);
        SimilarChunks sample = new SimilarChunks("fixed:4096", (long) kept * CHUNK, seed);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int part = 0; part < 4; part++) {
                int first = part;
                parts.add(threads.submit(() -> {
                    for (int i = first; i < shuffled.size(); i += 4) {
                        byte[] chunk = shuffled.get(i);
                        sample.add(key(chunk), chunk, 0, chunk.length);
                        if (i % 3 == 0) {
                            sample.add(key(chunk), chunk, 0, chunk.length);
                        }
                    }
                }));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } finally {
            threads.shutdown();
        }
        OfChunking other = sample.result().get(0);
        assertThat(other.sampledChunkCount()).isEqualTo(plain.sampledChunkCount());
        assertThat(other.sampleRate()).isEqualTo(plain.sampleRate());
        assertThat(other.savedShare()).isEqualTo(plain.savedShare());
    }

    /** Of 100 samples of the same chunks, 95 intervals are expected to hold what all chunks say. */
    @Property(tries = 3)
    void intervalsHoldTheTruth(@ForAll @IntRange(max = 100_000) int seed) {
        List<byte[]> chunks = families(new Random(seed), 500, 7);
        double truth = sample(chunks, ALL, 0).savedShare();
        int held = 0;
        double sum = 0;
        for (int salt = 1; salt <= 100; salt++) {
            OfChunking part = sample(chunks, 150 * CHUNK, SplitMix.mix(seed * 1000L + salt));
            held += part.savedShareLow() <= truth && truth <= part.savedShareHigh() ? 1 : 0;
            sum += part.savedShare();
            assertThat(part.sampleRate()).isLessThan(0.2);
        }
        assertThat(held).isGreaterThanOrEqualTo(84);
        assertThat(sum / 100).isCloseTo(truth, within(0.06));
    }

    /** A group that holds much of the data, and may lie outside of the sample, widens the interval. */
    @Example
    void aLargeGroupOutsideIsNotForgotten() {
        Random random = new Random(9);
        List<byte[]> chunks = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            chunks.add(random(random));
        }
        byte[] first = random(random);
        for (int i = 0; i < 1000; i++) {
            byte[] like = first.clone();
            like[1] = (byte) i;
            like[2] = (byte) (i >> 8);
            chunks.add(like);
        }
        double truth = sample(chunks, ALL, 0).savedShare();
        assertThat(truth).isBetween(0.35, 0.65);
        for (int salt = 0; salt < 40; salt++) {
            OfChunking part = sample(chunks, 60 * CHUNK, SplitMix.mix(salt));
            assertThat(part.savedShareLow()).isLessThanOrEqualTo(0.5);
            assertThat(part.savedShareHigh()).isGreaterThanOrEqualTo(0.49);
        }
    }

    /** Runs of zeros, which mostly empty pages have in common, are no likeness. */
    @Example
    void zerosHaveNoFeature() {
        assertThat(SimilarChunks.feature(new byte[CHUNK], 0, CHUNK)).isEqualTo(-1);
        assertThat(SimilarChunks.feature(new byte[0], 0, 0)).isEqualTo(-1);
        assertThat(new SimilarChunks("fixed:4096", ALL, 0).result()).isEmpty();
    }
}
