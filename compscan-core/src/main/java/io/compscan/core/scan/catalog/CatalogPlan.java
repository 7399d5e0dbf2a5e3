package io.compscan.core.scan.catalog;

import java.time.Clock;
import java.util.function.Consumer;

/**
 * The catalog of a scan.
 *
 * @param directory the files
 * @param toolVersion the version of this compscan
 * @param verifiedShare the share of the unchanged units that are read all the same, from 0 to 1
 * @param readsAll whether every unit is read, and the catalog begins anew
 * @param talk receives lines for the user
 * @param clock of this machine: what has changed just before the walk is not trusted
 */
public record CatalogPlan(
        CatalogDirectory directory,
        String toolVersion,
        double verifiedShare,
        boolean readsAll,
        Consumer<String> talk,
        Clock clock) {

    /** This plan, with every unit read. */
    public CatalogPlan readingAll() {
        return new CatalogPlan(directory, toolVersion, verifiedShare, true, talk, clock);
    }
}
