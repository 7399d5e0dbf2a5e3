package io.compscan.result.answer;

import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ways of storing that a result compares: each chunking with each of its compressors.
 *
 * <p>A target system may bring a chunking along that nobody asked for. Such a variant serves that system alone: it is in no
 * comparison of chunkings, and people know it by the system's name.
 */
public final class Variants {

    private final ScanResult result;
    private final List<Variant> all = new ArrayList<>();

    /** One chunking with one compressor. */
    public record Variant(Layout layout, Compression compression) {}

    /** Why a result has a variant. */
    public enum Role {
        /** The user named it. */
        ASKED,
        /** A target system stores so. */
        PROFILE,
        /** It only weighs what a target system draws at random. */
        DRAW
    }

    /** Those of a result. */
    public Variants(ScanResult result) {
        this.result = result;
        result.layouts().forEach(layout -> all.addAll(of(layout)));
    }

    /** Those of one layout. */
    public static List<Variant> of(Layout layout) {
        return layout.compression().stream()
                .map(compression -> new Variant(layout, compression))
                .toList();
    }

    /**
     * A result without the variants that nobody asked for and that serve no target system: they only weigh what such a system draws at random.
     * They are the last ones, so all others keep their places.
     */
    public static ScanResult withoutDraws(ScanResult result) {
        Variants variants = new Variants(result);
        List<Variant> shown = variants.all.stream()
                .filter(variant -> variants.role(variant) != Role.DRAW)
                .toList();
        if (shown.size() == variants.all.size()) {
            return result;
        }
        Map<String, Set<String>> kept = new HashMap<>();
        for (Variant variant : shown) {
            kept.computeIfAbsent(variant.layout.chunking(), unused -> new HashSet<>())
                    .add(variant.compression.compressor());
        }
        return result.withVariants(
                (chunking, compressor) -> kept.getOrDefault(chunking, Set.of()).contains(compressor));
    }

    /** All of them, in the order of the result. */
    public List<Variant> all() {
        return List.copyOf(all);
    }

    /** Those that the user asked for, in the order of the result; all but weights if no target system was asked for. */
    public List<Variant> asked() {
        return all.stream().filter(this::isAsked).toList();
    }

    /** Why the result has this variant. A variant that was asked for may serve a target system, too. */
    public Role role(Variant variant) {
        return isAsked(variant) ? Role.ASKED : systemsOf(variant).isEmpty() ? Role.DRAW : Role.PROFILE;
    }

    /** Why the result has this layout: the first role of its variants. One without a compressor was asked for. */
    public Role role(Layout layout) {
        return layout.compression().stream()
                .map(compression -> role(new Variant(layout, compression)))
                .min(Comparator.naturalOrder())
                .orElse(Role.ASKED);
    }

    /** Whether the user asked for it. A document of an earlier version does not tell; then it is what serves no target system. */
    private boolean isAsked(Variant variant) {
        ScanSettings.Asked asked = result.settings().asked();
        boolean isNamed = asked != null
                && asked.chunkings().contains(variant.layout.chunking())
                && asked.compressors().contains(variant.compression.compressor());
        if (isNamed || Compression.isWeight(variant.compression.compressor())) {
            return isNamed;
        }
        return result.profiles().isEmpty()
                || (asked == null && systemsOf(variant).isEmpty());
    }

    private List<String> systemsOf(Variant variant) {
        return result.profiles().stream()
                .filter(profile -> profile.chunking().equals(variant.layout.chunking())
                        && profile.compressor().equals(variant.compression.compressor()))
                .map(ProfileResult::profile)
                .toList();
    }

    /**
     * The variant behind the first line of the {@link Headline}: that of the first target system, without one the first.
     *
     * @return null if the result has none
     */
    public @Nullable Variant first() {
        if (all.isEmpty()) {
            return null;
        }
        if (!result.profiles().isEmpty()) {
            ProfileResult system = result.profiles().get(0);
            for (Variant variant : all) {
                if (variant.layout.chunking().equals(system.chunking())
                        && variant.compression.compressor().equals(system.compressor())) {
                    return variant;
                }
            }
        }
        return all.get(0);
    }

    /** Of those asked for the one that takes the least, the first of equals; null if there is none. */
    public @Nullable Variant least() {
        return asked().stream()
                .min(Comparator.comparingLong(variant -> variant.compression.physicalBytes()))
                .orElse(null);
    }

    /** The number of a variant's layout in the result. */
    public int layoutNumber(Variant variant) {
        return result.layouts().indexOf(variant.layout);
    }

    /** The number of a variant's compressor in its layout. */
    public int compressionNumber(Variant variant) {
        return variant.layout.compression().indexOf(variant.compression);
    }

    /**
     * A chunking as people speak of it: its canonical name, or {@code rabin:1048576 (restic)} where only target systems brought it
     * along.
     */
    public String name(Layout layout) {
        List<String> systems = new ArrayList<>();
        for (Compression compression : layout.compression()) {
            Variant variant = new Variant(layout, compression);
            if (isAsked(variant)) {
                return layout.chunking();
            }
            systemsOf(variant).stream().filter(name -> !systems.contains(name)).forEach(systems::add);
        }
        return systems.isEmpty()
                ? layout.chunking()
                : layout.chunking().replaceFirst(",.*", "") + " (" + String.join(", ", systems) + ")";
    }
}
