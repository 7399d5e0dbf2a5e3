package io.compscan.core.scan;

import io.compscan.core.fold.IndexFold;
import io.compscan.core.fold.LayoutFold;
import io.compscan.core.fold.LedgerFold;
import io.compscan.core.fold.Scheme;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.ledger.Journal;
import io.compscan.core.profile.Profile;
import io.compscan.core.read.Walk;
import io.compscan.core.read.WalkCounts;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.Plan;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes the result of a scan that is over: the fold over its indexes, and what its threads have tallied.
 *
 * @param errors in ascending order of the path
 * @param files likewise
 */
record ResultAssembly(
        ScanOptions options, Plan plan, Walk walk, ScanTally tally, List<ReadError> errors, List<FileResult> files) {

    private static final DistinctChunkVisitor NOBODY = (fingerprint, references, lengthBytes, storedBytes) -> {};

    /**
     * What comes out of the fold.
     *
     * @param profiles in the order in which they were asked for
     * @param ledger of the layout whose chunks are charged
     */
    record Folded(
            List<Layout> layouts,
            List<ProfileResult> profiles,
            @Nullable Ledger ledger) {}

    /** @param onlookers who else is handed the chunks of layout number {@code i}, in their order; asked layout by layout; null if nobody is */
    Folded fold(
            List<ChunkIndex> indexes,
            @Nullable IntFunction<DistinctChunkVisitor> onlookers,
            Journal journal,
            Totals totals) {
        List<Layout> layouts = new ArrayList<>();
        List<ProfileResult> profiles = new ArrayList<>();
        Ledger ledger = null;
        for (int i = 0; i < indexes.size(); i++) {
            Scheme spec = options.schemes().all().get(i);
            DistinctChunkVisitor onlooker = onlookers == null ? NOBODY : onlookers.apply(i);
            LedgerFold charges = i == LedgerFold.LAYOUT ? new LedgerFold(journal.post(), spec) : null;
            DistinctChunkVisitor witness = charges == null
                    ? onlooker
                    : (fingerprint, references, lengthBytes, storedBytes) -> {
                        onlooker.visit(fingerprint, references, lengthBytes, storedBytes);
                        charges.visit(fingerprint, references, lengthBytes, storedBytes);
                    };
            LayoutFold fold = IndexFold.of(
                    indexes.get(i),
                    () -> new LayoutFold(spec, options.profiles()),
                    witness,
                    onlookers == null ? options.workers() : 1);
            Layout layout = fold.layout(tally.layout(i), tally.superblocks());
            layouts.add(layout);
            if (charges != null) {
                ledger = charges.ledger(layout, fold, tally.types());
            }
            profiles.addAll(fold.profiles(options.profiles(), layout, totals));
        }
        List<String> names = options.profiles().stream().map(Profile::name).toList();
        return new Folded(layouts, ProfileResult.inOrder(names, profiles), ledger);
    }

    ScanResult result(
            boolean partial, Totals totals, Folded folded, Instant startedAt, long elapsedNanos, long indexBytes) {
        Timing timing = new Timing(
                startedAt,
                elapsedNanos,
                (long) (totals.scannedBytes() / (elapsedNanos / 1e9)),
                options.readers(),
                options.workers(),
                indexBytes,
                Runtime.version().toString());
        return new ScanResult(plan, partial, totals, folded.layouts(), tally.types(), files, errors, timing)
                .withProfiles(folded.profiles())
                .withLedger(folded.ledger());
    }

    /** Of a scan all of whose threads have ended. */
    Totals totals() {
        return walk.counts().totals(tally.fileCount(), tally.logicalBytes(), WalkCounts.Errors.of(errors));
    }

    /** Of a scan one of whose threads is still reading: what it has in its slab, and units that it has not finished, are left out. */
    Totals totalsOfWhatWasProcessed() {
        WalkCounts.Errors all = WalkCounts.Errors.of(errors);
        return walk.counts().totals(tally.fileCount(), tally.layout(0).chunkBytes() + all.unreadBytes(), all);
    }
}
