package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.RawExtents.Shrinking;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.SavedPages;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.task.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the batches of slabs that hold parts of units: cuts them, sets zeros apart, fingerprints and marks what may repeat. Belongs to one
 * thread.
 *
 * <p>The chunks of a part are told from those of the bytes around it by ranges of their unit, one for each piece of the slab. A chunk belongs
 * to the range in which it begins.
 */
public final class SlabBatches implements AutoCloseable {

    private final SlabCutter cutter;
    private final List<ChunkBatch> batches = new ArrayList<>();
    /** Null where bytes alone tell chunks apart. */
    private final List<@Nullable ChunkMarks> marks = new ArrayList<>();
    /** Decides which chunks a file system stores raw; null if no chunks are extents. */
    private final @Nullable Compressor extentCompressor;

    private final Shrinking shrinking;
    private final Cuts kept = new Cuts();

    /**
     * Batches of all schemes.
     *
     * @param fingerprintBytes the length of a fingerprint
     * @param fingerprinter makes what tells chunks apart, for one scheme each
     */
    public SlabBatches(Schemes schemes, int fingerprintBytes, Supplier<Fingerprinter> fingerprinter) {
        cutter = SlabCutter.of(schemes, List.of(), null, 0);
        boolean findsExtents = schemes.chunkers().stream()
                .anyMatch(chunker -> chunker.fileRules().rawExtents() != null);
        Compressor compressor = findsExtents ? Schemes.OF_EXTENTS.open() : null;
        extentCompressor = compressor;
        shrinking = compressor == null
                ? (data, offset, length) -> true
                : SavedPages.of(Schemes.OF_EXTENTS, whole -> compressor)::isPageSaved;
        for (Chunker chunker : schemes.chunkers()) {
            ChunkDigester digester = new ChunkDigester(fingerprintBytes, fingerprinter.get(), null);
            batches.add(new ChunkBatch(batches.size(), digester, 0));
            marks.add(ChunkMarks.of(chunker, shrinking, fingerprintBytes));
        }
    }

    /** Which chunks a file system stores raw. */
    public Shrinking shrinking() {
        return shrinking;
    }

    /** Cuts a slab for all schemes. Each of its pieces is a region. */
    public void cut(Slab slab) {
        cutter.cut(slab);
    }

    /** The chunks of a scheme in the slab that was cut, until the next call. */
    public ChunkList chunks(Slab slab, int scheme, List<ByteRange> ranges) {
        keep(slab, cutter.cuts(scheme), ranges);
        return kept.chunks;
    }

    /** The batch of a scheme in the slab that was cut, until the next call. */
    public ChunkBatch batch(Slab slab, int scheme, List<ByteRange> ranges) {
        keep(slab, cutter.cuts(scheme), ranges);
        ChunkBatch batch = batches.get(scheme);
        batch.begin(slab, kept);
        ChunkMarks ofScheme = marks.get(scheme);
        if (ofScheme != null) {
            ofScheme.mark(slab, batch.nonZero(), batch.firstNumbers(), batch.fingerprints());
        }
        return batch;
    }

    private void keep(Slab slab, Cuts cuts, List<ByteRange> ranges) {
        kept.clear();
        for (int p = 0; p < slab.pieces.size(); p++) {
            UnitPiece piece = slab.pieces.get(p);
            long toUnit = piece.unitOffset() - piece.start();
            long from = ranges.get(p).from() - toUnit;
            long to = ranges.get(p).to() - toUnit;
            kept.nextPiece();
            for (int i = cuts.first(p); i < cuts.first(p + 1); i++) {
                int offset = cuts.chunks.offset(i);
                if (offset >= from && offset < to) {
                    kept.chunks.add(offset, cuts.chunks.length(i));
                }
            }
        }
    }

    @Override
    public void close() {
        if (extentCompressor != null) {
            extentCompressor.close();
        }
    }
}
