package io.compscan.core.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker.ZeroRun;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.compress.Compressor;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.LayoutTally;
import io.compscan.core.fold.SampleControl;
import io.compscan.core.fold.SampleLevels;
import io.compscan.core.fold.TypeTally;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.ledger.Account;
import io.compscan.core.ledger.Journal;
import io.compscan.core.read.Slab;
import io.compscan.core.read.Slab.Hole;
import io.compscan.core.read.Slab.UnitPiece;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What one worker does with a slab for one chunking, once it is cut: set zeros apart, fingerprint the rest, add it to the index, compress
 * what was new, or a sample of it.
 */
final class LayoutPass {

    private static final int DEFERRED_CHUNKS = 1024;

    private final int layout;
    private final int fingerprintBytes;
    private final Fingerprinter fingerprinter;
    private final ChunkIndex index;
    /** The compressors whose sizes the index keeps, in the order of its fields. */
    private final List<Compressor> compressors;

    /** For each of them what small files take where they share blocks; null if they do not. */
    private final List<@Nullable SharedBlocks> sharedBlocks = new ArrayList<>();

    private final boolean anyShared;

    /** For each of them, which chunks it is given. */
    private final List<SampleControl> controls;

    private final LayoutTally tally = new LayoutTally();
    private final TypeTally types;
    /** Null unless these chunks are charged to somebody. */
    private final @Nullable Journal journal;

    private final ChunkList nonZero = new ChunkList();
    private byte[] fingerprints = {};
    private final ChunkList deferred = new ChunkList();
    private byte[] deferredFingerprints = {};
    /** Of the slab. */
    private int newChunkCount;

    private int writerCapacity = 1024;
    private IndexWriter writer;

    LayoutPass(
            int layout,
            Fingerprinting fingerprinting,
            ChunkIndex index,
            List<Compressor> compressors,
            List<SampleControl> controls,
            TypeTally types,
            @Nullable Journal journal) {
        this.layout = layout;
        fingerprintBytes = fingerprinting.digestBytes();
        fingerprinter = fingerprinting.open();
        this.index = index;
        this.compressors = compressors;
        this.controls = controls;
        this.types = types;
        for (Compressor compressor : compressors) {
            sharedBlocks.add(compressor.sharedBlockBytes() > 0 ? new SharedBlocks(compressor) : null);
        }
        anyShared = compressors.stream().anyMatch(compressor -> compressor.sharedBlockBytes() > 0);
        this.journal = journal;
        writer = index.writer(writerCapacity);
    }

    LayoutTally tally() {
        return tally;
    }

    /** @param cuts where the slab is cut for this chunking */
    void process(Slab slab, Cuts cuts) {
        for (int i = 0; i < slab.holes.size(); i++) {
            skip(slab.holes.get(i), cuts.hole(i));
        }
        nonZero.clear();
        int[] firstOfPiece = new int[slab.pieces.size() + 1];
        for (int i = 0; i < slab.pieces.size(); i++) {
            firstOfPiece[i] = nonZero.size();
            addPiece(slab.data, slab.pieces.get(i), cuts.chunks, cuts.first(i), cuts.first(i + 1));
        }
        int count = nonZero.size();
        firstOfPiece[slab.pieces.size()] = count;
        reserve(count);
        fingerprinter.fingerprint(slab.data, nonZero, fingerprints);
        for (int i = 0; journal != null && i < slab.pieces.size(); i++) {
            note(journal, MeasuredUnit.of(slab.pieces.get(i).unit()).account(), firstOfPiece[i], firstOfPiece[i + 1]);
        }
        if (compressors.isEmpty()) {
            defer(count);
        } else {
            writer.addAll(fingerprints, nonZero, 0, count);
        }
        newChunkCount = 0;
        long beginNanos = System.nanoTime();
        if (anyShared) {
            measureShared(slab, firstOfPiece);
        }
        for (int i = 0; i < slab.pieces.size(); i++) {
            store(slab, slab.pieces.get(i), firstOfPiece[i], firstOfPiece[i + 1]);
        }
        writer.noteCost(newChunkCount, System.nanoTime() - beginNanos);
        writer.flushStoredBytes();
    }

    /** What chunks take that share blocks with others, before anybody asks for the sizes of single chunks. */
    private void measureShared(Slab slab, int[] firstOfPiece) {
        boolean anyPerFile = slab.pieces.stream()
                .anyMatch(piece -> MeasuredUnit.of(piece.unit()).fileScan() != null);
        for (int c = 0; c < compressors.size(); c++) {
            SharedBlocks shared = sharedBlocks.get(c);
            if (shared != null) {
                SampleControl control = controls.get(c);
                IntPredicate isWanted = chunk -> anyPerFile || control.wants(sampleKey(chunk));
                shared.measure(slab, nonZero, firstOfPiece, fingerprints, fingerprintBytes, isWanted);
            }
        }
    }

    /** Takes note of the references to chunks that are in the ledger's sample. */
    private void note(Journal book, Account account, int from, int to) {
        long maxKey = book.maxKey();
        for (int i = from; i < to; i++) {
            long key = sampleKey(i);
            if (Long.compareUnsigned(key, maxKey) <= 0) {
                book.add(key, account);
            }
        }
    }

    /** Adds to the index what was put off; to be called when there are no more slabs. */
    void finish() {
        if (deferred.size() > 0) {
            reserveWriter(deferred.size());
            writer.addAll(deferredFingerprints, deferred, 0, deferred.size());
            deferred.clear();
        }
    }

    /**
     * Puts the chunks off until there are enough of them. With nothing to compress, nobody needs to know which are new while their
     * bytes are at hand, and in a large batch the index waits for many cache misses at once.
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

    /** How many chunks have been tallied and not yet added to the index. */
    int deferredChunkCount() {
        return deferred.size();
    }

    private void skip(Hole hole, ZeroRun run) {
        LayoutTally holeTally = new LayoutTally();
        holeTally.addZeros(run.chunkCount(), run.bytes());
        addReferences(MeasuredUnit.of(hole.unit()), holeTally);
    }

    private void addPiece(byte[] data, UnitPiece unitPiece, ChunkList chunks, int from, int to) {
        LayoutTally pieceTally = new LayoutTally();
        for (int i = from; i < to; i++) {
            int offset = chunks.offset(i);
            int length = chunks.length(i);
            if (ZeroBytes.isZero(data, offset, length)) {
                pieceTally.addZeros(1, length);
            } else {
                pieceTally.addChunk(length);
                nonZero.add(offset, length);
            }
        }
        addReferences(MeasuredUnit.of(unitPiece.unit()), pieceTally);
    }

    private void addReferences(MeasuredUnit unit, LayoutTally pieceTally) {
        tally.merge(pieceTally);
        types.addZero(layout, unit.typeId(), pieceTally.zeroBytes());
        if (journal != null) {
            unit.account().addZeros(pieceTally.zeroBytes());
        }
        FileScan fileScan = unit.fileScan();
        if (fileScan != null) {
            fileScan.merge(layout, pieceTally);
        }
    }

    /** Compresses the chunks of one piece that were new: to the whole scan, or to the file where that is asked for. */
    private void store(Slab slab, UnitPiece unitPiece, int from, int to) {
        FileScan fileScan = MeasuredUnit.of(unitPiece.unit()).fileScan();
        if (fileScan == null) {
            for (int i = from; i < to && !compressors.isEmpty(); i++) {
                if (writer.isNew(i)) {
                    newChunkCount++;
                    storeNew(slab, i);
                } else if (anyShared) {
                    storeShared(slab, i);
                }
            }
            return;
        }
        IndexWriter fileWriter = fileScan.index(layout).writer(to - from);
        fileWriter.addAll(fingerprints, nonZero, from, to);
        if (compressors.isEmpty()) {
            return;
        }
        List<SampleControl> fileControls = fileScan.controls(layout);
        for (int i = from; i < to; i++) {
            boolean isNew = writer.isNew(i);
            boolean isNewInFile = fileWriter.isNew(i);
            if (!isNew && anyShared) {
                storeShared(slab, i);
            }
            if (!isNew && !isNewInFile) {
                continue;
            }
            newChunkCount++;
            long key = sampleKey(i);
            for (int c = 0; c < compressors.size(); c++) {
                boolean wanted = isNew && controls.get(c).wants(key);
                boolean wantedInFile = isNewInFile && fileControls.get(c).wants(key);
                if (!wanted && !wantedInFile) {
                    continue;
                }
                int storedBytes = storedBytes(slab, c, i);
                if (wanted) {
                    writer.setStoredBytes(i, c, storedBytes);
                    report(controls.get(c), writer, key, sampledBytes(c, i, storedBytes));
                }
                if (wantedInFile) {
                    fileWriter.setStoredBytes(i, c, storedBytes);
                    report(fileControls.get(c), fileWriter, key, sampledBytes(c, i, storedBytes));
                }
            }
        }
        fileWriter.flushStoredBytes();
    }

    private void storeNew(Slab slab, int chunk) {
        long key = sampleKey(chunk);
        for (int c = 0; c < compressors.size(); c++) {
            SampleControl control = controls.get(c);
            if (control.wants(key)) {
                int storedBytes = storedBytes(slab, c, chunk);
                writer.setStoredBytes(chunk, c, storedBytes);
                report(control, writer, key, sampledBytes(c, chunk, storedBytes));
            }
        }
    }

    /** Tells of a known chunk what it takes in the block that it shares here. */
    private void storeShared(Slab slab, int chunk) {
        for (int c = 0; c < compressors.size(); c++) {
            SharedBlocks shared = sharedBlocks.get(c);
            if (shared != null
                    && shared.concerns(nonZero.length(chunk))
                    && controls.get(c).wants(sampleKey(chunk))) {
                writer.setStoredBytes(chunk, c, storedBytes(slab, c, chunk));
            }
        }
    }

    /** What decides how large a sample must be: a size that does not depend on which of a file's places was met first. */
    private int sampledBytes(int compressor, int chunk, int storedBytes) {
        SharedBlocks shared = sharedBlocks.get(compressor);
        return shared == null || shared.storedBytes(chunk) == 0 ? storedBytes : shared.aloneBytes(chunk);
    }

    private static void report(SampleControl control, IndexWriter index, long key, int storedBytes) {
        if (index.isNewForCertain()) {
            control.report(key, storedBytes);
        }
    }

    private long sampleKey(int chunk) {
        return SampleLevels.key(fingerprints, chunk * fingerprintBytes, fingerprintBytes);
    }

    private int storedBytes(Slab slab, int compressor, int chunk) {
        SharedBlocks shared = sharedBlocks.get(compressor);
        int part = shared == null ? 0 : shared.storedBytes(chunk);
        if (part > 0) {
            return part;
        }
        return compressors.get(compressor).storedBytes(slab.data, nonZero.offset(chunk), nonZero.length(chunk));
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
