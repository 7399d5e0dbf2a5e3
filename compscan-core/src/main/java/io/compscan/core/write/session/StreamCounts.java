package io.compscan.core.write.session;

import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.index.NewChunks;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.scan.measure.ChunkBatch;
import io.compscan.core.scan.measure.ChunkObserver;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the references of one stream, and its chunks that no stream has brought before. Belongs to the thread that works on a slab of the
 * stream.
 */
final class StreamCounts implements ChunkObserver {

    private final List<SchemeCounts> schemes = new ArrayList<>();
    private boolean isExact = true;

    /** The counts of one scheme. */
    static final class SchemeCounts {
        private final ChunkTally references = new ChunkTally();
        private long newBytes;
        private final long[] storedBytes;
        private final long[] unsizedBytes;

        private SchemeCounts(int sizedCount) {
            storedBytes = new long[sizedCount];
            unsizedBytes = new long[sizedCount];
        }

        private void add(int lengthBytes, StoredSizes sizes, int chunk) {
            newBytes += lengthBytes;
            for (int c = 0; c < storedBytes.length; c++) {
                int stored = sizes.get(chunk, c);
                storedBytes[c] += stored;
                unsizedBytes[c] += stored == 0 ? lengthBytes : 0;
            }
        }

        /** The bytes in chunks of zeros. */
        long zeroBytes() {
            return references.zeroBytes();
        }

        /** The bytes in all other chunks. */
        long nonZeroBytes() {
            return references.nonZeroBytes();
        }

        /** The bytes of the chunks that no stream had brought before. */
        long newBytes() {
            return newBytes;
        }

        /**
         * The stored size of these chunks with a sized compressor.
         *
         * @return -1 if the compressor was given a sample of them only
         */
        long storedBytes(int sized) {
            return unsizedBytes[sized] == 0 ? storedBytes[sized] : -1;
        }
    }

    /** Counts of nothing yet. */
    StreamCounts(Schemes measured) {
        for (Scheme scheme : measured.all()) {
            schemes.add(new SchemeCounts(scheme.sized().size()));
        }
    }

    /** The counts of a scheme. */
    SchemeCounts scheme(int number) {
        return schemes.get(number);
    }

    /** Whether every chunk counted as new was new: an index that has spilled may call a chunk new again. */
    boolean isExact() {
        return isExact;
    }

    @Override
    public boolean asksForNew() {
        return true;
    }

    @Override
    public void chunks(ChunkBatch batch, int piece) {
        SchemeCounts counts = schemes.get(batch.scheme());
        counts.references.merge(batch.tally(piece));
        NewChunks fresh = batch.fresh();
        for (int i = batch.firstNumber(piece); i < batch.firstNumber(piece + 1); i++) {
            if (fresh.isNew(i)) {
                counts.add(batch.length(i), batch.sizes(), i);
                isExact &= fresh.areCertain();
            }
        }
    }
}
