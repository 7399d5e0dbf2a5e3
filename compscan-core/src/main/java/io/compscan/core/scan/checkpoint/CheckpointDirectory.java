package io.compscan.core.scan.checkpoint;

import io.compscan.core.index.IndexRuns;
import io.compscan.file.HeldDirectory;
import io.compscan.file.OwnerOnly;
import io.compscan.file.Reason;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A directory with the checkpoint of one scan; locked while it is open. */
public final class CheckpointDirectory implements AutoCloseable {

    private static final Manifest<Checkpoint> FORMAT = new Manifest<>("checkpoint", 3, Checkpoint.class);
    private static final String MANIFEST = "checkpoint";
    private static final String NEXT_MANIFEST = "checkpoint.next";
    private static final String LOG = "units.log";
    private static final String RUNS = "runs";

    private final Path directory;
    private final HeldDirectory held;
    private final @Nullable Checkpoint last;
    private @Nullable UnitLog log;

    private CheckpointDirectory(Path directory, HeldDirectory held, @Nullable Checkpoint last) {
        this.directory = directory;
        this.held = held;
        this.last = last;
    }

    /**
     * Prepares a directory for the checkpoints of a new scan.
     *
     * @throws CheckpointException if it holds a checkpoint or anything else, is in use, or cannot be written
     */
    public static CheckpointDirectory create(Path directory) throws CheckpointException {
        try {
            OwnerOnly.createDirectories(directory);
            HeldDirectory held = hold(directory);
            try {
                if (held.holds(MANIFEST)) {
                    throw new CheckpointException(
                            directory + ": holds a checkpoint already; go on with --resume, or remove it");
                }
                if (!held.holdsOnly(Set.of(LOG, RUNS, NEXT_MANIFEST))) {
                    throw new CheckpointException(
                            directory + ": is not empty; a checkpoint wants a directory of its own");
                }
                OwnerOnly.createDirectories(directory.resolve(RUNS));
                deleteRunsBut(directory, Set.of());
                CheckpointDirectory created = new CheckpointDirectory(directory, held, null);
                created.openLog(0, 0);
                // The directory itself is a name in another one.
                HeldDirectory.forceNames(directory);
                HeldDirectory.forceNames(directory.toAbsolutePath().getParent());
                return created;
            } catch (IOException e) {
                held.close();
                throw e;
            }
        } catch (IOException e) {
            throw asCheckpointException(directory, e);
        }
    }

    /**
     * Opens a directory to resume from its checkpoint; removes everything that was written after it.
     *
     * @throws CheckpointException if there is no checkpoint, if it is damaged or of another version, or if the directory is in use or
     *     cannot be written
     */
    public static CheckpointDirectory open(Path directory) throws CheckpointException {
        try {
            if (!Files.exists(directory.resolve(MANIFEST))) {
                throw new CheckpointException(directory + ": no checkpoint there");
            }
            HeldDirectory held = hold(directory);
            try {
                Checkpoint checkpoint = FORMAT.read(directory.resolve(MANIFEST));
                CheckpointDirectory opened = new CheckpointDirectory(directory, held, checkpoint);
                opened.openLog(checkpoint.logBytes(), checkpoint.loggedUnitCount());
                deleteRunsBut(directory, runsOf(checkpoint));
                return opened;
            } catch (IOException e) {
                held.close();
                throw e;
            }
        } catch (IOException e) {
            throw asCheckpointException(directory, e);
        }
    }

    /** The checkpoint in {@code directory}, without a lock. */
    public static Checkpoint peek(Path directory) throws CheckpointException {
        Path manifest = directory.resolve(MANIFEST);
        try {
            return FORMAT.read(manifest);
        } catch (NoSuchFileException e) {
            throw new CheckpointException(directory + ": no checkpoint there", e);
        } catch (IOException e) {
            throw asCheckpointException(directory, e);
        }
    }

    /** The checkpoint that the scan resumes; null for a new scan. */
    public @Nullable Checkpoint last() {
        return last;
    }

    /** Whether there is a checkpoint now. A short scan ends before it takes one. */
    public boolean holdsCheckpoint() {
        return held.holds(MANIFEST);
    }

    /** The words for a checkpoint that could not be taken: an earlier one stays, if there is any. */
    public String failureText() {
        return held.failureText(MANIFEST);
    }

    /** Where the directory is. */
    public Path path() {
        return directory;
    }

    /** Where the runs are. */
    public Path runs() {
        return directory.resolve(RUNS);
    }

    /** Logs a unit that has been read to its end; it belongs to the next checkpoint. Any thread. */
    public void append(UnitRecord unit) throws IOException {
        openedLog().append(unit);
    }

    /** Shows the units of the checkpoint that the scan resumes. */
    public void forEachUnit(Consumer<UnitRecord> visitor) throws IOException {
        if (last != null) {
            UnitLog.read(directory.resolve(LOG), last.logBytes(), visitor);
        }
    }

    /** Forces the log to the disk. */
    public LogPosition forceLog() throws IOException {
        UnitLog units = openedLog();
        long bytes = units.force();
        return new LogPosition(bytes, units.unitCount());
    }

    /**
     * The end of the log.
     *
     * @param bytes its length
     * @param unitCount the number of its units
     */
    public record LogPosition(long bytes, long unitCount) {}

    /**
     * Replaces the last checkpoint, then removes the runs that it does not name.
     *
     * <p>The bytes of its log and its runs must be on the disk.
     */
    public void commit(Checkpoint checkpoint) throws IOException {
        HeldDirectory.forceNames(runs());
        FORMAT.write(directory.resolve(NEXT_MANIFEST), checkpoint);
        held.rename(NEXT_MANIFEST, MANIFEST);
        deleteRunsBut(directory, runsOf(checkpoint));
    }

    /** Removes the checkpoint of a scan that is complete, and the directory if it holds nothing else. */
    public void discard() throws IOException {
        openedLog().close();
        log = null;
        Files.deleteIfExists(directory.resolve(MANIFEST));
        deleteRunsBut(directory, Set.of());
        Files.deleteIfExists(directory.resolve(RUNS));
        Files.deleteIfExists(directory.resolve(NEXT_MANIFEST));
        Files.deleteIfExists(directory.resolve(LOG));
        held.remove();
    }

    /** Unlocks the directory; the checkpoint stays. */
    @Override
    public void close() throws IOException {
        try {
            if (log != null) {
                log.close();
            }
        } finally {
            held.close();
        }
    }

    private void openLog(long keptBytes, long keptUnits) throws IOException {
        Path file = directory.resolve(LOG);
        if (keptBytes > 0 && Files.size(file) < keptBytes) {
            throw new CheckpointException(file + ": ends before byte " + keptBytes + ", up to which it is needed");
        }
        log = new UnitLog(file, keptBytes, keptUnits);
    }

    private UnitLog openedLog() throws IOException {
        if (log == null) {
            throw new IOException(directory + ": closed");
        }
        return log;
    }

    private static HeldDirectory hold(Path directory) throws IOException {
        HeldDirectory held = HeldDirectory.tryHold(directory);
        if (held == null) {
            throw new CheckpointException(directory + ": in use by another scan");
        }
        return held;
    }

    private static Set<String> runsOf(Checkpoint checkpoint) {
        Set<String> names = new HashSet<>();
        for (IndexRuns runs : checkpoint.runs()) {
            names.addAll(runs.full());
            names.addAll(runs.other());
        }
        return names;
    }

    private static void deleteRunsBut(Path directory, Set<String> kept) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory.resolve(RUNS))) {
            for (Path entry : entries) {
                if (!kept.contains(String.valueOf(entry.getFileName()))) {
                    Files.deleteIfExists(entry);
                }
            }
        }
    }

    private static CheckpointException asCheckpointException(Path directory, IOException e) {
        if (e instanceof CheckpointException known) {
            return known;
        }
        return new CheckpointException(directory + ": cannot hold a checkpoint: " + Reason.of(e), e);
    }
}
