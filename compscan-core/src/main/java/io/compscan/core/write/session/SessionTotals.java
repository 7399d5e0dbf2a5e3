package io.compscan.core.write.session;

import io.compscan.core.fold.IndexFold;
import io.compscan.core.fold.LedgerFold;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.ResultBuilder;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.Schemes;
import io.compscan.core.fold.TypeTally;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.IndexFactory;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanIndexes;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.checkpoint.Checkpoint;
import io.compscan.core.scan.checkpoint.Checkpoint.Tallies;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.measure.ChunkBatch;
import io.compscan.core.scan.measure.ChunkObserver;
import io.compscan.core.scan.measure.MeasuredUnit;
import io.compscan.core.scan.measure.ReductionSoFar;
import io.compscan.core.scan.measure.SlabCutter;
import io.compscan.core.scan.measure.SlabProcessor;
import io.compscan.core.scan.read.ErrorLog;
import io.compscan.core.scan.read.SlabGeometry;
import io.compscan.core.scan.read.WalkCounts;
import io.compscan.core.scan.read.task.StopSignal;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.PathName;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The counts of a session: the indexes, the tallies of its desks, the ledger, the errors; and the result from them. */
final class SessionTotals implements AutoCloseable {

    private final WriteRequest request;
    private final Schemes schemes;
    private final StopSignal stop = new StopSignal();
    private final ErrorLog errors = new ErrorLog();
    private final TypeTally.Registry types = new TypeTally.Registry();
    private final LedgerRecorder ledger;
    private final ReductionSoFar reduction;
    private final ScanIndexes indexes;
    /** The checkpoint of an earlier session; null if there was none. */
    private final @Nullable Checkpoint carried;

    /** The final content of the streams; null without a request for it. */
    private final @Nullable LastState last;

    private @Nullable ScanOutcome lastOutcome;

    /** The names of all streams. */
    private final AtomicLong nameBytes = new AtomicLong();

    private final long startedAtMillis;
    private final long startNanos = System.nanoTime();

    /** @param now when the session is opened */
    SessionTotals(WriteRequest request, Instant now) {
        this.request = request;
        schemes = request.options().schemes();
        CheckpointDirectory directory = request.checkpoints();
        carried = directory == null ? null : directory.last();
        startedAtMillis = carried == null ? now.toEpochMilli() : carried.startedAtMillis();
        ledger = new LedgerRecorder(request.settings().paths(), PathName.SEPARATOR, request.ledgerLimits());
        reduction = new ReductionSoFar(schemes);
        last = request.keepsLast() ? new LastState(schemes) : null;
        indexes = new ScanIndexes(
                request.options().memory(), IndexFactory.EXACT, directory == null ? null : directory.path());
    }

    /** @throws ScanException naming a spill directory that cannot be used */
    void open() throws ScanException {
        indexes.prepareNamedSpill();
        indexes.open(schemes, request.options().workers());
    }

    /** Takes over the state of an earlier session. */
    void restore(CheckpointDirectory directory, Checkpoint last) throws IOException {
        if (!last.plan().equals(request.settings())) {
            throw new IOException(directory.path() + ": the checkpoint is of a session with other settings");
        }
        directory.forEachUnit(unit -> {
            nameBytes.addAndGet(PathName.lastNameBytes(unit.name()));
            ReadError error = unit.error();
            if (error != null) {
                errors.add(error);
            }
        });
        indexes.restore(directory.runs(), last.runs());
        ledger.restore(last.tallies().journal());
    }

    /** The checkpoint of an earlier session; null if there was none. */
    @Nullable Checkpoint carried() {
        return carried;
    }

    /** Names the part that has used up its memory: an index without a disk, or the places of written chunks. Null if neither has. */
    @Nullable String exhausted() {
        if (stop.isStopped()) {
            return "the index has used up its memory";
        }
        return last != null && last.isFull()
                ? "the places of written chunks have used up their part of the heap"
                : null;
    }

    /** The content of the streams; null without a request for it. */
    @Nullable LastState last() {
        return last;
    }

    /** The unit under which a stream is counted. */
    MeasuredUnit measured(
            WrittenUnit unit, StreamCounts counts, @Nullable PlacedChunks places, UnitTicket.Listener whenComplete) {
        TypeTally.Type type = types.typeOf(unit.extension());
        nameBytes.addAndGet(PathName.lastNameBytes(unit.name()));
        return new MeasuredUnit(
                type.id(),
                MeasuredUnit.placeApart(unit),
                ledger.open(unit.name(), unit.extension(), type.extension()),
                null,
                places == null ? counts : new Both(counts, places),
                null,
                whenComplete);
    }

    private record Both(StreamCounts counts, PlacedChunks places) implements ChunkObserver {

        @Override
        public boolean asksForNew() {
            return counts.asksForNew();
        }

        @Override
        public void chunks(ChunkBatch batch, int piece) {
            counts.chunks(batch, piece);
            places.chunks(batch, piece);
        }
    }

    SlabProcessor newProcessor(ReferenceTally tally, SlabGeometry geometry) {
        SlabCutter cutter = SlabCutter.of(schemes, List.of(), null, geometry.capacityBytes());
        return new SlabProcessor(schemes, indexes.all(), indexes.samplers(), ledger, stop, reduction, tally, cutter);
    }

    void add(ReadError error) {
        errors.add(error);
    }

    /** The sums of references, earlier sessions included; no thread may be at a desk. */
    private ReferenceSums sums(Desks desks) {
        List<ReferenceSums> parts = new ArrayList<>();
        parts.add(
                carried == null
                        ? new ReferenceTally(schemes).sums(types)
                        : carried.tallies().sums());
        desks.tallies().forEach(tally -> parts.add(tally.sums(types)));
        return ReferenceSums.sum(parts);
    }

    /** The same for a checkpoint. */
    Tallies tallies(Desks desks) {
        return Tallies.of(sums(desks), ledger.save());
    }

    /** Brings the indexes to a checkpoint; no thread may be at a desk. */
    List<IndexRuns> saveIndexes(CheckpointDirectory directory) throws IOException {
        return indexes.save(directory.runs());
    }

    long startedAtMillis() {
        return startedAtMillis;
    }

    /** The duration of the session so far, earlier sessions included. */
    long elapsedNanos() {
        return System.nanoTime() - startNanos + (carried == null ? 0 : carried.elapsedNanos());
    }

    /** The result; no thread may be at a desk, now or later. */
    ScanOutcome outcome(Desks desks) {
        ReferenceSums sums = sums(desks);
        List<ReadError> sortedErrors = errors.sorted();
        Totals totals = totals(sums, nameBytes.get(), sortedErrors);
        LedgerFold charges = new LedgerFold(ledger.post(), schemes.all().get(LedgerFold.SCHEME));
        int workers = request.options().workers();
        IntFunction<DistinctChunkVisitor> visitors =
                last == null ? request.chunkVisitors() : last.visitors(indexes.all(), request.chunkVisitors());
        List<SchemeFold> folds = IndexFold.all(schemes, indexes.all(), sums.arrivals(), visitors, charges, workers);
        Timing timing = timing(totals, desks.busyNanos());
        ScanResult result = new ResultBuilder(
                        request.settings(), request.options().profiles(), sums, totals)
                .partial(stop.isStopped())
                .errors(sortedErrors)
                .ledger(charges)
                .build(folds, timing);
        if (last != null) {
            lastOutcome = lastOutcome(last, folds, sortedErrors, timing);
        }
        return indexes.outcome(result, stop.reason(), sums);
    }

    private static Totals totals(ReferenceSums sums, long nameBytes, List<ReadError> errors) {
        WalkCounts counts = new WalkCounts();
        counts.names(nameBytes);
        return counts.totals(sums.fileCount(), sums.logicalBytes(), WalkCounts.Errors.of(errors));
    }

    private ScanOutcome lastOutcome(LastState state, List<SchemeFold> folds, List<ReadError> errors, Timing timing) {
        ReferenceSums sums = state.sums(types);
        Totals totals = totals(sums, state.nameBytes(), errors);
        ScanResult result = new ResultBuilder(
                        request.settings(), request.options().profiles(), sums, totals)
                .partial(stop.isStopped())
                .errors(errors)
                .build(state.folds(folds), timing);
        return indexes.outcome(result, stop.reason(), sums);
    }

    /** The outcome of the final content of the streams; null before {@link #outcome}, and without a request for it. */
    @Nullable ScanOutcome lastOutcome() {
        return lastOutcome;
    }

    /**
     * The timing. Its rate is that of workers who are always busy, for the computing time of a program says nothing about deduplication.
     */
    private Timing timing(Totals totals, long busyNanos) {
        int workers = request.options().workers();
        double busySeconds = busyNanos / (double) TimeUnit.SECONDS.toNanos(1);
        long before = carried == null ? 0 : carried.tallies().logicalBytes();
        double bytes = Math.max(0, totals.scannedBytes() - before);
        return new Timing(
                Instant.ofEpochMilli(startedAtMillis),
                elapsedNanos(),
                busySeconds > 0 ? (long) (bytes / busySeconds * workers) : 0,
                0,
                workers,
                indexes.memoryBytes(),
                Runtime.version().toString());
    }

    @Override
    public void close() {
        indexes.close();
    }
}
