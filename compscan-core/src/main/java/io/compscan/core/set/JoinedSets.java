package io.compscan.core.set;

import io.compscan.core.fold.Scheme;
import io.compscan.map.run.MergeCursor;
import io.compscan.map.run.RunCursor;
import io.compscan.map.run.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks the entries of several sets as if they were one, chunk by chunk. */
final class JoinedSets {

    /** However many sets there are. */
    private static final int ALL_BUFFERS_BYTES = 8 << 20;

    private JoinedSets() {}

    /** Sees one distinct chunk. */
    @FunctionalInterface
    interface JoinedVisitor {
        /**
         * Takes note of the chunk.
         *
         * @param chunk stands on it: knows its fingerprint, its references in all sets together and in each
         * @param lengthBytes its length
         * @param storedBytes its stored size for each sized compressor, 0 where no set knows it; valid during the call
         */
        void visit(MergeCursor chunk, int lengthBytes, int[] storedBytes);
    }

    /**
     * Hands each chunk that any of the sets holds to the visitor: those of full length first, then the others, each in ascending order
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
        Scheme spec = sets.get(0).schemes().get(scheme);
        int bufferBytes = Math.min(RunFile.DEFAULT_BUFFER_BYTES, ALL_BUFFERS_BYTES / sets.size());
        for (boolean isFull : new boolean[] {true, false}) {
            List<RunCursor> cursors = new ArrayList<>();
            try {
                for (FingerprintSet set : sets) {
                    cursors.add(set.cursor(scheme, isFull, from, to, bufferBytes));
                }
                walk(spec, isFull, cursors, visitor);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } finally {
                for (RunCursor cursor : cursors) {
                    cursor.close();
                }
            }
        }
    }

    private static void walk(Scheme spec, boolean isFull, List<RunCursor> cursors, JoinedVisitor visitor) {
        int[] storedBytes = new int[spec.sizedCompressors().size()];
        int firstStored = isFull ? 0 : 1;
        MergeCursor chunk = new MergeCursor(
                cursors, SetTables.table(spec, Long.BYTES, "", isFull).layout());
        while (chunk.next()) {
            for (int i = 0; i < storedBytes.length; i++) {
                storedBytes[i] = chunk.field(firstStored + i);
            }
            visitor.visit(chunk, isFull ? spec.maxChunkBytes() : chunk.field(0), storedBytes);
        }
    }
}
