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
 * <p>Plain ASCII apart from paths, at most 100 columns, the same in every locale. {@code ~} marks what is estimated.
 */
public final class CapacityReport {

    private static final int WIDTH = 100;
    private static final int NAME_WIDTH = 40;

    private final CapacityResult plan;
    private final Footprint today;
    private final String mark;
    private final StringBuilder out = new StringBuilder();

    private CapacityReport(CapacityResult plan) {
        this.plan = plan;
        today = plan.today();
        mark = today.estimated() ? "~" : "";
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(CapacityResult plan) {
        return new CapacityReport(plan).render();
    }

    private String render() {
        if (plan.partial()) {
            line("PARTIAL: the scan was stopped before its end; the plan covers what had been read by then.");
            line("");
        }
        line(SafeText.oneLine("compscan plan: " + String.join(", ", plan.paths()), WIDTH));
        line("");
        Year last = plan.years().get(plan.years().size() - 1);
        line(size(today.scannedBytes(), "") + " of data takes " + size(today.allocatedBytes(), mark)
                + (today.profile() == null ? " as " : " on ") + SafeText.oneLine(today.title(), NAME_WIDTH)
                + " today, and needs");
        line(size(last.usableBytes(), mark) + " (" + Figures.decimal(last.usableBytes()) + ") of usable capacity "
                + (last.year() == 0 ? "now" : "in " + Figures.count(last.year(), "year", "years"))
                + (last.price() == null ? "" : ", at a price of " + price(last.price())) + ".");
        line("");
        line("  " + String.join(", ", assumptions()));
        line("");
        table();
        if (last.usableBytesLow() < last.usableBytesHigh()) {
            line("");
            line("Year " + last.year() + " needs " + size(last.usableBytesLow(), "") + " to "
                    + size(last.usableBytesHigh(), "")
                    + " with a certainty of 95 %: a sample was compressed.");
        }
        line("");
        line("Reduction is taken to stay as it is" + reduction() + "; data of another kind changes it.");
        if (today.profile() == null) {
            line("Before the target's own metadata and its rounding; --profile adds them.");
        }
        Long memoryBytes = today.memoryBytes();
        if (memoryBytes != null) {
            line("The target's index takes " + size(memoryBytes, "") + " of its memory today.");
        }
        if (plan.unreadBytes() > 0) {
            line("Not in it: " + size(plan.unreadBytes(), "") + " that the scan could not read.");
        }
        return out.toString();
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
        table.appendTo(out, "  ");
    }

    private String reduction() {
        Double ratio = today.reductionRatio();
        return ratio == null ? "" : ", " + mark + Figures.ratio(ratio);
    }

    private static String size(long bytes, String mark) {
        return mark + Figures.human(bytes);
    }

    private static String price(double price) {
        return String.format(Locale.ROOT, "%,.2f", price);
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
