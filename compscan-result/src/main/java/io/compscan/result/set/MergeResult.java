package io.compscan.result.set;

import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import java.util.List;

/**
 * Several fingerprint sets taken together: their union as if scanned at once, each alone, and what they share.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param union what one scan of everything would have found
 * @param sets each by itself, in the order given
 * @param overlaps one for each layout of the union
 * @param alone what each set takes by itself on the union's target systems, in the order of the sets; empty if there is no system
 */
public record MergeResult(
        String format, int version, ScanResult union, List<SetResult> sets, List<Overlap> overlaps, List<Alone> alone) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-merge";
    /** The version of the format that this code writes. */
    public static final int VERSION = 3;

    /** Copies the lists; refuses sets and overlaps that do not add up to the union. */
    public MergeResult {
        sets = List.copyOf(sets);
        overlaps = List.copyOf(overlaps);
        alone = List.copyOf(alone);
        long scannedBytes =
                sets.stream().mapToLong(set -> set.totals().scannedBytes()).sum();
        if (scannedBytes != union.totals().scannedBytes()) {
            throw new IllegalStateException("the sets hold " + scannedBytes + " bytes, not scannedBytes "
                    + union.totals().scannedBytes());
        }
        if (overlaps.size() != union.layouts().size()) {
            throw new IllegalStateException(
                    overlaps.size() + " overlaps for " + union.layouts().size() + " layouts");
        }
        List<String> systems = systems(union.profiles());
        if (alone.size() != (systems.isEmpty() ? 0 : sets.size())
                || alone.stream().anyMatch(one -> !systems(one.profiles()).equals(systems))) {
            throw new IllegalStateException("the sets alone are not on the systems " + systems);
        }
        for (int i = 0; i < overlaps.size(); i++) {
            check(union.layouts().get(i), i, sets, overlaps.get(i));
        }
    }

    /** A result in the current format. */
    public MergeResult(ScanResult union, List<SetResult> sets, List<Overlap> overlaps, List<Alone> alone) {
        this(FORMAT, VERSION, union, sets, overlaps, alone);
    }

    private static List<String> systems(List<ProfileResult> profiles) {
        return profiles.stream().map(ProfileResult::profile).toList();
    }

    private static void check(Layout layout, int number, List<SetResult> sets, Overlap overlap) {
        long uniqueShareBytes = 0;
        boolean holds =
                overlap.chunking().equals(layout.chunking()) && overlap.shares().size() == sets.size();
        for (int i = 0; holds && i < sets.size(); i++) {
            Overlap.Share share = overlap.shares().get(i);
            holds = share.uniqueBytes() == sets.get(i).layouts().get(number).uniqueBytes();
            uniqueShareBytes += share.uniqueShareBytes();
        }
        if (!holds || uniqueShareBytes != layout.uniqueBytes()) {
            throw new IllegalStateException(
                    "the overlap of " + layout.chunking() + " does not add up: uniqueShareBytes " + uniqueShareBytes
                            + ", uniqueBytes " + layout.uniqueBytes());
        }
    }
}
