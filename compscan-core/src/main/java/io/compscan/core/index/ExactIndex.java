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
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An index that keeps every distinct chunk.
 *
 * <p>Chunks of full length, nearly all of them under fixed chunking, live in a map of their own whose records need no length; all
 * others live in a second map whose records start with it.
 *
 * <pre>
 *   full   fingerprint -> references, stored 0, stored 1, ...
 *   other  fingerprint -> references, length, stored 0, stored 1, ...
 * </pre>
 *
 * <p>Maps go on on disk when their memory is used up, if the space they share has a place for that. What a map rejects because it has
 * not, or not any more, goes to an overflow without a budget, so that the chunks in flight when a scan stops are still counted.
 */
public final class ExactIndex implements DurableIndex {

    private static final int LENGTH_FIELD = 0;

    private final int fingerprintBytes;
    private final int fullChunkBytes;
    private final int compressorCount;
    private final RecheckPolicy rechecks = RecheckPolicy.measured();
    private final Part full;
    private final Part other;

    /** An empty index. */
    public ExactIndex(IndexSettings settings) {
        fingerprintBytes = settings.fingerprintBytes();
        fullChunkBytes = settings.fullChunkBytes();
        compressorCount = settings.compressorCount();
        full = new Part(settings.space().openMap(options(settings, false), rechecks));
        other = new Part(settings.space().openMap(options(settings, true), rechecks));
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
        return full.hasOverflow() || other.hasOverflow();
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

    /** A map and, once it has rejected something, the overflow beside it. */
    private final class Part {
        private final FingerprintMap map;
        private volatile @Nullable FingerprintMap overflow;
        private @Nullable SavedRuns savedRuns;
        /** Keys that were new when they came to the overflow; no more than a stopping scan has in flight. */
        private final Set<ByteBuffer> newInOverflow = new HashSet<>();
        /** Keys whose whole entry is in the overflow, whatever the map has of them. */
        private final Set<ByteBuffer> superseded = new HashSet<>();

        Part(FingerprintMap map) {
            this.map = map;
        }

        List<String> save(Path directory, String prefix) throws IOException {
            if (overflow != null) {
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

        boolean hasOverflow() {
            return overflow != null;
        }

        void addAll(EntryBatch batch) {
            if (map.addAll(batch) > 0 || overflow != null) {
                settle(batch);
            }
        }

        /**
         * Takes what the map has rejected, and sees to it that a chunk is new exactly once although one thread may find it new in the
         * map while another has it rejected. Whoever has it rejected gives way if the map has it by now; whoever finds it new in the
         * map gives way if it was called new here before. Both are asked under one lock and after the map has answered, so never do
         * both of them give way, and never neither.
         */
        private synchronized void settle(EntryBatch batch) {
            FingerprintMap target = overflow;
            if (target == null) {
                target = FingerprintMap.open(map.options().withShardCount(1));
                overflow = target;
            }
            int[] fields = new int[batch.fieldCount()];
            EntryBatch rejected = new EntryBatch(map.options(), batch.size());
            int[] positions = new int[batch.size()];
            for (int i = 0; i < batch.size(); i++) {
                int keyAt = i * batch.keyBytes();
                if (batch.isNew(i) && newInOverflow.contains(keyOf(batch, i))) {
                    batch.markPresent(i);
                } else if (batch.isRejected(i)) {
                    int j = rejected.add(batch.keys(), keyAt, batch.references(i));
                    for (int field = 0; field < batch.fieldCount(); field++) {
                        rejected.setField(j, field, batch.field(i, field));
                    }
                    positions[j] = i;
                }
            }
            target.addAll(rejected);
            for (int j = 0; j < rejected.size(); j++) {
                boolean known = map.get(rejected.keys(), j * rejected.keyBytes(), fields) >= 0;
                if (rejected.isNew(j) && !known) {
                    newInOverflow.add(keyOf(rejected, j));
                    batch.markNew(positions[j]);
                } else {
                    batch.markPresent(positions[j]);
                }
            }
        }

        private static ByteBuffer keyOf(EntryBatch batch, int i) {
            int keyAt = i * batch.keyBytes();
            return ByteBuffer.wrap(Arrays.copyOfRange(batch.keys(), keyAt, keyAt + batch.keyBytes()));
        }

        /** The shards; all in one where there is an overflow, which is walked beside them. */
        List<ChunkIndex.Part> parts(boolean withLength) {
            mergeOverflow();
            FingerprintMap aside = overflow;
            if (aside != null) {
                return List.of(visitor -> forEach(map.cursor(), aside.cursor(), new Caller(withLength, visitor)));
            }
            return IntStream.range(0, map.options().shardCount())
                    .<ChunkIndex.Part>mapToObj(
                            shard -> visitor -> forEach(map.cursor(shard), new Caller(withLength, visitor)))
                    .toList();
        }

        private static void forEach(EntryCursor inMap, Caller caller) {
            while (inMap.next()) {
                caller.visit(inMap);
            }
        }

        private void forEach(EntryCursor inMap, EntryCursor beside, Caller caller) {
            boolean mapHas = nextWhole(inMap);
            while (beside.next()) {
                while (mapHas && Arrays.compareUnsigned(inMap.key(), beside.key()) < 0) {
                    caller.visit(inMap);
                    mapHas = nextWhole(inMap);
                }
                caller.visit(beside);
            }
            while (mapHas) {
                caller.visit(inMap);
                mapHas = nextWhole(inMap);
            }
        }

        /** To the next entry of the map that is not in the overflow as a whole. */
        private boolean nextWhole(EntryCursor inMap) {
            while (inMap.next()) {
                if (superseded.isEmpty() || !superseded.contains(ByteBuffer.wrap(inMap.key()))) {
                    return true;
                }
            }
            return false;
        }

        /**
         * A key may be in both: rejected once and taken later, when another entry had made room in its neighbourhood; or rejected
         * when its count outgrew its byte and there was not even memory for that. Its share of the overflow moves to the map or, if
         * the map still has no room, all of it moves to the overflow and what the map has of it is superseded.
         */
        private synchronized void mergeOverflow() {
            FingerprintMap from = overflow;
            if (from == null) {
                return;
            }
            FingerprintMap rest = FingerprintMap.open(from.options());
            EntryBatch batch = new EntryBatch(map.options(), 1);
            int[] fields = new int[map.options().layout().fieldCount()];
            EntryCursor cursor = from.cursor();
            while (cursor.next()) {
                for (int field = 0; field < fields.length; field++) {
                    fields[field] = cursor.field(field);
                }
                fill(batch, cursor.key(), cursor.references(), fields);
                long references = map.get(cursor.key(), 0, fields);
                if (references < 0 || superseded.contains(ByteBuffer.wrap(cursor.key()))) {
                    rest.addAll(batch);
                } else if (map.addAll(batch) > 0) {
                    rest.addAll(batch);
                    fill(batch, cursor.key(), references, fields);
                    rest.addAll(batch);
                    superseded.add(ByteBuffer.wrap(cursor.key().clone()));
                }
            }
            from.close();
            overflow = rest;
        }

        private static void fill(EntryBatch batch, byte[] key, long references, int[] fields) {
            batch.clear();
            batch.add(key, 0, references);
            for (int field = 0; field < fields.length; field++) {
                batch.setField(0, field, fields[field]);
            }
        }

        void close() {
            map.close();
            if (savedRuns != null) {
                savedRuns.close();
            }
            if (overflow != null) {
                overflow.close();
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

        void visit(EntryCursor cursor) {
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
        public NewChunks add(byte[] fingerprints, ChunkList chunks, int from, int to) {
            fullBatch.clear();
            otherBatch.clear();
            first = from;
            for (int i = from; i < to; i++) {
                int lengthBytes = chunks.length(i);
                if (lengthBytes == fullChunkBytes) {
                    places[i - from] = fullBatch.add(fingerprints, i * fingerprintBytes);
                } else {
                    int place = otherBatch.add(fingerprints, i * fingerprintBytes);
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
