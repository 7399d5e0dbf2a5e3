package io.compscan.core.report.console;

import io.compscan.core.report.Figures;
import io.compscan.core.report.SafeText;
import io.compscan.core.result.CapacityResult;
import io.compscan.core.result.CapacityResult.Assumptions;
import io.compscan.core.result.CapacityResult.Year;
import io.compscan.core.result.Footprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A plan of the capacity to buy as text for a person.
 *
 * <p>Plain ASCII apart from paths, within the columns of the screen, the same in every locale. {@code ~} marks estimates.
 */
public final class CapacityReport {

    private static final int NAME_WIDTH = 40;

    private final CapacityResult plan;
    private final Footprint today;
    private final String mark;
    private final Lines lines;

    private CapacityReport(CapacityResult plan, Screen screen) {
        this.plan = plan;
        lines = new Lines(screen);
        today = plan.today();
        mark = today.estimated() ? "~" : "";
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(CapacityResult plan, Screen screen) {
        return new CapacityReport(plan, screen).render();
    }

    private String render() {
        if (plan.partial()) {
            lines.warning(
                    "PARTIAL: ",
                    "the scan was stopped before its end. The plan covers what was read, which is no random part of the"
                            + " data.");
            lines.blank();
        }
        lines.line(SafeText.oneLine("compscan plan: " + String.join(", ", plan.paths()), lines.columns()));
        lines.blank();
        Year last = plan.years().get(plan.years().size() - 1);
        lines.headline(size(today.scannedBytes(), "") + " of data takes " + size(today.allocatedBytes(), mark)
                + (today.profile() == null ? " as " : " on ") + SafeText.oneLine(today.title(), NAME_WIDTH)
                + " today" + reduction() + ", and needs "
                + size(last.usableBytes(), mark) + " (" + Figures.decimal(last.usableBytes()) + ") of usable capacity "
                + (last.year() == 0 ? "now" : "in " + Figures.count(last.year(), "year", "years"))
                + (last.price() == null ? "" : ", at a price of " + price(last.price())) + ".");
        lines.blank();
        lines.prose("  ", String.join(", ", assumptions()));
        lines.blank();
        table();
        if (last.usableBytesLow() < last.usableBytesHigh()) {
            lines.blank();
            lines.prose((last.year() == 0 ? "Today" : "Year " + last.year()) + " needs "
                    + Figures.bytesEnds(last.usableBytesLow(), last.usableBytesHigh())
                    + " with a certainty of 95 %: a sample was compressed.");
        }
        lines.blank();
        lines.prose("The plan assumes that the reduction stays as it is; data of another kind changes it.");
        if (today.profile() == null) {
            lines.prose("This is without the target's metadata and rounding; a scan with --profile adds them.");
        }
        Long memoryBytes = today.memoryBytes();
        if (memoryBytes != null) {
            lines.prose("The target's index takes " + size(memoryBytes, "") + " of its memory today.");
        }
        if (plan.unreadBytes() > 0) {
            lines.prose("Not in it: " + size(plan.unreadBytes(), "") + " that the scan could not read.");
        }
        return lines.toString();
    }

    private List<String> assumptions() {
        Assumptions assumptions = plan.assumptions();
        List<String> texts = new ArrayList<>();
        texts.add("growth " + Figures.givenPercent(assumptions.growthPerYear()) + " a year");
        if (assumptions.retentionDays() > 0) {
            texts.add(Figures.givenPercent(assumptions.changePerDay()) + " changed a day and kept "
                    + Figures.count(assumptions.retentionDays(), "day", "days"));
        }
        texts.add("headroom " + Figures.givenPercent(assumptions.headroom()));
        Double pricePerTb = assumptions.pricePerTb();
        if (pricePerTb != null) {
            texts.add(price(pricePerTb) + " per TB");
        }
        return texts;
    }

    private void table() {
        boolean hasPrice = plan.assumptions().pricePerTb() != null;
        TextTable table = new TextTable("rrrrr" + (hasPrice ? "r" : ""));
        List<String> cells = new ArrayList<>(List.of("year", "data", "allocated", "usable", ""));
        if (hasPrice) {
            cells.add("price");
        }
        table.add(cells.toArray(String[]::new));
        for (Year year : plan.years()) {
            cells = new ArrayList<>(List.of(
                    year.year() == 0 ? "now" : Integer.toString(year.year()),
                    size(year.scannedBytes(), ""),
                    size(year.allocatedBytes(), mark),
                    size(year.usableBytes(), mark),
                    mark + Figures.decimal(year.usableBytes())));
            Double price = year.price();
            if (price != null) {
                cells.add(mark + price(price));
            }
            table.add(cells.toArray(String[]::new));
        }
        lines.table(table);
    }

    private String reduction() {
        Double ratio = today.reductionRatio();
        return ratio == null ? "" : " (reduction " + mark + Figures.ratio(ratio) + Labels.interval(today) + ")";
    }

    private static String size(long bytes, String mark) {
        return mark + Figures.human(bytes);
    }

    private static String price(double price) {
        return String.format(Locale.ROOT, "%,.2f", price);
    }
}
