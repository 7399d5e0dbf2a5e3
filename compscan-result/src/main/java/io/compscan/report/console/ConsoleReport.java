package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.result.Ledger;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Variants;
import org.jspecify.annotations.Nullable;

/**
 * A result as text for a person: the answer first, then how it comes about, then what to know about it, and the answer again.
 *
 * <p>Plain ASCII apart from paths and colours, within the columns of the screen, the same in every locale. {@code ~} marks an
 * estimate. Without details it has at most {@value #BRIEF_LINES} lines, unless the answers to what was asked and what could not be read
 * need more.
 */
public final class ConsoleReport {

    /** The most lines of a report without details. */
    static final int BRIEF_LINES = 25;

    /** The lines of a table of directories or types beside its rows. */
    private static final int TABLE_LINES = 2;

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
            comparison.appendVariants(new Variants(shown).all());
            appendHidden(lines, result.layouts().size() - shown.layouts().size());
            comparison.appendSystems();
            comparison.appendTradeOff();
            new LayoutSection(shown, lines).appendAll();
        }
        new LayoutSection(result, lines).appendFiles();
        MemorySection.append(result.memory(), lines);
        SpaceSection.append(result.sourceSpace(), lines);
        SimilaritySection.append(result.similarity(), lines);
        Ledger ledger = result.ledger();
        if (ledger != null && hasData()) {
            UsageSection usage = new UsageSection(ledger, result.partial());
            usage.appendDirectories(lines, UsageSection.DETAILED);
            usage.appendTypes(lines, UsageSection.DETAILED);
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

    /** What was asked for comes first. The steps, the directories and the types have the lines that it leaves. */
    private Lines brief(@Nullable Lines sections) {
        Lines answer = new Lines(screen);
        new AnswerSection(result, answer).append(heading);
        if (hasData()) {
            new ComparisonSection(result, answer).appendVariants(new Variants(result).asked());
        }
        Lines end = new Lines(screen);
        new LayoutSection(result, end).appendFiles();
        MemorySection.append(result.memory(), end);
        SpaceSection.append(result.sourceSpace(), end);
        SimilaritySection.append(result.similarity(), end);
        Lines usage = new Lines(screen);
        Lines last = new Lines(screen);
        new ReadingSection(result, last).append(heading != null);
        if (hasData()) {
            last.prose(
                    "More     ",
                    "--details shows all numbers"
                            + (heading == null ? "; --html report.html writes a web page." : "."));
            new AnswerSection(result, last).appendLast();
            int left = BRIEF_LINES - answer.count() - end.count() - last.count();
            Lines steps = new Lines(screen);
            new LayoutSection(result, steps).appendFirst(true);
            if (steps.count() > left) {
                steps = new Lines(screen);
                new LayoutSection(result, steps).appendFirst(false);
            }
            left -= steps.count();
            answer.append(steps);
            Ledger ledger = result.ledger();
            if (ledger != null) {
                UsageSection section = new UsageSection(ledger, result.partial());
                if (result.memory() == null) {
                    section.appendDirectories(usage, Math.min(UsageSection.BRIEF_DIRECTORIES, left - TABLE_LINES));
                }
                section.appendTypes(usage, Math.min(UsageSection.BRIEF_TYPES, left - usage.count() - TABLE_LINES));
            }
        }
        answer.append(end);
        answer.append(usage);
        if (sections != null) {
            answer.append(sections);
        }
        answer.append(last);
        return answer;
    }
}
