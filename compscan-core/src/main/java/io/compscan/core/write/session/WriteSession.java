package io.compscan.core.write.session;

import io.compscan.core.index.IndexRuns;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.checkpoint.Checkpoint;
import io.compscan.core.scan.checkpoint.Checkpoint.Tallies;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.read.PushedUnit;
import io.compscan.core.scan.read.SlabGeometry;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Deduplicates the bytes that a program writes, in many streams at once. Its result equals that of a scan of the same bytes.
 *
 * <pre>
 *   try (WriteSession session = WriteSession.open(request)) {
 *       DedupChannel stream = session.open("rank0/step12");
 *       stream.write(bytes);
 *       StreamSummary one = stream.finish();
 *       ScanOutcome all = session.finish();
 *   }
 * </pre>
 *
 * <p>The result does not depend on how streams interleave or how they are cut into writes. Memory: {@link WriteRequest#streamBytes} for
 * each open stream, a slab of 1 to 2 MiB for each worker, and the budget of the index. The index goes on on disk if the options say so.
 *
 * <p>With checkpoints a stream is on the disk when {@link DedupChannel#finish} returns. A session that is opened with the directory of a
 * killed one goes on from there. Streams that were open count as far as they were saved, and as aborted. Any thread.
 */
public final class WriteSession implements AutoCloseable {

    private static final String NOT_FINISHED = "the stream was not finished; what was written counts";
    private static final String OVER = "the write session is over";

    private final WriteRequest request;
    private final SlabGeometry geometry;
    private final String root;
    private final SessionTotals totals;
    private final Desks desks;
    private final @Nullable SessionCheckpoints checkpoints;
    private final Set<WrittenStream> streams = ConcurrentHashMap.newKeySet();
    private final Semaphore mayOpen;
    private final Streams owner = new Streams();

    private volatile boolean isOver;
    private boolean isClosed;
    private volatile @Nullable Throwable failure;

    private WriteSession(WriteRequest request) {
        this.request = request;
        geometry = request.geometry();
        List<String> paths = request.settings().paths();
        root = paths.isEmpty() ? "" : paths.get(0);
        SessionTotals its = new SessionTotals(request, Instant.now());
        totals = its;
        desks = new Desks(
                request.options().workers(),
                request.options().schemes(),
                geometry.capacityBytes(),
                tally -> its.newProcessor(tally, request.geometry()));
        CheckpointDirectory directory = request.checkpoints();
        checkpoints = directory == null
                ? null
                : new SessionCheckpoints(directory, request.settings(), desks, new StateOfSession(directory));
        mayOpen = new Semaphore(request.maxOpenStreams(), true);
    }

    /**
     * Opens a session; if the directory of checkpoints holds one, the session goes on from there.
     *
     * @throws ScanException naming a spill directory that cannot be used, or a checkpoint that is damaged or of other settings
     */
    public static WriteSession open(WriteRequest request) throws ScanException {
        WriteSession session = new WriteSession(request);
        boolean isOpen = false;
        try {
            session.totals.open();
            session.resume();
            isOpen = true;
            return session;
        } finally {
            if (!isOpen) {
                session.close();
            }
        }
    }

    /** Goes on from the checkpoint, if there is one. */
    private void resume() throws ScanException {
        CheckpointDirectory directory = request.checkpoints();
        Checkpoint last = totals.carried();
        if (directory == null || last == null) {
            return;
        }
        try {
            totals.restore(directory, last);
            for (PartialUnit partial : last.partialUnits()) {
                WrittenUnit unit = WrittenUnit.saved(partial.name());
                StreamCounts counts = counts();
                PushedUnit pushed =
                        PushedUnit.resume(unit, totals.measured(unit, counts, null, this::complete), geometry, partial);
                new WrittenStream(pushed, counts, request, desks, owner).abort(NOT_FINISHED);
            }
            save();
        } catch (IOException | RuntimeException e) {
            throw new ScanException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Opens a stream.
     *
     * @param name the name in reports, with slashes between directories; two streams may have the same name
     * @throws TooManyStreamsException if the limit of open streams is reached, and the request says to throw
     * @throws IOException if the session takes nothing more
     */
    public DedupChannel open(String name) throws IOException {
        LastState last = totals.last();
        return new DedupChannel(begin(name, clean -> last == null ? null : last.newStream(clean)));
    }

    /**
     * Opens a stream that is written at any position; a stream with a known name keeps the content that is not written again.
     *
     * @param name the name, as for {@link #open}
     * @throws IllegalStateException unless the session was asked for with {@link WriteRequest#withLast}
     * @throws TooManyStreamsException if the limit of open streams is reached, and the request says to throw
     * @throws IOException if the session takes nothing more
     */
    public PositionedChannel openPositioned(String name) throws IOException {
        LastState last = totals.last();
        if (last == null) {
            throw new IllegalStateException("positioned writes need a request withLast()");
        }
        BlockOrder order = BlockOrder.of(request);
        List<PlacedChunks> chunks = new ArrayList<>();
        WrittenStream stream = begin(name, clean -> {
            chunks.add(last.stream(clean, order));
            return chunks.get(0);
        });
        return new PositionedChannel(stream, chunks.get(0).places().get(0), order, request);
    }

    /** @param places gives the listener to the chunks of a stream, by its name; null for none */
    private WrittenStream begin(String name, Function<String, @Nullable PlacedChunks> places) throws IOException {
        if (request.whenFull() == WriteRequest.WhenFull.WAIT) {
            mayOpen.acquireUninterruptibly();
        } else if (!mayOpen.tryAcquire()) {
            throw new TooManyStreamsException(name, request.maxOpenStreams());
        }
        boolean isBegun = false;
        try {
            owner.requireWritable();
            WrittenUnit unit = WrittenUnit.of(root, name);
            StreamCounts counts = counts();
            PushedUnit pushed = PushedUnit.begin(
                    unit, totals.measured(unit, counts, places.apply(unit.name()), this::complete), geometry);
            WrittenStream stream = new WrittenStream(pushed, counts, request, desks, owner);
            streams.add(stream);
            isBegun = true;
            return stream;
        } finally {
            if (!isBegun) {
                mayOpen.release();
            }
        }
    }

    private StreamCounts counts() {
        return new StreamCounts(request.options().schemes());
    }

    /** Called by the thread at the desk with the end of the stream, so no checkpoint comes in between. */
    private void complete(UnitTicket unit) {
        ReadError error = unit.error();
        if (error != null) {
            totals.add(error);
        }
        if (checkpoints != null) {
            checkpoints.log(unit);
        }
    }

    private void save() throws IOException {
        if (checkpoints != null) {
            checkpoints.save();
        }
    }

    /**
     * Ends the session and returns its result, which lists open streams as aborted.
     *
     * @throws ScanException if a writer has failed for a reason other than its bytes, or the index cannot be read back
     */
    public synchronized ScanOutcome finish() throws ScanException {
        if (isOver) {
            throw new IllegalStateException(OVER);
        }
        isOver = true;
        try {
            for (WrittenStream stream : List.copyOf(streams)) {
                stream.abort(NOT_FINISHED);
            }
            save();
            Throwable thrown = failure;
            if (thrown != null) {
                throw new ScanException("the write session failed: " + thrown, thrown);
            }
            List<ScanOutcome> outcomes = new ArrayList<>();
            desks.standStill(() -> outcomes.add(totals.outcome(desks)));
            return outcomes.get(0);
        } catch (IOException e) {
            throw new ScanException(String.valueOf(e.getMessage()), e);
        } catch (UncheckedIOException e) {
            IOException cause = Objects.requireNonNull(e.getCause(), "no cause");
            throw new ScanException(String.valueOf(cause.getMessage()), cause);
        }
    }

    /**
     * The result of a scan of the final content of the streams: the last write to each place counts. Places without a write are zeros.
     * {@link #open} begins a stream anew and forgets its earlier content.
     *
     * @throws IllegalStateException before {@link #finish}, and unless the session was asked for with {@link WriteRequest#withLast}
     */
    public synchronized ScanOutcome last() {
        ScanOutcome last = totals.lastOutcome();
        if (last == null) {
            throw new IllegalStateException("the session is not finished, or was not asked for withLast()");
        }
        return last;
    }

    /** Gives all memory back. A session that was not finished has no result; its checkpoint stays. */
    @Override
    public synchronized void close() {
        isOver = true;
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            desks.standStill(() -> {
                desks.close();
                totals.close();
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The session as its streams see it. */
    private final class Streams implements WrittenStream.Owner {

        @Override
        public void requireWritable() throws IOException {
            if (isOver) {
                throw new IOException(OVER);
            }
            if (failure != null) {
                throw new IOException("the write session failed: " + failure, failure);
            }
            String exhausted = totals.exhausted();
            if (exhausted != null) {
                throw new IOException(exhausted + ", so the write session takes no more");
            }
        }

        @Override
        public void leave(WrittenStream stream) {
            if (streams.remove(stream)) {
                mayOpen.release();
            }
        }

        @Override
        public void ended(boolean isWhole) throws IOException {
            if (isWhole) {
                save();
            }
        }

        @Override
        public void failed(Throwable thrown) {
            failure = thrown;
        }
    }

    /** The state of the session for a checkpoint. */
    private final class StateOfSession implements SessionCheckpoints.State {
        private final CheckpointDirectory directory;

        StateOfSession(CheckpointDirectory directory) {
            this.directory = directory;
        }

        @Override
        public Tallies tallies() {
            return totals.tallies(desks);
        }

        @Override
        public List<IndexRuns> saveIndexes() throws IOException {
            return totals.saveIndexes(directory);
        }

        @Override
        public List<PartialUnit> partial() {
            return streams.stream()
                    .map(WrittenStream::partial)
                    .filter(Objects::nonNull)
                    .toList();
        }

        @Override
        public long startedAtMillis() {
            return totals.startedAtMillis();
        }

        @Override
        public long elapsedNanos() {
            return totals.elapsedNanos();
        }
    }
}
