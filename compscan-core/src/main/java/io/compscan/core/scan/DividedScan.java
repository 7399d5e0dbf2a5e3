package io.compscan.core.scan;

import io.compscan.core.checkpoint.Checkpoint.LayoutSums;
import io.compscan.core.checkpoint.Checkpoint.Tallies;
import io.compscan.core.ledger.AccountSums;
import io.compscan.core.ledger.DividedRecorder;
import io.compscan.core.ledger.LedgerLimits;
import io.compscan.core.ledger.SampledReferences;
import io.compscan.core.profile.Profile;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import io.compscan.core.result.TypeTotals;
import io.compscan.core.source.PathName;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.core.source.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A scan whose units are read elsewhere, in parts: it hears the one walk, adds up what the parts came to, and puts the result together.
 *
 * <pre>
 *   walk -> units -> [ anywhere: Scan.runPart over some of them, or over a stretch of one ] -> ScanPart, distinct chunks
 *                                                                                               |            |
 *                                                                     DividedScan.add  <--------+            v
 *                                                                     DividedScan.result  <------------- LayoutFold, ChargedChunks
 * </pre>
 *
 * <p>The chunks that the ledger is drawn up from are a sample, which is known when all parts have been read; only then are they asked for.
 *
 * <p>Equal to the result of one {@link Scan}, whatever the parts, if each unit belongs to one part, or each chunk of each chunking and
 * each byte of a unit that is divided. For use by one thread.
 */
public final class DividedScan implements SourceVisitor {

    /** Takes a unit that the walk has found. */
    @FunctionalInterface
    public interface UnitTaker {
        /** Takes it, to read it later. */
        void take(FoundUnit unit) throws InterruptedException;
    }

    /**
     * A unit that the walk has found.
     *
     * @param unit the unit
     * @param extension under which it is to be tallied, wherever that happens
     * @param account the number of who is charged with it
     * @param group which small files share blocks with it: they must be read by one part, in the order in which they are found; {@link
     *     #NO_GROUP} if none do
     */
    public record FoundUnit(Unit unit, String extension, int account, long group) {}

    /** The group of a unit that shares no block with others. */
    public static final long NO_GROUP = FileGroups.NONE;

    private final ScanOptions options;
    private final ScanSettings plan;
    private final UnitTaker units;
    private final TypeTally.Registry extensions = new TypeTally.Registry();
    private final DividedRecorder journal;
    private final FileGroups groups;
    private final List<ReadError> walkErrors = new ArrayList<>();
    private final WalkCounts counts = new WalkCounts();

    private Sums sums;

    /** Added up from the parts. */
    private static final class Sums {
        private final ErrorLog errors = new ErrorLog();
        private final List<LayoutTally> layouts = new ArrayList<>();
        private final SuperblockTally superblocks;
        private final Map<String, TypeTotals> types = new TreeMap<>();
        private long fileCount;
        private long logicalBytes;

        Sums(ScanOptions options) {
            options.chunkers().forEach(chunker -> layouts.add(new LayoutTally()));
            superblocks = new SuperblockTally(options.compressors().size());
        }

        void add(TypeTotals type) {
            types.merge(type.extension(), type, TypeTotals::plus);
        }
    }

    /**
     * A scan of which nothing has been read.
     *
     * @param paths that are walked
     * @param units is handed each unit of the walk
     */
    public DividedScan(List<String> paths, ScanOptions options, ScanSettings plan, UnitTaker units) {
        this(paths, options, plan, units, LedgerLimits.DEFAULT);
    }

    /** @param ledgerLimits how much is noted for the ledger, and was in each part */
    DividedScan(
            List<String> paths, ScanOptions options, ScanSettings plan, UnitTaker units, LedgerLimits ledgerLimits) {
        this.options = options;
        this.plan = plan;
        this.units = units;
        journal = new DividedRecorder(paths, PathName.SEPARATOR, ledgerLimits);
        groups = new FileGroups(options.sharedBlockBytes());
        sums = new Sums(options);
    }

    @Override
    public void unit(Unit unit) throws InterruptedException {
        String extension = unit.extension();
        String type = extensions.typeOf(extension).extension();
        int account = journal.open(unit.name(), extension, type);
        units.take(new FoundUnit(unit, type, account, groups.next(unit.sizeBytes())));
    }

    @Override
    public void hardLink(long sizeBytes) {
        counts.hardLink(sizeBytes);
    }

    @Override
    public void directory() {
        counts.directory();
    }

    @Override
    public void skipped(Skip skip) {
        counts.skipped(skip);
    }

    @Override
    public void error(ReadError error) {
        walkErrors.add(error);
    }

    @Override
    public boolean isStopped() {
        return false;
    }

    /** The most kinds of files that a part may hold whole, so that it tells all of them apart. */
    public static int maxExtensions() {
        return TypeTally.Registry.MAX_EXTENSIONS - 2;
    }

    /** The most units of a group. */
    public static int maxUnitsOfGroup() {
        return ReadTask.Pack.MAX_UNITS;
    }

    /** Forgets all parts, but not the walk. */
    public void forgetParts() {
        sums = new Sums(options);
        journal.forget();
    }

    /** Adds a part that consists of whole units. */
    public void add(ScanPart part) {
        Tallies tallies = part.tallies();
        addRead(tallies, tallies.fileCount());
        tallies.types().forEach(sums::add);
        for (int i = 0; i < sums.layouts.size(); i++) {
            sums.layouts.get(i).merge(LayoutTally.of(tallies.layouts().get(i)));
        }
        part.errors().forEach(sums.errors::add);
        part.accounts().forEach(journal::add);
    }

    /**
     * Adds a stretch of a unit that was read without an error.
     *
     * @param isFirst whether it is the one that the unit begins with
     * @param without the layouts whose chunks are counted elsewhere
     */
    public void addStretch(ScanPart part, boolean isFirst, Set<Integer> without) {
        Tallies tallies = part.tallies();
        addRead(tallies, isFirst ? tallies.fileCount() : 0);
        for (TypeTotals type : tallies.types()) {
            List<Long> zeroBytes = new ArrayList<>(type.zeroBytes());
            without.forEach(layout -> zeroBytes.set(layout, 0L));
            sums.add(new TypeTotals(type.extension(), isFirst ? type.fileCount() : 0, type.scannedBytes(), zeroBytes));
        }
        for (int i = 0; i < sums.layouts.size(); i++) {
            if (!without.contains(i)) {
                sums.layouts.get(i).merge(LayoutTally.of(tallies.layouts().get(i)));
            }
        }
        for (AccountSums account : part.accounts()) {
            journal.add(new AccountSums(
                    account.account(),
                    isFirst ? account.fileCount() : 0,
                    account.scannedBytes(),
                    without.contains(LedgerFold.LAYOUT) ? 0 : account.zeroBytes()));
        }
    }

    private void addRead(Tallies tallies, long fileCount) {
        sums.fileCount += fileCount;
        sums.logicalBytes += tallies.logicalBytes();
        if (!tallies.superblocks().isEmpty()) {
            sums.superblocks.merge(tallies.superblocks());
        }
    }

    /**
     * Adds the chunks of one layout, of bytes that belong to other parts as far as everything else is concerned.
     *
     * @param part a scan with the chunker of that layout alone
     */
    public void addChunks(ScanPart part, int layout) {
        for (LayoutSums chunks : part.tallies().layouts()) {
            sums.layouts.get(layout).merge(LayoutTally.of(chunks));
        }
        for (TypeTotals type : part.tallies().types()) {
            List<Long> zeroBytes = new ArrayList<>(Collections.nCopies(sums.layouts.size(), 0L));
            zeroBytes.set(layout, type.zeroBytes().get(0));
            sums.add(new TypeTotals(type.extension(), 0, 0, zeroBytes));
        }
        if (layout == LedgerFold.LAYOUT) {
            for (AccountSums account : part.accounts()) {
                journal.add(new AccountSums(account.account(), 0, 0, account.zeroBytes()));
            }
        }
    }

    /**
     * The result.
     *
     * @param folds for each layout, all distinct chunks of all parts
     * @param references who refers to those of the ledger's sample: {@link Scan#references} of all parts whose chunks of the first layout
     *     count
     * @param charged those chunks
     * @throws IllegalStateException if they do not belong to what was added, or not to each other
     */
    public ScanResult result(
            List<LayoutFold> folds, SampledReferences references, ChargedChunks charged, Timing timing) {
        check(references, charged);
        List<ReadError> errors = Stream.concat(sums.errors.sorted().stream(), walkErrors.stream())
                .sorted(ErrorLog.ORDER)
                .toList();
        Totals totals = counts.totals(sums.fileCount, sums.logicalBytes, WalkCounts.Errors.of(errors));
        List<Layout> layouts = new ArrayList<>();
        List<ProfileResult> profiles = new ArrayList<>();
        for (int i = 0; i < folds.size(); i++) {
            Layout layout = folds.get(i).layout(sums.layouts.get(i), sums.superblocks);
            layouts.add(layout);
            profiles.addAll(folds.get(i).profiles(options.profiles(), layout, totals));
        }
        List<String> names = options.profiles().stream().map(Profile::name).toList();
        List<TypeTotals> types = List.copyOf(sums.types.values());
        LayoutSpec spec = LayoutSpec.of(options, options.chunkers().get(LedgerFold.LAYOUT));
        LedgerFold charges = new LedgerFold(journal.post(references), spec);
        charged.forEach(spec.maxChunkBytes(), charges);
        Ledger ledger = charges.ledger(layouts.get(LedgerFold.LAYOUT), folds.get(LedgerFold.LAYOUT), types);
        return new ScanResult(plan, false, totals, layouts, types, List.of(), errors, timing)
                .withProfiles(ProfileResult.inOrder(names, profiles))
                .withLedger(ledger);
    }

    /** Whoever has counted references to the chunks of the sample must have counted the same. */
    private static void check(SampledReferences references, ChargedChunks charged) {
        Map<Long, Long> noted = new HashMap<>();
        references.forEach((key, account, count) -> noted.merge(key, count, Long::sum));
        if (!noted.equals(charged.referencesByKey())) {
            throw new IllegalStateException(
                    "the references to the chunks of the ledger's sample are not those to all chunks");
        }
    }
}
