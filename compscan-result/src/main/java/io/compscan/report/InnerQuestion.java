package io.compscan.report;

import io.compscan.result.ScanResult;
import io.compscan.result.TypeTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The command that asks about what is in disk images and archives, where these are a share of the data and were taken as files. A result
 * of files in which disks lie compressed answers another question than that of the disks.
 */
public final class InnerQuestion {

    /** Below this share of the bytes that were read, the other question has much the same answer. */
    private static final double LEAST_SHARE = 0.05;

    /** A value of {@code --into}, what it looks into, and the extensions of such files. */
    private record Kind(String into, String name, Set<String> extensions) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("images", "disk images", Set.of("qcow2", "vmdk", "vdi", "vhd", "vhdx")),
            new Kind(
                    "archives",
                    "archives and packed files",
                    Set.of("tar", "tgz", "ova", "zip", "gz", "zst", "xz", "bz2", "lz4", "lzma", "z", "7z", "cpio")));

    private InnerQuestion() {}

    /**
     * The extensions whose files the question counts. This package knows no view, so a test of the command line holds them against the views.
     *
     * @param into a value of {@code --into}
     */
    public static Set<String> extensions(String into) {
        return KINDS.stream()
                .filter(kind -> kind.into.equals(into))
                .flatMap(kind -> kind.extensions.stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns one line for the question that was not asked; nothing where there is none. */
    public static Optional<String> of(ScanResult result) {
        long scanned = result.totals().scannedBytes();
        // The bytes of a trace were never read, so there is nothing to look into.
        if (scanned == 0 || !result.timing().tellsSpeed(scanned)) {
            return Optional.empty();
        }
        List<String> shares = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Kind kind : KINDS) {
            long bytes = result.types().stream()
                    .filter(type -> kind.extensions.contains(type.extension()))
                    .mapToLong(TypeTotals::scannedBytes)
                    .sum();
            if (!result.settings().into().contains(kind.into) && bytes >= LEAST_SHARE * scanned) {
                shares.add(Figures.percent(bytes, scanned) + " of the data is in " + kind.name);
                missing.add(kind.into);
            }
        }
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        List<String> into = new ArrayList<>(result.settings().into());
        into.addAll(missing);
        return Optional.of(String.join(", ", shares)
                + ", which count as files here. To ask about what is in them: --into " + String.join(",", into) + ".");
    }
}
