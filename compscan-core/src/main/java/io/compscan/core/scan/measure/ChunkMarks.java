package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FileRules;
import io.compscan.core.chunk.RawExtents;
import io.compscan.core.fingerprint.LongFiles;
import io.compscan.core.fingerprint.WholeFiles;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.source.FileSample;
import io.compscan.core.source.Unit;
import org.jspecify.annotations.Nullable;

/** Marks the fingerprints of a slab with what tells chunks apart besides their bytes: the extent, the long file, the file that is one chunk. One thread. */
final class ChunkMarks {

    private final FileRules rules;
    private final int maxChunkBytes;
    private final RawExtents.Shrinking shrinking;
    private final int fingerprintBytes;

    private ChunkMarks(Chunker chunker, RawExtents.Shrinking shrinking, int fingerprintBytes) {
        rules = chunker.fileRules();
        maxChunkBytes = chunker.maxChunkBytes();
        this.shrinking = shrinking;
        this.fingerprintBytes = fingerprintBytes;
    }

    /**
     * The marks of a chunker; null where bytes alone tell chunks apart.
     *
     * @param shrinking which chunks a file system does not store raw; asked only where chunks are extents
     */
    static @Nullable ChunkMarks of(Chunker chunker, RawExtents.Shrinking shrinking, int fingerprintBytes) {
        return chunker.fileRules().tellChunksApart() ? new ChunkMarks(chunker, shrinking, fingerprintBytes) : null;
    }

    /**
     * Marks chunks.
     *
     * @param chunks the chunks that are not all zero
     * @param firstOfPiece the number of each piece's first chunk, and at the end the count of all chunks
     */
    void mark(Slab slab, ChunkList chunks, int[] firstOfPiece, byte[] fingerprints) {
        RawExtents extents = rules.rawExtents();
        boolean samplesFiles = rules.sampledFileBytes() < Long.MAX_VALUE;
        boolean filesApart = rules.areShortFilesApart();
        for (int p = 0; p < slab.pieces.size(); p++) {
            UnitPiece piece = slab.pieces.get(p);
            int from = firstOfPiece[p];
            int to = firstOfPiece[p + 1];
            if (extents != null) {
                long toUnit = piece.unitOffset() - piece.start();
                boolean isSparse = piece.unit().isSparse(rules.sparseFileBytes());
                extents.forEach(
                        slab.data,
                        chunks,
                        from,
                        to,
                        toUnit,
                        isSparse,
                        shrinking,
                        (first, end) -> LongFiles.markExtent(fingerprints, fingerprintBytes, first, end));
            }
            if (samplesFiles) {
                markLongFile(piece, chunks, from, to, fingerprints);
            }
            if (filesApart) {
                markWholeFile(piece, from, to, fingerprints);
            }
        }
    }

    private void markLongFile(UnitPiece piece, ChunkList chunks, int from, int to, byte[] fingerprints) {
        Unit unit = piece.unit().unit();
        if (unit.fileBytes() <= rules.sampledFileBytes()) {
            return;
        }
        FileSample sample = piece.unit().sample();
        if (!rules.isWhole(unit.fileBytes(), sample.isNoise())) {
            return;
        }
        for (int i = from; i < to; i++) {
            long position = unit.fileOffset() + piece.unitOffset() + chunks.offset(i) - piece.start();
            int begin = i * fingerprintBytes;
            LongFiles.mark(fingerprints, begin, begin + fingerprintBytes, sample.mark(), position);
        }
    }

    private void markWholeFile(UnitPiece piece, int from, int to, byte[] fingerprints) {
        boolean isWholeFile = piece.isWholeUnit() && piece.bytes() < maxChunkBytes;
        for (int i = from; i < to; i++) {
            WholeFiles.mark(fingerprints, (i + 1) * fingerprintBytes, isWholeFile);
        }
    }
}
