package io.compscan.core.scan;

import io.compscan.core.chunk.CutObserver;
import io.compscan.core.compress.DeflateCodec;
import io.compscan.core.fold.IndexFold;
import io.compscan.core.fold.LedgerFold;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.ResultBuilder;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.calibrate.Calibrations;
import io.compscan.core.fold.ledger.Account;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.scan.catalog.CatalogException;
import io.compscan.core.scan.catalog.CatalogPlan;
import io.compscan.core.scan.catalog.CatalogSession;
import io.compscan.core.scan.checkpoint.Checkpoint;
import io.compscan.core.scan.checkpoint.Checkpoint.Tallies;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.checkpoint.CheckpointException;
import io.compscan.core.scan.measure.FileResults;
import io.compscan.core.scan.measure.FileScan;
import io.compscan.core.scan.measure.MeasuredUnit;
import io.compscan.core.scan.measure.ReductionSoFar;
import io.compscan.core.scan.measure.ScanDevice;
import io.compscan.core.scan.measure.SlabCutter;
import io.compscan.core.scan.measure.SlabProcessor;
import io.compscan.core.scan.read.ErrorLog;
import io.compscan.core.scan.read.FileGroups;
import io.compscan.core.scan.read.ReadCounters;
import io.compscan.core.scan.read.SizeCount;
import io.compscan.core.scan.read.SlabGeometry;
import io.compscan.core.scan.read.Walk;
import io.compscan.core.scan.read.WalkCounts;
import io.compscan.core.scan.read.task.PausePoint;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.TaskQueue;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.PathName;
import io.compscan.core.source.SizeLimit;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.core.source.view.ViewedUnit;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A scan at work: its threads, its indexes, its tallies. {@link ScanRun} and {@link PartRun} are its public faces.
 *
 * <p>{@link #run} is called once. Any thread may call {@link #progress} and {@link #stop} meanwhile.
 */
final class ScanSession {

    private static final int MOST_EMPTY = 16_384;

    private final ScanRequest request;
    private final ScanOptions options;
    /** The request of a part; null if the scan is not a part of a divided scan. */
    private final @Nullable PartRequest part;

    private final LedgerRecorder ledger;
    private final SlabGeometry geometry;
    /** Null if there is none. */
    private final @Nullable ScanDevice device;

    private final StopSignal stop = new StopSignal();
    private final PausePoint pause;
    private final @Nullable Checkpoint carried;
    private final @Nullable Resumption resumption;
    private final @Nullable Checkpoints checkpoints;
    private final ErrorLog errors = new ErrorLog();
    /** Empty files, to look at once more; a tree may have millions. */
    private final Queue<Unit> empty = new LinkedBlockingQueue<>(MOST_EMPTY);

    private final ReadCounters progress = new ReadCounters();
    private final ReductionSoFar reduction;
    private final FileResults files = new FileResults();
    private final ScanIndexes indexes;

    private final ScanCrew crew;
    private final TaskQueue tasks;
    private final ScanIntake intake;
    private final Walk walk;
    /** Null if there is none. */
    private final @Nullable CatalogSession catalog;
    /** The result of the catalog's last scan, if nothing has changed since; null otherwise. */
    private volatile @Nullable ScanResult repeated;

    private volatile long startNanos;
    private volatile Instant startedAt = Instant.EPOCH;

    /** The catalog lacks what the result needs, so everything must be read. */
    static final class CatalogTooSmallException extends RuntimeException {
        static final String MESSAGE =
                "the catalog lacks the sizes of some chunks that the sample needs now; everything is read once more";

        private static final long serialVersionUID = 1L;

        CatalogTooSmallException() {
            super(MESSAGE, null, false, false);
        }
    }

    ScanSession(ScanRequest request, @Nullable PartRequest part) throws ScanException {
        this.request = request;
        this.part = part;
        options = request.measured();
        Source source = request.source();
        CheckpointPlan plan = request.checkpoints();
        ledger = new LedgerRecorder(source.roots(), PathName.SEPARATOR, request.ledgerLimits());
        indexes = new ScanIndexes(
                options.memory(),
                request.indexes(),
                plan == null ? null : plan.directory().path());
        geometry = request.slabGeometry();
        device = request.scanDevice();
        reduction = new ReductionSoFar(options.schemes());
        pause = new PausePoint(options.readers() + options.workers());
        tasks = new TaskQueue(stop, pause);
        ThreadPermits permits = ThreadPermits.of(options, device != null, stop);
        crew = new ScanCrew(options, geometry, tasks, stop, pause, progress, permits, this::newProcessor);
        ScanSettings settings = request.settings();
        if (plan == null || settings == null) {
            carried = null;
            resumption = null;
            checkpoints = null;
        } else {
            carried = plan.directory().last();
            resumption = carried == null ? null : new Resumption(plan.directory(), carried, errors);
            checkpoints = new Checkpoints(plan, settings, carried, pause, stop, new StateOfScan(plan.directory()));
        }
        catalog = openCatalog(request);
        intake = new ScanIntake(
                request, part == null, indexes, this::account, this::complete, checkpoints, resumption, catalog);
        FileGroups groups = new FileGroups(options.schemes().sharedBlockBytes());
        walk = new Walk(geometry, groups, tasks, intake, errors, stop, progress, crew.walkState());
        walk.counts().packBy(DeflateCodec.best()::storedBytes, options.chargesAttributes(), options.chargesShapes());
    }

    private @Nullable CatalogSession openCatalog(ScanRequest wanted) throws ScanException {
        CatalogPlan plan = wanted.watchers().catalog();
        try {
            return plan == null ? null : CatalogSession.open(plan, options.schemes(), wanted.asked(), stop::isStopped);
        } catch (CatalogException e) {
            throw new ScanException(String.valueOf(e.getMessage()), e);
        }
    }

    ScanIndexes indexes() {
        return indexes;
    }

    /** Scans, and builds the outcome while the indexes are still open. */
    <T> T run(Supplier<T> outcome) throws ScanException, InterruptedException {
        startNanos = System.nanoTime();
        startedAt = carried == null ? Instant.now() : Instant.ofEpochMilli(carried.startedAtMillis());
        try {
            indexes.open(options.schemes(), options.readers() + options.workers());
            if (resumption != null) {
                resumption.restore(indexes, ledger);
            }
            crew.run(this::walk, this::lookAgain, indexes::isSpilling, checkpoints);
            Throwable thrown = crew.failure();
            if (resumption != null && thrown instanceof RuntimeException e && !(e instanceof UncheckedIOException)) {
                throw resumption.contradicts(e);
            }
            if (thrown instanceof CatalogException) {
                throw new ScanException(String.valueOf(thrown.getMessage()), thrown);
            }
            if (thrown != null) {
                throw new ScanException("the scan failed: " + thrown, thrown);
            }
            return outcomeOf(outcome);
        } catch (IOException e) {
            throw new ScanException(String.valueOf(e.getMessage()), e);
        } catch (UncheckedIOException e) {
            IOException cause = Objects.requireNonNull(e.getCause(), "no cause");
            throw new ScanException(String.valueOf(cause.getMessage()), cause);
        } finally {
            crew.interrupt();
            if (resumption != null) {
                resumption.close();
            }
            indexes.close();
            if (catalog != null) {
                catalog.close();
            }
        }
    }

    /** Builds the outcome. Numbers that do not add up are a bug, unless they come from a checkpoint. */
    private <T> T outcomeOf(Supplier<T> outcome) throws CheckpointException {
        try {
            return outcome.get();
        } catch (RuntimeException e) {
            if (resumption == null) {
                throw e;
            }
            throw resumption.contradicts(e);
        }
    }

    /** Ends the scan soon, after one more checkpoint if it takes any. */
    void stop(StopReason reason) {
        if (checkpoints == null) {
            stop.stop(reason);
        } else {
            checkpoints.stopAfterCheckpoint(reason);
        }
    }

    /** The failure of a thread, which may come after the scan is over; null if none has failed. */
    @Nullable Throwable failure() {
        return crew.failure();
    }

    /** Makes the directories of the indexes. A session that is not run afterwards must not keep the catalog. */
    void prepare() throws ScanException {
        try {
            indexes.prepareNamedSpill();
        } catch (ScanException e) {
            if (catalog != null) {
                catalog.close();
            }
            throw e;
        }
    }

    @Nullable StopReason stopReason() {
        return stop.reason();
    }

    ScanProgress progress() {
        return ScanProgress.of(progress, errors.size(), indexes.memoryBytes(), indexes.ratio(reduction));
    }

    void countAhead() throws InterruptedException {
        BooleanSupplier isOver =
                () -> indexes.isClosed() || stop.isStopped() || progress.walk().isEnded();
        request.source().walk(new SizeLimit(new SizeCount(progress.sizeCount(), isOver)));
        if (!isOver.getAsBoolean()) {
            progress.sizeCount().end();
        }
    }

    private void walk() throws InterruptedException, IOException {
        walk.run(request.source());
        if (resumption != null && !stop.isStopped()) {
            resumption.finish();
        }
        progress.walk().end();
        tasks.close();
        if (catalog != null && !stop.isStopped()) {
            repeated = request.isWatched() ? null : catalog.repeat(walk.counts(), errors::sorted);
            if (repeated == null) {
                catalog.replay(options.workers(), crew::newTally, indexes.all(), ledger);
            }
        }
    }

    private SlabProcessor newProcessor(ReferenceTally tally) {
        LedgerRecorder charged = part == null || part.accounts() != null ? ledger : null;
        List<CutObserver> observers = part == null ? List.of() : part.observers();
        SlabCutter cutter = SlabCutter.of(options.schemes(), observers, device, geometry.capacityBytes());
        SlabProcessor processor = new SlabProcessor(
                options.schemes(), indexes.all(), indexes.samplers(), charged, stop, reduction, tally, cutter);
        processor.recordWith(catalog == null ? null : catalog.recorder(indexes.all()));
        return processor;
    }

    private Account account(Unit unit, String extension, String type) {
        ToIntFunction<Unit> numbers = part == null ? null : part.accounts();
        return numbers == null ? ledger.open(unit.name(), extension, type) : ledger.open(numbers.applyAsInt(unit));
    }

    /** Called once for each unit, by the thread that has done the last of its work. */
    private void complete(UnitTicket unit) {
        if (checkpoints != null) {
            checkpoints.complete(unit);
        }
        ReadError error = unit.error();
        if (error != null) {
            errors.add(error);
        } else if (unit.unit().sizeBytes() == 0 && !(unit.unit() instanceof ViewedUnit)) {
            // One in a container changes with it. Those beyond the limit are not taken.
            empty.offer(unit.unit());
        }
        FileScan fileScan = MeasuredUnit.of(unit).fileScan();
        if (fileScan != null) {
            files.take(fileScan, unit);
        }
    }

    /** A log that is opened just now is still empty at its turn. Nothing of it was read, so its growth is worth a line however late it comes. */
    private void lookAgain() {
        for (Unit unit : empty) {
            boolean hasGrown = unit.version().sizeBytes() > 0;
            if (stop.isStopped()) {
                return;
            }
            if (hasGrown) {
                errors.add(new ReadError(unit.name(), ReadError.Kind.GREW, 0, "grew beyond the 0 bytes it had"));
            }
        }
    }

    ScanOutcome outcome() {
        ReferenceSums sums = sums();
        ScanResult known = repeated;
        if (known != null && !stop.isStopped()) {
            return ended(known.withTiming(timing(known.totals())), sums);
        }
        if (catalog != null && !stop.isStopped() && catalog.isShort(sums.arrivals(), indexes.all())) {
            throw new CatalogTooSmallException();
        }
        List<ReadError> sortedErrors = errors.sorted();
        Totals totals = totals(sums, WalkCounts.Errors.of(sortedErrors));
        List<Calibrations> sizes = indexes.calibrations(options.workers());
        LedgerFold charges = LedgerFold.of(ledger.post(), options.schemes(), sizes);
        List<SchemeFold> folds = IndexFold.all(
                options.schemes(), indexes.all(), sizes, sums.arrivals(), visitors(), charges, options.workers());
        for (int i = 0; catalog != null && !stop.isStopped() && i < folds.size(); i++) {
            if (folds.get(i).lacksSizes(indexes.all().get(i).sample())) {
                throw new CatalogTooSmallException();
            }
        }
        ScanResult result = new ResultBuilder(
                        Objects.requireNonNull(request.settings(), "a part has no result"),
                        options.profiles(),
                        sums,
                        totals)
                .partial(stop.isStopped())
                .files(files.sorted())
                .errors(sortedErrors)
                .containers(walk.counts().containers())
                .ledger(charges)
                .damage(files.damage())
                .build(folds, timing(totals));
        return ended(result, sums);
    }

    private ScanOutcome ended(ScanResult result, ReferenceSums sums) {
        if (catalog != null && !stop.isStopped()) {
            catalog.commit(result);
        }
        return indexes.outcome(result, stop.reason(), sums);
    }

    private @Nullable IntFunction<DistinctChunkVisitor> visitors() {
        IntFunction<DistinctChunkVisitor> asked = request.watchers().visitors();
        if (catalog == null || !catalog.wantsSizes()) {
            return asked;
        }
        return scheme ->
                asked == null ? catalog.sizes(scheme) : asked.apply(scheme).andThen(catalog.sizes(scheme));
    }

    private Timing timing(Totals totals) {
        long elapsedNanos = elapsedNanos();
        long readBytes = totals.scannedBytes()
                - (catalog == null ? 0 : catalog.unchanged().bytes());
        Timing timing = new Timing(
                startedAt,
                elapsedNanos,
                (long) (readBytes / (elapsedNanos / 1e9)),
                options.readers(),
                options.workers(),
                indexes.memoryBytes(),
                Runtime.version().toString());
        return catalog == null
                ? timing
                : timing.withUnchanged(catalog.unchanged()).withChanges(stop.isStopped() ? null : catalog.changes());
    }

    /** The totals. If a thread is still reading, they leave out the bytes in its slab and those of unfinished units. */
    private Totals totals(ReferenceSums sums, WalkCounts.Errors all) {
        long bytes = crew.hasDetached() ? sums.chunks().get(0).chunkBytes() + all.unreadBytes() : sums.logicalBytes();
        return walk.counts().totals(sums.fileCount(), bytes, all);
    }

    PartOutcome partOutcome() {
        IntFunction<DistinctChunkVisitor> visitors = request.watchers().visitors();
        for (int i = 0; visitors != null && i < indexes.all().size(); i++) {
            indexes.all().get(i).forEach(visitors.apply(i));
        }
        return new PartOutcome(
                new ScanPart(sums().withoutOrder(), errors.sorted(), ledger.sums()), ledger.references());
    }

    /** The sums of references, earlier sessions included; no thread may be at work. */
    private ReferenceSums sums() {
        List<ReferenceSums> parts = new ArrayList<>();
        if (carried != null) {
            parts.add(carried.tallies().sums());
        }
        crew.tallies().forEach(tally -> parts.add(tally.sums(intake.types())));
        return ReferenceSums.sum(parts);
    }

    /** The duration of the scan so far, earlier sessions included. */
    private long elapsedNanos() {
        return System.nanoTime() - startNanos + (carried == null ? 0 : carried.elapsedNanos());
    }

    /** The state of the scan for a checkpoint. */
    private final class StateOfScan implements Checkpoints.State {
        private final CheckpointDirectory directory;

        StateOfScan(CheckpointDirectory directory) {
            this.directory = directory;
        }

        @Override
        public Tallies tallies() {
            return Tallies.of(sums(), ledger.save());
        }

        @Override
        public List<IndexRuns> saveIndexes() throws IOException {
            // The deferred chunks are in the tallies, so they belong to the checkpoint.
            crew.finishDeferred();
            return indexes.save(directory.runs());
        }

        @Override
        public long readBytes() {
            return progress.readBytes();
        }

        @Override
        public long startedAtMillis() {
            return startedAt.toEpochMilli();
        }

        @Override
        public long elapsedNanos() {
            return ScanSession.this.elapsedNanos();
        }
    }
}
