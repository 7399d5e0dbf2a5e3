package io.compscan.bench;

import io.compscan.map.EntryBatch;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.RecordLayout;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The cost of an entry in maps of several kinds that already hold {@code entries} keys. Every kind gets the same batches.
 *
 * <p>One invocation adds {@value #ENTRIES_PER_INVOCATION} entries in batches of {@code batch}: new keys ({@code insert}), keys that are
 * there ({@code hit}), or one of four new ({@code mixed}). New keys stay, so a map that starts with {@code entries} ends an iteration a
 * little larger. Each iteration starts with a fresh map. The parameter {@code listSize} matters to the trie only. The maps that are not
 * thread-safe (all but the trie and {@code concurrentHashMap}) are meant for {@code -t 1}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx6g", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 1, time = 2)
@Measurement(iterations = 3, time = 2)
@State(Scope.Benchmark)
public class MapBenchmark {

    private static final int ENTRIES_PER_INVOCATION = 65_536;
    private static final int KEY_BYTES = 20;
    private static final long MAX_NEW_KEYS = 40_000_000;

    /** The kind of map that is measured. */
    @Param({"trie", "bareTable", "growingTable", "fastutil", "concurrentHashMap", "treeMap"})
    public MapKind map = MapKind.trie;

    /** Keys in the map at the start. */
    @Param({"1000000", "5000000"})
    public long entries;

    /** Most entries of a leaf of the trie. */
    @Param("24")
    public int listSize;

    /** Entries of a batch. */
    @Param("4096")
    public int batch;

    private MapOptions options = options(32);
    private BatchMap target = BatchMap.NONE;
    private final AtomicLong nextNew = new AtomicLong();
    private final AtomicLong nextHit = new AtomicLong();

    /** The options that all maps and batches share. */
    static MapOptions options(int listSize) {
        return MapOptions.of(KEY_BYTES, RecordLayout.of(new RecordLayout.Field("stored", 2)))
                .withMapListSize(listSize)
                .withShardCount(16);
    }

    /** One thread's batch and keys. */
    @State(Scope.Thread)
    public static class Writer {
        private EntryBatch batch = new EntryBatch(options(32), 1);
        private final KeyStream keys = new KeyStream(KEY_BYTES);

        /** Makes a batch of the size that is measured. */
        @Setup
        public void open(MapBenchmark benchmark) {
            batch = new EntryBatch(benchmark.options, benchmark.batch);
        }
    }

    /** A map with {@code entries} keys. */
    @Setup(Level.Iteration)
    public void fill(BenchmarkParams benchmark) {
        options = options(listSize);
        // A table that is mostly free would make each of its hits miss the caches.
        boolean onlyHits = benchmark.getBenchmark().endsWith(".hit");
        target = map.open(options, onlyHits ? entries : entries + MAX_NEW_KEYS);
        EntryBatch buffer = new EntryBatch(options, 4096);
        KeyStream keys = new KeyStream(KEY_BYTES);
        for (long i = 0; i < entries; ) {
            buffer.clear();
            for (; i < entries && buffer.size() < buffer.capacity(); i++) {
                buffer.setField(buffer.add(keys.key(i), 0), 0, (int) i & 0xfff);
            }
            target.addAll(buffer);
        }
        nextNew.set(entries);
        nextHit.set(0);
    }

    /** Gives the memory back. */
    @TearDown(Level.Iteration)
    public void close() {
        target.close();
        target = BatchMap.NONE;
    }

    /** Keys that are not there. */
    @Benchmark
    @OperationsPerInvocation(ENTRIES_PER_INVOCATION)
    public void insert(Writer writer) {
        add(writer, ENTRIES_PER_INVOCATION, 0);
    }

    /** Keys that are there. */
    @Benchmark
    @OperationsPerInvocation(ENTRIES_PER_INVOCATION)
    public void hit(Writer writer) {
        add(writer, 0, ENTRIES_PER_INVOCATION);
    }

    /** One new key to three that are there. */
    @Benchmark
    @OperationsPerInvocation(ENTRIES_PER_INVOCATION)
    public void mixed(Writer writer) {
        add(writer, ENTRIES_PER_INVOCATION / 4, ENTRIES_PER_INVOCATION * 3 / 4);
    }

    private void add(Writer writer, int newKeys, int hits) {
        long newFrom = nextNew.getAndAdd(newKeys);
        long hitFrom = nextHit.getAndAdd(hits);
        EntryBatch buffer = writer.batch;
        int every = newKeys == 0 ? Integer.MAX_VALUE : (newKeys + hits) / newKeys;
        for (int i = 0; i < newKeys + hits; ) {
            buffer.clear();
            for (; i < newKeys + hits && buffer.size() < buffer.capacity(); i++) {
                long number =
                        i % every == 0 && newKeys > 0 ? newFrom++ : Math.floorMod(KeyStream.mix(hitFrom++), entries);
                buffer.setField(buffer.add(writer.keys.key(number), 0), 0, (int) number & 0xfff);
            }
            target.addAll(buffer);
        }
    }

    /** The maps that are compared. */
    public enum MapKind {
        trie {
            @Override
            BatchMap open(MapOptions options, long maxEntries) {
                FingerprintMap trie = FingerprintMap.open(options);
                return BatchMap.of(trie::addAll, trie::close);
            }
        },
        bareTable {
            @Override
            BatchMap open(MapOptions options, long maxEntries) {
                BareTable table = BareTable.presized(maxEntries);
                return BatchMap.of(table::addAll, table::close);
            }
        },
        growingTable {
            @Override
            BatchMap open(MapOptions options, long maxEntries) {
                BareTable table = BareTable.growing();
                return BatchMap.of(table::addAll, table::close);
            }
        },
        fastutil {
            @Override
            BatchMap open(MapOptions options, long maxEntries) {
                return BatchMap.ofFastutil();
            }
        },
        concurrentHashMap {
            @Override
            BatchMap open(MapOptions options, long maxEntries) {
                return BatchMap.ofConcurrentHashMap();
            }
        },
        treeMap {
            @Override
            BatchMap open(MapOptions options, long maxEntries) {
                return BatchMap.ofTreeMap();
            }
        };

        abstract BatchMap open(MapOptions options, long maxEntries);
    }
}
