package io.compscan.core.fold;

import io.compscan.core.profile.Profile;
import io.compscan.core.statistics.WeightSlope;
import io.compscan.result.Container;
import io.compscan.result.FileResult;
import io.compscan.result.Layout;
import io.compscan.result.Ledger;
import io.compscan.result.ProfileResult;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts a result together: of a scan, of a scan in parts, of the union of several scans.
 *
 * <pre>
 *   references   ReferenceSums, Totals, errors, files -------------+
 *   chunks       SchemeFold of each scheme -> Layout, profiles ----+-> ScanResult
 *   both         LedgerFold -> Ledger -----------------------------+
 * </pre>
 *
 * One thread.
 */
public final class ResultBuilder {

    private final ScanSettings plan;
    private final List<Profile> profiles;
    private final ReferenceSums sums;
    private final Totals totals;
    private boolean partial;
    private List<FileResult> files = List.of();
    private List<ReadError> errors = List.of();
    private List<Container> containers = List.of();
    private @Nullable LedgerFold charges;
    private @Nullable String damage;

    /**
     * A result without files, errors and ledger.
     *
     * @param plan the settings that were asked for
     * @param profiles the target systems that the schemes are folded for
     * @param sums the numbers that belong to references
     * @param totals the numbers that depend on no scheme
     */
    public ResultBuilder(ScanSettings plan, List<Profile> profiles, ReferenceSums sums, Totals totals) {
        this.plan = plan;
        this.profiles = List.copyOf(profiles);
        this.sums = sums;
        this.totals = totals;
    }

    /** Marks the result as that of a scan that was stopped before its end. */
    public ResultBuilder partial(boolean isPartial) {
        partial = isPartial;
        return this;
    }

    /** The files that are reported on their own, in ascending order of the path. */
    public ResultBuilder files(List<FileResult> some) {
        files = some;
        return this;
    }

    /** Every path that could not be read whole or changed meanwhile, in ascending order of the path. */
    public ResultBuilder errors(List<ReadError> all) {
        errors = all;
        return this;
    }

    /** The containers, in the order of the walk. */
    public ResultBuilder containers(List<Container> all) {
        containers = all;
        return this;
    }

    /** Adds a ledger from charges that have seen all chunks of the scheme {@link LedgerFold#SCHEME}. */
    public ResultBuilder ledger(LedgerFold all) {
        charges = all;
        return this;
    }

    /** Marks the result as that of indexes which could not be read back whole; null marks nothing. */
    public ResultBuilder damage(@Nullable String reason) {
        damage = damage == null ? reason : damage;
        return this;
    }

    /**
     * The result. Folds that have not seen all chunks give upper bounds, and neither profiles nor a ledger.
     *
     * @param folds for each scheme the fold of all distinct chunks
     * @throws IllegalStateException if the parts contradict each other
     */
    public ScanResult build(List<SchemeFold> folds, Timing timing) {
        List<Layout> layouts = new ArrayList<>();
        List<ProfileResult> profiled = new ArrayList<>();
        Map<String, WeightSlope> slopes = new HashMap<>();
        for (int i = 0; i < folds.size(); i++) {
            SchemeFold fold = folds.get(i);
            Layout layout = fold.layout(sums.chunks().get(i), sums.superblocks());
            layouts.add(layout);
            damage(fold.damage());
            if (fold.damage() == null) {
                profiled.addAll(fold.profiles(profiles, layout, totals, slopes));
            }
        }
        List<String> names = profiles.stream().map(Profile::name).toList();
        Ledger ledger = charges == null || folds.get(LedgerFold.SCHEME).damage() != null
                ? null
                : charges.ledger(layouts.get(LedgerFold.SCHEME), folds.get(LedgerFold.SCHEME), sums.types());
        return new ScanResult(plan, partial || damage != null, totals, layouts, sums.types(), files, errors, timing)
                .withProfiles(new DrawnChunkings(profiles, layouts, slopes)
                        .spread(ProfileResult.inOrder(names, profiled), totals.scannedBytes()))
                .withLedger(ledger)
                .withContainers(containers)
                .withIndexDamage(damage);
    }
}
