package io.compscan.core.set;

import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import io.compscan.map.EntryCursor;
import io.compscan.map.MergeCursor;
import io.compscan.map.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Walks the entries of several sets as if they were one set, chunk by chunk. */
final class JoinedSets {

    /** The memory for buffers, for any number of sets. */
    private static final int ALL_BUFFERS_BYTES = 8 << 20;

    private JoinedSets() {}

    /** Sees distinct chunks. */
    @FunctionalInterface
    interface JoinedVisitor {
        /**
         * Sees the next chunk.
         *
         * @param chunk a cursor at the chunk, with its fingerprint and its references in all sets and in each
         * @param lengthBytes its length
         * @param storedBytes its stored size for each sized compressor, 0 where no set knows it; valid during the call
         */
        void visit(MergeCursor chunk, int lengthBytes, int[] storedBytes);
    }

    /**
     * Shows the visitor each chunk that any of the sets holds. Chunks of full length come first, then the others, both in ascending order
     * of their fingerprints.
     *
     * @throws IOException if a set cannot be read or is damaged
     */
    static void forEach(List<FingerprintSet> sets, int scheme, JoinedVisitor visitor) throws IOException {
        forEach(sets, scheme, null, null, visitor);
    }

    /** The same for fingerprints not below {@code from} and below {@code to}; null is no bound. */
    static void forEach(
            List<FingerprintSet> sets, int scheme, byte @Nullable [] from, byte @Nullable [] to, JoinedVisitor visitor)
            throws IOException {
        Scheme spec = union(sets.stream().map(set -> set.schemes().get(scheme)).toList());
        int bufferBytes = Math.min(RunFile.DEFAULT_BUFFER_BYTES, ALL_BUFFERS_BYTES / sets.size());
        for (boolean isFull : new boolean[] {true, false}) {
            List<EntryCursor> cursors = new ArrayList<>();
            try {
                for (FingerprintSet set : sets) {
                    EntryCursor cursor = set.cursor(scheme, isFull, from, to, bufferBytes);
                    cursors.add(WidenedCursor.of(cursor, set.schemes().get(scheme), spec, isFull));
                }
                walk(spec, isFull, cursors, visitor);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } finally {
                for (EntryCursor cursor : cursors) {
                    cursor.close();
                }
            }
        }
    }

    /** The scheme with the compressors of all of these, which agree in everything else. */
    static Scheme union(List<Scheme> schemes) {
        Scheme first = schemes.get(0);
        Map<String, CompressSample> compressors = new LinkedHashMap<>();
        for (Scheme scheme : schemes) {
            for (int i = 0; i < scheme.compressors().size(); i++) {
                compressors.putIfAbsent(
                        scheme.compressors().get(i), scheme.samples().get(i));
            }
        }
        return with(first, compressors);
    }

    /** The scheme with those compressors that all of these have. */
    static Scheme intersection(List<Scheme> schemes) {
        Scheme first = schemes.get(0);
        Map<String, CompressSample> compressors = new LinkedHashMap<>();
        for (int i = 0; i < first.compressors().size(); i++) {
            String name = first.compressors().get(i);
            if (schemes.stream().allMatch(scheme -> scheme.compressors().contains(name))) {
                compressors.put(name, first.samples().get(i));
            }
        }
        return with(first, compressors);
    }

    private static Scheme with(Scheme scheme, Map<String, CompressSample> compressors) {
        return new Scheme(
                scheme.chunking(),
                scheme.maxChunkBytes(),
                scheme.expectedChunkBytes(),
                scheme.fingerprint(),
                List.copyOf(compressors.keySet()),
                List.copyOf(compressors.values()),
                scheme.superblockBytes());
    }

    static void walk(Scheme spec, boolean isFull, List<EntryCursor> cursors, JoinedVisitor visitor) {
        int[] storedBytes = new int[spec.sizedCompressors().size()];
        int firstStored = isFull ? 0 : 1;
        MergeCursor chunk = MergeCursor.of(
                cursors, SchemeTables.table(spec, Long.BYTES, "", isFull, null).layout());
        while (chunk.next()) {
            for (int i = 0; i < storedBytes.length; i++) {
                storedBytes[i] = chunk.field(firstStored + i);
            }
            visitor.visit(chunk, isFull ? spec.maxChunkBytes() : chunk.field(0), storedBytes);
        }
    }
}
