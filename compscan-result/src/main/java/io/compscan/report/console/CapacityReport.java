package io.compscan.report.console;

import io.compscan.report.Figures;
import io.compscan.report.Grades;
import io.compscan.report.SafeText;
import io.compscan.report.Unread;
import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Guarantee;
import io.compscan.result.CapacityResult.IfAsAdded;
import io.compscan.result.CapacityResult.IfWorse;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.CapacityResult.SystemPlan;
import io.compscan.result.CapacityResult.Year;
import io.compscan.result.Footprint;
import io.compscan.result.Grade;
import io.compscan.result.Growth;
import io.compscan.result.Growth.Curve;
import io.compscan.result.IndexWindow;
import io.compscan.result.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A plan of the capacity to buy as text for a person.
 *
 * <p>Plain ASCII apart from paths, within the columns of the screen, the same in every locale. {@code ~} marks estimates.
 */
public final class CapacityReport {

    private static final int NAME_WIDTH = 40;

    private final CapacityResult plan;
    private final Lines lines;

    private CapacityReport(CapacityResult plan, Screen screen) {
        this.plan = plan;
        lines = new Lines(screen);
    }

    /** The whole text; each line ends with a line feed. */
    public static String render(CapacityResult plan, Screen screen) {
        return new CapacityReport(plan, screen).render();
    }

    private String render() {
        if (plan.unreadDirectoryCount() > 0) {
            lines.warning(Unread.HEAD, Unread.unknown(plan.unreadDirectoryCount()));
            lines.blank();
        }
        if (plan.partial()) {
            lines.warning(
                    "PARTIAL: ",
                    "the scan was stopped before its end. The plan covers what was read, which is no random part of the"
                            + " data.");
            lines.blank();
        }
        lines.line(SafeText.oneLine("compscan plan: " + String.join(", ", plan.paths()), lines.columns()));
        lines.blank();
        if (plan.systems().size() == 1) {
            headline(plan.systems().get(0));
        } else {
            lines.headline(size(plan.systems().get(0).today().scannedBytes(), "") + " of data on "
                    + plan.systems().size() + " systems" + (plan.notGiven().isEmpty() ? time() : " today") + ":");
            systems();
        }
        lines.blank();
        assumptions();
        if (plan.systems().size() == 1) {
            lines.blank();
            years(plan.systems().get(0));
        }
        lines.blank();
        plan.systems().forEach(this::sureness);
        lines.prose("The plan assumes that the data reduction stays as it is; data of another kind changes it.");
        if (plan.systems().stream().anyMatch(system -> system.today().profile() == null)) {
            lines.prose("This is without the target's metadata and rounding; a scan with --profile adds them.");
        }
        for (SystemPlan system : plan.systems()) {
            Long memoryBytes = system.today().memoryBytes();
            if (memoryBytes != null && memoryBytes > 0) {
                lines.prose("The index of " + SafeText.oneLine(system.today().title(), NAME_WIDTH) + " takes "
                        + size(memoryBytes, "") + " of its memory today.");
            }
        }
        String modelled = plan.systems().stream()
                .flatMap(system -> Stream.ofNullable(system.today().profile()))
                .map(name -> SafeText.oneLine(name, NAME_WIDTH))
                .collect(Collectors.joining(" "));
        if (!modelled.isEmpty()) {
            lines.prose(
                    "A model leaves something out, such as reserves, or what a volume takes before any data: compscan profiles"
                            + " explain " + modelled);
        }
        if (plan.unreadBytes() > 0) {
            lines.prose("Not in it: " + size(plan.unreadBytes(), "") + " that the scan could not read.");
        }
        return lines.toString();
    }

    private static String mark(SystemPlan system) {
        return Labels.estimate(system.today().estimated());
    }

    private String time() {
        int year = plan.systems().get(0).last().year();
        return year == 0 ? " now" : " in " + Figures.count(year, "year", "years");
    }

    private void headline(SystemPlan system) {
        Footprint today = system.today();
        String mark = mark(system);
        Year last = system.last();
        Long usable = last.usableBytes();
        Double price = last.price();
        lines.headline(size(today.scannedBytes(), "") + " of data takes " + size(today.allocatedBytes(), mark)
                + (today.profile() == null ? " as " : " on ") + SafeText.oneLine(today.title(), NAME_WIDTH)
                + " today, data reduction " + Labels.reduction(today)
                + (usable == null
                        ? "."
                        : ", and needs " + size(usable, mark) + " (" + Figures.decimal(usable)
                                + ") of usable capacity" + time()
                                + (price == null ? "" : ", at a price of " + price(price)) + "."));
        Long raw = last.rawBytes();
        Long effective = last.effectiveBytes();
        if (raw != null && effective != null) {
            lines.prose("Raw " + mark + Figures.decimal(raw) + ", usable " + mark + Figures.decimal(usable(last))
                    + ", effective " + mark + Figures.decimal(effective) + " of written data" + offered(system.offer())
                    + ".");
        }
    }

    private static long usable(Year year) {
        Long usable = year.usableBytes();
        return usable == null ? 0 : usable;
    }

    private static String offered(Offer offer) {
        Double raid = offer.raidShare();
        Double spares = offer.spareShare();
        return " (" + (raid == null ? "" : "RAID " + Figures.givenPercent(raid))
                + (raid == null || spares == null ? "" : ", ")
                + (spares == null ? "" : "spares " + Figures.givenPercent(spares)) + " of raw)";
    }

    private void systems() {
        boolean hasCapacity = plan.notGiven().isEmpty();
        boolean hasRaw =
                plan.systems().stream().anyMatch(system -> system.last().rawBytes() != null);
        boolean hasPrice =
                plan.systems().stream().anyMatch(system -> system.last().price() != null);
        TextTable table = new TextTable(
                        "nrr" + (hasCapacity ? "rr" : "") + (hasRaw ? "r" : "") + (hasPrice ? "r" : "") + "l")
                .dropping(hasCapacity ? new int[] {4} : new int[] {});
        List<String> cells = new ArrayList<>(List.of("system", "today", "data reduction"));
        if (hasCapacity) {
            cells.addAll(List.of("usable", "effective"));
        }
        if (hasRaw) {
            cells.add("raw");
        }
        if (hasPrice) {
            cells.add("price");
        }
        cells.add("model");
        table.add(cells.toArray(String[]::new));
        for (SystemPlan system : plan.systems()) {
            Footprint today = system.today();
            Year last = system.last();
            String mark = mark(system);
            cells = new ArrayList<>(List.of(
                    SafeText.oneLine(today.title(), NAME_WIDTH),
                    decimal(today.allocatedBytes(), mark),
                    mark + Figures.perOne(today.dataReductionRatio())));
            if (hasCapacity) {
                cells.add(decimal(last.usableBytes(), mark));
                cells.add(decimal(last.effectiveBytes(), mark));
            }
            if (hasRaw) {
                cells.add(decimal(last.rawBytes(), mark));
            }
            if (hasPrice) {
                Double price = last.price();
                cells.add(price == null ? "-" : mark + price(price));
            }
            cells.add(today.profile() == null ? "none" : today.grade() == Grade.CHECKED ? "checked" : "not checked");
            table.add(cells.toArray(String[]::new));
        }
        lines.table(table);
    }

    private static String decimal(@Nullable Long bytes, String mark) {
        return bytes == null ? "-" : mark + Figures.decimal(bytes);
    }

    private void assumptions() {
        Growth measured = plan.measuredGrowth();
        if (measured != null) {
            lines.prose("Measured:  ", HistoryReport.growth(measured));
        }
        Assumptions assumptions = plan.assumptions();
        List<String> given = new ArrayList<>();
        Double growth = assumptions.growthPerYear();
        if (growth != null) {
            Double low = assumptions.growthPerYearLow();
            Double high = assumptions.growthPerYearHigh();
            given.add("growth " + Figures.givenPercent(growth)
                    + (low == null || high == null
                            ? ""
                            : " (" + Figures.givenPercent(low) + " to " + Figures.givenPercent(high) + ")")
                    + (assumptions.growthCurve() == Curve.LINEAR ? " of today's data" : "") + " a year");
        }
        Integer years = assumptions.years();
        if (years != null) {
            given.add(Figures.count(years, "year", "years"));
        }
        Double change = assumptions.changePerDay();
        Retention retention = assumptions.retention();
        if (change != null && retention != null && !retention.isEmpty()) {
            given.add(Figures.givenPercent(change) + " changed a day and kept " + retention.text());
        }
        Double headroom = assumptions.headroom();
        if (headroom != null) {
            given.add("headroom " + Figures.givenPercent(headroom));
        }
        for (SystemPlan system : plan.systems()) {
            Double price = system.offer().pricePerTb();
            if (price != null) {
                String of = plan.systems().size() == 1
                        ? ""
                        : SafeText.oneLine(system.today().title(), NAME_WIDTH) + " ";
                given.add(of + price(price) + " per TB");
            }
        }
        if (!given.isEmpty()) {
            lines.prose("Assumed:   ", String.join(", ", given));
        }
        List<String> missing = new ArrayList<>(plan.notGiven());
        if (retention == null) {
            missing.add("snapshots");
        }
        if (!missing.isEmpty()) {
            lines.prose(
                    "Not given: ",
                    String.join(", ", missing) + (plan.notGiven().isEmpty() ? "; none are in the numbers" : ""));
        }
        if (!plan.notGiven().isEmpty()) {
            lines.prose("No capacity to buy follows without "
                    + String.join(
                            " and ",
                            plan.notGiven().stream().map(name -> "--" + name).toList())
                    + "."
                    + (measured != null && plan.notGiven().contains("growth")
                            ? " The scans leave the growth open."
                            : ""));
        }
    }

    private void years(SystemPlan system) {
        String mark = mark(system);
        boolean hasCapacity = plan.notGiven().isEmpty();
        boolean hasPrice = system.offer().pricePerTb() != null && hasCapacity;
        TextTable table = new TextTable("rrr" + (hasCapacity ? "rr" : "") + (hasPrice ? "r" : ""));
        List<String> cells = new ArrayList<>(List.of("year", "data", "allocated"));
        if (hasCapacity) {
            cells.addAll(List.of("usable", ""));
        }
        if (hasPrice) {
            cells.add("price");
        }
        table.add(cells.toArray(String[]::new));
        for (Year year : system.years()) {
            cells = new ArrayList<>(List.of(
                    year.year() == 0 ? "now" : Integer.toString(year.year()),
                    size(year.scannedBytes(), ""),
                    size(year.allocatedBytes(), mark)));
            if (hasCapacity) {
                cells.add(size(usable(year), mark));
                cells.add(mark + Figures.decimal(usable(year)));
            }
            if (hasPrice) {
                Double price = year.price();
                cells.add(price == null ? "-" : mark + price(price));
            }
            table.add(cells.toArray(String[]::new));
        }
        lines.table(table);
    }

    /** The grade of a system, the range of its last year, the cost of a wrong model, and a guarantee. */
    private void sureness(SystemPlan system) {
        Footprint today = system.today();
        String name = SafeText.oneLine(today.title(), NAME_WIDTH);
        lines.prose(name + ": " + Grades.words(today) + ".");
        index(system);
        Year last = system.last();
        Long low = last.usableBytesLow();
        Long high = last.usableBytesHigh();
        if (low != null && high != null && low < high) {
            lines.prose(
                    "  ",
                    (last.year() == 0 ? "Today" : "Year " + last.year()) + ": " + usable(low, high)
                            + " in the range of " + Grades.range(system.rangeCovers()) + ".");
        }
        IfWorse worse = system.ifWorse();
        if (worse != null) {
            Double price = worse.priceMore();
            lines.prose(
                    "  ",
                    "A data reduction " + Figures.givenPercent(worse.reductionWorse()) + " worse costs "
                            + Figures.decimal(worse.usableBytesMore()) + " more"
                            + (price == null ? "" : ", or " + price(price)) + ".");
        }
        IfAsAdded asAdded = system.ifAsAdded();
        if (asAdded != null) {
            lines.prose(
                    "  ",
                    "What came between the scans has a data reduction of "
                            + Figures.perOne(asAdded.dataReductionRatio()) + ", all data "
                            + Figures.perOne(today.dataReductionRatio()) + ". If new data is as what came, year "
                            + last.year()
                            + " needs " + Figures.decimal(asAdded.usableBytes()) + ".");
        }
        Guarantee guarantee = system.guarantee();
        if (guarantee != null) {
            lines.prose("  ", Grades.guarantee(guarantee));
        }
    }

    /** What an index that forgets misses today, and whether it misses more of data that grows. */
    private void index(SystemPlan system) {
        Footprint today = system.today();
        IndexWindow window = today.indexWindow();
        if (window == null) {
            return;
        }
        Grades.window(today).ifPresent(words -> lines.prose("  ", words));
        Long written = today.writtenBytes();
        double writtenShare =
                written == null || today.scannedBytes() == 0 ? 1 : (double) written / today.scannedBytes();
        system.years().stream()
                .filter(year -> year.scannedBytes() > today.scannedBytes())
                .filter(year -> year.scannedBytes() * writtenShare > window.windowBytes())
                .findFirst()
                .ifPresent(year -> lines.prose(
                        "  ",
                        "Year " + year.year() + " has more data than the last " + Figures.human(window.windowBytes())
                                + " written, which the index remembers. It then misses duplicates that the plan does not"
                                + " count."));
    }

    /** The range in the unit of the usable capacity: that of the table of systems, or of the headline. */
    private String usable(long low, long high) {
        return plan.systems().size() > 1 ? Figures.decimalEnds(low, high) : Figures.bytesEnds(low, high);
    }

    private static String size(long bytes, String mark) {
        return mark + Figures.human(bytes);
    }

    private static String price(double price) {
        return String.format(Locale.ROOT, "%,.2f", price);
    }
}
