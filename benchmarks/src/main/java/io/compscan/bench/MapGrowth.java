package io.compscan.bench;

import io.compscan.map.EntryBatch;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.RecordLayout;
import io.compscan.map.memory.RawMemory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Fills one map with distinct keys and prints, as CSV on stdout, how fast it grows and what an entry costs.
 *
 * <p>There is a row for each million entries. The last row makes results of different machines comparable. It tells the cost of one
 * independent random read-modify-write over as much memory as the map takes at its end.
 */
@Command(
        name = "MapGrowth",
        mixinStandardHelpOptions = true,
        description = "Grows a map and prints a CSV row per million entries.")
public final class MapGrowth implements Callable<Integer> {

    private static final long WINDOW = 1_000_000;

    @Option(
            names = "--entries",
            defaultValue = "100m",
            converter = Count.class,
            description = "Distinct keys, as in 100m.")
    private long entries;

    @Option(names = "--list-size", description = "Most entries of a leaf, 8 to 512; default: the map's own.")
    private int listSize;

    @Option(names = "--threads", defaultValue = "1", description = "Writers.")
    private int threads;

    @Option(names = "--batch", defaultValue = "4096", description = "Entries of a batch.")
    private int batchSize;

    @Option(names = "--shards", description = "Shards, a power of two; default: the map's own.")
    private int shards;

    @Option(names = "--key-bytes", defaultValue = "20", description = "Length of a key.")
    private int keyBytes;

    private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);

    /** A count with an optional k, m or g, in thousands. */
    static final class Count implements CommandLine.ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            int at = "kmg".indexOf(lower.charAt(lower.length() - 1));
            long factor = at < 0 ? 1 : (long) Math.pow(1000, at + 1);
            return Long.parseLong(at < 0 ? lower : lower.substring(0, lower.length() - 1)) * factor;
        }
    }

    public static void main(String[] args) {
        System.exit(new CommandLine(new MapGrowth()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException, ExecutionException, IOException {
        MapOptions options = options();
        warmUp(options);
        long rssBefore = residentBytes();
        out.println("entries,window_entries_per_s,mean_entries_per_s,accounted_bytes_per_entry,rss_bytes_per_entry");
        long heldBytes;
        try (FingerprintMap map = FingerprintMap.open(options)) {
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            try {
                grow(map, pool, rssBefore);
            } finally {
                pool.shutdownNow();
            }
            heldBytes = map.stats().accountedBytes();
        }
        out.printf(Locale.ROOT, "random_rmw_ns,%.1f%n", RandomAccess.readModifyWriteNanos(heldBytes));
        return 0;
    }

    private MapOptions options() {
        MapOptions options = MapOptions.of(keyBytes, RecordLayout.of(new RecordLayout.Field("stored", 2)));
        if (listSize > 0) {
            options = options.withMapListSize(listSize);
        }
        return shards > 0 ? options.withShardCount(shards) : options;
    }

    /** Lets the compiler see all of the code before the clock starts. */
    private void warmUp(MapOptions options) {
        for (int i = 0; i < 3; i++) {
            try (FingerprintMap map = FingerprintMap.open(options)) {
                MapFilling.add(map, new EntryBatch(options, batchSize), -1_000_000_000L - i * 1_000_000L, WINDOW);
            }
        }
    }

    private void grow(FingerprintMap map, ExecutorService pool, long rssBefore)
            throws InterruptedException, ExecutionException, IOException {
        MapFilling filling = new MapFilling(map, pool, threads, batchSize);
        long begin = System.nanoTime();
        long paused = 0;
        long windowBegin = begin;
        for (long done = 0; done < entries; done += WINDOW) {
            long window = Math.min(WINDOW, entries - done);
            filling.add(done, window);
            long windowEnd = System.nanoTime();
            long held = done + window;
            double accounted = (double) map.stats().accountedBytes() / held;
            double resident = (double) (residentBytes() - rssBefore) / held;
            out.printf(
                    Locale.ROOT,
                    "%d,%.0f,%.0f,%.2f,%.2f%n",
                    held,
                    window * 1e9 / (windowEnd - windowBegin),
                    held * 1e9 / (windowEnd - begin - paused),
                    accounted,
                    resident);
            windowBegin = System.nanoTime();
            paused += windowBegin - windowEnd;
        }
    }

    /** The resident memory of this process, by the kernel's word. */
    static long residentBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        throw new IOException("/proc/self/status names no VmRSS");
    }

    /** The machine's own speed. */
    static final class RandomAccess {
        private RandomAccess() {}

        private static final int ACCESSES = 20_000_000;

        /** The cost of adding 1 to a random long among so many bytes, where no access waits for another. */
        static double readModifyWriteNanos(long bytes) {
            long words = Math.max(1024, bytes / Long.BYTES);
            long memory = RawMemory.allocate(words * Long.BYTES);
            try {
                for (long i = 0; i < words; i++) {
                    RawMemory.putLong(memory + i * Long.BYTES, i);
                }
                double best = Double.MAX_VALUE;
                for (int round = 0; round < 3; round++) {
                    long begin = System.nanoTime();
                    touch(memory, words, round);
                    best = Math.min(best, (double) (System.nanoTime() - begin) / ACCESSES);
                }
                return best;
            } finally {
                RawMemory.free(memory, words * Long.BYTES);
            }
        }

        private static void touch(long memory, long words, int round) {
            for (long i = 0; i < ACCESSES; i++) {
                long at = memory + Math.multiplyHigh(KeyStream.mix(i * 31 + round) >>> 1, 2 * words) * Long.BYTES;
                RawMemory.putLong(at, RawMemory.getLong(at) + 1);
            }
        }
    }
}
