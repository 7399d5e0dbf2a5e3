package io.compscan.core.session;

import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.Schemes;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.LastCounts;
import io.compscan.core.index.LastWrites;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Folds those chunks of an index that some place holds in the end. Each has as many references as there are such places.
 *
 * <p>The index knows every chunk that was ever written, and its stored sizes; the places know the chunks that are left. One thread.
 */
final class LastFold implements DistinctChunkVisitor {

    private final LastCounts counts;
    private final SchemeFold fold;

    /**
     * A fold of no chunk.
     *
     * @param index the index that will show its chunks
     * @param writes the places, after the last write to them
     */
    LastFold(Scheme scheme, Schemes schemes, ChunkIndex index, LastWrites writes) {
        counts = LastCounts.of(writes);
        fold = SchemeFold.empty(scheme, schemes.profiles(), index);
    }

    @Override
    public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
        int last = counts.of(fingerprint);
        if (last > 0) {
            fold.visit(fingerprint, last, lengthBytes, storedBytes);
        }
    }

    /**
     * The fold of the chunks seen so far.
     *
     * @param whole the fold of the index; this fold has the same losses
     */
    SchemeFold fold(SchemeFold whole) {
        String damage = whole.damage();
        if (damage != null) {
            fold.lose(new UncheckedIOException(new IOException(damage)));
        }
        return fold;
    }
}
