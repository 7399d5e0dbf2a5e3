package io.compscan.bench;

import io.compscan.core.SplitMix;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.index.IndexSettings;
import io.compscan.core.index.IndexSpace;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.index.sketch.SketchIndex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Measures the memory and the speed of a sketch while the number of distinct chunks grows.
 *
 * <pre>
 *   java -cp ... io.compscan.bench.SketchGrowth [CHUNKS] [ENTRIES]        1000000000, 1048576
 * </pre>
 *
 * <p>Each row is a number of distinct chunks. It shows the memory of the sketch and of the process, and millions of chunks a second since
 * the row before. It also shows the error of the estimated number of chunks. The program fails if the sketch takes more than 36 bytes for
 * each entry.
 */
public final class SketchGrowth {

    private static final int FINGERPRINT_BYTES = 20;
    private static final int CHUNK_BYTES = 4096;
    private static final int BATCH = 256;
    private static final int MOST_BYTES_AN_ENTRY = 36;

    private SketchGrowth() {}

    /** Runs the measurement. */
    public static void main(String[] args) throws IOException {
        long most = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000_000L;
        int entries = args.length > 1 ? Integer.parseInt(args[1]) : SketchIndex.DEFAULT_ENTRIES;
        IndexSettings settings =
                new IndexSettings(FINGERPRINT_BYTES, CHUNK_BYTES, 1, 1, 64, IndexSpace.ofMemory(1 << 20));
        ChunkList chunks = new ChunkList();
        for (int i = 0; i < BATCH; i++) {
            chunks.add(i * CHUNK_BYTES, CHUNK_BYTES);
        }
        byte[] fingerprints = new byte[BATCH * FINGERPRINT_BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(fingerprints);
        System.out.printf(
                Locale.ROOT,
                "%14s %12s %12s %12s %10s%n",
                "chunks",
                "sketch MiB",
                "process MiB",
                "million/s",
                "off by");
        try (SketchIndex sketch = new SketchIndex(settings, entries)) {
            IndexWriter writer = sketch.writer(BATCH);
            long start = System.nanoTime();
            long before = 0;
            long next = 1_000_000;
            for (long chunk = 0; chunk < most; chunk += BATCH) {
                for (int i = 0; i < BATCH; i++) {
                    // Distinct chunks have distinct fingerprints, since the mix is a bijection.
                    buffer.putLong(i * FINGERPRINT_BYTES + 12, SplitMix.mix(chunk + i));
                }
                writer.add(fingerprints, chunks, 0, BATCH);
                long done = chunk + BATCH;
                if (done >= next || done >= most) {
                    long now = System.nanoTime();
                    print(sketch, done, (done - before) / ((now - start) / 1e3));
                    if (sketch.memoryBytes() > (long) MOST_BYTES_AN_ENTRY * entries) {
                        throw new IllegalStateException("the sketch takes " + sketch.memoryBytes() + " bytes");
                    }
                    before = done;
                    start = System.nanoTime();
                    next *= 10;
                }
            }
        }
    }

    /** The resident memory of the process in bytes; NaN where the kernel does not tell. */
    private static double processBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return 1024.0 * Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return Double.NaN;
    }

    private static void print(SketchIndex sketch, long chunks, double millions) throws IOException {
        double off = sketch.distinctChunkCount() / (double) chunks - 1;
        System.out.printf(
                Locale.ROOT,
                "%14d %12.1f %12.1f %12.1f %9.3f%%%n",
                chunks,
                sketch.memoryBytes() / 1048576.0,
                processBytes() / 1048576.0,
                millions,
                100 * off);
    }
}
