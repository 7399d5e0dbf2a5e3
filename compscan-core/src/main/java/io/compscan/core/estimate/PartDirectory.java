package io.compscan.core.estimate;

import io.compscan.file.HeldDirectory;
import io.compscan.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A directory with the checkpoint of one estimate; locked while it is open.
 *
 * <pre>
 *   DIR/lock               held by the estimate that uses the directory
 *   DIR/estimate           the last checkpoint, a {@link PartFile}
 *   DIR/estimate.next      the next one, until it is whole
 * </pre>
 */
public final class PartDirectory implements Closeable {

    private static final String PART = "estimate";
    private static final String NEXT_PART = "estimate.next";

    private final Path directory;
    private final HeldDirectory held;

    private PartDirectory(Path directory, HeldDirectory held) {
        this.directory = directory;
        this.held = held;
    }

    /**
     * Prepares a directory for the checkpoints of a new estimate.
     *
     * @throws PartException if it holds a checkpoint or anything else, is in use, or cannot be written
     */
    @SuppressWarnings("MustBeClosed")
    public static PartDirectory create(Path directory) throws PartException {
        try {
            OwnerOnly.createDirectories(directory);
            PartDirectory created = new PartDirectory(directory, hold(directory));
            try {
                if (created.held.holds(PART)) {
                    throw new PartException(
                            directory + ": holds a checkpoint already; go on with --resume, or remove it");
                }
                if (!created.held.holdsOnly(Set.of(NEXT_PART))) {
                    throw new PartException(directory + ": is not empty; a checkpoint wants a directory of its own");
                }
                Files.deleteIfExists(directory.resolve(NEXT_PART));
                HeldDirectory.forceNames(directory.toAbsolutePath().getParent());
                return created;
            } catch (IOException e) {
                created.close();
                throw e;
            }
        } catch (IOException e) {
            throw PartFile.asPartException(directory, e);
        }
    }

    /**
     * Opens a directory to go on from its checkpoint.
     *
     * @throws PartException if there is no checkpoint, or the directory is in use or cannot be written
     */
    @SuppressWarnings("MustBeClosed")
    public static PartDirectory open(Path directory) throws PartException {
        try {
            lastPart(directory);
            return new PartDirectory(directory, hold(directory));
        } catch (IOException e) {
            throw PartFile.asPartException(directory, e);
        }
    }

    /** Where the checkpoint is in a directory. */
    public static Path partOf(Path directory) {
        return directory.resolve(PART);
    }

    /**
     * The checkpoint in a directory.
     *
     * @throws PartException if there is none
     */
    public static Path lastPart(Path directory) throws PartException {
        Path part = partOf(directory);
        if (!Files.exists(part)) {
            throw new PartException(directory + ": no checkpoint of an estimate there");
        }
        return part;
    }

    private static HeldDirectory hold(Path directory) throws IOException {
        HeldDirectory held = HeldDirectory.tryHold(directory);
        if (held == null) {
            throw new PartException(directory + ": in use by another estimate");
        }
        return held;
    }

    /** Where the directory is. */
    public Path path() {
        return directory;
    }

    /** The words for a checkpoint that could not be taken: an earlier one stays, if there is any. */
    String failureText() {
        return held.failureText(PART);
    }

    /** Replaces the last checkpoint. */
    void save(PartState state, List<IncidenceTable> tables) throws IOException {
        Path next = directory.resolve(NEXT_PART);
        Files.deleteIfExists(next);
        PartFile.write(next, state, tables);
        held.rename(NEXT_PART, PART);
    }

    /** Removes the checkpoint of an estimate that is complete, and the directory if it holds nothing else. */
    public void discard() throws IOException {
        Files.deleteIfExists(partOf(directory));
        Files.deleteIfExists(directory.resolve(NEXT_PART));
        held.remove();
    }

    /** Unlocks the directory; the checkpoint stays. */
    @Override
    public void close() throws IOException {
        held.close();
    }
}
