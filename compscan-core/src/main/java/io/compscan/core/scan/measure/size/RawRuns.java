package io.compscan.core.scan.measure.size;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.SavedPages;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.UnitPiece;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Finds the chunks that a file system such as Btrfs stores raw because it gave up earlier in the run. The file system compresses a run of a
 * file, chunk by chunk. Behind the first chunk that does not shrink by a page, the others of the run are raw.
 *
 * <pre>
 *   run      |  text  | noise  |  text  |  text  ||  text  | ...
 *   stored   | small  |  raw   |  raw   |  raw   || small  |
 * </pre>
 *
 * For most chunks, a look at the beginning shows that they shrink. The compressor decides about the others. So runs whose chunks are known
 * already cost little. Belongs to one thread and one compressor.
 */
final class RawRuns implements PlacedSizes {

    private final Compressor compressor;
    private final SavedPages savedPages;
    private final int runBytes;
    /** In longer files that have holes, runs begin behind holes and not at multiples of their length. */
    private final long sparseFileBytes;
    /** The position of the compressor among those of {@link #known}. */
    private final int field;

    /** The sizes of the slab's chunks alone, as far as they are known. */
    private final StoredSizes known;

    private byte[] data = {};
    private ChunkList chunks = new ChunkList();
    private boolean[] isRaw = {};

    RawRuns(
            Compressor compressor,
            SavedPages savedPages,
            int runBytes,
            int field,
            StoredSizes known,
            long sparseFileBytes) {
        this.compressor = compressor;
        this.savedPages = savedPages;
        this.runBytes = runBytes;
        this.field = field;
        this.known = known;
        this.sparseFileBytes = sparseFileBytes;
    }

    @Override
    public boolean concerns(int chunk, int lengthBytes) {
        return isRaw[chunk];
    }

    @Override
    public int storedBytes(int chunk) {
        return isRaw[chunk] ? chunks.length(chunk) : 0;
    }

    @Override
    public int aloneBytes(int chunk) {
        return compressedAlone(chunk);
    }

    /** Pieces hold whole runs. */
    @Override
    public void measure(
            Slab slab,
            ChunkList nonZero,
            int[] firstOfPiece,
            byte[] fingerprints,
            int fingerprintBytes,
            IntToLongFunction keys,
            IntPredicate isWanted) {
        data = slab.data;
        chunks = nonZero;
        isRaw = new boolean[chunks.size()];
        for (int p = 0; p < slab.pieces.size(); p++) {
            UnitPiece piece = slab.pieces.get(p);
            boolean isSparse = piece.unit().isSparse(sparseFileBytes);
            int from = firstOfPiece[p];
            while (from < firstOfPiece[p + 1]) {
                long runEnd = isSparse ? chunks.offset(from) + runBytes : runEnd(piece, from);
                int end = from + 1;
                while (end < firstOfPiece[p + 1] && chunks.offset(end) < runEnd && follows(end)) {
                    end++;
                }
                measureRun(from, end, isWanted);
                from = end;
            }
        }
    }

    /** The end in the slab of a run that begins at a multiple of its length in the file. */
    private long runEnd(UnitPiece piece, int chunk) {
        long toUnit = piece.unitOffset() - piece.start();
        return ((toUnit + chunks.offset(chunk)) / runBytes + 1) * runBytes - toUnit;
    }

    /** Whether no zeros lie between the chunk and the one before. They are mostly holes, behind which a file system begins a new run. */
    private boolean follows(int chunk) {
        return chunks.offset(chunk - 1) + chunks.length(chunk - 1) == chunks.offset(chunk);
    }

    private void measureRun(int from, int to, IntPredicate isWanted) {
        int last = to - 1;
        while (last > from && !isWanted.test(last)) {
            last--;
        }
        for (int i = from; i < last; i++) {
            if (!shrinks(i)) {
                for (int raw = i + 1; raw < to; raw++) {
                    isRaw[raw] = true;
                }
                return;
            }
        }
    }

    private boolean shrinks(int chunk) {
        int length = chunks.length(chunk);
        return savedPages.looksCompressible(data, chunks.offset(chunk), length)
                || SavedPages.isPageSaved(compressedAlone(chunk), length);
    }

    private int compressedAlone(int chunk) {
        int bytes = known.get(chunk, field);
        if (bytes == 0) {
            bytes = compressor.storedBytes(data, chunks.offset(chunk), chunks.length(chunk));
            known.set(chunk, field, bytes);
        }
        return bytes;
    }
}
