package io.compscan.core.estimate;

import io.compscan.core.estimate.ExtentFrame.Found;
import io.compscan.result.EstimateResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An estimate from a part of the data, in passes that each read only new extents.
 *
 * <p>{@link #run} is called once. Any thread may call {@link #stop} meanwhile.
 */
public final class ExtentScan {

    private final ExtentRequest request;
    private @Nullable Passes passes;

    private volatile boolean stopped;

    /** A scan that has not begun. */
    public ExtentScan(ExtentRequest request) {
        this.request = request;
    }

    /** Ends the scan soon; the result is that of the last complete pass. */
    public void stop() {
        stopped = true;
    }

    /**
     * Reads the data and returns the result.
     *
     * @param listener is told the state after each pass
     * @return null if the scan was stopped before the end of the first pass
     * @throws UnsampledException with one line for a person, if there is nothing that can be sampled
     * @throws PartException if it cannot go on from what was saved
     * @throws IOException if a thread failed
     */
    public @Nullable EstimateResult run(String toolVersion, Consumer<EstimateResult> listener)
            throws InterruptedException, IOException, UnsampledException {
        Found found = ExtentFrame.find(request.source(), () -> stopped);
        if (!found.sizeless().isEmpty()) {
            throw new UnsampledException(
                    found.sizeless().get(0)
                            + ": its size is not known, so no part of it can be chosen; scan it whole: compscan scan --index sketch");
        }
        if (found.totalBytes() == 0) {
            throw new UnsampledException("there is nothing to read");
        }
        ExtentFrame frame = new ExtentFrame(found.units(), request.extentBytesOf(found.totalBytes()));
        Passes begun = new Passes(request, frame, found, toolVersion, () -> stopped);
        if (stopped) {
            return null;
        }
        ExtentRequest.Keep keep = request.keep();
        Path savedIn = keep == null ? null : keep.goesOnFrom();
        passes = begun;
        if (savedIn == null) {
            return begun.run(listener);
        }
        try {
            try (PartFile saved = PartFile.open(savedIn)) {
                begun.goOnFrom(saved);
            }
            return begun.run(listener);
        } catch (RuntimeException e) {
            throw new PartException(savedIn + ": contradicts what was read after it: " + e.getMessage(), e);
        }
    }

    /**
     * Writes what is known to a new file, from which another estimate can go on; after {@link #run} has returned a result.
     *
     * @throws IOException if it cannot be written; there is no file then
     */
    public void save(Path file) throws IOException {
        Passes done = passes;
        if (done == null) {
            throw new IllegalStateException("nothing was read");
        }
        try {
            PartFile.write(file, done.state(), done.tables());
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** The data cannot be sampled; the message is one line for a person. */
    public static final class UnsampledException extends Exception {

        private static final long serialVersionUID = 1L;

        private UnsampledException(String message) {
            super(message);
        }
    }
}
