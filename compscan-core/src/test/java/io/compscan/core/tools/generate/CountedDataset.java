package io.compscan.core.tools.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.compress.Compressor;
import io.compscan.result.Refcount;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The counts that a scan must find in a generated dataset, by the plain way: SHA-1 over pieces of the chunk size, counted in a HashMap. */
final class CountedDataset {

    private long logicalBytes;
    private long chunkCount;
    private long zeroBytes;
    private long zeroChunkCount;
    private long uniqueBytes;
    private long storedBytes;
    private final Map<ByteBuffer, Long> references = new HashMap<>();
    private final Map<ByteBuffer, Integer> lengths = new HashMap<>();

    CountedDataset(Generator generator, int chunkBytes, Compressor compressor) throws Exception {
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        for (int file = 0; file < generator.fileCount(); file++) {
            long fileBytes = 0;
            try (InputStream in = generator.open(file)) {
                if (!generator.groundTruth().aligned()) {
                    throw new AssertionError("only for what is aligned");
                }
                for (byte[] chunk = in.readNBytes(chunkBytes); chunk.length > 0; chunk = in.readNBytes(chunkBytes)) {
                    fileBytes += chunk.length;
                    count(chunk, sha1, compressor);
                }
            }
            assertThat(fileBytes).isEqualTo(generator.fileBytes(file));
            logicalBytes += fileBytes;
        }
    }

    private void count(byte[] chunk, MessageDigest sha1, Compressor compressor) {
        chunkCount++;
        if (Arrays.equals(chunk, new byte[chunk.length])) {
            zeroChunkCount++;
            zeroBytes += chunk.length;
            return;
        }
        ByteBuffer digest = ByteBuffer.wrap(sha1.digest(chunk));
        if (references.merge(digest, 1L, Long::sum) == 1) {
            lengths.put(digest, chunk.length);
            uniqueBytes += chunk.length;
            storedBytes += compressor.storedBytes(chunk, 0, chunk.length);
        }
    }

    /** How far its unique chunks shrink. */
    double compressionRatio() {
        return (double) uniqueBytes / storedBytes;
    }

    private List<Refcount> refcounts() {
        TreeMap<Long, long[]> rows = new TreeMap<>();
        references.forEach((digest, count) -> {
            long[] row = rows.computeIfAbsent(count, c -> new long[2]);
            row[0]++;
            row[1] += lengths.get(digest);
        });
        List<Refcount> list = new ArrayList<>();
        rows.forEach((count, row) -> list.add(new Refcount(count, row[0], row[1])));
        return list;
    }

    /** Asserts that a dataset is as the generator says, and shrinks as it was asked to. */
    static void verify(Generator generator, DatasetSpec spec) throws Exception {
        GroundTruth truth = generator.groundTruth();
        try (Compressor compressor = spec.compressor().open()) {
            CountedDataset found = new CountedDataset(generator, spec.chunkBytes(), compressor);
            assertThat(truth.logicalBytes()).isEqualTo(found.logicalBytes);
            assertThat(truth.chunkCount()).isEqualTo(found.chunkCount);
            assertThat(truth.zeroChunkCount()).isEqualTo(found.zeroChunkCount);
            assertThat(truth.zeroBytes()).isEqualTo(found.zeroBytes);
            assertThat(truth.nonZeroBytes()).isEqualTo(found.logicalBytes - found.zeroBytes);
            assertThat(truth.uniqueChunkCount()).isEqualTo(found.references.size());
            assertThat(truth.uniqueBytes()).isEqualTo(found.uniqueBytes);
            assertThat(truth.duplicateBytes()).isEqualTo(found.logicalBytes - found.zeroBytes - found.uniqueBytes);
            assertThat(truth.duplicateChunkCount())
                    .isEqualTo(found.chunkCount - found.zeroChunkCount - found.references.size());
            assertThat(truth.refcounts()).isEqualTo(found.refcounts());
            if (found.uniqueBytes > 0) {
                assertThat(truth.dedupRatio())
                        .isEqualTo((double) (found.logicalBytes - found.zeroBytes) / found.uniqueBytes);
                // A tail below 100 bytes does not shrink as asked, which shows among a few chunks.
                if (found.references.size() >= 8) {
                    assertThat(found.compressionRatio())
                            .isCloseTo(
                                    spec.compress().doubleValue(),
                                    within(spec.compress().doubleValue() * 0.01));
                }
            }
        }
    }
}
