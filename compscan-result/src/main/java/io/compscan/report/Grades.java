package io.compscan.report;

import io.compscan.result.CapacityResult.Guarantee;
import io.compscan.result.Cover;
import io.compscan.result.Evidence;
import io.compscan.result.Footprint;
import io.compscan.result.IndexWindow;
import io.compscan.result.ProfileResult;
import io.compscan.result.SpecialDevices;
import io.compscan.result.set.PlaceResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How numbers were come by, in the words of all outputs. */
public final class Grades {

    private static final int NAME_WIDTH = 40;

    private Grades() {}

    /**
     * The errors that an interval holds: {@code sampling error only, 95 %}. Where one of them has no probability, each says its own:
     * {@code sampling error (95 %) and the unknown order of the data (least to most) only}.
     */
    public static String covers(List<Cover> covers) {
        if (covers.isEmpty()) {
            return "95 %";
        }
        if (covers.stream().noneMatch(Cover::isRange)) {
            return range(covers) + " only, 95 %";
        }
        return covers.stream()
                .map(cover -> cover.words() + (cover.isRange() ? " (least to most)" : " (95 %)"))
                .collect(Collectors.joining(" and ", "", " only"));
    }

    /** The errors that a range holds: {@code sampling error and the model's deviations}. */
    public static String range(List<Cover> covers) {
        return covers.stream().map(Cover::words).collect(Collectors.joining(" and "));
    }

    /** How sure a footprint is, in a few words: its grade, and the deviations that were seen. */
    public static String words(Footprint footprint) {
        Evidence checked = footprint.checked();
        return footprint.grade().words() + (checked == null ? "" : ": " + deviations(checked));
    }

    /** The deviations of a model: {@code predictions were 16.8 % too low to 1.0 % too low (6 sets)}. */
    public static String deviations(Evidence checked) {
        return "predictions " + deviation(checked.lowest()) + " to " + deviation(checked.highest()) + " off ("
                + Figures.count(checked.sets(), "set", "sets") + ")";
    }

    /** A share with its sign: {@code -16.8 %}. */
    public static String deviation(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", share * 100);
    }

    /** A system by its title, with the evidence for its model. */
    private record Modelled(String title, @Nullable Evidence checked) {}

    /**
     * The grades of systems, a sentence for those that were checked and one for those that were not; empty without any.
     *
     * @param footprints those of target systems; others are left out
     */
    public static List<String> sentences(List<Footprint> footprints) {
        return modelled(footprints.stream()
                .filter(footprint -> footprint.profile() != null || footprint.checked() != null)
                .map(footprint -> new Modelled(footprint.title(), footprint.checked()))
                .toList());
    }

    /** The same of the systems of pools, each once, and what else there is to say of a pool. */
    public static List<String> ofPools(List<PlaceResult.Pool> pools) {
        List<String> sentences = new ArrayList<>();
        List<Modelled> systems = new ArrayList<>();
        for (PlaceResult.Pool pool : pools) {
            ProfileResult taken = pool.taken();
            if (taken != null) {
                systems.add(new Modelled(taken.profile(), taken.checked()));
                notes(taken).forEach(words -> sentences.add(SafeText.oneLine(pool.name(), NAME_WIDTH) + ": " + words));
            }
        }
        sentences.addAll(modelled(systems.stream().distinct().toList()));
        return sentences;
    }

    private static List<String> modelled(List<Modelled> systems) {
        List<String> checked = new ArrayList<>();
        List<String> unchecked = new ArrayList<>();
        for (Modelled system : systems) {
            Evidence evidence = system.checked();
            String title = SafeText.oneLine(system.title(), NAME_WIDTH);
            if (evidence == null) {
                unchecked.add(title);
            } else {
                checked.add(title + " " + deviation(evidence.lowest()) + " to " + deviation(evidence.highest()) + " ("
                        + Figures.count(evidence.sets(), "set", "sets") + ")");
            }
        }
        List<String> sentences = new ArrayList<>();
        if (!checked.isEmpty()) {
            sentences.add("Modelled, checked; deviations of the predictions from the real system: "
                    + String.join(", ", checked) + ".");
        }
        if (!unchecked.isEmpty()) {
            sentences.add("Modelled, not checked, so the error is unknown: " + String.join(", ", unchecked) + ".");
        }
        return sentences;
    }

    /** What the index of a system misses, and what lies on its special devices, a sentence each; empty without either. */
    public static List<String> notes(ProfileResult profile) {
        List<String> notes = new ArrayList<>();
        window(profile.title(), profile.indexWindow()).ifPresent(notes::add);
        SpecialDevices special = profile.special();
        if (special != null) {
            boolean isEstimate = special.allocatedBytesLow() < special.allocatedBytesHigh();
            notes.add("The special devices of " + SafeText.oneLine(profile.title(), 2 * NAME_WIDTH) + " take "
                    + (isEstimate ? "~" : "") + Figures.human(special.allocatedBytes()) + ": "
                    + Figures.human(special.allocatedBytes() - special.dataBytes()) + " of metadata, "
                    + Figures.human(special.dataBytes()) + " of small blocks"
                    + (isEstimate
                            ? "; 95 %: " + Figures.bytesEnds(special.allocatedBytesLow(), special.allocatedBytesHigh())
                            : "")
                    + ".");
        }
        return notes;
    }

    /** The same of a system in a plan. */
    public static Optional<String> window(Footprint system) {
        return window(system.title(), system.indexWindow());
    }

    private static Optional<String> window(String title, @Nullable IndexWindow window) {
        if (window == null || window.missedBytesHigh() == 0) {
            return Optional.empty();
        }
        Long missed = window.missedBytes();
        String found = missed == null
                ? "at most " + Figures.human(window.missedBytesHigh())
                        + " of duplicates are not found, the order of the data is unknown"
                : (window.missedBytesLow() == window.missedBytesHigh() ? "" : "~") + Figures.human(missed)
                        + " of duplicates are not found"
                        + (window.missedBytesLow() == window.missedBytesHigh()
                                ? ""
                                : ", 95 %: " + Figures.bytesEnds(window.missedBytesLow(), window.missedBytesHigh()));
        return Optional.of("The index of " + SafeText.oneLine(title, 2 * NAME_WIDTH) + " remembers the last "
                + Figures.human(window.windowBytes()) + " written: " + found + " ("
                + window.grade().words() + ").");
    }

    /** Whether the data reaches a guaranteed ratio, and what that rests on. */
    public static String guarantee(Guarantee guarantee) {
        Double low = guarantee.expectedRatioLow();
        Double high = guarantee.expectedRatioHigh();
        return "Guarantee of " + Figures.perOne(guarantee.ratio()) + ": "
                + guarantee.verdict().name().toLowerCase(Locale.ROOT)
                + (low == null || high == null
                        ? ", nothing would remain"
                        : ", this data reduces " + Figures.ratio(low) + " to " + Figures.ratio(high) + " : 1")
                + switch (guarantee.restsOn()) {
                    case CHECKED_MODEL -> ", by a checked model and its deviations.";
                    case UNCHECKED_MODEL -> ", by a model that nobody has checked, 10 % to either side.";
                    case NO_MODEL -> ", without any system's model, 10 % to either side.";
                };
    }
}
