package io.compscan.core.index;

import io.compscan.core.chunk.ChunkList;
import io.compscan.map.EntryBatch;
import io.compscan.map.EntryCursor;
import io.compscan.map.FingerprintMap;
import io.compscan.map.MapOptions;
import io.compscan.map.RecheckPolicy;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.SpillingMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An index that keeps every distinct chunk.
 *
 * <p>Chunks of full length, nearly all of them under fixed chunking, are in a map whose records need no length. All other chunks are in a
 * second map whose records start with the length.
 *
 * <pre>
 *   full   fingerprint -> references, stored 0, stored 1, ...
 *   other  fingerprint -> references, length, stored 0, stored 1, ...
 * </pre>
 *
 * <p>The maps spill to disk when their memory is used up, if their space has a disk. A map without memory and disk is full: the index says
 * so and lifts the budget. The scan stops soon and must not lose the chunks in flight. So no chunk is ever rejected.
 */
public final class ExactIndex implements DurableIndex {

    private static final int LENGTH_FIELD = 0;

    private final int fingerprintBytes;
    private final int fullChunkBytes;
    private final int compressorCount;
    private final RecheckPolicy rechecks = RecheckPolicy.measured();
    private final IndexSpace space;
    private final Part full;
    private final Part other;
    private volatile boolean isFull;

    /** An empty index. */
    public ExactIndex(IndexSettings settings) {
        fingerprintBytes = settings.fingerprintBytes();
        fullChunkBytes = settings.fullChunkBytes();
        compressorCount = settings.compressorCount();
        space = settings.space();
        full = new Part(space.openMap(options(settings, false), rechecks));
        other = new Part(space.openMap(options(settings, true), rechecks));
    }

    private static MapOptions options(IndexSettings settings, boolean withLength) {
        List<Field> fields = new ArrayList<>();
        if (withLength) {
            fields.add(Field.holding("length", settings.fullChunkBytes()));
        }
        for (int i = 0; i < settings.compressorCount(); i++) {
            fields.add(Field.holding("stored" + i, settings.fullChunkBytes()));
        }
        return MapOptions.of(settings.fingerprintBytes(), new RecordLayout(fields))
                .withShardCount(settings.shardCount())
                .withMapListSize(settings.mapListSize());
    }

    @Override
    public IndexWriter writer(int capacity) {
        return new Writer(capacity);
    }

    @Override
    public List<ChunkIndex.Part> parts() {
        List<ChunkIndex.Part> all = new ArrayList<>(full.parts(false));
        all.addAll(other.parts(true));
        return all;
    }

    /**
     * Shows every distinct chunk to the visitor in ascending order of the fingerprints. A fingerprint of chunks of full length and of others comes
     * twice, first with the full length. No thread may write meanwhile.
     */
    public void forEachInOrder(DistinctChunkVisitor visitor) {
        Caller ofFull = new Caller(false, visitor);
        Caller ofOther = new Caller(true, visitor);
        // Both maps divide the fingerprints among as many shards in the same way.
        for (int shard = 0; shard < full.map.options().shardCount(); shard++) {
            try (EntryCursor one = full.map.cursor(shard);
                    EntryCursor two = other.map.cursor(shard)) {
                boolean hasOne = one.next();
                boolean hasTwo = two.next();
                while (hasOne || hasTwo) {
                    if (!hasTwo || (hasOne && Arrays.compareUnsigned(one.key(), two.key()) <= 0)) {
                        ofFull.visit(one);
                        hasOne = one.next();
                    } else {
                        ofOther.visit(two);
                        hasTwo = two.next();
                    }
                }
            }
        }
    }

    @Override
    public IndexRuns save(Path directory, String prefix) throws IOException {
        return new IndexRuns(full.save(directory, prefix + "-full"), other.save(directory, prefix + "-other"));
    }

    @Override
    public void restore(Path directory, IndexRuns runs) throws IOException {
        full.saved().restore(directory, runs.full());
        other.saved().restore(directory, runs.other());
    }

    @Override
    public boolean isFull() {
        return isFull;
    }

    @Override
    public long distinctChunkCount() {
        return full.map.stats().entryCount() + other.map.stats().entryCount();
    }

    @Override
    public long memoryBytes() {
        return full.map.stats().accountedBytes() + other.map.stats().accountedBytes();
    }

    @Override
    public void close() {
        full.close();
        other.close();
    }

    /** One of the two maps. */
    private final class Part {
        private final FingerprintMap map;
        private @Nullable SavedRuns savedRuns;

        Part(FingerprintMap map) {
            this.map = map;
        }

        List<String> save(Path directory, String prefix) throws IOException {
            if (isFull) {
                throw new IOException("the index is full");
            }
            return saved().save(directory, prefix);
        }

        SavedRuns saved() {
            if (savedRuns == null) {
                if (!(map instanceof SpillingMap spilling)) {
                    throw new IllegalStateException("an index in memory alone cannot be saved");
                }
                savedRuns = new SavedRuns(spilling);
            }
            return savedRuns;
        }

        void addAll(EntryBatch batch) {
            if (map.addAll(batch) > 0) {
                isFull = true;
                space.lift();
                if (batch.retryRejected(map::addAll) > 0) {
                    throw new OutOfMemoryError("the system gives no memory for the last chunks of a full index");
                }
            }
        }

        List<ChunkIndex.Part> parts(boolean withLength) {
            return IntStream.range(0, map.options().shardCount())
                    .<ChunkIndex.Part>mapToObj(shard -> visitor -> forEach(shard, new Caller(withLength, visitor)))
                    .toList();
        }

        private void forEach(int shard, Caller caller) {
            try (EntryCursor entries = map.cursor(shard)) {
                while (entries.next()) {
                    caller.visit(entries);
                }
            }
        }

        void close() {
            map.close();
            if (savedRuns != null) {
                savedRuns.close();
            }
        }
    }

    /** Tells a visitor of entries. One thread. */
    private final class Caller {
        private final boolean withLength;
        private final DistinctChunkVisitor visitor;
        private final int[] storedBytes = new int[compressorCount];

        Caller(boolean withLength, DistinctChunkVisitor visitor) {
            this.withLength = withLength;
            this.visitor = visitor;
        }

        /** An entry without references is no chunk of the data: somebody has delivered its sizes, in case it is. */
        void visit(EntryCursor cursor) {
            if (cursor.references() == 0) {
                return;
            }
            int firstStored = withLength ? LENGTH_FIELD + 1 : 0;
            for (int i = 0; i < compressorCount; i++) {
                storedBytes[i] = cursor.field(firstStored + i);
            }
            int lengthBytes = withLength ? cursor.field(LENGTH_FIELD) : fullChunkBytes;
            visitor.visit(cursor.key(), cursor.references(), lengthBytes, storedBytes);
        }
    }

    /** Splits a slab's chunks between the two maps and remembers where each went. */
    private final class Writer implements IndexWriter, NewChunks {
        private final EntryBatch fullBatch;
        private final EntryBatch otherBatch;
        private final EntryBatch fullSizes;
        private final EntryBatch otherSizes;
        /** For each chunk its number in the full batch, or -1 minus its number in the other one. */
        private final int[] places;

        private int first;

        Writer(int capacity) {
            fullBatch = new EntryBatch(full.map.options(), capacity);
            otherBatch = new EntryBatch(other.map.options(), capacity);
            boolean sized = compressorCount > 0;
            fullSizes = new EntryBatch(full.map.options(), sized ? capacity : 0);
            otherSizes = new EntryBatch(other.map.options(), sized ? capacity : 0);
            places = new int[capacity];
        }

        @Override
        public NewChunks add(byte[] fingerprints, ChunkList chunks, long @Nullable [] references, int from, int to) {
            fullBatch.clear();
            otherBatch.clear();
            first = from;
            for (int i = from; i < to; i++) {
                int lengthBytes = chunks.length(i);
                long count = references == null ? 1 : references[i];
                if (lengthBytes == fullChunkBytes) {
                    places[i - from] = fullBatch.add(fingerprints, i * fingerprintBytes, count);
                } else {
                    int place = otherBatch.add(fingerprints, i * fingerprintBytes, count);
                    otherBatch.setField(place, LENGTH_FIELD, lengthBytes);
                    places[i - from] = -1 - place;
                }
            }
            if (fullBatch.size() > 0) {
                full.addAll(fullBatch);
            }
            if (otherBatch.size() > 0) {
                other.addAll(otherBatch);
            }
            return this;
        }

        @Override
        public boolean isNew(int i) {
            int place = places[i - first];
            return place >= 0 ? fullBatch.isNew(place) : otherBatch.isNew(-1 - place);
        }

        @Override
        public boolean areCertain() {
            return full.map.callsKeysNewOnce() && other.map.callsKeysNewOnce();
        }

        @Override
        public void deliver(StoredSizes sizes, long nanos) {
            int newChunkCount = 0;
            for (int i = sizes.first(); i < sizes.end(); i++) {
                newChunkCount += isNew(i) ? 1 : 0;
                if (sizes.has(i)) {
                    add(sizes, i);
                }
            }
            rechecks.noteNewKeys(newChunkCount, nanos);
            flush(full, fullSizes);
            flush(other, otherSizes);
        }

        /** A chunk's sizes are an entry without a reference. */
        private void add(StoredSizes sizes, int i) {
            int place = places[i - first];
            boolean isFullLength = place >= 0;
            EntryBatch keys = isFullLength ? fullBatch : otherBatch;
            EntryBatch target = isFullLength ? fullSizes : otherSizes;
            int entry = target.add(keys.keys(), (isFullLength ? place : -1 - place) * fingerprintBytes, 0);
            int firstField = isFullLength ? 0 : LENGTH_FIELD + 1;
            for (int c = 0; c < compressorCount; c++) {
                target.setField(entry, firstField + c, sizes.get(i, c));
            }
        }

        private static void flush(Part part, EntryBatch batch) {
            if (batch.size() > 0) {
                part.addAll(batch);
                batch.clear();
            }
        }
    }
}
