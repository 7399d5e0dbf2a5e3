package io.compscan.core.extent;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.estimate.ExtentEstimator;
import io.compscan.core.extent.ExtentFrame.Found;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.result.EstimateResult;
import io.compscan.core.result.EstimateResult.PartLayout;
import io.compscan.core.result.EstimateResult.Pass;
import io.compscan.core.result.ReadError;
import io.compscan.core.source.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An estimate from a part of the data, in passes of which each reads only what is new.
 *
 * <p>{@link #run} is called once. Any thread may call {@link #stop} meanwhile.
 */
public final class ExtentScan {

    /** Pairs of an extent and a chunk that a scheme's table keeps: some 200 MB at most. */
    private static final int MOST_PAIRS = 1 << 22;
    /** Chunks that a scheme's table has compressed: they add some 0.3 % to an interval, which is wider as a rule. */
    private static final int MOST_SIZED = 1 << 16;
    /** An extent has room for so many of the longest chunks where content decides about cuts. */
    private static final int CHUNKS_OF_AN_EXTENT = 16;
    /** The most of a read; a longer extent would need a buffer beyond the limits of Java. */
    private static final long MOST_EXTENT_BYTES = 1 << 28;

    private final Source source;
    private final Schemes schemes;
    private final PassPlan plan;
    private final int threadCount;
    private final @Nullable Long extentBytes;
    /** By path, since a path may fail in every extent of it. */
    private final Map<String, ReadError> errors = new LinkedHashMap<>();

    private volatile boolean stopped;

    /**
     * A scan that has not begun.
     *
     * @param source of units of known size
     * @param schemes chunk by chunk, without superblocks and target systems
     * @param plan how much to read
     * @param threadCount threads that read and work
     * @param extentBytes the wanted length of an extent; null for one by the size of the data
     */
    public ExtentScan(Source source, Schemes schemes, PassPlan plan, int threadCount, @Nullable Long extentBytes) {
        this.source = source;
        this.schemes = schemes;
        this.plan = plan;
        this.threadCount = threadCount;
        this.extentBytes = extentBytes;
    }

    /** Ends the scan soon; the result is that of the last complete pass. */
    public void stop() {
        stopped = true;
    }

    /**
     * Reads and tells.
     *
     * @param listener is told the state after each pass
     * @return null if the scan was stopped before the end of the first pass
     * @throws UnsampledException with one line for a person, if there is nothing that can be sampled
     * @throws IOException if a thread failed
     */
    public @Nullable EstimateResult run(String toolVersion, Consumer<EstimateResult> listener)
            throws InterruptedException, IOException, UnsampledException {
        Found found = ExtentFrame.find(source, () -> stopped);
        if (!found.sizeless().isEmpty()) {
            throw new UnsampledException(
                    found.sizeless().get(0)
                            + ": its size is not known, so no part of it can be chosen; scan it whole: compscan scan --index sketch");
        }
        found.errors().forEach(this::addError);
        if (found.totalBytes() == 0) {
            throw new UnsampledException("there is nothing to read");
        }
        ExtentFrame frame = new ExtentFrame(found.units(), extentBytes(found.totalBytes()));
        boolean isSmall = extentBytes == null && frame.extentCount() < ExtentFrame.LEAST_EXTENTS;
        return passes(frame, isSmall ? List.of(1.0) : plan.shares(), toolVersion, listener);
    }

    /** A length that all fixed chunkings divide, and that has room for many chunks of all others. */
    private long extentBytes(long totalBytes) {
        long bytes = extentBytes == null ? ExtentFrame.extentBytes(totalBytes) : extentBytes;
        for (Chunker chunker : schemes.chunkers()) {
            boolean isFixed = chunker instanceof FixedChunker;
            bytes = Math.max(bytes, (long) chunker.maxChunkBytes() * (isFixed ? 1 : CHUNKS_OF_AN_EXTENT));
        }
        for (Chunker chunker : schemes.chunkers()) {
            if (chunker instanceof FixedChunker fixed) {
                bytes = bytes / fixed.chunkBytes() * fixed.chunkBytes();
            }
        }
        return Math.min(bytes, MOST_EXTENT_BYTES);
    }

    private @Nullable EstimateResult passes(
            ExtentFrame frame, List<Double> shares, String toolVersion, Consumer<EstimateResult> listener)
            throws InterruptedException, IOException {
        List<IncidenceTable> tables = new ArrayList<>();
        List<List<PartAnswer>> answers = new ArrayList<>();
        for (Scheme scheme : schemes.all()) {
            tables.add(new IncidenceTable(scheme.sized().size(), MOST_PAIRS, mostSized(scheme)));
            answers.add(answers(scheme));
        }
        long startNanos = System.nanoTime();
        List<Pass> passes = new ArrayList<>();
        EstimateResult last = null;
        double share = 0;
        for (int i = 0; i < shares.size() && !stopped; i++) {
            double next = share == 0 ? shares.get(i) : plan.next(share, shares.get(i), System.nanoTime() - startNanos);
            if (next == 0) {
                break;
            }
            new PassCrew(frame, schemes, tables, this::addError, () -> stopped).read(share, next, threadCount);
            if (stopped) {
                break;
            }
            share = next;
            boolean isOneLook = plan.isFixed() && i == shares.size() - 1;
            List<PartLayout> layouts = look(frame, tables, answers, isOneLook);
            passes.add(pass(layouts.get(0), tables.get(0), frame, System.nanoTime() - startNanos));
            last = result(frame, tables.get(0), layouts, passes, toolVersion, false);
            listener.accept(last);
            if (isEnough(layouts)) {
                break;
            }
        }
        return last == null || !stopped ? last : interrupted(last);
    }

    private static int mostSized(Scheme scheme) {
        boolean isExact =
                scheme.sized().stream().anyMatch(i -> scheme.samples().get(i).kind() == CompressSample.Kind.OFF);
        return isExact ? Integer.MAX_VALUE : MOST_SIZED;
    }

    private static List<PartAnswer> answers(Scheme scheme) {
        List<PartAnswer> answers = new ArrayList<>();
        for (int i = 0; i < scheme.compressors().size(); i++) {
            answers.add(new PartAnswer(
                    scheme.chunking(),
                    scheme.compressors().get(i),
                    scheme.sized().indexOf(i)));
        }
        return answers;
    }

    private static List<PartLayout> look(
            ExtentFrame frame, List<IncidenceTable> tables, List<List<PartAnswer>> answers, boolean isOneLook) {
        List<PartLayout> layouts = new ArrayList<>();
        ExtentEstimator estimator = isOneLook ? ExtentEstimator.ONE_LOOK : ExtentEstimator.ONE_OF_MANY_LOOKS;
        for (int i = 0; i < tables.size(); i++) {
            for (PartAnswer answer : answers.get(i)) {
                layouts.add(answer.look(tables.get(i), frame, estimator, !isOneLook));
            }
        }
        return layouts;
    }

    private static Pass pass(PartLayout first, IncidenceTable table, ExtentFrame frame, long nanos) {
        return new Pass(
                table.readBytes(),
                (double) table.sampledCount() / frame.extentCount(),
                first.reductionRatio(),
                first.reductionRatioLow(),
                first.reductionRatioHigh(),
                nanos);
    }

    private boolean isEnough(List<PartLayout> layouts) {
        return plan.halfWidth() > 0
                && layouts.stream().allMatch(layout -> {
                    double middle = (layout.physicalBytesHigh() + (double) layout.physicalBytesLow()) / 2;
                    return layout.physicalBytes() != null
                            && layout.physicalBytesHigh() - layout.physicalBytesLow() <= 2 * plan.halfWidth() * middle;
                });
    }

    private EstimateResult result(
            ExtentFrame frame,
            IncidenceTable table,
            List<PartLayout> layouts,
            List<Pass> passes,
            String toolVersion,
            boolean isInterrupted) {
        synchronized (errors) {
            return new EstimateResult(
                    EstimateResult.FORMAT,
                    EstimateResult.VERSION,
                    toolVersion,
                    source.paths(),
                    isInterrupted,
                    frame.totalBytes(),
                    frame.extentBytes(),
                    frame.extentCount(),
                    table.sampledCount(),
                    table.readBytes(),
                    layouts,
                    passes,
                    errors.values().stream()
                            .sorted(Comparator.comparing(ReadError::path))
                            .toList());
        }
    }

    private static EstimateResult interrupted(EstimateResult result) {
        return new EstimateResult(
                result.format(),
                result.version(),
                result.toolVersion(),
                result.paths(),
                true,
                result.scannedBytes(),
                result.extentBytes(),
                result.extentCount(),
                result.sampledExtentCount(),
                result.readBytes(),
                result.layouts(),
                result.passes(),
                result.errors());
    }

    private void addError(ReadError error) {
        synchronized (errors) {
            errors.merge(
                    error.path(),
                    error,
                    (before, now) -> new ReadError(
                            now.path(), now.kind(), before.unreadBytes() + now.unreadBytes(), now.reason()));
        }
    }
}
