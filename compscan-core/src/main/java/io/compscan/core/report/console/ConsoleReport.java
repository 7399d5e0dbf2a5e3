package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.answer.Variants;
import io.compscan.core.result.answer.Variants.Variant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result as text for a person: the answer first, then how it comes about, then what to know about it, and the answer again.
 *
 * <p>Plain ASCII apart from paths and colours, within the columns of the screen, the same in every locale. {@code ~} marks an
 * estimate. Without details it is at most {@value #BRIEF_LINES} lines long, as long as ten target systems or fewer were asked for.
 */
public final class ConsoleReport {

    /** The most lines of a report without details. */
    static final int BRIEF_LINES = 40;

    private static final int LEAST_ROWS = 3;

    private final ScanResult result;
    private final Screen screen;
    /** Replaces the paths in the heading; null for a scan. */
    private final @Nullable String heading;

    private ConsoleReport(ScanResult result, @Nullable String heading, Screen screen) {
        this.result = result;
        this.heading = heading;
        this.screen = screen;
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(ScanResult result, Screen screen) {
        ConsoleReport report = new ConsoleReport(result, null, screen);
        return (screen.isDetailed() ? report.detailed(null) : report.brief(null)).toString();
    }

    /**
     * A result that does not come from a scan of its own.
     *
     * @param heading the inputs that were taken together
     * @param sections the sections in addition to those of a scan
     */
    static String render(ScanResult result, String heading, Lines sections) {
        ConsoleReport report = new ConsoleReport(result, heading, sections.screen());
        return (sections.screen().isDetailed() ? report.detailed(sections) : report.brief(sections)).toString();
    }

    private boolean hasData() {
        return result.totals().scannedBytes() > 0;
    }

    private Lines detailed(@Nullable Lines sections) {
        Lines lines = new Lines(screen);
        new AnswerSection(result, lines).append(heading);
        if (hasData()) {
            ScanResult shown = Variants.withoutDraws(result);
            ComparisonSection comparison = new ComparisonSection(shown, lines);
            comparison.appendVariants(new Variants(shown).all(), Integer.MAX_VALUE);
            appendHidden(lines, result.layouts().size() - shown.layouts().size());
            comparison.appendSystems();
            comparison.appendTradeOff();
            new LayoutSection(shown, lines).appendAll();
        }
        new LayoutSection(result, lines).appendFiles();
        MemorySection.append(result.memory(), lines);
        SpaceSection.append(result.sourceSpace(), lines);
        Ledger ledger = result.ledger();
        if (ledger != null && hasData()) {
            UsageSection usage = new UsageSection(ledger, result.partial());
            usage.appendDirectories(lines);
            usage.appendTypes(lines);
            usage.appendLegend(lines);
        }
        if (sections != null) {
            lines.append(sections);
        }
        new ReadingSection(result, lines).append(heading != null);
        new AnswerSection(result, lines).appendLast();
        return lines;
    }

    private static void appendHidden(Lines lines, int drawCount) {
        if (drawCount > 0) {
            lines.blank();
            lines.prose("--json has " + Figures.count(drawCount, "further chunking", "further chunkings")
                    + ", which show how much it matters what a system draws at random.");
        }
    }

    /** The comparison takes the lines that the other sections leave. If there are too few, the types are left out, then the directories. */
    private Lines brief(@Nullable Lines sections) {
        Lines answer = new Lines(screen);
        new AnswerSection(result, answer).append(heading);
        Lines waterfall = new Lines(screen);
        if (hasData()) {
            new LayoutSection(result, waterfall).appendFirst();
        }
        Lines files = new Lines(screen);
        new LayoutSection(result, files).appendFiles();
        MemorySection.append(result.memory(), files);
        SpaceSection.append(result.sourceSpace(), files);
        Lines end = new Lines(screen);
        new ReadingSection(result, end).append(heading != null);
        if (hasData()) {
            end.prose(
                    "More     ",
                    "--details shows all numbers"
                            + (heading == null ? "; --html report.html writes a web page." : "."));
            new AnswerSection(result, end).appendLast();
        }
        Lines directories = new Lines(screen);
        Lines types = new Lines(screen);
        Ledger ledger = result.ledger();
        if (ledger != null && hasData()) {
            UsageSection usage = new UsageSection(ledger, result.partial());
            if (result.memory() == null) {
                usage.appendDirectories(directories);
            }
            usage.appendTypes(types);
        }
        List<Variant> asked = new Variants(result).asked();
        int left = BRIEF_LINES - answer.count() - waterfall.count() - files.count() - end.count();
        int wanted = asked.size() < 2 || !hasData() ? 0 : 2 + Math.min(LEAST_ROWS, asked.size());
        boolean hasDirectories = left - wanted >= directories.count();
        left -= hasDirectories ? directories.count() : 0;
        boolean hasTypes = left - wanted >= types.count();
        left -= hasTypes ? types.count() : 0;

        if (wanted > 0) {
            new ComparisonSection(result, answer).appendVariants(asked, Math.max(LEAST_ROWS, left - 2));
        }
        answer.append(waterfall);
        answer.append(files);
        if (hasDirectories) {
            answer.append(directories);
        }
        if (hasTypes) {
            answer.append(types);
        }
        if (sections != null) {
            answer.append(sections);
        }
        answer.append(end);
        return answer;
    }
}
