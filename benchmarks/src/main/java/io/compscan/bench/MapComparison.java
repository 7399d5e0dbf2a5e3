package io.compscan.bench;

import com.sun.management.OperatingSystemMXBean;
import io.compscan.map.EntryBatch;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.RecordLayout;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The map's targets as ratios measured in one run: trie, bare tables and {@code ConcurrentHashMap} take turns, several rounds, and the
 * medians are compared. Prints CSV on stdout.
 *
 * <p>Figures of trie and bare table are of one thread's processor time, so that other work on the machine counts only through the caches.
 * The comparison with {@code ConcurrentHashMap} charges both sides with the whole process, collectors and compilers included. Two threads
 * are compared with one by the clock; each goes first in every other round.
 */
@Command(
        name = "MapComparison",
        mixinStandardHelpOptions = true,
        description = "Measures the map's targets as ratios in one run.")
public final class MapComparison implements Callable<Integer> {

    private static final int BATCH = 4096;

    @Option(
            names = "--entries",
            defaultValue = "20m",
            converter = MapGrowth.Count.class,
            description = "Distinct keys of trie and bare table.")
    private long entries;

    @Option(
            names = "--heap-entries",
            defaultValue = "5m",
            converter = MapGrowth.Count.class,
            description = "Distinct keys of ConcurrentHashMap.")
    private long heapEntries;

    @Option(
            names = "--cached-entries",
            defaultValue = "100k",
            converter = MapGrowth.Count.class,
            description = "Distinct keys of trie and bare table where both fit the caches.")
    private long cachedEntries;

    @Option(names = "--rounds", defaultValue = "3", description = "Rounds; the median of each figure counts.")
    private int rounds;

    @Option(names = "--list-size", description = "Most entries of a leaf; default: the map's own.")
    private int listSize;

    private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    private final ExecutorService pool = Executors.newFixedThreadPool(2, work -> {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    });

    public static void main(String[] args) {
        System.exit(new CommandLine(new MapComparison()).execute(args));
    }

    /** The figures of one round, entries a second. */
    private record Round(
            double trieInsert,
            double trieHit,
            double trieSlowestWindow,
            double trieByClock,
            double trieTwoThreads,
            double trieByProcess,
            double bareInsert,
            double bareHit,
            double growingInsert,
            double heapInsert,
            double trieCachedInsert,
            double trieCachedHit,
            double bareCachedInsert,
            double bareCachedHit) {}

    @Override
    public Integer call() throws InterruptedException, ExecutionException {
        measure(1_000_000, 200_000, false);
        List<Round> measured = new ArrayList<>();
        for (int r = 0; r < rounds; r++) {
            Round round = measure(entries, heapEntries, r % 2 == 1);
            measured.add(round);
            System.err.println("round " + (r + 1) + ": " + round);
        }
        out.println("what,entries_per_s,of_entries_per_s,ratio");
        row("insert of " + heapEntries + " (ConcurrentHashMap)", measured, Round::trieByProcess, Round::heapInsert);
        row("insert (bare table, presized)", measured, Round::trieInsert, Round::bareInsert);
        row("insert (bare table, growing)", measured, Round::trieInsert, Round::growingInsert);
        row("hit (bare table)", measured, Round::trieHit, Round::bareHit);
        row("insert in cache (bare table)", measured, Round::trieCachedInsert, Round::bareCachedInsert);
        row("hit in cache (bare table)", measured, Round::trieCachedHit, Round::bareCachedHit);
        row("slowest window (mean)", measured, Round::trieSlowestWindow, Round::trieInsert);
        row("insert by 2 threads (1 thread)", measured, Round::trieTwoThreads, Round::trieByClock);
        for (int keyBytes : new int[] {20, 16, 12}) {
            out.printf(Locale.ROOT, "bytes per entry at %d-byte keys,%.2f,,%n", keyBytes, bytesPerEntry(keyBytes));
        }
        return 0;
    }

    /** Medians of two figures and of their ratio within a round. */
    private void row(String what, List<Round> rounds, ToDoubleFunction<Round> value, ToDoubleFunction<Round> of) {
        out.printf(
                Locale.ROOT,
                "%s,%.0f,%.0f,%.2f%n",
                what,
                median(rounds, value),
                median(rounds, of),
                median(rounds, round -> value.applyAsDouble(round) / of.applyAsDouble(round)));
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private Round measure(long n, long heapN, boolean twoThreadsFirst) throws InterruptedException, ExecutionException {
        MapOptions options = options(20);
        double insert;
        double hit;
        double slowest = Double.MAX_VALUE;
        try (FingerprintMap trie = FingerprintMap.open(options)) {
            long nanos = 0;
            long window = 1_000_000;
            for (long done = 0; done < n; done += window) {
                long count = Math.min(window, n - done);
                long windowNanos = add(options, done, count, trie::addAll);
                nanos += windowNanos;
                if (done > 0) {
                    slowest = Math.min(slowest, count * 1e9 / windowNanos);
                }
            }
            insert = n * 1e9 / nanos;
            hit = n * 1e9 / add(options, 0, n, trie::addAll);
        }
        double bareInsert;
        double bareHit;
        try (BareTable table = BareTable.presized(n)) {
            bareInsert = n * 1e9 / add(options, 0, n, table::addAll);
            bareHit = n * 1e9 / add(options, 0, n, table::addAll);
        }
        double growingInsert;
        try (BareTable table = BareTable.growing()) {
            growingInsert = n * 1e9 / add(options, 0, n, table::addAll);
        }
        double twoThreads = twoThreadsFirst ? byClock(options, n, 2) : 0;
        double oneThread = byClock(options, n, 1);
        twoThreads = twoThreadsFirst ? twoThreads : byClock(options, n, 2);
        double trieByProcess;
        try (FingerprintMap trie = FingerprintMap.open(options)) {
            trieByProcess = byProcess(options, heapN, trie::addAll);
        }
        double heapInsert;
        try (BatchMap heap = BatchMap.ofConcurrentHashMap()) {
            heapInsert = byProcess(options, heapN, heap::addAll);
        }
        System.gc();
        double[] trieCached = cached(options, n, () -> {
            FingerprintMap trie = FingerprintMap.open(options);
            return BatchMap.of(trie::addAll, trie::close);
        });
        double[] bareCached = cached(options, n, () -> {
            BareTable table = BareTable.presized(cachedEntries);
            return BatchMap.of(table::addAll, table::close);
        });
        return new Round(
                insert,
                hit,
                slowest,
                oneThread,
                twoThreads,
                trieByProcess,
                bareInsert,
                bareHit,
                growingInsert,
                heapInsert,
                trieCached[0],
                trieCached[1],
                bareCached[0],
                bareCached[1]);
    }

    /** Insertions a second by so many threads, by the clock. */
    private double byClock(MapOptions options, long n, int threads) throws InterruptedException, ExecutionException {
        try (FingerprintMap trie = FingerprintMap.open(options)) {
            long begin = System.nanoTime();
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                long from = n / threads * t;
                running.add(pool.submit(() -> add(options, from, n / threads, trie::addAll)));
            }
            for (Future<?> each : running) {
                each.get();
            }
            return n / threads * threads * 1e9 / (System.nanoTime() - begin);
        }
    }

    /** Insertions a second of the processor time of all threads of this process. */
    private static double byProcess(MapOptions options, long n, Consumer<EntryBatch> map) {
        long begin = processNanos();
        add(options, 0, n, map);
        return n * 1e9 / (processNanos() - begin);
    }

    /** Insertions and hits a second in maps that the caches hold: what instructions cost where no read misses. */
    private double[] cached(MapOptions options, long n, Supplier<BatchMap> maps) {
        long mapCount = Math.max(1, n / cachedEntries);
        long insertNanos = 0;
        long hitNanos = 0;
        for (long m = 0; m < mapCount; m++) {
            try (BatchMap map = maps.get()) {
                insertNanos += add(options, 0, cachedEntries, map::addAll);
                hitNanos += add(options, 0, cachedEntries, map::addAll);
            }
        }
        double count = (double) mapCount * cachedEntries;
        return new double[] {count * 1e9 / insertNanos, count * 1e9 / hitNanos};
    }

    private MapOptions options(int keyBytes) {
        MapOptions options = MapOptions.of(keyBytes, RecordLayout.of(new RecordLayout.Field("stored", 2)));
        return listSize > 0 ? options.withMapListSize(listSize) : options;
    }

    private double bytesPerEntry(int keyBytes) {
        MapOptions options = options(keyBytes);
        try (FingerprintMap trie = FingerprintMap.open(options)) {
            add(options, 0, entries, trie::addAll);
            return trie.stats().bytesPerEntry();
        }
    }

    /** Adds keys {@code from} to {@code from + count} in batches and says how much processor time it took. */
    private static long add(MapOptions options, long from, long count, Consumer<EntryBatch> map) {
        EntryBatch batch = new EntryBatch(options, BATCH);
        KeyStream keys = new KeyStream(options.keyBytes());
        long begin = processorNanos();
        for (long i = from; i < from + count; ) {
            batch.clear();
            long end = Math.min(from + count, i + BATCH);
            for (; i < end; i++) {
                batch.setField(batch.add(keys.key(i), 0), 0, (int) i & 0xfff);
            }
            map.accept(batch);
        }
        return processorNanos() - begin;
    }

    private static long processorNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Processor time of all threads of this process, in steps of some milliseconds. */
    private static long processNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
