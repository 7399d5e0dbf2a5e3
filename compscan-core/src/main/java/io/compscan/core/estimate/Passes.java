package io.compscan.core.estimate;

import io.compscan.core.estimate.ExtentFrame.Found;
import io.compscan.core.estimate.PartState.Position;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.statistics.ExtentEstimator;
import io.compscan.result.Cover;
import io.compscan.result.EstimateResult;
import io.compscan.result.EstimateResult.PartLayout;
import io.compscan.result.EstimateResult.Pass;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The passes of an estimate over a frame, and what they have found. One thread, but for the crew of a pass. */
final class Passes {

    /** Pairs of an extent and a chunk that a scheme's table keeps: some 200 MB at most. */
    private static final int MOST_PAIRS = 1 << 22;
    /** Chunks that a scheme's table has compressed: they add some 0.3 % to an interval, which is wider as a rule. */
    private static final int MOST_SIZED = 1 << 16;

    private final ExtentRequest request;
    private final PassPlan plan;
    private final ExtentFrame frame;
    private final Found found;
    private final String toolVersion;
    private final BooleanSupplier isStopped;

    private final List<IncidenceTable> tables = new ArrayList<>();
    private final List<List<PartAnswer>> answers = new ArrayList<>();
    /** The errors of all reads, and of the complete passes alone. */
    private final PathErrors errors = new PathErrors();

    private List<ReadError> errorsOfPasses = List.of();
    /** Extents of the pass that was interrupted. */
    private final Set<Long> known = new HashSet<>();

    private final @Nullable FrameDigest digest;
    private PartState.@Nullable Origin origin;
    private boolean isExtended;
    private double share;
    private long nanosBefore;
    private long startNanos = System.nanoTime();
    private @Nullable EstimateResult last;
    private @Nullable ScanResult asScan;
    private final @Nullable PartScan scan;

    /** @param scan makes the result of a scan of each result; null if nobody wants one */
    Passes(
            ExtentRequest request,
            ExtentFrame frame,
            Found found,
            String toolVersion,
            @Nullable PartScan scan,
            BooleanSupplier isStopped) {
        this.request = request;
        plan = request.plan();
        this.frame = frame;
        this.found = found;
        this.toolVersion = toolVersion;
        this.scan = scan;
        this.isStopped = isStopped;
        ExtentRequest.Keep keep = request.keep();
        digest = keep == null ? null : FrameDigest.of(found.units(), frame.extentBytes());
        origin = keep == null ? null : new PartState.Origin(toolVersion, keep.arguments(), keep.workingDirectory());
        for (Scheme scheme : request.schemes().all()) {
            IncidenceTable table =
                    new IncidenceTable(scheme.sized().size(), MOST_PAIRS, mostSized(scheme), plan.seed());
            table.riseTo(0, firstSizedLevel(scheme));
            tables.add(table);
            answers.add(answers(scheme));
        }
    }

    private static int mostSized(Scheme scheme) {
        boolean isExact =
                scheme.sized().stream().anyMatch(i -> scheme.samples().get(i).kind() == CompressSample.Kind.OFF);
        return isExact ? Integer.MAX_VALUE : MOST_SIZED;
    }

    /**
     * The level that holds as many chunks as are wanted, if all that will be read are distinct. A table that begins with all of them
     * compresses more than twice as many in the end.
     */
    private int firstSizedLevel(Scheme scheme) {
        int most = mostSized(scheme);
        boolean isShareKnown = plan.isFixed() && plan.mostShare() < 1;
        if (!isShareKnown || most == Integer.MAX_VALUE) {
            return 0;
        }
        double chunkCount = plan.mostShare() * frame.totalBytes() / scheme.expectedChunkBytes();
        return SampleLevels.ALL.lastOfAtLeast(most / chunkCount);
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

    List<IncidenceTable> tables() {
        return tables;
    }

    /** The state beside the tables, for a later estimate. */
    PartState state() {
        FrameDigest ofFrame = digest;
        PartState.Origin begun = origin;
        if (ofFrame == null || begun == null) {
            throw new IllegalStateException("nothing is kept");
        }
        return new PartState(
                PartState.FORMAT,
                PartState.VERSION,
                begun,
                ofFrame,
                request.descriptions(),
                new Position(
                        plan,
                        isExtended,
                        share,
                        elapsedNanos(),
                        answers.stream()
                                .map(some ->
                                        some.stream().map(PartAnswer::state).toList())
                                .toList(),
                        last),
                tables.stream().map(IncidenceTable::levels).toList(),
                errorsOfPasses);
    }

    private long elapsedNanos() {
        return nanosBefore + System.nanoTime() - startNanos;
    }

    /** Takes over all that was saved; called first. */
    void goOnFrom(PartFile saved) throws PartException {
        PartState state = saved.state();
        Position position = state.position();
        checkSame(saved, state);
        boolean isSamePlan = plan.equals(position.plan());
        if (plan.seed() != position.plan().seed()) {
            throw new PartException(saved.path() + ": its sample has the seed "
                    + position.plan().seed() + ", not " + plan.seed());
        }
        if (!isSamePlan && plan.mostShare() < position.share() && position.share() < 1) {
            throw new PartException(String.format(
                    Locale.ROOT,
                    "%s: %.1f %% has been read already, so --read takes a larger share alone",
                    saved.path(),
                    100 * position.share()));
        }
        isExtended = position.extended() || !isSamePlan;
        // The extents of a pass that was interrupted come from the beginning of the walk. They count only if that pass
        // is read to its end.
        boolean goesOnInPass = isSamePlan && plan.mostNanos() == Long.MAX_VALUE;
        for (int i = 0; i < tables.size(); i++) {
            saved.restore(i, tables.get(i), goesOnInPass ? 1 : position.share());
            for (int c = 0; c < answers.get(i).size(); c++) {
                answers.get(i).get(c).restore(position.answers().get(i).get(c));
            }
        }
        share = position.share();
        EstimateResult before = position.last();
        if (before != null && !isOfThis(before)) {
            throw new PartException(saved.path() + ": damaged: its result is of something else");
        }
        known.addAll(tables.get(0).numbersBeyond(share));
        errorsOfPasses = state.errors();
        errors.addAll(errorsOfPasses);
        nanosBefore = position.elapsedNanos();
        last = position.last();
        origin = state.origin();
        if (!isSamePlan && last != null) {
            lookAgain(last);
        } else if (last != null && known.isEmpty() && scan != null) {
            last = withScan(last, looks(false));
        }
    }

    /** The last result as that of a scan; null if nobody wants it, or too little was read. */
    @Nullable ScanResult scanResult() {
        return asScan;
    }

    private EstimateResult withScan(EstimateResult result, List<TableLook> looks) {
        ScanResult made = scan == null ? null : scan.at(looks, result);
        asScan = made;
        return made == null ? result : result.withProfiles(made.profiles());
    }

    /** Whether a result is that of the tables at the end of a pass. */
    private boolean isOfThis(EstimateResult result) {
        long answerCount = answers.stream().mapToLong(List::size).sum();
        return result.scannedBytes() == frame.totalBytes()
                && result.extentBytes() == frame.extentBytes()
                && result.extentCount() == frame.extentCount()
                && result.layouts().size() == answerCount
                && !result.passes().isEmpty()
                && result.readBytes() >= 0
                && result.readBytes() <= tables.get(0).readBytes()
                && result.layouts().stream()
                        .allMatch(layout -> layout.zeroBytes() >= 0
                                && layout.uniqueBytesLow() >= 0
                                && layout.physicalBytesLow() >= 0);
    }

    private void checkSame(PartFile saved, PartState state) throws PartException {
        if (!state.schemes().equals(request.descriptions())) {
            throw new PartException(saved.path() + ": the arguments no longer mean what they meant when it was begun");
        }
        List<Integer> shape = answers.stream().map(List::size).toList();
        if (!state.position().answers().stream().map(List::size).toList().equals(shape)) {
            throw new PartException(saved.path() + ": damaged: its answers are of other compressors");
        }
        FrameDigest now = digest;
        String difference = now == null ? null : state.frame().difference(now, found.units());
        if (difference != null) {
            throw new PartException(
                    saved.path() + ": the data has changed, so what was read is no part of it: " + difference);
        }
    }

    /** A look at one sample alone does not hold together with looks at larger ones, which were chosen after it. */
    private void lookAgain(EstimateResult before) {
        List<TableLook> looks = looks(false);
        List<PartLayout> layouts = layouts(looks, false);
        List<Pass> all = new ArrayList<>(before.passes());
        Pass latest = all.remove(all.size() - 1);
        all.add(pass(layouts.get(0), latest.elapsedNanos()));
        last = withScan(result(layouts, all, false), looks);
    }

    /** Reads pass after pass; null if that was stopped before the end of the first one. */
    @Nullable EstimateResult run(Consumer<EstimateResult> listener) throws InterruptedException, IOException {
        startNanos = System.nanoTime();
        PartKeeper keeper = new PartKeeper(request.keep(), this::state, tables);
        List<Double> shares = shares();
        EstimateResult before = last;
        for (int i = 0; i < shares.size() && (before == null || !isEnough(before)); i++) {
            double next = share == 0 ? shares.get(i) : plan.next(share, shares.get(i), elapsedNanos());
            if (next == 0 || isStopped.getAsBoolean()) {
                break;
            }
            new PassCrew(frame, request, tables, keeper, errors::add, isStopped).read(share, next, known);
            if (isStopped.getAsBoolean()) {
                break;
            }
            known.clear();
            share = next;
            errorsOfPasses = errors.sorted();
            boolean isOneLook = plan.isFixed() && !isExtended && i == shares.size() - 1;
            List<TableLook> looks = looks(isOneLook);
            List<PartLayout> layouts = layouts(looks, isOneLook);
            List<Pass> all = new ArrayList<>(before == null ? List.of() : before.passes());
            all.add(pass(layouts.get(0), elapsedNanos()));
            before = withScan(result(layouts, all, false), looks);
            last = before;
            keeper.save();
            listener.accept(before);
        }
        if (!isStopped.getAsBoolean()) {
            return before;
        }
        keeper.save();
        return before == null
                ? null
                : result(before.layouts(), before.passes(), true).withProfiles(before.profiles());
    }

    /** The passes ahead, as shares of the extents. */
    private List<Double> shares() {
        boolean isSmall = request.extentBytes() == null && frame.extentCount() < ExtentFrame.LEAST_EXTENTS;
        return (isSmall ? List.of(1.0) : plan.shares())
                .stream().filter(next -> next > share).toList();
    }

    private List<TableLook> looks(boolean isOneLook) {
        ExtentEstimator estimator = isOneLook ? ExtentEstimator.ONE_LOOK : ExtentEstimator.ONE_OF_MANY_LOOKS;
        return tables.stream()
                .map(table -> TableLook.at(table, frame, estimator))
                .toList();
    }

    private List<PartLayout> layouts(List<TableLook> looks, boolean isOneLook) {
        List<PartLayout> layouts = new ArrayList<>();
        for (int i = 0; i < looks.size(); i++) {
            for (PartAnswer answer : answers.get(i)) {
                layouts.add(answer.add(looks.get(i), !isOneLook));
            }
        }
        return layouts;
    }

    private Pass pass(PartLayout first, long nanos) {
        IncidenceTable table = tables.get(0);
        return new Pass(
                table.readBytes(),
                (double) table.sampledCount() / frame.extentCount(),
                first.reductionRatio(),
                first.reductionRatioLow(),
                first.reductionRatioHigh(),
                nanos);
    }

    /** What is not known in any sample, such as the order of the data, decides nothing. */
    private boolean isEnough(EstimateResult result) {
        return plan.halfWidth() > 0
                && result.layouts().stream()
                        .allMatch(layout -> layout.physicalBytes() != null
                                && isNarrow(layout.physicalBytesLow(), layout.physicalBytesHigh()))
                && result.profiles().stream()
                        .allMatch(profile -> profile.intervalCovers().contains(Cover.ORDER)
                                || isNarrow(profile.allocatedBytesLow(), profile.allocatedBytesHigh()));
    }

    private boolean isNarrow(long low, long high) {
        return high - low <= plan.halfWidth() * ((double) high + low);
    }

    private EstimateResult result(List<PartLayout> layouts, List<Pass> passes, boolean isInterrupted) {
        Pass latest = passes.get(passes.size() - 1);
        PathErrors all = new PathErrors();
        all.addAll(found.errors());
        all.addAll(errorsOfPasses);
        return new EstimateResult(
                EstimateResult.FORMAT,
                EstimateResult.VERSION,
                toolVersion,
                request.source().paths(),
                isInterrupted,
                frame.totalBytes(),
                frame.extentBytes(),
                frame.extentCount(),
                Math.round(latest.share() * frame.extentCount()),
                latest.readBytes(),
                layouts,
                passes,
                all.sorted().stream()
                        .filter(error -> error.kind() == ReadError.Kind.UNLISTED)
                        .count(),
                all.sorted(),
                List.of());
    }
}
