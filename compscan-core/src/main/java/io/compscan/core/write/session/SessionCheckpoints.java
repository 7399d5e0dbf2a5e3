package io.compscan.core.write.session;

import io.compscan.core.index.IndexRuns;
import io.compscan.core.scan.checkpoint.Checkpoint;
import io.compscan.core.scan.checkpoint.Checkpoint.Tallies;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.checkpoint.CheckpointDirectory.LogPosition;
import io.compscan.core.scan.checkpoint.UnitRecord;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.result.ScanSettings;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Brings finished streams to the disk before {@code finish} returns to their writers. Any thread.
 *
 * <p>A checkpoint takes a few milliseconds, most of them for the disk. Streams that end meanwhile share the next checkpoint.
 */
final class SessionCheckpoints {

    /** The state of the session for a checkpoint; asked while the session stands still. */
    interface State {
        /** The tallies of references. */
        Tallies tallies();

        /** Brings the index to the disk. */
        List<IndexRuns> saveIndexes() throws IOException;

        /** The streams that are open. */
        List<PartialUnit> partial();

        /** The start of the session, since 1970. */
        long startedAtMillis();

        /** The duration of the session so far. */
        long elapsedNanos();
    }

    private final CheckpointDirectory directory;
    private final ScanSettings settings;
    private final Desks desks;
    private final State state;

    private long wanted;
    private long saved;
    private boolean isSaving;
    private @Nullable IOException failure;

    SessionCheckpoints(CheckpointDirectory directory, ScanSettings settings, Desks desks, State state) {
        this.directory = directory;
        this.settings = settings;
        this.desks = desks;
        this.state = state;
    }

    /** Logs a stream that has ended; called by the thread at the desk with the stream's end. */
    synchronized void log(UnitTicket unit) {
        try {
            directory.append(new UnitRecord(unit.unit().name(), unit.version(), unit.error()));
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Returns when all streams logged before are in a checkpoint. */
    void save() throws IOException {
        long mine;
        synchronized (this) {
            mine = ++wanted;
        }
        while (!isSaved(mine)) {
            long all = begin();
            if (all == 0) {
                continue;
            }
            @Nullable IOException thrown = new IOException("interrupted by an error of the program");
            try {
                desks.standStill(this::commit);
                thrown = null;
            } catch (IOException e) {
                thrown = e;
            } finally {
                end(all, thrown);
            }
        }
    }

    private synchronized boolean isSaved(long number) throws IOException {
        if (failure != null) {
            throw new IOException(
                    directory.path() + ": " + directory.failureText() + ": " + failure.getMessage(), failure);
        }
        return saved >= number;
    }

    /** Begins a checkpoint and returns its number. If another thread takes one, waits for its end and returns 0. */
    private synchronized long begin() throws IOException {
        if (!isSaving) {
            isSaving = true;
            return wanted;
        }
        boolean wasInterrupted = false;
        while (isSaving) {
            try {
                wait();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private synchronized void end(long number, @Nullable IOException thrown) {
        isSaving = false;
        if (thrown == null) {
            saved = number;
        } else {
            fail(thrown);
        }
        notifyAll();
    }

    /** Keeps the first failure. No later checkpoint may refer to a log that misses a stream. */
    private synchronized void fail(IOException e) {
        failure = failure == null ? e : failure;
    }

    private void commit() throws IOException {
        List<IndexRuns> runs = state.saveIndexes();
        LogPosition log = directory.forceLog();
        directory.commit(new Checkpoint(
                settings,
                List.of(),
                "",
                state.startedAtMillis(),
                state.elapsedNanos(),
                log.bytes(),
                log.unitCount(),
                state.tallies(),
                state.partial(),
                runs));
    }
}
