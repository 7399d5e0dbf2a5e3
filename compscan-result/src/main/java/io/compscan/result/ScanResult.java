package io.compscan.result;

import io.compscan.result.memory.MemoryResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Everything a scan found, as {@code result.json} holds it.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the format, {@value #VERSION}
 * @param settings what the user asked for
 * @param partial whether the scan was stopped before its end; the numbers then describe the part that it had read
 * @param totals the part of the numbers that does not depend on the chunking
 * @param layouts one for each chunking, in the order asked for
 * @param profiles one for each target system, in the order asked for
 * @param types by file extension, in ascending order of the extension
 * @param ledger the charges of directories, types and machines; null if they were not kept
 * @param files one for each file that was asked for by {@code --per-file}, in ascending order of the path
 * @param errors every path that could not be read whole or changed meanwhile, in ascending order of the path
 * @param indexDamage the reason why entries of the index could not be read back; null if all could. With damage, {@code uniqueBytes} and
 *     the figures that follow from it are upper bounds. The histograms, profiles and ledger of the chunking are then left out
 * @param timing the times, the machine and the resources; the one part that differs between two scans of the same data
 * @param containers the containers, in the order of the walk
 * @param memory the figures of memory alone; null for a scan of anything else
 * @param sourceSpace the space that the data takes on its source now; null without a request
 * @param similarity what delta compression may save; null without a request
 * @param part the random part that was read, where all numbers are estimates from it; null if all was read. The totals are those of all data
 */
public record ScanResult(
        String format,
        int version,
        ScanSettings settings,
        boolean partial,
        Totals totals,
        List<Layout> layouts,
        @Later List<ProfileResult> profiles,
        List<TypeTotals> types,
        @Later @Nullable Ledger ledger,
        List<FileResult> files,
        List<ReadError> errors,
        @LeftOut @Nullable String indexDamage,
        Timing timing,
        @Later List<Container> containers,
        @LeftOut @Nullable MemoryResult memory,
        @LeftOut @Nullable SourceSpace sourceSpace,
        @LeftOut @Nullable Similarity similarity,
        @LeftOut @Nullable SampledPart part) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-result";
    /** The version of the format that this code writes. */
    public static final int VERSION = 2;

    /** Copies the lists, except a {@link StoredList}; refuses parts that do not add up to the totals. */
    public ScanResult {
        layouts = List.copyOf(layouts);
        profiles = List.copyOf(profiles);
        types = List.copyOf(types);
        files = files instanceof StoredList ? files : List.copyOf(files);
        containers = List.copyOf(containers);
        errors = errors instanceof StoredList ? errors : List.copyOf(errors);
        long typeBytes = 0;
        long[] typeZeroBytes = new long[layouts.size()];
        for (TypeTotals type : types) {
            if (type.zeroBytes().size() != layouts.size()) {
                throw new IllegalStateException("type \"" + type.extension() + "\" has "
                        + type.zeroBytes().size() + " zeroBytes for " + layouts.size() + " layouts");
            }
            typeBytes += type.scannedBytes();
            Arrays.setAll(
                    typeZeroBytes, i -> typeZeroBytes[i] + type.zeroBytes().get(i));
        }
        if (!types.isEmpty() && typeBytes != totals.scannedBytes()) {
            throw new IllegalStateException(
                    "the types hold " + typeBytes + " bytes, not scannedBytes " + totals.scannedBytes());
        }
        profiles.forEach(profile -> profile.check(totals.scannedBytes()));
        List<String> variants = variants(layouts);
        // Only a scan makes rows that are too many for memory, and each has the scan's layouts.
        for (FileResult file : files instanceof StoredList ? List.<FileResult>of() : files) {
            if (!variants(file.layouts()).equals(variants)) {
                throw new IllegalStateException(
                        file.path() + ": has the layouts " + variants(file.layouts()) + ", the scan " + variants);
            }
        }
        for (int i = 0; i < layouts.size(); i++) {
            Layout layout = layouts.get(i);
            if (layout.scannedBytes() != totals.scannedBytes()
                    || (!types.isEmpty() && typeZeroBytes[i] != layout.zeroBytes())) {
                throw new IllegalStateException("the numbers of " + layout.chunking()
                        + " do not add up: zeroBytes " + layout.zeroBytes() + " (" + typeZeroBytes[i]
                        + " by type), nonZeroBytes " + layout.nonZeroBytes() + ", scannedBytes "
                        + totals.scannedBytes());
            }
        }
    }

    /** The names of chunkings and compressors in their order. */
    private static List<String> variants(List<Layout> layouts) {
        return layouts.stream()
                .flatMap(layout -> layout.compression().stream().map(one -> layout.chunking() + " " + one.compressor()))
                .toList();
    }

    /** A result without containers, from an undamaged index. */
    public ScanResult(
            String format,
            int version,
            ScanSettings settings,
            boolean partial,
            Totals totals,
            List<Layout> layouts,
            List<ProfileResult> profiles,
            List<TypeTotals> types,
            @Nullable Ledger ledger,
            List<FileResult> files,
            List<ReadError> errors,
            Timing timing) {
        this(
                format, version, settings, partial, totals, layouts, profiles, types, ledger, files, errors, null,
                timing, List.of(), null, null, null, null);
    }

    /** A result in the current format, without profiles and ledger. */
    public ScanResult(
            ScanSettings settings,
            boolean partial,
            Totals totals,
            List<Layout> layouts,
            List<TypeTotals> types,
            List<FileResult> files,
            List<ReadError> errors,
            Timing timing) {
        this(FORMAT, VERSION, settings, partial, totals, layouts, List.of(), types, null, files, errors, timing);
    }

    /**
     * The old name of {@link #settings}.
     *
     * @deprecated goes with the next version
     */
    @Deprecated(since = "1.0", forRemoval = true)
    public ScanSettings plan() {
        return settings;
    }

    /** This result with its figures for target systems. */
    public ScanResult withProfiles(List<ProfileResult> newProfiles) {
        return with(newProfiles, ledger, indexDamage, timing, containers, memory, sourceSpace, similarity, part);
    }

    /** This result with a ledger. */
    public ScanResult withLedger(@Nullable Ledger newLedger) {
        return with(profiles, newLedger, indexDamage, timing, containers, memory, sourceSpace, similarity, part);
    }

    /** This result with containers. */
    public ScanResult withContainers(List<Container> newContainers) {
        return with(profiles, ledger, indexDamage, timing, newContainers, memory, sourceSpace, similarity, part);
    }

    /** This result with damage of the index, which could not be read back whole; null for none. */
    public ScanResult withIndexDamage(@Nullable String damage) {
        return with(profiles, ledger, damage, timing, containers, memory, sourceSpace, similarity, part);
    }

    /** This result with another timing, which decides no number. */
    public ScanResult withTiming(Timing newTiming) {
        return with(profiles, ledger, indexDamage, newTiming, containers, memory, sourceSpace, similarity, part);
    }

    /** This result with the figures of memory alone. */
    public ScanResult withMemory(@Nullable MemoryResult newMemory) {
        return with(profiles, ledger, indexDamage, timing, containers, newMemory, sourceSpace, similarity, part);
    }

    /** This result with the space that the data takes on its source now. */
    public ScanResult withSourceSpace(@Nullable SourceSpace newSourceSpace) {
        return with(profiles, ledger, indexDamage, timing, containers, memory, newSourceSpace, similarity, part);
    }

    /** This result with what delta compression may save; null without a request. */
    public ScanResult withSimilarity(@Nullable Similarity newSimilarity) {
        return with(profiles, ledger, indexDamage, timing, containers, memory, sourceSpace, newSimilarity, part);
    }

    /** This result as an estimate from a part of the data; null for one of all data. */
    public ScanResult withPart(@Nullable SampledPart newPart) {
        return with(profiles, ledger, indexDamage, timing, containers, memory, sourceSpace, similarity, newPart);
    }

    /**
     * This result with some of the ways of storing, each a chunking with a compressor.
     *
     * @param isKept whether the chunking and the compressor of these names stay
     */
    public ScanResult withVariants(BiPredicate<String, String> isKept) {
        return ofLayouts(settings, all -> kept(all, isKept), profiles);
    }

    /**
     * The same with some of its layouts and their compressors, in another order, and without target systems.
     *
     * @param kept for each chunking the compressors, in the order that the result then has
     */
    public ScanResult ofLayouts(Map<String, List<String>> kept) {
        List<String> compressors = settings.compressors().stream()
                .filter(one -> kept.values().stream().anyMatch(some -> some.contains(one)))
                .toList();
        return ofLayouts(
                settings.ofLayouts(List.copyOf(kept.keySet()), compressors), all -> ordered(all, kept), List.of());
    }

    private ScanResult ofLayouts(
            ScanSettings newSettings, UnaryOperator<List<Layout>> choice, List<ProfileResult> newProfiles) {
        List<String> chunkings = layouts.stream().map(Layout::chunking).toList();
        List<Layout> chosen = choice.apply(layouts);
        List<Integer> places = chosen.stream()
                .map(layout -> chunkings.indexOf(layout.chunking()))
                .toList();
        return new ScanResult(
                format,
                version,
                newSettings,
                partial,
                totals,
                chosen,
                newProfiles,
                types.stream().map(type -> type.ofLayouts(places)).toList(),
                ledger,
                FileResult.each(files, file -> file.withLayouts(choice.apply(file.layouts()))),
                errors,
                indexDamage,
                timing,
                containers,
                memory,
                sourceSpace,
                similarity,
                part);
    }

    private static List<Layout> ordered(List<Layout> all, Map<String, List<String>> kept) {
        List<Layout> ordered = new ArrayList<>();
        kept.forEach((chunking, compressors) -> all.stream()
                .filter(layout -> layout.chunking().equals(chunking))
                .map(layout -> layout.withCompression(compressors.stream()
                        .flatMap(name -> layout.compression().stream()
                                .filter(one -> one.compressor().equals(name)))
                        .toList()))
                .forEach(ordered::add));
        return ordered;
    }

    private static List<Layout> kept(List<Layout> all, BiPredicate<String, String> isKept) {
        List<Layout> kept = new ArrayList<>();
        for (Layout layout : all) {
            List<Compression> compression = layout.compression().stream()
                    .filter(one -> isKept.test(layout.chunking(), one.compressor()))
                    .toList();
            if (!compression.isEmpty() || layout.compression().isEmpty()) {
                kept.add(layout.withCompression(compression));
            }
        }
        return kept;
    }

    private ScanResult with(
            List<ProfileResult> newProfiles,
            @Nullable Ledger newLedger,
            @Nullable String newIndexDamage,
            Timing newTiming,
            List<Container> newContainers,
            @Nullable MemoryResult newMemory,
            @Nullable SourceSpace newSourceSpace,
            @Nullable Similarity newSimilarity,
            @Nullable SampledPart newPart) {
        return new ScanResult(
                format,
                version,
                settings,
                partial,
                totals,
                layouts,
                newProfiles,
                types,
                newLedger,
                files,
                errors,
                newIndexDamage,
                newTiming,
                newContainers,
                newMemory,
                newSourceSpace,
                newSimilarity,
                newPart);
    }
}
