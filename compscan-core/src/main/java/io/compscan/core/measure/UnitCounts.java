package io.compscan.core.measure;

import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.index.StoredSizes;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the references of one unit, and its chunks that no unit has brought before. Belongs to the thread that works on a slab of the
 * unit. Units that several threads measure at once have no such counts.
 */
public final class UnitCounts {

    private final List<SchemeCounts> schemes = new ArrayList<>();
    private boolean isExact = true;

    /** The counts of one scheme. */
    public static final class SchemeCounts {
        private final ChunkTally references = new ChunkTally();
        private long newBytes;
        private final long[] storedBytes;
        private final long[] unsizedBytes;

        private SchemeCounts(int sizedCount) {
            storedBytes = new long[sizedCount];
            unsizedBytes = new long[sizedCount];
        }

        /** The bytes in chunks of zeros. */
        public long zeroBytes() {
            return references.zeroBytes();
        }

        /** The bytes in all other chunks. */
        public long nonZeroBytes() {
            return references.nonZeroBytes();
        }

        /** The bytes of the chunks that no unit had brought before. */
        public long newBytes() {
            return newBytes;
        }

        /**
         * The stored size of these chunks with a sized compressor.
         *
         * @return -1 if the compressor was given a sample of them only
         */
        public long storedBytes(int sized) {
            return unsizedBytes[sized] == 0 ? storedBytes[sized] : -1;
        }
    }

    /** Counts of nothing yet. */
    public UnitCounts(Schemes measured) {
        for (Scheme scheme : measured.all()) {
            schemes.add(new SchemeCounts(scheme.sized().size()));
        }
    }

    /** The counts of a scheme. */
    public SchemeCounts scheme(int number) {
        return schemes.get(number);
    }

    /** Whether every chunk counted as new was new: an index that has spilled may call a chunk new again. */
    public boolean isExact() {
        return isExact;
    }

    void addReferences(int scheme, ChunkTally more) {
        schemes.get(scheme).references.merge(more);
    }

    void addNew(int scheme, int lengthBytes, StoredSizes sizes, int chunk, boolean isCertain) {
        SchemeCounts counts = schemes.get(scheme);
        counts.newBytes += lengthBytes;
        for (int c = 0; c < counts.storedBytes.length; c++) {
            int storedBytes = sizes.get(chunk, c);
            counts.storedBytes[c] += storedBytes;
            counts.unsizedBytes[c] += storedBytes == 0 ? lengthBytes : 0;
        }
        isExact &= isCertain;
    }
}
