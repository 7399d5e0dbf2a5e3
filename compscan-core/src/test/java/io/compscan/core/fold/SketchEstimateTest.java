package io.compscan.core.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ExactIndex;
import io.compscan.core.index.IndexFactory;
import io.compscan.core.index.IndexSettings;
import io.compscan.core.index.IndexSpace;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.index.NewChunks;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import io.compscan.testing.Coverage;
import io.compscan.testing.ShortProperties;
import io.compscan.testing.Slow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Estimates of sketches against the exact index over the same chunks, for many samples of several kinds of data. */
@Slow
class SketchEstimateTest {

    private static final int SAMPLES = ShortProperties.areShort() ? 20 : 200;
    private static final int ENTRIES = 400;
    private static final int MOST_BYTES = 4096;

    private static final Scheme SCHEME = new Scheme(
            "fixed:4096",
            MOST_BYTES,
            MOST_BYTES,
            "sha1",
            List.of("lz4", "none"),
            List.of(CompressSample.OFF, CompressSample.OFF),
            0);

    /** The references to each chunk of some data. */
    private interface Kind {
        long references(Random random, int chunk);
    }

    @Test
    void intervalsHoldTheExactFigures() throws Exception {
        check("once each", 3000, (random, chunk) -> 1, false);
        check("Zipf 1.1", 3000, (random, chunk) -> (long) Math.ceil(1500 / Math.pow(chunk + 1, 1.1)), false);
        check("one chunk with half of all references", 3000, (random, chunk) -> chunk == 0 ? 3000 : 1, false);
        check("compressibility by references", 3000, (random, chunk) -> 1 + chunk % 40 / 30 * 4, true);
        check("a little more than the sketch holds", ENTRIES + 50, (random, chunk) -> 1 + random.nextInt(3), false);
    }

    private static void check(String name, int chunkCount, Kind kind, boolean frequentShrink) throws Exception {
        Coverage.require(name, SAMPLES, seed -> held(new Chunks(new Random(seed), chunkCount, kind, frequentShrink)));
    }

    private static boolean[] held(Chunks chunks) {
        Layout exact = chunks.layout(ExactIndex::new);
        Layout estimate = chunks.layout(SketchIndex.factory(ENTRIES));
        assertThat(exact.method()).isNull();
        assertThat(estimate.method()).isEqualTo(Layout.Method.SKETCH);
        Compression truth = exact.compression().get(0);
        Compression found = estimate.compression().get(0);
        assertThat(estimate.nonZeroBytes()).isEqualTo(exact.nonZeroBytes());
        assertThat(estimate.compression().get(1).physicalBytes()).isEqualTo(estimate.uniqueBytes());
        return new boolean[] {
            holds(estimate.uniqueBytesLow(), exact.uniqueBytes(), estimate.uniqueBytesHigh()),
            holds(estimate.uniqueChunkCountLow(), exact.uniqueChunkCount(), estimate.uniqueChunkCountHigh()),
            holds(found.physicalBytesLow(), truth.physicalBytes(), found.physicalBytesHigh()),
            holds(found.compressionRatioLow(), truth.compressionRatio(), found.compressionRatioHigh()),
            holds(found.reductionRatioLow(), truth.reductionRatio(), found.reductionRatioHigh()),
            holdsMostReferences(exact, estimate)
        };
    }

    /** The class of references with the most chunks. */
    private static boolean holdsMostReferences(Layout exact, Layout estimate) {
        Refcount truth = exact.refcounts().stream()
                .max((a, b) -> Long.compare(a.chunks(), b.chunks()))
                .orElseThrow();
        return estimate.refcounts().stream()
                .filter(row -> row.references() == truth.references())
                .allMatch(row -> holds(row.chunksLow(), truth.chunks(), row.chunksHigh()));
    }

    private static boolean holds(Number low, Number value, Number high) {
        return low.doubleValue() <= value.doubleValue() && value.doubleValue() <= high.doubleValue();
    }

    @Test
    void asManyChunksAsEntriesAreExact() {
        Chunks chunks = new Chunks(new Random(1), ENTRIES, (random, chunk) -> 1 + chunk % 5, false);
        assertThat(chunks.layout(SketchIndex.factory(ENTRIES))).isEqualTo(chunks.layout(ExactIndex::new));
    }

    /** Chunks with random fingerprints, so that each seed is another sample. */
    private static final class Chunks {
        private final List<byte[]> fingerprints = new ArrayList<>();
        private final int[] lengths;
        private final int[] stored;
        private final long[] references;

        Chunks(Random random, int count, Kind kind, boolean frequentShrink) {
            lengths = new int[count];
            stored = new int[count];
            references = new long[count];
            for (int i = 0; i < count; i++) {
                byte[] fingerprint = new byte[20];
                random.nextBytes(fingerprint);
                fingerprints.add(fingerprint);
                lengths[i] = i % 5 == 0 ? 1 + random.nextInt(MOST_BYTES) : MOST_BYTES;
                references[i] = kind.references(random, i);
                double share = frequentShrink ? (references[i] > 1 ? 0.1 : 0.9) : random.nextDouble();
                stored[i] = (int) Math.max(1, lengths[i] * share);
            }
        }

        Layout layout(IndexFactory factory) {
            IndexSettings settings = new IndexSettings(20, MOST_BYTES, 1, 1, 32, IndexSpace.ofMemory(1L << 28));
            try (ChunkIndex index = factory.open(settings)) {
                IndexWriter writer = index.writer(1);
                long bytes = 0;
                long chunkCount = 0;
                for (int i = 0; i < lengths.length; i++) {
                    ChunkList one = new ChunkList();
                    one.add(0, lengths[i]);
                    for (long r = 0; r < references[i]; r++) {
                        add(writer, one, fingerprints.get(i), stored[i]);
                    }
                    bytes += references[i] * lengths[i];
                    chunkCount += references[i];
                }
                return SchemeFold.of(SCHEME, index).layout(new ChunkSums(chunkCount, bytes, 0, 0), List.of());
            }
        }

        private static void add(IndexWriter writer, ChunkList one, byte[] fingerprint, int storedBytes) {
            NewChunks fresh = writer.add(ByteBuffer.wrap(fingerprint).array(), one, 0, 1);
            if (fresh.isNew(0)) {
                StoredSizes sizes = new StoredSizes(1);
                sizes.clear(0, 1);
                sizes.set(0, 0, storedBytes);
                writer.deliver(sizes, 0);
            }
        }
    }
}
