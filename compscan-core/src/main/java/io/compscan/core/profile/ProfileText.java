package io.compscan.core.profile;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Costs.Rate;
import io.compscan.result.Evidence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Profiles as text for a person: a list, and what each says in words; plain ASCII, at most 100 columns. */
public final class ProfileText {

    private static final int WIDTH = 100;
    private static final String INDENT = "  ";
    private static final int LABEL_WIDTH = 14;

    private final StringBuilder out = new StringBuilder();

    private ProfileText() {}

    /** A line for each. */
    public static String list(List<Profile> profiles) {
        int width = profiles.stream()
                .mapToInt(profile -> profile.name().length())
                .max()
                .orElse(0);
        ProfileText text = new ProfileText();
        for (Profile profile : profiles) {
            Evidence checked = profile.checked();
            text.out.append(String.format(
                    Locale.ROOT,
                    "%-" + width + "s  %-20s  %8s  %s\n",
                    profile.name(),
                    profile.grade().words(),
                    checked == null ? "" : deviation(checked.worst()),
                    profile.title()));
        }
        text.out.append(
                "\nThe number is the worst deviation of a prediction from the real system: below 0 the system took more.\n");
        text.out.append("\n'compscan profiles explain NAME' explains one; docs/reference/profiles.md has them all.\n");
        return text.out.toString();
    }

    /** The parts of a profile in words. */
    public static String explain(List<Profile> profiles) {
        ProfileText text = new ProfileText();
        for (Profile profile : profiles) {
            text.out.append(text.out.isEmpty() ? "" : "\n");
            text.explain(profile);
        }
        return text.out.toString();
    }

    private void explain(Profile profile) {
        wrapped("", INDENT, profile.name() + ": " + profile.title());
        out.append('\n');
        Allocation allocation = profile.allocation();
        boolean filesApart = profile.chunker().fileRules().areShortFilesApart();
        line("chunks", profile.chunker().name());
        if (!profile.variants().isEmpty()) {
            line("", profile.variants().size() + " other draws show how much it matters where chunks end");
        }
        line("compression", compressed(profile));
        ChapterIndex index = profile.index();
        if (index != null) {
            line("index", remembered(index));
        }
        line("allocation", allocated(allocation));
        Packing packing = allocation.packing();
        if (packing != null) {
            line("packing", packed(packing));
        }
        Allocation.Inline inline = allocation.inline();
        if (inline != null) {
            line(
                    "inline",
                    (filesApart ? "files" : "chunks") + " of at most " + number(inline.maxLengthBytes())
                            + " bytes that take at most "
                            + number(inline.maxKeptBytes()) + " lie in the metadata, once for each reference"
                            + (inline.fill() == 1 ? "" : ", whose blocks are " + inline.fill() + " full"));
        }
        if (allocation.maxReferences() > 0) {
            line("copies", "one for every " + number(allocation.maxReferences()) + " references");
        }
        if (allocation.minSharedBytes() > 0) {
            line(
                    "copies",
                    "one for every reference to a " + (filesApart ? "file" : "chunk") + " shorter than "
                            + number(allocation.minSharedBytes()) + " bytes");
        }
        if (allocation.shortSharesUnit()) {
            line("short chunks", "share their unit with their neighbours on the volume");
        }
        if (allocation.rawEnds()) {
            line(
                    "short chunks",
                    "compression takes whole units; what lies beyond the last one is raw, in a unit of its own");
        }
        if (allocation.headerBytes() > 0) {
            line("header", number(allocation.headerBytes()) + " bytes a chunk");
        }
        if (allocation.compressedHeaderBytes() > 0) {
            line("header", number(allocation.compressedHeaderBytes()) + " bytes a compressed chunk");
        }
        Profile.Archive archive = profile.archive();
        if (archive != null) {
            line("directories", "scan " + archive.of("DIR") + ", the archive that the system makes of DIR");
        }
        costs("metadata", profile.metadata());
        costs("memory", profile.memory());
        out.append('\n');
        grade(profile.checked());
        line("modelled on", profile.source());
        profile.references().forEach(address -> line("see also", address));
        if (!profile.sources().isEmpty()) {
            out.append("\n")
                    .append(INDENT)
                    .append("Where its rules come from; the others are of the documents above:\n");
            profile.sources().forEach((key, fact) -> wrapped(INDENT + "- ", INDENT + "  ", key + ", " + fact));
        }
        if (!profile.deviations().isEmpty()) {
            out.append("\n").append(INDENT).append("What the system does otherwise:\n");
            profile.deviations().forEach(sentence -> wrapped(INDENT + "- ", INDENT + "  ", sentence));
        }
    }

    private void grade(@Nullable Evidence checked) {
        if (checked == null) {
            line("grade", "modelled, not checked: nobody has compared this model with the real system");
            return;
        }
        line(
                "grade",
                "modelled, checked against " + checked.program() + " (" + String.join(", ", checked.versions()) + "): "
                        + number(checked.sets()) + (checked.sets() == 1 ? " set" : " sets") + ", stored "
                        + number(checked.repositories()) + (checked.repositories() == 1 ? " time" : " times")
                        + "; deviations from " + deviation(checked.lowest()) + " to " + deviation(checked.highest())
                        + ", median " + percent(checked.median())
                        + (checked.spread() == null
                                ? ""
                                : ", all but a twentieth within " + percent(checked.spread())));
        line("", "compared: " + checked.compared());
    }

    private static String deviation(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", share * 100);
    }

    private static String compressed(Profile profile) {
        CompressorSpec compressor = profile.compressor();
        double minSavings = profile.allocation().minSavings();
        if (compressor.name().equals("none")) {
            return "none";
        }
        return compressor.name()
                + (compressor.runBytes() == 0
                        ? ""
                        : "; behind a chunk that does not shrink, the rest of " + number(compressor.runBytes())
                                + " bytes is raw")
                + (minSavings == 0 ? "" : "; kept raw what saves less than " + percent(minSavings));
    }

    private static String remembered(ChapterIndex index) {
        return "remembers the last " + number(index.chunks()) + " chunks written, in " + number(index.chapters())
                + " chapters"
                + (index.sparseChapters() == 0
                        ? ""
                        : "; of the oldest " + number(index.sparseChapters()) + " one chunk in " + index.hookEvery()
                                + ", and what lies beside it");
    }

    private static String allocated(Allocation allocation) {
        ZfsPool pool = allocation.zfs();
        if (pool != null) {
            return "records of a ZFS pool with parity and padding: " + pool.text();
        }
        if (!allocation.bucketBytes().isEmpty()) {
            return "the smallest that holds it of "
                    + allocation.bucketBytes().stream().map(ProfileText::number).collect(Collectors.joining(" "))
                    + " bytes";
        }
        return allocation.granularityBytes() == 1
                ? "to the byte"
                : "multiples of " + number(allocation.granularityBytes()) + " bytes";
    }

    private static String packed(Packing packing) {
        String many = packing.maxFragments() == Integer.MAX_VALUE ? "" : "up to " + packing.maxFragments() + " ";
        String what = packing.tails()
                ? "what a chunk has beyond whole blocks of " + number(packing.blockBytes()) + " bytes shares one"
                : many + "chunks of at most " + number(packing.maxFragmentBytes()) + " bytes share "
                        + number(packing.capacityBytes()) + " of a block's " + number(packing.blockBytes()) + " bytes";
        return what
                + (packing.inodeBytes() == 0 ? "" : ", behind an inode of " + number(packing.inodeBytes()) + " bytes")
                + (packing.alignmentBytes() == 1
                        ? ""
                        : ", at multiples of " + number(packing.alignmentBytes()) + " bytes")
                + "; " + packing.openBlocks() + " blocks are filled at a time"
                + (packing.flushBytes() == 0
                        ? ""
                        : ", and written after each " + number(packing.flushBytes()) + " bytes");
    }

    private void costs(String label, Costs costs) {
        List<String> parts = new ArrayList<>();
        costs.rates().forEach((rate, bytes) -> {
            boolean isWhole = bytes.stripTrailingZeros().scale() <= 0;
            String amount = isWhole
                    ? number(bytes.longValueExact())
                    : bytes.stripTrailingZeros().toPlainString();
            boolean areFewZeros = rate == Rate.ZERO_BYTE && costs.zeroChunkBytes() > 0;
            boolean isInProportion = rate == Rate.ANY_CASE && costs.fixedFromBytes() > 0;
            parts.add(amount + " " + rate.words()
                    + (isInProportion
                            ? ", in proportion below " + number(costs.fixedFromBytes()) + " bytes of data"
                            : "")
                    + (areFewZeros ? ", in one chunk of each length up to " + number(costs.zeroChunkBytes()) : ""));
        });
        HashTable table = costs.table();
        if (table != null) {
            parts.add("a table of " + number(table.entryBytes()) + " a slot for chunks, "
                    + number(table.slots().get(0)) + " slots or more, up to " + percent(table.maxLoad())
                    + " of them taken");
        }
        Costs.Rules rules = costs.rules();
        if (rules != null) {
            parts.add("blocks of a ZFS pool: " + rules.text());
        }
        line(label, parts.isEmpty() ? "not modelled" : "bytes: " + String.join(", ", parts));
        if (costs.errorShare() > 0) {
            line("", "files, directories and links take up to " + percent(costs.errorShare()) + " more or less (95 %)");
        }
        switch (costs.repeats()) {
            case CHARGED -> {}
            case ONCE_BY_DIRECTORY ->
                line(
                        "",
                        "once for a directory that several states of a tree have alike, and for a chunk in a directory");
            case ONCE_BY_RUN ->
                line("", "once for a run of files that several states of a tree have alike, and for a chunk in a run");
        }
    }

    private void line(String label, String text) {
        String start = String.format(Locale.ROOT, "%s%-" + LABEL_WIDTH + "s", INDENT, label);
        wrapped(start, " ".repeat(start.length()), text);
    }

    /** Words on as many lines as they take; one that is too long has a line of its own. */
    private void wrapped(String start, String indent, String text) {
        StringBuilder line = new StringBuilder(start);
        boolean isEmpty = true;
        for (String word : text.split(" ", -1)) {
            if (!isEmpty && line.length() + 1 + word.length() > WIDTH) {
                out.append(line).append('\n');
                line = new StringBuilder(indent);
                isEmpty = true;
            }
            line.append(isEmpty ? "" : " ").append(word);
            isEmpty = false;
        }
        out.append(line).append('\n');
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }
}
