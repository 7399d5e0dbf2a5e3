package io.compscan.core.estimate;

import io.compscan.core.estimate.ExtentFrame.Found;
import io.compscan.core.profile.Profile;
import io.compscan.result.EstimateResult;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An estimate from a part of the data, in passes that each read only new extents.
 *
 * <p>{@link #run} is called once. Any thread may call {@link #stop} meanwhile.
 */
public final class ExtentScan {

    private final ExtentRequest request;
    private final @Nullable ScanSettings settings;
    private @Nullable Found found;
    private @Nullable Passes passes;

    private volatile boolean stopped;

    /** A scan that has not begun, and whose result nobody wants as that of a scan. */
    public ExtentScan(ExtentRequest request) {
        this(request, null);
    }

    /**
     * A scan that has not begun.
     *
     * @param settings those of the {@link #scanResult}; null if nobody wants it
     */
    public ExtentScan(ExtentRequest request, @Nullable ScanSettings settings) {
        this.request = request;
        this.settings = settings;
    }

    /**
     * Why the numbers of one of these target systems cannot come from a part of the data, in a line for a person; null if all can.
     */
    public static @Nullable String refusal(List<Profile> profiles) {
        for (Profile profile : profiles) {
            String reason = PartScan.refusal(profile);
            if (reason != null) {
                return profile.name() + ": a part of the data says too little, because " + reason
                        + "; read all of it in bounded memory: compscan scan --profile " + profile.name()
                        + " --index sketch";
            }
        }
        return null;
    }

    /**
     * Whether the data is so little that any estimate reads it whole. Walks the source, which {@link #run} then does not do again.
     */
    public boolean readsEverything() throws InterruptedException {
        Found all = find();
        long extentBytes = request.extentBytesOf(Math.max(1, all.totalBytes()));
        boolean isSmall = request.extentBytes() == null
                && all.totalBytes() / Math.max(1, extentBytes) < ExtentFrame.LEAST_EXTENTS;
        return all.sizeless().isEmpty() && (isSmall || request.plan().readsEverything());
    }

    private Found find() throws InterruptedException {
        Found known = found;
        if (known == null) {
            known = ExtentFrame.find(request.source(), request.schemes().profiles(), () -> stopped);
            found = known;
        }
        return known;
    }

    /** The result of {@link #run} as that of a scan; null if too little was read for any number. */
    public @Nullable ScanResult scanResult() {
        return passes == null ? null : passes.scanResult();
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
        Found all = find();
        if (!all.sizeless().isEmpty()) {
            throw new UnsampledException(
                    all.sizeless().get(0)
                            + ": its size is not known, so no part of it can be chosen; scan it whole: compscan scan --index sketch");
        }
        if (all.totalBytes() == 0) {
            throw new UnsampledException("there is nothing to read");
        }
        long extentBytes = request.extentBytesOf(all.totalBytes());
        if (extentBytes == 0) {
            throw new UnsampledException(
                    "--chunk: chunks of these sizes end together too rarely for a sample; estimate each chunking on its own");
        }
        ExtentFrame frame =
                new ExtentFrame(all.units(), extentBytes, request.plan().seed());
        ScanSettings asScan = settings;
        PartScan scan = asScan == null ? null : new PartScan(asScan, request, all);
        Passes begun = new Passes(request, frame, all, toolVersion, scan, () -> stopped);
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
