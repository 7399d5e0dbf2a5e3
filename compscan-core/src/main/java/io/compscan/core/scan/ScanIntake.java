package io.compscan.core.scan;

import io.compscan.core.fold.TypeTally;
import io.compscan.core.fold.ledger.Account;
import io.compscan.core.scan.catalog.CatalogSession;
import io.compscan.core.scan.measure.ChunkObserver;
import io.compscan.core.scan.measure.FileScan;
import io.compscan.core.scan.measure.MeasuredUnit;
import io.compscan.core.scan.read.Intake;
import io.compscan.core.scan.read.task.PartialUnit;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitVersion;
import org.jspecify.annotations.Nullable;

/** Sets each unit of a scan up to be measured, and leaves out what an earlier session of the scan has read. */
final class ScanIntake implements Intake {

    private final ScanOptions options;
    private final boolean isWhole;
    private final ScanIndexes indexes;
    private final Accounts accounts;
    private final UnitTicket.Listener whenComplete;
    private final ChunkObserver.@Nullable OfUnits observers;
    private final @Nullable Checkpoints checkpoints;
    private final @Nullable Resumption resumption;
    private final @Nullable CatalogSession catalog;
    private final TypeTally.Registry types = new TypeTally.Registry();
    /** The end of the stream of the units so far. */
    private long streamEnd;

    /** Tells which account of the ledger is charged with a unit. */
    @FunctionalInterface
    interface Accounts {
        /**
         * The account of the unit.
         *
         * @param type the name under which files of this extension are counted
         */
        Account of(Unit unit, String extension, String type);
    }

    /**
     * @param isWhole whether the scan reads all data, so that each unit has a place in their order
     * @param whenComplete told of each unit when it is complete
     * @param checkpoints null if the scan takes none
     * @param resumption null if the scan does not resume another
     * @param catalog null if there is none
     */
    ScanIntake(
            ScanRequest request,
            boolean isWhole,
            ScanIndexes indexes,
            Accounts accounts,
            UnitTicket.Listener whenComplete,
            @Nullable Checkpoints checkpoints,
            @Nullable Resumption resumption,
            @Nullable CatalogSession catalog) {
        options = request.options();
        this.isWhole = isWhole;
        observers = request.watchers().observers();
        this.indexes = indexes;
        this.accounts = accounts;
        this.whenComplete = whenComplete;
        this.checkpoints = checkpoints;
        this.resumption = resumption;
        this.catalog = catalog;
    }

    /** The file types met so far. */
    TypeTally.Registry types() {
        return types;
    }

    @Override
    public boolean wasRead(Unit unit, UnitVersion version) {
        if (catalog != null) {
            return isRecalled(catalog, unit, version);
        }
        if (resumption == null || !resumption.wasRead(unit.name(), version)) {
            return false;
        }
        // File types are numbered in the order of the walk, whether or not this session reads them.
        types.typeOf(unit.extension());
        takePlace(unit);
        return true;
    }

    private boolean isRecalled(CatalogSession recalling, Unit unit, UnitVersion version) {
        String extension = unit.extension();
        TypeTally.Type type = types.typeOf(extension);
        if (!recalling.recall(
                unit, version, type.id(), streamEnd, () -> accounts.of(unit, extension, type.extension()))) {
            return false;
        }
        takePlace(unit);
        return true;
    }

    @Override
    public @Nullable PartialUnit takePartial(Unit unit) {
        return resumption == null ? null : resumption.takePartial(unit);
    }

    @Override
    public UnitVersion version(Unit unit) {
        return checkpoints == null && catalog == null ? UnitVersion.ofSize(unit.sizeBytes()) : unit.foundVersion();
    }

    @Override
    public UnitTicket.Listener listener(Unit unit) {
        String extension = unit.extension();
        TypeTally.Type type = types.typeOf(extension);
        return new MeasuredUnit(
                type.id(),
                takePlace(unit),
                accounts.of(unit, extension, type.extension()),
                options.perFile().selects(unit)
                        ? new FileScan(options.schemes(), indexes.factory(), indexes.space(), unit.sizeBytes())
                        : null,
                observers == null ? null : observers.begin(unit),
                catalog == null ? null : catalog.begin(),
                whenComplete);
    }

    /** The place of the unit in the stream of all data. */
    private long takePlace(Unit unit) {
        if (!isWhole) {
            return MeasuredUnit.NO_PLACE;
        }
        if (unit.sizeBytes() == Unit.UNKNOWN_SIZE) {
            return MeasuredUnit.placeApart(unit);
        }
        long start = streamEnd;
        streamEnd += unit.sizeBytes();
        return start;
    }

    @Override
    public void watch(UnitTicket unit) {
        if (checkpoints != null) {
            checkpoints.watch(unit);
        }
    }
}
