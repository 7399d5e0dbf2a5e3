package io.compscan.bench;

import io.compscan.map.EntryBatch;
import io.compscan.map.FingerprintMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Distinct keys, each with a stored size of 12 bits, put into a map by one or more writers. */
final class MapFilling {

    private final FingerprintMap map;
    private final ExecutorService writers;
    private final List<EntryBatch> batches = new ArrayList<>();

    /** @param writers has a thread for each of {@code writerCount} */
    MapFilling(FingerprintMap map, ExecutorService writers, int writerCount, int batchSize) {
        this.map = map;
        this.writers = writers;
        for (int t = 0; t < writerCount; t++) {
            batches.add(new EntryBatch(map.options(), batchSize));
        }
    }

    /** Adds the keys from number {@code first} on, an equal share by each writer, and waits for them. */
    void add(long first, long count) throws InterruptedException, ExecutionException {
        List<Future<?>> running = new ArrayList<>();
        for (int t = 0; t < batches.size(); t++) {
            long from = first + count * t / batches.size();
            long to = first + count * (t + 1) / batches.size();
            EntryBatch batch = batches.get(t);
            running.add(writers.submit(() -> add(map, batch, from, to - from)));
        }
        for (Future<?> each : running) {
            each.get();
        }
    }

    /** Adds the keys from number {@code from} on by the calling thread. */
    static void add(FingerprintMap map, EntryBatch batch, long from, long count) {
        KeyStream keys = new KeyStream(map.options().keyBytes());
        for (long i = from; i < from + count; ) {
            batch.clear();
            long end = Math.min(from + count, i + batch.capacity());
            for (; i < end; i++) {
                batch.setField(batch.add(keys.key(i), 0), 0, (int) i & 0xfff);
            }
            if (map.addAll(batch) > 0) {
                throw new IllegalStateException("out of memory after " + (i - from) + " entries");
            }
        }
    }
}
