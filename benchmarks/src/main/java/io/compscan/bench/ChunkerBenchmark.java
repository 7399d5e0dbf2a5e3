package io.compscan.bench;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many gigabytes one core chunks in a second, and how many chunks it makes of them. Three bare loops over the same buffer are
 * the comparison. The loop {@code sum} adds the bytes up, which is the ceiling. The loops {@code gear} and {@code rabin} are those of the
 * papers, which test every byte.
 *
 * <p>Data goes through a slab at a time, as in a scan. Text and executables come from {@code -Dtext=DIR} and {@code -Dexecutables=DIR}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChunkerBenchmark {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int DATA_BYTES = 32 << 20;
    private static final int SLAB_BYTES = 1 << 20;
    private static final long GEAR_MASK = 0x0000d90303530000L;

    /** A bare loop or a chunker. */
    @Param({
        "sum",
        "gear",
        "rabin",
        "gear:8k",
        "fastcdc:8k",
        "fastcdc:64k",
        "rabin:8k",
        "buzhash:8k",
        "casync:8k",
        "pxar:8k",
        "ae:8k",
        "ram:8k"
    })
    public String chunker = "";

    /** The data that is chunked. */
    @Param({"random", "zero", "text", "executable"})
    public String data = "";

    private byte[] bytes = {};
    private Cutter cutter = ChunkerSpecs.parse("4k").get(0).cutter();
    private final ChunkList chunks = new ChunkList();
    private final long[] table = new long[256];
    private final long[] leaving = new long[256];

    /** The result of one call. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Done {
        /** 10^9 bytes. */
        public double gigabytes;
        /** Processor time; divide the gigabytes by it where others use the machine too. */
        public double cpuSeconds;
        /** Chunks; divide the gigabytes by them for the mean length. */
        public long chunks;
    }

    /** Fills the buffer. */
    @Setup
    public void fill() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < table.length; i++) {
            table[i] = random.nextLong();
            leaving[i] = random.nextLong();
        }
        bytes = switch (data) {
            case "random" -> {
                byte[] filled = new byte[DATA_BYTES];
                random.nextBytes(filled);
                yield filled;
            }
            case "zero" -> new byte[DATA_BYTES];
            case "text" ->
                files(
                        System.getProperty("text", "/usr/share"),
                        name -> name.endsWith(".txt") || name.endsWith(".py") || name.endsWith(".html"));
            default -> files(System.getProperty("executables", "/usr/bin"), name -> true);
        };
        if (chunker.contains(":")) {
            cutter = ChunkerSpecs.parse(chunker).get(0).cutter();
        }
    }

    /** So many bytes of the files below a directory, in the order of their names. If there are too few, they start again from the first file. */
    private static byte[] files(String directory, Predicate<String> wanted) throws IOException {
        byte[] filled = new byte[DATA_BYTES];
        List<Path> files;
        try (Stream<Path> walk = Files.walk(Path.of(directory))) {
            files = walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> wanted.test(file.getFileName().toString()) && Files.isReadable(file))
                    .sorted()
                    .toList();
        }
        int at = 0;
        while (at < filled.length) {
            int before = at;
            for (Path file : files) {
                byte[] content = Files.readAllBytes(file);
                int length = Math.min(content.length, filled.length - at);
                System.arraycopy(content, 0, filled, at, length);
                at += length;
            }
            if (at == before) {
                throw new IOException(directory + ": nothing to chunk there");
            }
        }
        return filled;
    }

    /** The whole buffer once. */
    @Benchmark
    public long chunk(Done done) {
        done.gigabytes += bytes.length / 1e9;
        long before = THREADS.getCurrentThreadCpuTime();
        long result = chunkOnce(done);
        done.cpuSeconds += (THREADS.getCurrentThreadCpuTime() - before) / 1e9;
        return result;
    }

    private long chunkOnce(Done done) {
        return switch (chunker) {
            case "sum" -> sum(bytes);
            case "gear" -> gear(bytes, table);
            case "rabin" -> rabin(bytes, table, leaving);
            default -> {
                int start = 0;
                for (int from = 0; from < bytes.length; from += SLAB_BYTES) {
                    int to = from + SLAB_BYTES;
                    chunks.clear();
                    cutter.scan(bytes, from, to);
                    start = cutter.cut(bytes, new CutRange(start, from, to, start, to == bytes.length), chunks);
                    done.chunks += chunks.size();
                }
                yield start;
            }
        };
    }

    private static long sum(byte[] data) {
        int sum = 0;
        for (byte value : data) {
            sum += value;
        }
        return sum;
    }

    private static long gear(byte[] data, long[] table) {
        long hash = 0;
        int cuts = 0;
        for (byte value : data) {
            hash = (hash << 1) + table[value & 0xff];
            if ((hash & GEAR_MASK) == 0) {
                cuts++;
            }
        }
        return cuts;
    }

    /** The loop of LBFS: one table for the bits that are pushed out at the top, one for the byte that leaves the window. */
    private static long rabin(byte[] data, long[] table, long[] leaving) {
        long print = 0;
        int cuts = 0;
        for (int i = 48; i < data.length; i++) {
            print = ((print << 8) | (data[i] & 0xff))
                    ^ table[(int) (print >>> 55) & 0xff]
                    ^ leaving[data[i - 48] & 0xff];
            if ((print & 0x1fff) == 0x78) {
                cuts++;
            }
        }
        return cuts;
    }
}
