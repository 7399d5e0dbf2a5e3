package io.compscan.core.index.sketch;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.DurableIndex;
import io.compscan.core.index.ExactIndex;
import io.compscan.core.index.IndexFactory;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.index.IndexSettings;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.index.KeptSample;
import io.compscan.core.index.NewChunks;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.StoredSizes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An exact index that becomes a sketch when it has used up its memory.
 *
 * <p>An exact index knows every chunk from the first reference on, so the sketch that it becomes is the one of all data. It does not matter
 * when that happens.
 */
public final class ChoosingIndex implements DurableIndex {

    /** The memory of an index is a sum over its shards, too much work for every batch. */
    private static final int BATCHES_BETWEEN_LOOKS = 16;

    private final IndexSettings settings;
    private final int entries;
    private final long mostBytes;
    private final ExactIndex exact;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private volatile @Nullable SketchIndex sketch;

    /**
     * An empty index.
     *
     * @param entries of the sketch
     * @param mostBytes the memory that the exact index may take
     */
    ChoosingIndex(IndexSettings settings, int entries, long mostBytes) {
        this.settings = settings;
        this.entries = entries;
        this.mostBytes = mostBytes;
        exact = new ExactIndex(settings);
    }

    /** Indexes with sketches of at most {@code entries} chunks, each exact within {@code mostBytes} of memory. */
    public static IndexFactory factory(int entries, long mostBytes) {
        return settings -> new ChoosingIndex(settings, entries, mostBytes);
    }

    private ChunkIndex chosen() {
        SketchIndex now = sketch;
        return now == null ? exact : now;
    }

    /** Waits until no thread writes, and makes the sketch, unless another thread has. */
    private void becomeSketch() {
        Lock writing = lock.writeLock();
        writing.lock();
        try {
            if (sketch == null) {
                SketchIndex made = new SketchIndex(settings, entries);
                exact.forEach(made.taker());
                sketch = made;
                exact.close();
            }
        } finally {
            writing.unlock();
        }
    }

    @Override
    public IndexWriter writer(int capacity) {
        return new Writer(capacity);
    }

    @Override
    public List<Part> parts() {
        return chosen().parts();
    }

    @Override
    public @Nullable KeptSample sample() {
        return chosen().sample();
    }

    @Override
    public IndexRuns save(Path directory, String prefix) throws IOException {
        SketchIndex now = sketch;
        return now == null ? exact.save(directory, prefix) : now.save(directory, prefix);
    }

    @Override
    public void restore(Path directory, IndexRuns saved) throws IOException {
        if (SketchRun.holds(saved)) {
            becomeSketch();
            Objects.requireNonNull(sketch).restore(directory, saved);
        } else {
            exact.restore(directory, saved);
        }
    }

    @Override
    public boolean isFull() {
        return false;
    }

    @Override
    public long distinctChunkCount() {
        return guarded(ChunkIndex::distinctChunkCount);
    }

    @Override
    public long memoryBytes() {
        return guarded(ChunkIndex::memoryBytes);
    }

    /** Keeps the exact index open meanwhile. */
    private long guarded(ToLongFunction<ChunkIndex> figure) {
        Lock reading = lock.readLock();
        reading.lock();
        try {
            return figure.applyAsLong(chosen());
        } finally {
            reading.unlock();
        }
    }

    @Override
    public void close() {
        if (sketch == null) {
            exact.close();
        }
    }

    /** Writes to the index that is there. */
    private final class Writer implements IndexWriter, NewChunks {
        private final int capacity;
        private final IndexWriter toExact;
        private final long[] keys;
        private @Nullable SketchWriter toSketch;
        private NewChunks answer = this;
        private int first;
        private int batches;

        Writer(int capacity) {
            this.capacity = capacity;
            toExact = exact.writer(capacity);
            keys = new long[capacity];
        }

        @Override
        public NewChunks add(byte[] fingerprints, ChunkList chunks, long @Nullable [] references, int from, int to) {
            int length = settings.fingerprintBytes();
            first = from;
            for (int i = from; i < to; i++) {
                keys[i - from] = SampleLevels.key(fingerprints, i * length, length);
            }
            Lock reading = lock.readLock();
            reading.lock();
            try {
                SketchIndex now = sketch;
                if (now == null) {
                    answer = toExact.add(fingerprints, chunks, references, from, to);
                } else {
                    if (toSketch == null) {
                        toSketch = new SketchWriter(now.sketch(), capacity);
                    }
                    answer = toSketch.add(fingerprints, chunks, references, from, to);
                }
            } finally {
                reading.unlock();
            }
            if (sketch == null && (exact.isFull() || isTooLarge())) {
                becomeSketch();
            }
            return this;
        }

        private boolean isTooLarge() {
            return ++batches % BATCHES_BETWEEN_LOOKS == 0 && memoryBytes() > mostBytes;
        }

        @Override
        public boolean isNew(int i) {
            return answer.isNew(i);
        }

        @Override
        public boolean wantsSize(int i) {
            SketchIndex now = sketch;
            return now == null || now.sketch().wantsSize(keys[i - first]);
        }

        @Override
        public boolean areCertain() {
            return answer.areCertain();
        }

        @Override
        public void deliver(StoredSizes sizes, long nanos) {
            Lock reading = lock.readLock();
            reading.lock();
            try {
                SketchIndex now = sketch;
                if (now == null) {
                    toExact.deliver(sizes, nanos);
                } else {
                    int[] stored = new int[settings.compressorCount()];
                    for (int i = sizes.first(); i < sizes.end(); i++) {
                        if (sizes.has(i)) {
                            for (int c = 0; c < stored.length; c++) {
                                stored[c] = sizes.get(i, c);
                            }
                            now.sketch().note(keys[i - first], stored);
                        }
                    }
                }
            } finally {
                reading.unlock();
            }
        }
    }
}
