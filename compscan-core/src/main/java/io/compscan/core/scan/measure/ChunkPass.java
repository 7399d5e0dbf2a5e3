package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker.ZeroRun;
import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.Sampler;
import io.compscan.core.fold.TypeTally;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.index.NewChunks;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.scan.measure.size.NewChunkSizer;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.Hole;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Processes a cut slab for one scheme: counts its chunks, adds those that are not all zero to the index, sizes the new ones. One thread.
 *
 * <pre>
 *   cuts -> batch: zeros, fingerprints -> marks
 *                                      -> index of the scan      -> new -> sizer -> index
 *                                      -> index of a single file -> new -> sizer -> index      where files are reported on their own
 *                                      -> tallies, accounts, observer of the unit
 * </pre>
 */
final class ChunkPass {

    private static final int DEFERRED_CHUNKS = 1024;

    /** Null where bytes alone tell chunks apart. */
    private final @Nullable ChunkMarks marks;

    private final ChunkIndex index;
    private final NewChunkSizer sizer;

    /** For each compressor of the sizer the sample of the scan. */
    private final List<Sampler> controls;

    private final ChunkTally tally;
    private final TypeTally types;
    /** Null unless the chunks of this scheme are charged to accounts. */
    private final @Nullable LedgerRecorder journal;

    private final ChunkBatch batch;
    private final ChunkList deferred = new ChunkList();
    private byte[] deferredFingerprints = {};

    private int writerCapacity = 1024;
    private IndexWriter writer;
    private final StoredSizes fileSizes;

    ChunkPass(
            int scheme,
            @Nullable ChunkMarks marks,
            ChunkDigester digester,
            ChunkIndex index,
            NewChunkSizer sizer,
            List<Sampler> controls,
            ReferenceTally tally,
            @Nullable LedgerRecorder journal) {
        this.marks = marks;
        this.index = index;
        this.controls = controls;
        this.tally = tally.chunks(scheme);
        types = tally.types();
        this.journal = journal;
        this.sizer = sizer;
        batch = new ChunkBatch(scheme, digester, sizer.compressorCount());
        fileSizes = new StoredSizes(sizer.compressorCount());
        writer = index.writer(writerCapacity);
    }

    /** @param cuts the cuts of the slab for this scheme */
    void process(Slab slab, Cuts cuts) {
        for (int i = 0; i < slab.holes.size(); i++) {
            skip(slab.holes.get(i), cuts.hole(i));
        }
        batch.begin(slab, cuts);
        if (marks != null) {
            marks.mark(slab, batch.nonZero(), batch.firstNumbers(), batch.fingerprints());
        }
        boolean anyPerFile = false;
        boolean anyAsksForNew = false;
        for (int p = 0; p < slab.pieces.size(); p++) {
            MeasuredUnit unit = MeasuredUnit.of(slab.pieces.get(p).unit());
            anyPerFile |= unit.fileScan() != null;
            anyAsksForNew |= unit.observer() != null && unit.observer().asksForNew();
        }
        if (sizer.isIdle() && !anyAsksForNew) {
            defer();
        } else {
            // A deferred chunk is not new a second time.
            finish();
            addAndSize(slab, anyPerFile);
        }
        for (int p = 0; p < slab.pieces.size(); p++) {
            count(MeasuredUnit.of(slab.pieces.get(p).unit()), p);
        }
    }

    private void addAndSize(Slab slab, boolean anyPerFile) {
        int count = batch.count();
        reserveWriter(count);
        NewChunks fresh = writer.add(batch.fingerprints(), batch.nonZero(), 0, count);
        batch.setNew(fresh);
        long beginNanos = System.nanoTime();
        sizer.begin(slab, batch.nonZero(), batch::sampleKey);
        sizer.measurePlaced(
                slab, batch.firstNumbers(), batch.fingerprints(), batch.fingerprintBytes(), controls, anyPerFile);
        StoredSizes sizes = batch.sizes();
        sizes.clear(0, count);
        sizer.sizeNew(0, count, fresh, controls, sizes);
        sizer.sizePlaced(0, count, fresh, controls, sizes);
        writer.deliver(sizes, System.nanoTime() - beginNanos);
    }

    /** The chunks of the slab that was processed last, until the next. */
    ChunkBatch batch() {
        return batch;
    }

    /** Counts the chunks of a piece where its unit is counted. */
    private void count(MeasuredUnit unit, int piece) {
        addReferences(unit, batch.tally(piece));
        if (journal != null) {
            batch.note(piece, journal, unit.account());
        }
        if (unit.fileScan() != null) {
            addToFile(unit.fileScan(), batch.firstNumber(piece), batch.firstNumber(piece + 1));
        }
        if (unit.observer() != null) {
            unit.observer().chunks(batch, piece);
        }
    }

    /** Adds chunks of a file that is reported on its own to the index of this file. */
    private void addToFile(FileScan file, int from, int to) {
        IndexWriter fileWriter = file.index(batch.scheme()).writer(to - from);
        NewChunks fresh = fileWriter.add(batch.fingerprints(), batch.nonZero(), from, to);
        long beginNanos = System.nanoTime();
        if (!sizer.isIdle()) {
            fileSizes.clear(from, to);
            sizer.sizeNew(from, to, fresh, file.controls(batch.scheme()), fileSizes);
            sizer.sizePlaced(from, to, fresh, file.controls(batch.scheme()), fileSizes);
            fileWriter.deliver(fileSizes, System.nanoTime() - beginNanos);
        }
    }

    /** Adds the deferred chunks to the index; the caller has no more slabs, or a checkpoint needs them. */
    void finish() {
        if (deferred.size() > 0) {
            reserveWriter(deferred.size());
            writer.add(deferredFingerprints, deferred, 0, deferred.size());
            deferred.clear();
        }
    }

    /**
     * Defers the chunks until there are enough of them. Without a compressor the bytes of new chunks are not needed. In a large batch the
     * index waits for many cache misses at once.
     */
    private void defer() {
        int count = batch.count();
        int fingerprintBytes = batch.fingerprintBytes();
        if (deferred.size() + count > DEFERRED_CHUNKS) {
            finish();
        }
        if (deferredFingerprints.length < (deferred.size() + count) * fingerprintBytes) {
            deferredFingerprints = new byte[Math.max(DEFERRED_CHUNKS, count) * fingerprintBytes];
        }
        System.arraycopy(
                batch.fingerprints(),
                0,
                deferredFingerprints,
                deferred.size() * fingerprintBytes,
                count * fingerprintBytes);
        for (int i = 0; i < count; i++) {
            deferred.add(batch.nonZero().offset(i), batch.nonZero().length(i));
        }
    }

    /** The number of chunks that are tallied and not yet in the index. */
    int deferredChunkCount() {
        return deferred.size();
    }

    private void skip(Hole hole, ZeroRun run) {
        ChunkTally holeTally = new ChunkTally();
        holeTally.addZeros(run.chunkCount(), run.bytes());
        addReferences(MeasuredUnit.of(hole.unit()), holeTally);
    }

    private void addReferences(MeasuredUnit unit, ChunkTally pieceTally) {
        tally.merge(pieceTally);
        types.addZero(batch.scheme(), unit.typeId(), pieceTally.zeroBytes());
        if (journal != null) {
            unit.account().addZeros(pieceTally.zeroBytes());
        }
        FileScan fileScan = unit.fileScan();
        if (fileScan != null) {
            fileScan.merge(batch.scheme(), pieceTally);
        }
    }

    private void reserveWriter(int chunkCount) {
        if (writerCapacity < chunkCount) {
            writerCapacity = Math.max(chunkCount, 2 * writerCapacity);
            writer = index.writer(writerCapacity);
        }
    }
}
