package io.compscan.core.scan;

import io.compscan.core.checkpoint.Checkpoint;
import io.compscan.core.checkpoint.Checkpoint.Tallies;
import io.compscan.core.checkpoint.CheckpointDirectory;
import io.compscan.core.fold.IndexFold;
import io.compscan.core.fold.LedgerFold;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.ResultBuilder;
import io.compscan.core.fold.SampleControl;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.WalkCounts;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.ExactIndex;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.index.IndexSpace;
import io.compscan.core.ledger.Account;
import io.compscan.core.ledger.LedgerRecorder;
import io.compscan.core.ledger.SampledReferences;
import io.compscan.core.measure.FileScan;
import io.compscan.core.measure.ReductionSoFar;
import io.compscan.core.measure.SlabProcessor;
import io.compscan.core.read.Census;
import io.compscan.core.read.ErrorLog;
import io.compscan.core.read.ReadTally;
import io.compscan.core.read.Reader;
import io.compscan.core.read.Slab;
import io.compscan.core.read.SlabGeometry;
import io.compscan.core.read.Standstill;
import io.compscan.core.read.StopSignal;
import io.compscan.core.read.TaskQueue;
import io.compscan.core.read.Throttle;
import io.compscan.core.read.UnitReading;
import io.compscan.core.read.Walk;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import io.compscan.core.result.set.SuperblockTotals;
import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.map.spill.SpillException;
import io.compscan.map.spill.SpillSettings;
import io.compscan.map.spill.SpillStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One scan of one source, from the first path to the {@link ScanResult}.
 *
 * <p>{@link #run} is called once. Meanwhile any thread may ask for the {@link #progress} or {@link #stop} the scan, which then ends
 * soon with the numbers of what was seen, marked partial.
 */
public final class Scan {

    /** The {@link #stopReason} of a scan whose index has used up its memory. */
    public static final String INDEX_FULL = StopSignal.INDEX_FULL;

    /** Enough that two threads seldom want the same shard, few enough that a batch brings each shard many chunks at once. */
    private static final int SHARDS_PER_THREAD = 2;

    private static final int MAX_SHARDS = 256;
    private final ScanOptions options;
    private final Source source;
    private final ScanSettings plan;
    private final LedgerRecorder journal;

    private final SlabGeometry geometry;

    private final StopSignal stop = new StopSignal();
    private final Standstill standstill;
    private final @Nullable Checkpoint carried;
    private final @Nullable Resumption resumption;
    private final @Nullable Checkpoints checkpoints;
    private final ErrorLog errors = new ErrorLog();
    private final ScanProgress.Counters progress = new ScanProgress.Counters();
    private final ReductionSoFar reduction;
    private final List<FileResult> files = new ArrayList<>();
    /** Shared by all indexes, those of single files included: none is full as long as there is memory left for another. */
    private final IndexSpace indexSpace;

    private final List<ChunkIndex> indexes = new ArrayList<>();
    /** As it was in the end. */
    private @Nullable Spilling spilling;

    /** Once the indexes are closed. */
    private volatile boolean over;
    /** Only part of something larger is scanned. */
    private boolean isPart;
    /** Of a part: who is charged with a unit, by number; null if nobody is. */
    private @Nullable ToIntFunction<Unit> accountNumbers;

    /** A thread has not come back from reading, so what it has in hand is not part of the result. */
    private boolean abandoned;

    private final ScanThreads threads = new ScanThreads(stop);

    private final TaskQueue tasks;
    private final Walk walk;
    /** One for each thread. */
    private final List<ReferenceTally> tallies = new ArrayList<>();

    private final List<List<SampleControl>> sampleControls = new ArrayList<>();
    private final List<Hand> hands = new ArrayList<>();
    private List<SuperblockTotals> superblocks = List.of();
    private @Nullable IntFunction<DistinctChunkVisitor> onlookers;

    private volatile long startNanos;
    private volatile long startedAtMillis;

    /** A scan that leaves no checkpoints. */
    public Scan(Source source, ScanOptions options, ScanSettings plan) {
        this(source, options, plan, null);
    }

    /**
     * A scan that leaves checkpoints, and goes on from one if there is one already.
     *
     * @param plan what was asked for, as the result is to show it
     * @param checkpointPlan where checkpoints go, null if there are to be none
     * @throws IllegalArgumentException if files are to be reported on their own, for which there are no checkpoints
     */
    public Scan(Source source, ScanOptions options, ScanSettings plan, @Nullable CheckpointPlan checkpointPlan) {
        this(source, options, plan, checkpointPlan, LedgerRecorder.Limits.DEFAULT);
    }

    /** @param ledgerLimits how much is noted for the ledger */
    Scan(
            Source source,
            ScanOptions options,
            ScanSettings plan,
            @Nullable CheckpointPlan checkpointPlan,
            LedgerRecorder.Limits ledgerLimits) {
        if (checkpointPlan != null && options.perFile().enabled()) {
            throw new IllegalArgumentException("no checkpoints while files are reported on their own");
        }
        this.source = source;
        this.options = options;
        this.plan = plan;
        journal = new LedgerRecorder(source.paths(), PathName.SEPARATOR, ledgerLimits);
        SpillSettings spill = options.memory().spill().settings();
        indexSpace = new IndexSpace(
                options.memory().budgetBytes(),
                spill == null && checkpointPlan != null ? nowhere(checkpointPlan.directory()) : spill);
        geometry = SlabGeometry.of(options.schemes().cutters());
        reduction = new ReductionSoFar(options.schemes());
        standstill = new Standstill(options.readers() + options.workers());
        tasks = new TaskQueue(stop, standstill);
        if (checkpointPlan == null) {
            carried = null;
            resumption = null;
            checkpoints = null;
        } else {
            carried = checkpointPlan.directory().last();
            resumption = carried == null ? null : new Resumption(checkpointPlan.directory(), carried, errors);
            checkpoints = new Checkpoints(
                    checkpointPlan, plan, standstill, stop, new StateOfScan(checkpointPlan.directory()));
        }
        walk = new Walk(
                options,
                indexSpace,
                geometry,
                tasks,
                this::account,
                errors,
                stop,
                progress,
                this::complete,
                checkpoints,
                resumption);
    }

    /** For an index that can be saved, but stays in memory meanwhile. */
    private static SpillSettings nowhere(CheckpointDirectory directory) {
        return new SpillSettings(List.of(directory.path()), 0, 1);
    }

    /**
     * Loads what takes long to load and every scan needs; returns when that is done. Not needed, but a caller that has something else
     * to do first can have it done by another thread meanwhile.
     */
    public static void prepare() {
        AvailableMemory.bytes();
        FileTreeSource.prepare();
    }

    /**
     * Scans.
     *
     * @throws ScanException if a thread failed in a way that no data can excuse
     * @throws InterruptedException if the calling thread was interrupted; the scan is abandoned
     */
    public ScanResult run() throws ScanException, InterruptedException {
        return run(this::result);
    }

    /**
     * Scans what is only a part of something larger, whole units or one stretch of a unit, see {@link DividedScan}. Nothing is folded: the
     * distinct chunks are for those who {@link #lookOn}, and who refers to those of the ledger's sample is told by {@link #references}.
     *
     * @param accounts the number of who is charged with each unit; null if nobody is, as the first layout of this scan is not that of the
     *     whole
     * @throws ScanException if a thread failed in a way that no data can excuse, or the index has used up its memory
     * @throws InterruptedException if the calling thread was interrupted; the scan is abandoned
     */
    public ScanPart runPart(@Nullable ToIntFunction<Unit> accounts) throws ScanException, InterruptedException {
        isPart = true;
        accountNumbers = accounts;
        ScanPart part = run(startedAt -> part());
        String reason = stopReason();
        if (reason != null) {
            throw new ScanException("part of the scan was stopped: " + reason);
        }
        return part;
    }

    private <T> T run(Function<Instant, T> outcome) throws ScanException, InterruptedException {
        startNanos = System.nanoTime();
        Instant startedAt = carried == null ? Instant.now() : Instant.ofEpochMilli(carried.startedAtMillis());
        startedAtMillis = startedAt.toEpochMilli();
        try {
            openIndexes();
            if (resumption != null) {
                resumption.load();
                resumption.restore(indexes);
                resumption.restore(journal);
            }
            runThreads();
            Throwable thrown = threads.failure();
            if (thrown != null) {
                throw new ScanException("the scan failed: " + thrown, thrown);
            }
            return outcome.apply(startedAt);
        } catch (IOException e) {
            throw new ScanException(String.valueOf(e.getMessage()), e);
        } finally {
            threads.interrupt();
            if (resumption != null) {
                resumption.close();
            }
            synchronized (indexes) {
                over = true;
                spilling = Spilling.of(indexSpace.store(), 0);
                indexes.forEach(ChunkIndex::close);
            }
            indexSpace.close();
        }
    }

    /**
     * Lets somebody look on as the index is folded at the end; to be called before {@link #run}.
     *
     * @param onlookerOfLayout who is handed each distinct chunk of layout number {@code i}, in the order that {@link
     *     ChunkIndex#forEach} promises; asked for layout by layout, each when the one before is done
     */
    public void lookOn(IntFunction<DistinctChunkVisitor> onlookerOfLayout) {
        onlookers = onlookerOfLayout;
    }

    /** Who refers to the chunks of the ledger's sample, of a part that is over. */
    public SampledReferences references() {
        return journal.references();
    }

    /** What the superblocks of a scan that is over came to, one element for each compressor, with empty sums where there were none. */
    public List<SuperblockTotals> superblocks() {
        return superblocks;
    }

    /** Ends the scan soon; what has been read so far is counted and the result is marked partial. */
    public void stop(String reason) {
        if (checkpoints == null) {
            stop.stop(reason);
        } else {
            checkpoints.stopAfterCheckpoint(reason);
        }
    }

    /** Why the scan was stopped; null if it was not. */
    public @Nullable String stopReason() {
        return stop.reason();
    }

    /**
     * Makes ready the directories that the index may go on in, and removes what processes that were killed have left there. Otherwise that is
     * done when they are needed for the first time.
     *
     * @throws ScanException naming the one that cannot be used
     */
    public void prepareSpill() throws ScanException {
        SpillStore store = indexSpace.store();
        if (store != null) {
            try {
                store.prepare();
            } catch (SpillException e) {
                throw new ScanException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** What has become of the index's disk space; null if it has none. */
    public @Nullable Spilling spilling() {
        synchronized (indexes) {
            return over
                    ? spilling
                    : Spilling.of(
                            indexSpace.store(),
                            indexes.stream()
                                    .mapToLong(ChunkIndex::distinctChunkCount)
                                    .sum());
        }
    }

    /** Removes what the index has on disk, for a process that ends without waiting for the scan. */
    public void removeTemporaryFiles() {
        SpillStore store = indexSpace.store();
        if (store != null) {
            store.removeFiles();
        }
    }

    /** How far the scan is. */
    public ScanProgress progress() {
        synchronized (indexes) {
            if (over) {
                return progress.snapshot(errors.size(), 0, null);
            }
            return progress.snapshot(errors.size(), indexBytes(), reduction.ratio(indexes));
        }
    }

    /**
     * Walks the source a second time, only to count, so that {@link #progress} soon knows how much there is: the walk that finds what
     * to read stays close to the readers, because what it has found and they have not read takes memory. Returns when that is known;
     * meant for a thread of its own.
     */
    public void countAhead() throws InterruptedException {
        BooleanSupplier isOver =
                () -> over || stop.isStopped() || progress.walk().isEnded();
        source.walk(new Census(progress.census(), isOver));
        if (!isOver.getAsBoolean()) {
            progress.census().end();
        }
    }

    private void openIndexes() {
        int threadCount = options.readers() + options.workers();
        int shards = Math.min(MAX_SHARDS, Integer.highestOneBit(SHARDS_PER_THREAD * threadCount));
        synchronized (indexes) {
            for (Scheme scheme : options.schemes().all()) {
                sampleControls.add(scheme.controls());
                indexes.add(new ExactIndex(new ExactIndex.Settings(
                        options.fingerprint().digestBytes(),
                        scheme.maxChunkBytes(),
                        scheme.sized().size(),
                        shards,
                        options.memory().mapListSize(),
                        indexSpace)));
            }
        }
    }

    private void runThreads() throws InterruptedException {
        Throttle throttle = new Throttle(options.rateBytesPerSecond());
        Turns turns = new Turns(options.readers(), options.workers(), standstill, stop);
        List<Thread> scanThreads = new ArrayList<>();
        int threadCount = options.readers() + options.workers();
        // Here, not in the threads: a heap too small for them is found out before anything has begun.
        List<Slab> slabs = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            slabs.add(new Slab(geometry.capacityBytes()));
            tallies.add(new ReferenceTally(options.schemes()));
        }
        for (int i = 0; i < threadCount; i++) {
            Slab slab = slabs.get(i);
            ReferenceTally tally = tallies.get(i);
            Reader reader = new Reader(tasks, geometry, throttle, stop, standstill, progress, readTally(tally));
            scanThreads.add(threads.start("compscan-" + i, () -> readAndWork(slab, reader, turns, tally)));
        }
        scanThreads.add(threads.start("compscan-walk", () -> {
            source.walk(walk);
            walk.sendRest();
            if (resumption != null && !stop.isStopped()) {
                resumption.finish();
            }
            progress.walk().end();
            tasks.close();
        }));
        Thread saver = checkpoints == null ? null : threads.start("compscan-checkpoint", checkpoints::run);
        if (!threads.join(scanThreads, this::isSpilling)) {
            abandonReaders();
        }
        if (checkpoints != null && saver != null) {
            checkpoints.end();
            saver.join();
        }
    }

    /** Goes on without threads that do not come back from reading: their workers are done with, whatever they may yet read. */
    private void abandonReaders() throws InterruptedException {
        abandoned = true;
        List<Hand> left;
        synchronized (hands) {
            left = List.copyOf(hands);
        }
        for (Hand hand : left) {
            Slab rest = hand.reader().abandonedClaim();
            if (rest != null) {
                if (!hand.worker().cut(rest)) {
                    hand.worker().awaitAndCut(rest);
                }
                hand.worker().process(rest);
            }
        }
        left.forEach(hand -> hand.worker().retire());
    }

    private static ReadTally readTally(ReferenceTally tally) {
        return new ReadTally() {
            @Override
            public void addFile(int typeId) {
                tally.addFile(typeId);
            }

            @Override
            public void addLogicalBytes(long bytes) {
                tally.addLogicalBytes(bytes);
            }
        };
    }

    private void readAndWork(Slab slab, Reader reader, Turns turns, ReferenceTally tally) throws InterruptedException {
        LedgerRecorder itsJournal = isCharged() ? journal : null;
        try (SlabProcessor worker =
                new SlabProcessor(options.schemes(), indexes, sampleControls, itsJournal, stop, reduction, tally)) {
            synchronized (hands) {
                hands.add(new Hand(reader, worker));
            }
            turns.take(slab, reader, worker);
            worker.finish();
        } finally {
            standstill.leave();
        }
    }

    private boolean isCharged() {
        return !isPart || accountNumbers != null;
    }

    private Account account(Unit unit, String extension, String type) {
        return accountNumbers == null
                ? journal.open(unit.name(), extension, type)
                : journal.open(accountNumbers.applyAsInt(unit));
    }

    private List<SlabProcessor> workers() {
        synchronized (hands) {
            return hands.stream().map(Hand::worker).toList();
        }
    }

    /** What one thread reads and works with. */
    private record Hand(Reader reader, SlabProcessor worker) {}

    /** Who writes to a disk comes back soon, and what is written is part of the result. */
    private boolean isSpilling() {
        SpillStore store = indexSpace.store();
        return store != null && store.isFreezing();
    }

    /** Called once for each unit, by the thread that has done the last of its work. */
    private void complete(UnitReading unit) {
        if (checkpoints != null) {
            checkpoints.complete(unit);
        }
        ReadError error = unit.error();
        if (error != null) {
            errors.add(error);
        }
        FileScan fileScan = unit.fileScan();
        if (fileScan != null) {
            try (fileScan) {
                FileResult file = fileScan.result(unit);
                synchronized (files) {
                    files.add(file);
                }
            }
        }
    }

    private ScanResult result(Instant startedAt) {
        ReferenceSums sums = sums();
        superblocks = sums.superblocks();
        List<ReadError> sortedErrors = errors.sorted();
        Totals totals = totals(sums, WalkCounts.Errors.of(sortedErrors));
        LedgerFold charges =
                new LedgerFold(journal.post(), options.schemes().all().get(LedgerFold.SCHEME));
        List<SchemeFold> folds = IndexFold.all(options.schemes(), indexes, onlookers, charges, options.workers());
        long elapsedNanos = elapsedNanos();
        return new ResultBuilder(plan, options.profiles(), sums, totals)
                .partial(stop.isStopped())
                .files(sortedFiles())
                .errors(sortedErrors)
                .ledger(charges)
                .build(
                        folds,
                        new Timing(
                                startedAt,
                                elapsedNanos,
                                (long) (totals.scannedBytes() / (elapsedNanos / 1e9)),
                                options.readers(),
                                options.workers(),
                                indexBytes(),
                                Runtime.version().toString()));
    }

    /** Without a thread that is still reading: it leaves out the bytes in that thread's slab and of units that are not finished. */
    private Totals totals(ReferenceSums sums, WalkCounts.Errors all) {
        long bytes = abandoned ? sums.chunks().get(0).chunkBytes() + all.unreadBytes() : sums.logicalBytes();
        return walk.counts().totals(sums.fileCount(), bytes, all);
    }

    private List<FileResult> sortedFiles() {
        synchronized (files) {
            return files.stream().sorted(Comparator.comparing(FileResult::path)).toList();
        }
    }

    private long indexBytes() {
        return indexes.stream().mapToLong(ChunkIndex::memoryBytes).sum();
    }

    private ScanPart part() {
        for (int i = 0; onlookers != null && i < indexes.size(); i++) {
            indexes.get(i).forEach(onlookers.apply(i));
        }
        return new ScanPart(sums(), errors.sorted(), journal.sums());
    }

    /** What belongs to references, earlier sessions included; no thread may be at work. */
    private ReferenceSums sums() {
        List<ReferenceSums> parts = new ArrayList<>();
        if (carried != null) {
            parts.add(carried.tallies().sums());
        }
        tallies.forEach(tally -> parts.add(tally.sums(walk.types())));
        return ReferenceSums.sum(parts);
    }

    /** How long the scan has run, earlier sessions included. */
    private long elapsedNanos() {
        return System.nanoTime() - startNanos + (carried == null ? 0 : carried.elapsedNanos());
    }

    /** What goes into a checkpoint. */
    private final class StateOfScan implements Checkpoints.State {
        private final CheckpointDirectory directory;

        StateOfScan(CheckpointDirectory directory) {
            this.directory = directory;
        }

        @Override
        public Tallies tallies() {
            return Tallies.of(sums(), journal.save());
        }

        @Override
        public List<IndexRuns> saveIndexes() throws IOException {
            // What was put off has been tallied, so it belongs to the checkpoint.
            workers().forEach(SlabProcessor::finish);
            List<IndexRuns> runs = new ArrayList<>();
            for (ChunkIndex index : indexes) {
                runs.add(index.save(directory.runs(), "chunking" + runs.size()));
            }
            return runs;
        }

        @Override
        public long readBytes() {
            return progress.readBytes();
        }

        @Override
        public long startedAtMillis() {
            return startedAtMillis;
        }

        @Override
        public long elapsedNanos() {
            return Scan.this.elapsedNanos();
        }
    }
}
