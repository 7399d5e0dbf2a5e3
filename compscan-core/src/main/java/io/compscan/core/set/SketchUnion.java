package io.compscan.core.set;

import io.compscan.core.fold.Scheme;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.KeptSample;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.map.EntryCursor;
import io.compscan.map.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * The union of one scheme of several sets, if at least one set is a sketch. It equals the sketch that one scan of everything would have
 * made.
 *
 * <p>A set that holds all chunks counts as a sketch without a limit. The union has as many entries as the smallest sketch.
 */
final class SketchUnion {

    private SketchUnion() {}

    /** The number of entries of the scheme's union; empty if all sets hold all of its chunks. */
    static OptionalInt entries(List<FingerprintSet> sets, int scheme) {
        int least = Integer.MAX_VALUE;
        for (FingerprintSet set : sets) {
            KeptSample sample = set.sample(scheme);
            least = sample == null ? least : Math.min(least, sample.entries());
        }
        return least == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(least);
    }

    /**
     * The union.
     *
     * @throws IOException if a set cannot be read or is damaged
     */
    static SketchIndex of(List<FingerprintSet> sets, int scheme, int entries) throws IOException {
        Scheme spec = sets.get(0).schemes().get(scheme);
        SketchIndex union = SketchIndex.merging(
                spec.maxChunkBytes(), spec.sizedCompressors().size(), entries);
        DistinctChunkVisitor taker = union.taker();
        for (FingerprintSet set : sets) {
            taker.begin(set.sample(scheme));
            JoinedSets.forEach(
                    List.of(set),
                    scheme,
                    (chunk, lengthBytes, storedBytes) ->
                            taker.visit(chunk.key(), chunk.references(), lengthBytes, storedBytes));
        }
        return union;
    }

    /**
     * Shows the chunks that the union keeps, each with its references in each set.
     *
     * @throws IOException if a set cannot be read or is damaged
     */
    static void forEach(List<FingerprintSet> sets, int scheme, KeptSample kept, JoinedSets.JoinedVisitor visitor)
            throws IOException {
        Scheme spec = sets.get(0).schemes().get(scheme);
        long maxKey = SampleLevels.ALL.maxKey(kept.level());
        for (boolean isFull : new boolean[] {true, false}) {
            List<EntryCursor> cursors = new ArrayList<>();
            try {
                for (FingerprintSet set : sets) {
                    EntryCursor entries = set.cursor(scheme, isFull, null, null, RunFile.DEFAULT_BUFFER_BYTES);
                    cursors.add(new Kept(entries, maxKey));
                    if (set.sample(scheme) == null) {
                        cursors.set(cursors.size() - 1, Sorted.of(cursors.get(cursors.size() - 1), isFull));
                    }
                }
                JoinedSets.walk(spec, isFull, cursors, visitor);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } finally {
                cursors.forEach(EntryCursor::close);
            }
        }
    }

    private static long key(EntryCursor entries) {
        return SampleLevels.key(entries.key(), 0, entries.key().length);
    }

    /** The entries whose keys are small enough. One thread. */
    private static final class Kept implements EntryCursor {
        private final EntryCursor all;
        private final long maxKey;

        Kept(EntryCursor all, long maxKey) {
            this.all = all;
            this.maxKey = maxKey;
        }

        @Override
        public boolean next() {
            boolean isThere = all.next();
            while (isThere && Long.compareUnsigned(SketchUnion.key(all), maxKey) > 0) {
                isThere = all.next();
            }
            return isThere;
        }

        @Override
        public byte[] key() {
            return all.key();
        }

        @Override
        public long references() {
            return all.references();
        }

        @Override
        public int field(int field) {
            return all.field(field);
        }

        @Override
        public void close() {
            all.close();
        }
    }

    /** The parts of a chunk that the overlap needs. */
    private record Entry(long last, long references, int lengthBytes) {
        private static final Comparator<Entry> ORDER = (a, b) -> Long.compareUnsigned(a.last, b.last);
    }

    /** The entries of a set of all chunks in the order of a sketch, without stored sizes. One thread. */
    private static final class Sorted implements EntryCursor {
        private final List<Entry> entries;
        private final int lengthField;
        private final byte[] key = new byte[Long.BYTES];
        private int next;

        private Sorted(List<Entry> entries, boolean isFull) {
            this.entries = entries;
            lengthField = isFull ? -1 : 0;
        }

        /** Reads and closes the other cursor, whose fingerprints may be longer. */
        static Sorted of(EntryCursor all, boolean isFull) {
            List<Entry> entries = new ArrayList<>();
            try (all) {
                while (all.next()) {
                    byte[] fingerprint = all.key();
                    long last = ByteBuffer.wrap(fingerprint).getLong(fingerprint.length - Long.BYTES);
                    entries.add(new Entry(last, all.references(), isFull ? 0 : all.field(0)));
                }
            }
            entries.sort(Entry.ORDER);
            return new Sorted(entries, isFull);
        }

        @Override
        public boolean next() {
            if (next == entries.size()) {
                return false;
            }
            ByteBuffer.wrap(key).putLong(entries.get(next++).last);
            return true;
        }

        @Override
        public byte[] key() {
            return key;
        }

        @Override
        public long references() {
            return entries.get(next - 1).references;
        }

        @Override
        public int field(int field) {
            return field == lengthField ? entries.get(next - 1).lengthBytes : 0;
        }
    }
}
