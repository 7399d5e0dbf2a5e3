package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.RawExtents;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.OverlapHash;
import io.compscan.core.fold.LedgerFold;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.Sampler;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.fold.SuperblockTally;
import io.compscan.core.fold.calibrate.BlockSample;
import io.compscan.core.fold.calibrate.QuickBlocks;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.profile.Profile;
import io.compscan.core.scan.measure.size.NewChunkSizer;
import io.compscan.core.scan.measure.size.SlabCompressors;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.Hole;
import io.compscan.core.scan.read.Slab.UnitPiece;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.core.scan.read.task.StopSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Processes a slab on the thread that read it, while its bytes are still in that core's cache. Belongs to one thread. */
public final class SlabProcessor implements AutoCloseable {

    private final List<ChunkIndex> indexes;
    private final StopSignal stop;
    private final SlabCompressors compressors;
    private final List<ChunkPass> passes = new ArrayList<>();
    private final List<ReductionSoFar.Contribution> contributions = new ArrayList<>();
    private final @Nullable SuperblockPass superblockPass;
    private final List<ArrivalPass> arrivalPasses = new ArrayList<>();
    private final ReferenceTally tally;
    private final SlabCutter cutter;
    /** Null if there is one chunking only. */
    private final @Nullable SlabDigests digests;

    /** The state for chunkings whose chunks are only counted; null if there are none. */
    private final @Nullable Counted counted;

    /** Null if nothing is recorded. */
    private @Nullable SlabRecorder recorder;

    /** @param cutter cuts the slabs; its device, if it has one, digests their chunks, too */
    public SlabProcessor(
            Schemes schemes,
            List<ChunkIndex> indexes,
            List<List<Sampler>> sampleControls,
            @Nullable LedgerRecorder journal,
            StopSignal stop,
            ReductionSoFar reduction,
            ReferenceTally tally,
            SlabCutter cutter) {
        this.indexes = indexes;
        this.stop = stop;
        this.tally = tally;
        this.cutter = cutter;
        boolean severalAsk = schemes.all().stream()
                        .filter(scheme -> !scheme.sized().isEmpty())
                        .count()
                > 1;
        boolean findsExtents = schemes.chunkers().stream()
                .anyMatch(chunker -> chunker.fileRules().rawExtents() != null);
        List<Profile> inOrder = schemes.profilesInOrder();
        compressors = new SlabCompressors(severalAsk || findsExtents || !inOrder.isEmpty());
        int digestBytes = schemes.fingerprint().digestBytes();
        digests = indexes.size() > 1 ? new SlabDigests(digestBytes) : null;
        boolean anyCounted = IntStream.range(0, indexes.size()).anyMatch(schemes::isOnlyCounted);
        counted = anyCounted ? Counted.of(digestBytes) : null;
        boolean anyBySuperblock = false;
        for (int i = 0; i < indexes.size(); i++) {
            int layout = i;
            Scheme scheme = schemes.all().get(layout);
            List<CompressorSpec> own = scheme.openCompressors();
            anyBySuperblock |= scheme.bySuperblock();
            List<NewChunkSizer.Sizing> sizings = new ArrayList<>();
            for (int number : scheme.sized()) {
                CompressorSpec asked = own.get(number);
                BlockSample blocks =
                        sampleControls.get(layout).get(sizings.size()).blocks();
                QuickBlocks companion = blocks == null ? null : compressors.companion(blocks);
                Compressor compressor = companion == null ? compressors.open(asked) : companion;
                sizings.add(new NewChunkSizer.Sizing(asked, reduction.watch(layout, number, compressor), companion));
            }
            passes.add(new ChunkPass(
                    layout,
                    marks(schemes.chunkers().get(layout), digestBytes),
                    counted != null && schemes.isOnlyCounted(layout)
                            ? new ChunkDigester(digestBytes, counted.hash(), counted.digests())
                            : new ChunkDigester(schemes.fingerprint(), cutter.device(), digests),
                    indexes.get(layout),
                    new NewChunkSizer(
                            sizings,
                            compressors,
                            schemes.chunkers().get(layout).fileRules().sparseFileBytes()),
                    sampleControls.get(layout),
                    tally,
                    layout == LedgerFold.SCHEME ? journal : null));
            contributions.add(reduction.contribution(layout));
        }
        inOrder.forEach(target -> arrivalPasses.add(arrivalPass(schemes, target, tally.arrivals(target))));
        superblockPass = anyBySuperblock
                ? new SuperblockPass(
                        reduction.watchSuperblocks(schemes.compressors().stream()
                                .map(compressors::open)
                                .toList()),
                        tally.superblocks())
                : null;
    }

    /** Has everything recorded from now on; null for nothing. */
    public void recordWith(@Nullable SlabRecorder newRecorder) {
        recorder = newRecorder;
    }

    private ArrivalPass arrivalPass(Schemes schemes, Profile target, ArrivalSample.Collector sample) {
        int layout = IntStream.range(0, schemes.count())
                .filter(i -> schemes.all().get(i).serves(target))
                .findFirst()
                .orElseThrow();
        return new ArrivalPass(
                passes.get(layout),
                target.allocation(),
                compressors.open(target.compressor()),
                sample,
                new ChunkList());
    }

    private @Nullable ChunkMarks marks(Chunker chunker, int digestBytes) {
        RawExtents.Shrinking shrinking = chunker.fileRules().rawExtents() == null
                ? (data, offset, length) -> true
                : compressors.savedPages(Schemes.OF_EXTENTS)::isPageSaved;
        return ChunkMarks.of(chunker, shrinking, digestBytes);
    }

    /** Cuts the slab; false if other slabs must be cut first, so that {@link #awaitAndCut} must follow. */
    public boolean cut(Slab slab) {
        return cutter.cut(slab);
    }

    /** Waits for those other slabs without working, then cuts the slab, which takes microseconds. */
    public void awaitAndCut(Slab slab) throws InterruptedException {
        cutter.awaitAndCut(slab, stop);
    }

    /** Processes the slab, which must be cut, and empties it. */
    public void process(Slab slab) {
        if (digests != null) {
            digests.begin();
        }
        if (counted != null) {
            counted.begin();
        }
        compressors.begin(slab.data);
        for (int i = 0; i < passes.size(); i++) {
            passes.get(i).process(slab, cutter.cuts(i));
        }
        for (ArrivalPass pass : arrivalPasses) {
            pass.process(slab);
        }
        contribute();
        if (superblockPass != null) {
            superblockPass.process(slab, cutter.cuts(passes.size()));
        }
        if (recorder != null) {
            recorder.slab(
                    slab,
                    passes.stream().map(ChunkPass::batch).toList(),
                    (scheme, hole) -> cutter.cuts(scheme).hole(hole),
                    arrivalPasses.stream().map(ArrivalPass::fragments).toList());
        }
        for (UnitPiece piece : slab.pieces) {
            MeasuredUnit unit = MeasuredUnit.of(piece.unit());
            tally.types().addScanned(unit.typeId(), piece.bytes());
            unit.account().addScanned(piece.bytes());
            FileScan fileScan = unit.fileScan();
            if (fileScan != null && fileScan.isFull()) {
                stop.stop(StopReason.INDEX_FULL);
            }
            piece.unit().release();
        }
        for (Hole hole : slab.holes) {
            MeasuredUnit unit = MeasuredUnit.of(hole.unit());
            tally.types().addScanned(unit.typeId(), hole.to() - hole.from());
            unit.account().addScanned(hole.to() - hole.from());
            hole.unit().release();
        }
        DeviceSlab device = cutter.device();
        if (device != null) {
            device.end();
        }
        slab.clear();
        for (ChunkIndex index : indexes) {
            if (index.isFull()) {
                stop.stop(StopReason.INDEX_FULL);
            }
        }
    }

    private void contribute() {
        for (int i = 0; i < passes.size(); i++) {
            contributions.get(i).update(tally.chunks(i).sums(), passes.get(i).deferredChunkCount());
        }
    }

    /** Adds deferred chunks to the index; the caller has no more slabs, or takes a checkpoint. */
    public void finish() {
        passes.forEach(ChunkPass::finish);
        contribute();
    }

    /** Gives the memory of the compressors and of the device back; the tallies stay. */
    @Override
    public void close() {
        compressors.close();
        DeviceSlab device = cutter.device();
        if (device != null) {
            device.close();
        }
    }

    /** The state for chunks that are only counted: the hash that tells them apart, and the digests that several such chunkings share. */
    private record Counted(OverlapHash hash, SlabDigests digests) {

        static Counted of(int digestBytes) {
            return new Counted(new OverlapHash(digestBytes), new SlabDigests(digestBytes));
        }

        void begin() {
            hash.begin();
            digests.begin();
        }
    }

    /**
     * Notes the fragments of the sampled regions, for a target system that packs them in the order of the data, and the writes that its
     * index may forget.
     *
     * @param fragments those of the slab, see {@link SlabRecorder#slab}
     */
    private record ArrivalPass(
            ChunkPass chunks,
            Allocation allocation,
            Compressor compressor,
            ArrivalSample.Collector sample,
            ChunkList fragments) {

        void process(Slab slab) {
            fragments.clear();
            boolean notesWrites = sample.wantsWrites();
            ChunkBatch batch = chunks.batch();
            for (int p = 0; p < slab.pieces.size(); p++) {
                long start = MeasuredUnit.of(slab.pieces.get(p).unit()).streamStart();
                if (start == MeasuredUnit.NO_PLACE) {
                    continue;
                }
                for (int i = batch.firstNumber(p); i < batch.firstNumber(p + 1); i++) {
                    long position = start + batch.position(p, i);
                    if (notesWrites) {
                        sample.noteWrite(position, batch.sampleKey(i));
                    }
                    if (sample.wants(position)) {
                        int length = batch.length(i);
                        int stored = compressor.storedBytes(slab.data, batch.offset(i), length);
                        int fragmentBytes = allocation.fragmentBytes(length, stored);
                        fragments.add(i, fragmentBytes);
                        if (fragmentBytes > 0) {
                            sample.add(position, batch.sampleKey(i), fragmentBytes);
                        }
                    }
                }
            }
        }
    }

    /** Compresses every superblock of a slab that is not all zero. */
    private static final class SuperblockPass {

        private final List<Compressor> compressors;
        private final SuperblockTally tally;

        SuperblockPass(List<Compressor> compressors, SuperblockTally tally) {
            this.compressors = compressors;
            this.tally = tally;
        }

        void process(Slab slab, Cuts cuts) {
            ChunkList superblocks = cuts.chunks;
            for (int p = 0; p < slab.pieces.size(); p++) {
                UnitPiece unitPiece = slab.pieces.get(p);
                SuperblockTally pieceTally = new SuperblockTally(compressors.size());
                for (int i = cuts.first(p); i < cuts.first(p + 1); i++) {
                    int offset = superblocks.offset(i);
                    int length = superblocks.length(i);
                    if (!ZeroBytes.isZero(slab.data, offset, length)) {
                        for (int c = 0; c < compressors.size(); c++) {
                            pieceTally.add(c, length, compressors.get(c).storedBytes(slab.data, offset, length));
                        }
                    }
                }
                tally.merge(pieceTally);
                FileScan fileScan = MeasuredUnit.of(unitPiece.unit()).fileScan();
                if (fileScan != null) {
                    fileScan.merge(pieceTally);
                }
            }
        }
    }
}
