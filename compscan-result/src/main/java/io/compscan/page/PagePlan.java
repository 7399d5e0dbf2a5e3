package io.compscan.page;

import io.compscan.report.console.HistoryReport;
import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.CapacityResult.SystemPlan;
import io.compscan.result.Growth;
import io.compscan.result.Growth.Curve;
import io.compscan.result.Retention;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of the fields that a page's plan begins with. What nobody gave has no text.
 *
 * @param system the first system of the plan; null if it has no target system
 * @param assumed by the name of the field, in the units of the field
 * @param offers likewise, by the name of the system; an empty name where there is no target system
 * @param measured the growth that a history shows; null without one
 */
record PagePlan(
        @Nullable String system,
        Map<String, String> assumed,
        Map<String, Map<String, String>> offers,
        @Nullable String measured) {

    /** A page without assumptions. */
    static final PagePlan NONE = new PagePlan(null, Map.of(), Map.of(), null);

    static PagePlan of(CapacityResult plan) {
        Assumptions given = plan.assumptions();
        Map<String, String> assumed = new LinkedHashMap<>();
        Double low = given.growthPerYearLow();
        Double high = given.growthPerYearHigh();
        String growth = low == null || high == null
                ? percent(given.growthPerYear())
                : String.join("..", percent(low), percent(given.growthPerYear()), percent(high));
        put(assumed, "growth", growth == null || given.growthCurve() != Curve.LINEAR ? growth : "linear:" + growth);
        put(assumed, "years", given.years() == null ? null : String.valueOf(given.years()));
        Retention retention = given.retention();
        put(assumed, "retention", retention == null ? null : retention.text());
        put(assumed, "change", percent(given.changePerDay()));
        put(assumed, "headroom", percent(given.headroom()));
        Map<String, Map<String, String>> offers = new LinkedHashMap<>();
        for (SystemPlan system : plan.systems()) {
            String name = system.today().profile();
            offers.put(name == null ? "" : name, fields(system.offer()));
        }
        Growth measured = plan.measuredGrowth();
        return new PagePlan(
                plan.systems().get(0).today().profile(),
                assumed,
                offers,
                measured == null ? null : HistoryReport.growth(measured));
    }

    private static Map<String, String> fields(Offer offer) {
        Map<String, String> fields = new LinkedHashMap<>();
        put(fields, "price", plain(offer.pricePerTb()));
        put(fields, "raid", percent(offer.raidShare()));
        put(fields, "spares", percent(offer.spareShare()));
        put(fields, "guarantee", plain(offer.guaranteedRatio()));
        return fields;
    }

    private static void put(Map<String, String> fields, String name, @Nullable String text) {
        if (text != null) {
            fields.put(name, text);
        }
    }

    private static @Nullable String percent(@Nullable Double share) {
        return share == null
                ? null
                : BigDecimal.valueOf(share)
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static @Nullable String plain(@Nullable Double number) {
        return number == null
                ? null
                : BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
