package io.compscan.bench;

import io.compscan.core.ByteSize;
import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.MemoryBudget;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.RecordLayout;
import io.compscan.map.SpillSettings;
import io.compscan.map.SpillStats;
import io.compscan.map.SpillStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Fills a map that spills with many times the content of its memory, and walks it to its end. An unlimited map does the same in the
 * same run.
 *
 * <p>It prints CSV on stdout. Like {@link MapGrowth} it has a row for each million entries, for the map that spills and for the unlimited
 * one. One row with the outcome follows. It has entries a second of both maps, the walk included, and the slowest window of ten seconds. It
 * also has bytes written and read for each entry, and the peak of resident memory beyond the budget.
 */
@Command(
        name = "SpillGrowth",
        mixinStandardHelpOptions = true,
        description = "Grows a map beyond its memory and prints what that costs.")
public final class SpillGrowth implements Callable<Integer> {

    private static final long WINDOW = 1_000_000;
    private static final double SLOW_WINDOW_NANOS = 10e9;

    @Option(
            names = "--entries",
            defaultValue = "25m",
            converter = MapGrowth.Count.class,
            description = "Distinct keys, as in 25m.")
    private long entries;

    @Option(
            names = "--budget",
            defaultValue = "64m",
            converter = Bytes.class,
            description = "Memory of the map that spills.")
    private long budgetBytes;

    @Option(names = "--spill-dir", required = true, split = ",", description = "Where to.")
    private List<Path> directories = new ArrayList<>();

    @Option(names = "--threads", defaultValue = "1", description = "Writers.")
    private int threads;

    @Option(names = "--batch", defaultValue = "4096", description = "Entries of a batch.")
    private int batchSize;

    @Option(names = "--shards", description = "Shards, a power of two; default: the map's own.")
    private int shards;

    @Option(
            names = "--new-key-nanos",
            defaultValue = "0",
            description = "What a key called new is said to cost; 0: nobody asks which are new.")
    private long newKeyNanos;

    @Option(names = "--no-unlimited", description = "Leave out the map that has memory for everything.")
    private boolean noUnlimited;

    private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);

    static final class Bytes implements CommandLine.ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return ByteSize.parse(text);
        }
    }

    public static void main(String[] args) {
        System.exit(new CommandLine(new SpillGrowth()).execute(args));
    }

    /** The outcome of one map. */
    private record Outcome(double entriesPerSecond, double slowestShare, double walkSeconds, long peakResidentBytes) {}

    @Override
    public Integer call() throws InterruptedException, ExecutionException, IOException {
        MapOptions options = MapOptions.of(20, RecordLayout.of(new RecordLayout.Field("stored", 2)));
        if (shards > 0) {
            options = options.withShardCount(shards);
        }
        warmUp(options);
        out.println("map,entries,window_entries_per_s,mean_entries_per_s,accounted_bytes,rss_bytes");
        Outcome unlimited = null;
        Outcome spilling;
        SpillStats stats;
        long rssBefore = MapGrowth.residentBytes();
        try (SpillStore store = store(budgetBytes);
                FingerprintMap map = store.openMap(options, policy())) {
            spilling = measure("spilling", map);
            stats = store.stats();
            if (store.failure() != null) {
                throw new IllegalStateException(store.failure());
            }
        }
        if (!noUnlimited) {
            try (FingerprintMap map = FingerprintMap.open(options)) {
                unlimited = measure("unlimited", map);
            }
        }
        out.println("entries_per_s,unlimited_entries_per_s,share,slowest_10s_share,walk_s,runs,written_bytes_per_entry,"
                + "read_bytes_per_entry,rechecks,peak_rss_bytes,rss_beyond_budget_bytes");
        out.printf(
                Locale.ROOT,
                "%.0f,%s,%.2f,%.2f,%d,%.1f,%.1f,%d,%d,%d%n",
                spilling.entriesPerSecond(),
                unlimited == null
                        ? ","
                        : String.format(
                                Locale.ROOT,
                                "%.0f,%.2f",
                                unlimited.entriesPerSecond(),
                                spilling.entriesPerSecond() / unlimited.entriesPerSecond()),
                spilling.slowestShare(),
                spilling.walkSeconds(),
                stats.runCount(),
                (double) stats.writtenBytes() / entries,
                (double) stats.readBytes() / entries,
                stats.recheckCount(),
                spilling.peakResidentBytes(),
                spilling.peakResidentBytes() - rssBefore - budgetBytes);
        return 0;
    }

    private SpillStore store(long bytes) {
        return SpillStore.open(SpillSettings.to(directories.toArray(Path[]::new)), new MemoryBudget(bytes));
    }

    private RecheckPolicy policy() {
        RecheckPolicy policy = RecheckPolicy.measured();
        if (newKeyNanos > 0) {
            policy.noteNewKeys(1, newKeyNanos);
        }
        return policy;
    }

    /** Lets the compiler see all of the code before the clock starts. */
    private void warmUp(MapOptions options) throws IOException {
        for (int i = 0; i < 3; i++) {
            try (SpillStore store = store(16 << 20);
                    FingerprintMap map = store.openMap(options, policy());
                    FingerprintMap unlimited = FingerprintMap.open(options)) {
                MapFilling.add(map, new EntryBatch(options, batchSize), -1_000_000_000L - i * 3_000_000L, 3 * WINDOW);
                MapFilling.add(unlimited, new EntryBatch(options, batchSize), -1_000_000_000L - i * 3_000_000L, WINDOW);
                walk(map, 3 * WINDOW);
                walk(unlimited, WINDOW);
            }
        }
    }

    private Outcome measure(String name, FingerprintMap map)
            throws InterruptedException, ExecutionException, IOException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            MapFilling filling = new MapFilling(map, pool, threads, batchSize);
            List<Double> windows = new ArrayList<>();
            long nanos = 0;
            long peak = 0;
            for (long done = 0; done < entries; done += WINDOW) {
                long window = Math.min(WINDOW, entries - done);
                long begin = System.nanoTime();
                filling.add(done, window);
                long windowNanos = System.nanoTime() - begin;
                nanos += windowNanos;
                windows.add((double) windowNanos);
                long resident = MapGrowth.residentBytes();
                peak = Math.max(peak, resident);
                out.printf(
                        Locale.ROOT,
                        "%s,%d,%.0f,%.0f,%d,%d%n",
                        name,
                        done + window,
                        window * 1e9 / windowNanos,
                        (done + window) * 1e9 / nanos,
                        map.stats().accountedBytes(),
                        resident);
            }
            long begin = System.nanoTime();
            walk(map, entries);
            long walkNanos = System.nanoTime() - begin;
            peak = Math.max(peak, MapGrowth.residentBytes());
            double mean = (double) nanos / windows.size();
            return new Outcome(entries * 1e9 / (nanos + walkNanos), mean / slowest(windows), walkNanos / 1e9, peak);
        } finally {
            pool.shutdownNow();
        }
    }

    /** The mean time of a window within the slowest ten seconds. */
    private static double slowest(List<Double> windows) {
        double slowest = 0;
        for (int from = 0; from < windows.size(); from++) {
            double sum = 0;
            int count = 0;
            while (from + count < windows.size() && (count == 0 || sum < SLOW_WINDOW_NANOS)) {
                sum += windows.get(from + count);
                count++;
            }
            slowest = Math.max(slowest, sum / count);
        }
        return slowest;
    }

    /** The walk that ends a scan; all that was added must come out of it. */
    private static void walk(FingerprintMap map, long entries) {
        long found = 0;
        long references = 0;
        long fields = 0;
        for (EntryCursor cursor = map.cursor(); cursor.next(); found++) {
            references += cursor.references();
            fields += cursor.field(0);
        }
        if (found != entries || references != entries || fields <= 0) {
            throw new IllegalStateException(found + " entries, " + references + " references of " + entries);
        }
    }
}
