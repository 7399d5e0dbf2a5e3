package io.compscan.core.scan;

import io.compscan.core.compress.DeflateCodec;
import io.compscan.core.fold.ChargedChunks;
import io.compscan.core.fold.ChunkSums;
import io.compscan.core.fold.LedgerFold;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.ResultBuilder;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.TypeTally;
import io.compscan.core.fold.ledger.AccountSums;
import io.compscan.core.fold.ledger.DividedRecorder;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.fold.ledger.SampledReferences;
import io.compscan.core.scan.read.ErrorLog;
import io.compscan.core.scan.read.FileGroups;
import io.compscan.core.scan.read.WalkCounts;
import io.compscan.core.source.ForwardingVisitor;
import io.compscan.core.source.PathName;
import io.compscan.core.source.Unit;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.TypeTotals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A scan whose parts other processes read. It follows the one walk, adds up the sums of the parts, and builds the result.
 *
 * <pre>
 *   walk -> units -> [ anywhere: PartRun over some of them, or over a stretch of one   ] -> ScanPart, distinct chunks
 *                                                                                               |            |
 *                                                                     DividedScan.add  &lt;-------+            v
 *                                                                     DividedScan.result  &lt;------------ SchemeFold, ChargedChunks
 * </pre>
 *
 * <p>The ledger comes from a sample of the chunks. The sample is known once all parts have been read, so its chunks are collected then.
 *
 * <p>The result equals that of one {@link ScanRun} if each unit belongs to one part. Each byte of a divided unit, and each of its chunks in
 * each scheme, must count in one part. One thread.
 */
public final class DividedScan extends ForwardingVisitor {

    /** Takes the units that the walk has found. */
    @FunctionalInterface
    public interface UnitTaker {
        /** Takes a unit, to read it later. */
        void take(FoundUnit unit) throws InterruptedException;
    }

    /**
     * A unit that the walk has found.
     *
     * @param unit the unit
     * @param extension the extension under which every part counts it
     * @param account the number of the account that it is charged to
     * @param group the group of small files that share blocks; {@link #NO_GROUP} for a file that shares none. One part must read all of a
     *     group, in the order of the walk
     */
    public record FoundUnit(Unit unit, String extension, int account, long group) {}

    /** The group of a unit that shares no block with others. */
    public static final long NO_GROUP = FileGroups.NONE;

    private final ScanOptions options;
    private final ScanSettings plan;
    private final UnitTaker units;
    private final TypeTally.Registry extensions = new TypeTally.Registry();
    private final DividedRecorder ledger;
    private final FileGroups groups;
    private final List<ReadError> walkErrors = new ArrayList<>();
    private final WalkCounts counts;

    private final List<ReferenceSums> sums = new ArrayList<>();
    private ErrorLog errors = new ErrorLog();

    /**
     * A scan that has read nothing.
     *
     * @param paths the paths that are walked
     * @param units takes each unit of the walk
     */
    public DividedScan(List<String> paths, ScanOptions options, ScanSettings plan, UnitTaker units) {
        this(paths, options, plan, units, LedgerLimits.DEFAULT);
    }

    /**
     * The same with a ledger of another size.
     *
     * @param ledgerLimits the limits of the ledger, in each part too
     */
    public DividedScan(
            List<String> paths, ScanOptions options, ScanSettings plan, UnitTaker units, LedgerLimits ledgerLimits) {
        this(new WalkCounts(), paths, options, plan, units, ledgerLimits);
    }

    private DividedScan(
            WalkCounts counts,
            List<String> paths,
            ScanOptions options,
            ScanSettings plan,
            UnitTaker units,
            LedgerLimits ledgerLimits) {
        super(counts);
        this.counts = counts;
        this.options = options;
        this.plan = plan;
        this.units = units;
        ledger = new DividedRecorder(paths, PathName.SEPARATOR, ledgerLimits);
        groups = new FileGroups(options.schemes().sharedBlockBytes());
        counts.begin(paths);
        counts.packBy(DeflateCodec.best()::storedBytes, options.chargesAttributes(), options.chargesShapes());
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        counts.unit(unit);
        String extension = unit.extension();
        String type = extensions.typeOf(extension).extension();
        int account = ledger.open(unit.name(), extension, type);
        units.take(new FoundUnit(unit, type, account, groups.next(unit.name(), unit.sizeBytes())));
    }

    @Override
    public void error(ReadError error) {
        walkErrors.add(error);
    }

    /** The most extensions in a part that it can tell apart. */
    public static int maxExtensions() {
        return TypeTally.Registry.MAX_EXTENSIONS - 2;
    }

    /** The most units of a group. */
    public static int maxUnitsOfGroup() {
        return FileGroups.MAX_FILES;
    }

    /** Drops all parts, but not the walk. */
    public void forgetParts() {
        sums.clear();
        errors = new ErrorLog();
        ledger.forget();
    }

    /** Adds a part that consists of whole units. */
    public void add(ScanPart part) {
        sums.add(part.sums());
        part.errors().forEach(errors::add);
        part.accounts().forEach(ledger::add);
    }

    /**
     * Adds a stretch of a unit that was read without an error.
     *
     * @param isFirst whether the unit begins with it
     * @param without the schemes whose chunks other parts count
     */
    public void addStretch(ScanPart part, boolean isFirst, Set<Integer> without) {
        ReferenceSums all = part.sums();
        List<ChunkSums> chunks = new ArrayList<>(all.chunks());
        without.forEach(scheme -> chunks.set(scheme, ChunkSums.NONE));
        List<TypeTotals> types = new ArrayList<>();
        for (TypeTotals type : all.types()) {
            List<Long> zeroBytes = new ArrayList<>(type.zeroBytes());
            without.forEach(scheme -> zeroBytes.set(scheme, 0L));
            types.add(new TypeTotals(type.extension(), isFirst ? type.fileCount() : 0, type.scannedBytes(), zeroBytes));
        }
        sums.add(
                new ReferenceSums(isFirst ? all.fileCount() : 0, all.logicalBytes(), types, chunks, all.superblocks()));
        for (AccountSums account : part.accounts()) {
            ledger.add(new AccountSums(
                    account.account(),
                    isFirst ? account.fileCount() : 0,
                    account.scannedBytes(),
                    without.contains(LedgerFold.SCHEME) ? 0 : account.zeroBytes()));
        }
    }

    /**
     * Adds the chunks of one scheme alone; the bytes count in other parts in every other respect.
     *
     * @param part the part of a scan with that scheme alone
     */
    public void addChunks(ScanPart part, int scheme) {
        int schemeCount = options.schemes().count();
        List<ChunkSums> chunks = new ArrayList<>(Collections.nCopies(schemeCount, ChunkSums.NONE));
        chunks.set(scheme, part.sums().chunks().get(0));
        List<TypeTotals> types = new ArrayList<>();
        for (TypeTotals type : part.sums().types()) {
            List<Long> zeroBytes = new ArrayList<>(Collections.nCopies(schemeCount, 0L));
            zeroBytes.set(scheme, type.zeroBytes().get(0));
            types.add(new TypeTotals(type.extension(), 0, 0, zeroBytes));
        }
        sums.add(new ReferenceSums(0, 0, types, chunks, List.of()));
        if (scheme == LedgerFold.SCHEME) {
            for (AccountSums account : part.accounts()) {
                ledger.add(new AccountSums(account.account(), 0, 0, account.zeroBytes()));
            }
        }
    }

    /**
     * The result.
     *
     * @param folds the folds of all distinct chunks of all parts, one for each scheme
     * @param references the references to the chunks of the ledger's sample: {@link PartOutcome#references} of all parts whose
     *     chunks of the first scheme count
     * @param charged the chunks of the sample
     * @throws IllegalStateException if they contradict the sums of the parts, or each other
     */
    public ScanResult result(
            List<SchemeFold> folds, SampledReferences references, ChargedChunks charged, Timing timing) {
        check(references, charged);
        List<ReadError> allErrors = Stream.concat(errors.sorted().stream(), walkErrors.stream())
                .sorted(ErrorLog.ORDER)
                .toList();
        List<ReferenceSums> parts = new ArrayList<>(sums);
        parts.add(new ReferenceTally(options.schemes()).sums(extensions));
        ReferenceSums all = ReferenceSums.sum(parts);
        Totals totals = counts.totals(all.fileCount(), all.logicalBytes(), WalkCounts.Errors.of(allErrors));
        Scheme scheme = options.schemes().all().get(LedgerFold.SCHEME);
        LedgerFold charges = new LedgerFold(ledger.post(references), scheme);
        charged.forEach(scheme.maxChunkBytes(), charges);
        return new ResultBuilder(plan, options.profiles(), all, totals)
                .errors(allErrors)
                .containers(counts.containers())
                .ledger(charges)
                .build(folds, timing);
    }

    /** Requires that the ledger and the index have counted the same references to the chunks of the sample. */
    private static void check(SampledReferences references, ChargedChunks charged) {
        Map<Long, Long> noted = new HashMap<>();
        references.forEach((key, account, count) -> noted.merge(key, count, Long::sum));
        if (!noted.equals(charged.referencesByKey())) {
            throw new IllegalStateException(
                    "the references to the chunks of the ledger's sample are not those to all chunks");
        }
    }
}
