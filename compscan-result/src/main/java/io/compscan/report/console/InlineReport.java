package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.SafeText;
import io.compscan.result.InlineResult;
import io.compscan.result.InlineResult.Division;
import io.compscan.result.InlineResult.Setting;
import java.util.Locale;

/**
 * Whether inline deduplication pays, as text for a person: the verdict, its inputs, the use of the time, and the conditions that would
 * change it.
 *
 * <p>Plain ASCII, within the columns of the screen, the same in every locale. Letters are those of {@code docs/how-to/plan.md}.
 */
public final class InlineReport {

    private static final int NAME_WIDTH = 13;

    private final InlineResult plan;
    private final Setting setting;
    private final Division division;
    private final Lines lines;

    private InlineReport(InlineResult plan, Screen screen) {
        this.plan = plan;
        lines = new Lines(screen);
        setting = plan.setting();
        division = plan.division();
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(InlineResult plan, Screen screen) {
        return new InlineReport(plan, screen).render();
    }

    private String render() {
        lines.prose("compscan inline: " + Figures.count(setting.nodes(), "node", "nodes") + ", "
                + Figures.count(setting.phases(), "phase", "phases") + " of " + Figures.human(setting.phaseBytes()));
        lines.blank();
        lines.headline((division.gain() > 1 ? "It pays: with " : "It does not pay: with ") + nodes(division)
                + " deduplicating, all phases take "
                + Figures.seconds(division.elapsedSeconds()) + " instead of "
                + Figures.seconds(plan.elapsedSecondsWithout())
                + ": gain " + gain(division.gain()) + ".");
        lines.blank();
        setting();
        lines.blank();
        times();
        lines.blank();
        bounds();
        return lines.toString();
    }

    private void setting() {
        TextTable table = new TextTable("lrn");
        double lambda = (double) setting.interconnectBytesPerSecond() / setting.storageBytesPerSecond();
        table.add("data of a phase (W)", Figures.human(setting.phaseBytes()), setting.phaseBytesSource());
        table.add("a node computes (C)", Figures.rate(setting.computeBytesPerSecond()), Setting.GIVEN);
        table.add("a node stores (b)", Figures.rate(setting.storageBytesPerSecond()), Setting.GIVEN);
        table.add(
                "a node sends (b_h)",
                Figures.rate(setting.interconnectBytesPerSecond()),
                Setting.GIVEN + ", lambda " + Figures.ratio(lambda));
        table.add("a node deduplicates (C')", Figures.rate(setting.dedupBytesPerSecond()), setting.dedupRateSource());
        table.add(
                "reduction (phi)",
                Figures.ratio(setting.reductionRatio()),
                SafeText.oneLine(setting.reductionSource(), 40));
        lines.table(table);
    }

    private void times() {
        String phase = Figures.seconds(plan.elapsedSecondsWithout() / setting.phases());
        TextTable table = new TextTable("lrr");
        table.add("", "without", "with");
        table.add(
                "nodes that compute",
                Figures.exact(setting.nodes()),
                Figures.exact(setting.nodes() - division.dedupNodes()));
        table.add("  a phase takes them", phase, Figures.seconds(division.computePhaseSeconds()));
        table.add("nodes that deduplicate", "-", Figures.exact(division.dedupNodes()));
        table.add("  a phase takes them", "-", Figures.seconds(division.dedupPhaseSeconds()));
        table.add(
                "all phases (T, T')",
                Figures.seconds(plan.elapsedSecondsWithout()),
                Figures.seconds(division.elapsedSeconds()));
        lines.table(table);
    }

    private void bounds() {
        item(
                "overlap",
                division.overlaps()
                        ? "holds: a phase is deduplicated and written before the next one comes"
                        : "does not hold: the next phase waits until one is deduplicated and written");
        Long leastRate = division.leastDedupBytesPerSecond();
        item(
                "least C'",
                leastRate == null
                        ? "none keeps the overlap: to write what is left takes too long by itself"
                        : Figures.rate(leastRate) + " keeps the overlap with " + nodes(division));
        Division best = plan.best();
        item("best share", nodes(best) + ": " + Figures.seconds(best.elapsedSeconds()) + ", gain " + gain(best.gain()));
        item(
                "most",
                plan.breakEvenDedupShare() > 0
                        ? "below " + Figures.percent(plan.breakEvenDedupShare())
                                + " of the nodes; from there on it never pays, however fast C'"
                        : "no node: to send takes no less than to write, so it never pays");
        Double leastReduction = plan.leastReductionRatio();
        item(
                "least phi",
                leastReduction == null
                        ? "none: at this C' and b_h no reduction pays"
                        : gain(leastReduction) + "; with less it does not pay in the long run, whatever the share");
        item("many phases", "gain " + gain(division.longRunGain()) + " with " + nodes(division));
    }

    private void item(String name, String text) {
        lines.prose("  " + name + " ".repeat(NAME_WIDTH - name.length()), text);
    }

    private String nodes(Division of) {
        return Figures.exact(of.dedupNodes()) + " of " + Figures.count(setting.nodes(), "node", "nodes") + " ("
                + Figures.percent(of.dedupNodes(), setting.nodes()) + ")";
    }

    /** Three decimals: two would call 0.998 a gain of 1. */
    private static String gain(double ratio) {
        return String.format(Locale.ROOT, "%,.3f", ratio);
    }
}
