package io.compscan.bench;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.set.SetWriter;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.set.SuperblockTotals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Fingerprint sets without data: a chunk of 4 KiB for each number, referred to once, with a stored size from 1 to 4096. */
final class SetOfKeys {

    private static final int CHUNK_BYTES = 4096;
    private static final int KEY_BYTES = 20;

    private SetOfKeys() {}

    /** Writes the set of these numbers, each once. */
    static void write(Path file, long[] numbers) throws IOException {
        byte[][] keys = new byte[numbers.length][];
        KeyStream stream = new KeyStream(KEY_BYTES);
        for (int i = 0; i < keys.length; i++) {
            keys[i] = Arrays.copyOf(stream.key(numbers[i]), KEY_BYTES);
        }
        Arrays.sort(keys, Arrays::compareUnsigned);
        ScanOptions options = ScanOptions.of(
                List.of(new FixedChunker(CHUNK_BYTES)),
                FingerprintAlgorithm.SHA1,
                List.of(CompressorSpec.parse("lz4")));
        try (SetWriter writer = SetWriter.create(file, false, options.schemes())) {
            DistinctChunkVisitor visitor = writer.scheme(0);
            int[] storedBytes = new int[1];
            long physicalBytes = 0;
            for (byte[] key : keys) {
                storedBytes[0] = 1 + ((key[8] & 0xff) << 4 | (key[9] & 0xf));
                physicalBytes += storedBytes[0];
                visitor.visit(key, 1, CHUNK_BYTES, storedBytes);
            }
            ScanResult result = result(keys.length, physicalBytes);
            ReferenceSums sums = ReferenceSums.of(result, List.of(new SuperblockTotals(0, 0, List.of())));
            writer.finish(result, sums, List.of(), Instant.now());
        }
    }

    private static ScanResult result(long chunks, long physicalBytes) {
        long bytes = chunks * CHUNK_BYTES;
        Layout layout = Layout.of(
                "fixed:" + CHUNK_BYTES,
                "sha1",
                bytes,
                chunks,
                0,
                0,
                chunks,
                bytes,
                List.of(new Refcount(1, chunks, bytes)),
                List.of(Compression.ofChunks("lz4", bytes, bytes, physicalBytes, List.of())));
        return new ScanResult(
                new ScanSettings(
                        "benchmark",
                        List.of(),
                        List.of(layout.chunking()),
                        layout.fingerprint(),
                        List.of("lz4"),
                        "by-compressor",
                        0,
                        List.of(),
                        List.of(),
                        false,
                        false,
                        false),
                false,
                new Totals(bytes, 0, 0, bytes, 1, 0, 0, 0, 0, 0, 0, 0),
                List.of(layout),
                List.of(),
                List.of(),
                List.of(),
                new Timing(Instant.now(), 1, 1, 1, 1, 1, "17"));
    }
}
