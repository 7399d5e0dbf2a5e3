package io.compscan.core.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker.ZeroRun;
import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.Sampler;
import io.compscan.core.fold.TypeTally;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.index.NewChunks;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.ledger.Account;
import io.compscan.core.ledger.LedgerRecorder;
import io.compscan.core.measure.size.NewChunkSizer;
import io.compscan.core.read.Slab;
import io.compscan.core.read.Slab.Hole;
import io.compscan.core.read.Slab.UnitPiece;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Processes a cut slab for one scheme: tallies zeros, fingerprints other chunks, adds them to the index, sizes the new ones. One thread.
 *
 * <pre>
 *   chunks -> zeros: tallied
 *          -> others: fingerprint -> ledger's sample
 *                                 -> index of the scan      -> new -> sizer -> index
 *                                 -> index of a single file -> new -> sizer -> index      where files are reported on their own
 * </pre>
 */
final class ChunkPass {

    private static final int DEFERRED_CHUNKS = 1024;

    private final int scheme;
    private final int fingerprintBytes;
    private final ChunkDigester digester;
    private final ChunkMarks marks;

    private final ChunkIndex index;
    private final NewChunkSizer sizer;

    /** For each compressor of the sizer the sample of the scan. */
    private final List<Sampler> controls;

    private final ChunkTally tally;
    private final TypeTally types;
    /** Null unless the chunks of this scheme are charged to accounts. */
    private final @Nullable LedgerRecorder journal;

    private final ChunkList nonZero = new ChunkList();
    private byte[] fingerprints = {};
    private final ChunkList deferred = new ChunkList();
    private byte[] deferredFingerprints = {};

    private int writerCapacity = 1024;
    private IndexWriter writer;
    private final StoredSizes sizes;
    private final StoredSizes fileSizes;

    ChunkPass(
            int scheme,
            ChunkMarks marks,
            ChunkDigester digester,
            ChunkIndex index,
            NewChunkSizer sizer,
            List<Sampler> controls,
            ReferenceTally tally,
            @Nullable LedgerRecorder journal) {
        this.scheme = scheme;
        fingerprintBytes = digester.digestBytes();
        this.digester = digester;
        this.marks = marks;
        this.index = index;
        this.controls = controls;
        this.tally = tally.chunks(scheme);
        types = tally.types();
        this.journal = journal;
        this.sizer = sizer;
        sizes = new StoredSizes(sizer.compressorCount());
        fileSizes = new StoredSizes(sizer.compressorCount());
        writer = index.writer(writerCapacity);
    }

    /** @param cuts the cuts of the slab for this scheme */
    void process(Slab slab, Cuts cuts) {
        for (int i = 0; i < slab.holes.size(); i++) {
            skip(slab.holes.get(i), cuts.hole(i));
        }
        digester.begin(slab.data, cuts.chunks);
        nonZero.clear();
        int[] firstOfPiece = new int[slab.pieces.size() + 1];
        for (int i = 0; i < slab.pieces.size(); i++) {
            firstOfPiece[i] = nonZero.size();
            addPiece(slab.data, slab.pieces.get(i), cuts.chunks, cuts.first(i), cuts.first(i + 1));
        }
        int count = nonZero.size();
        firstOfPiece[slab.pieces.size()] = count;
        reserve(count);
        digester.fingerprint(slab.data, nonZero, fingerprints);
        marks.mark(slab, nonZero, firstOfPiece, fingerprints);
        for (int i = 0; journal != null && i < slab.pieces.size(); i++) {
            note(journal, MeasuredUnit.of(slab.pieces.get(i).unit()).account(), firstOfPiece[i], firstOfPiece[i + 1]);
        }
        for (int i = 0; i < slab.pieces.size(); i++) {
            ChunkPlaces places = MeasuredUnit.of(slab.pieces.get(i).unit()).places();
            if (places != null) {
                place(places, slab.pieces.get(i), cuts.chunks, cuts.first(i), cuts.first(i + 1), firstOfPiece[i]);
            }
        }
        if (sizer.isIdle() && !isCounted(slab)) {
            addToFiles(slab, firstOfPiece);
            defer(count);
        } else {
            addAndSize(slab, firstOfPiece, count);
        }
    }

    /**
     * Tells where the chunks of a piece lie.
     *
     * @param firstNonZero the number of the first of them that is not all zero, among all of the slab
     */
    private void place(ChunkPlaces places, UnitPiece piece, ChunkList chunks, int from, int to, int firstNonZero) {
        int next = firstNonZero;
        for (int i = from; i < to; i++) {
            long position = piece.unitOffset() + chunks.offset(i) - piece.start();
            if (next < nonZero.size() && nonZero.offset(next) == chunks.offset(i)) {
                places.chunk(scheme, position, chunks.length(i), fingerprints, next * fingerprintBytes);
                next++;
            } else {
                places.zeros(scheme, position, chunks.length(i));
            }
        }
    }

    /** Adds the references to chunks of the ledger's sample to the journal. */
    private void note(LedgerRecorder book, Account account, int from, int to) {
        long maxKey = book.maxKey();
        for (int i = from; i < to; i++) {
            long key = sampleKey(i);
            if (Long.compareUnsigned(key, maxKey) <= 0) {
                book.add(key, account);
            }
        }
    }

    private void addAndSize(Slab slab, int[] firstOfPiece, int count) {
        NewChunks fresh = writer.add(fingerprints, nonZero, 0, count);
        boolean anyPerFile = anyUnit(slab, unit -> unit.fileScan() != null);
        long beginNanos = System.nanoTime();
        sizer.begin(slab, nonZero, this::sampleKey);
        sizer.measurePlaced(slab, firstOfPiece, fingerprints, fingerprintBytes, controls, anyPerFile);
        sizes.clear(0, count);
        sizer.sizeNew(0, count, fresh, controls, sizes);
        sizer.sizePlaced(0, count, fresh, controls, sizes);
        writer.deliver(sizes, System.nanoTime() - beginNanos);
        countNew(slab, firstOfPiece, fresh);
        if (anyPerFile) {
            addToFiles(slab, firstOfPiece);
        }
    }

    /** Whether new chunks are counted for a unit, so that no chunk may wait. */
    private static boolean isCounted(Slab slab) {
        return anyUnit(slab, unit -> unit.counts() != null);
    }

    /** A loop, for a stream here takes 0.7 % of a scan without a compressor. */
    private static boolean anyUnit(Slab slab, Predicate<MeasuredUnit> wanted) {
        for (int p = 0; p < slab.pieces.size(); p++) {
            if (wanted.test(MeasuredUnit.of(slab.pieces.get(p).unit()))) {
                return true;
            }
        }
        return false;
    }

    private void countNew(Slab slab, int[] firstOfPiece, NewChunks fresh) {
        for (int p = 0; p < slab.pieces.size(); p++) {
            UnitCounts counts = MeasuredUnit.of(slab.pieces.get(p).unit()).counts();
            for (int i = firstOfPiece[p]; counts != null && i < firstOfPiece[p + 1]; i++) {
                if (fresh.isNew(i)) {
                    counts.addNew(scheme, nonZero.length(i), sizes, i, fresh.areCertain());
                }
            }
        }
    }

    /** Adds the chunks of files that are reported on their own to the indexes of these files. */
    private void addToFiles(Slab slab, int[] firstOfPiece) {
        for (int p = 0; p < slab.pieces.size(); p++) {
            FileScan file = MeasuredUnit.of(slab.pieces.get(p).unit()).fileScan();
            if (file == null) {
                continue;
            }
            int from = firstOfPiece[p];
            int to = firstOfPiece[p + 1];
            IndexWriter fileWriter = file.index(scheme).writer(to - from);
            NewChunks fresh = fileWriter.add(fingerprints, nonZero, from, to);
            long beginNanos = System.nanoTime();
            if (!sizer.isIdle()) {
                fileSizes.clear(from, to);
                sizer.sizeNew(from, to, fresh, file.controls(scheme), fileSizes);
                sizer.sizePlaced(from, to, fresh, file.controls(scheme), fileSizes);
                fileWriter.deliver(fileSizes, System.nanoTime() - beginNanos);
            }
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
    private void defer(int count) {
        if (deferred.size() + count > DEFERRED_CHUNKS) {
            finish();
        }
        if (deferredFingerprints.length < (deferred.size() + count) * fingerprintBytes) {
            deferredFingerprints = new byte[Math.max(DEFERRED_CHUNKS, count) * fingerprintBytes];
        }
        System.arraycopy(
                fingerprints, 0, deferredFingerprints, deferred.size() * fingerprintBytes, count * fingerprintBytes);
        for (int i = 0; i < count; i++) {
            deferred.add(nonZero.offset(i), nonZero.length(i));
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

    private void addPiece(byte[] data, UnitPiece unitPiece, ChunkList chunks, int from, int to) {
        ChunkTally pieceTally = new ChunkTally();
        for (int i = from; i < to; i++) {
            int length = chunks.length(i);
            if (digester.isZero(data, chunks, i)) {
                pieceTally.addZeros(1, length);
            } else {
                pieceTally.addChunk(length);
                nonZero.add(chunks.offset(i), length);
            }
        }
        addReferences(MeasuredUnit.of(unitPiece.unit()), pieceTally);
    }

    private void addReferences(MeasuredUnit unit, ChunkTally pieceTally) {
        tally.merge(pieceTally);
        types.addZero(scheme, unit.typeId(), pieceTally.zeroBytes());
        if (journal != null) {
            unit.account().addZeros(pieceTally.zeroBytes());
        }
        FileScan fileScan = unit.fileScan();
        if (fileScan != null) {
            fileScan.merge(scheme, pieceTally);
        }
        UnitCounts counts = unit.counts();
        if (counts != null) {
            counts.addReferences(scheme, pieceTally);
        }
    }

    private long sampleKey(int chunk) {
        return SampleLevels.key(fingerprints, chunk * fingerprintBytes, fingerprintBytes);
    }

    private void reserve(int chunkCount) {
        if (fingerprints.length < chunkCount * fingerprintBytes) {
            fingerprints = new byte[Math.max(chunkCount, writerCapacity) * fingerprintBytes];
        }
        reserveWriter(chunkCount);
    }

    private void reserveWriter(int chunkCount) {
        if (writerCapacity < chunkCount) {
            writerCapacity = Math.max(chunkCount, 2 * writerCapacity);
            writer = index.writer(writerCapacity);
        }
    }
}
