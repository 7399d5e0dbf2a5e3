package io.compscan.forecast;

import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Ground;
import io.compscan.result.CapacityResult.Guarantee;
import io.compscan.result.CapacityResult.IfAsAdded;
import io.compscan.result.CapacityResult.IfWorse;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.CapacityResult.SystemPlan;
import io.compscan.result.CapacityResult.Verdict;
import io.compscan.result.CapacityResult.Year;
import io.compscan.result.Cover;
import io.compscan.result.Evidence;
import io.compscan.result.Footprint;
import io.compscan.result.Grade;
import io.compscan.result.Growth;
import io.compscan.result.Growth.Curve;
import io.compscan.result.Growth.TargetGrowth;
import io.compscan.result.Retention;
import io.compscan.result.ScanResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Growth year by year:
 *
 * <pre>
 * grown(y)     = (1 + growthPerYear)^y, or 1 + growthPerYear * y if it is linear, but not below 0
 * allocated(y) = allocated(0) * grown(y) * (1 + share that snapshots keep)
 * usable(y)    = allocated(y) / (1 - headroom)
 * raw(y)       = usable(y) / (1 - raid) / (1 - spares)
 * effective(y) = usable(y) * written(0) / allocated(0)
 * price(y)     = usable(y) / 10^12 * pricePerTb
 * </pre>
 *
 * <p>Reduction is assumed to stay what it is today. Bytes are rounded half up, each once. A range begins with the interval of the scan,
 * the deviations that were seen of a checked model, and the least and the most growth.
 */
public final class CapacityForecast {

    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final double TB = 1e12;

    /** The error that stands for that of a model that nobody has checked. */
    private static final double UNKNOWN_ERROR = 0.1;

    private final Footprint today;
    private final Assumptions assumptions;
    private final Offer offer;
    private final @Nullable Growth measured;

    private CapacityForecast(Footprint today, Assumptions assumptions, Offer offer, @Nullable Growth measured) {
        this.today = today;
        this.assumptions = assumptions;
        this.offer = offer;
        this.measured = measured;
    }

    /**
     * The plan for today and the years after it.
     *
     * @param systems the targets, and what is said of each
     * @throws IllegalArgumentException with one line for a person, if an assumption makes no sense, or more than 2^63 bytes come out
     */
    public static CapacityResult of(ScanResult result, Map<Footprint, Offer> systems, Assumptions assumptions) {
        return of(result, systems, assumptions, null);
    }

    /**
     * The same.
     *
     * @param measured what the scans of a history show; null without one. The assumptions are planned with, be they of the history or not
     */
    public static CapacityResult of(
            ScanResult result, Map<Footprint, Offer> systems, Assumptions assumptions, @Nullable Growth measured) {
        check(assumptions);
        List<SystemPlan> plans = new ArrayList<>();
        systems.forEach((today, offer) -> {
            check(offer);
            plans.add(new CapacityForecast(today, assumptions, offer, measured).plan());
        });
        return new CapacityResult(
                CapacityResult.FORMAT,
                CapacityResult.VERSION,
                result.settings().toolVersion(),
                result.settings().paths(),
                result.partial(),
                result.totals().unreadBytes(),
                result.totals().unreadDirectoryCount(),
                assumptions,
                assumptions.notGiven(),
                plans,
                measured);
    }

    private static void check(Assumptions assumptions) {
        Double growth = assumptions.growthPerYear();
        Double growthLow = assumptions.growthPerYearLow();
        Double growthHigh = assumptions.growthPerYearHigh();
        refuse((growth == null) != (assumptions.growthCurve() == null), "a growth has a curve");
        refuse(growth != null && !(growth > -1), "a growth lies above -100 %");
        refuse((growthLow == null) != (growthHigh == null), "a range of growth has two ends");
        if (growthLow != null && growthHigh != null) {
            refuse(
                    growth == null || !(growthLow > -1 && growthLow <= growth && growth <= growthHigh),
                    "a range of growth lies above -100 % and begins with the lesser one");
        }
        Double headroom = assumptions.headroom();
        refuse(headroom != null && !(headroom >= 0 && headroom < 1), "a headroom is not negative and lies below 100 %");
        Double change = assumptions.changePerDay();
        refuse(change != null && !(change >= 0), "the change is not below 0");
        refuse((change == null) != (assumptions.retention() == null), "the change and the retention go together");
        Integer years = assumptions.years();
        refuse(years != null && years < 0, "the years are not below 0");
    }

    private static void check(Offer offer) {
        Double price = offer.pricePerTb();
        refuse(price != null && !(price >= 0), "a price is not below 0");
        for (Double share : new Double[] {offer.raidShare(), offer.spareShare()}) {
            refuse(share != null && !(share >= 0 && share < 1), "RAID and spares are not negative and lie below 100 %");
        }
        Double ratio = offer.guaranteedRatio();
        refuse(ratio != null && !(ratio > 0), "a guaranteed ratio lies above 0");
    }

    private static void refuse(boolean isWrong, String rule) {
        if (isWrong) {
            throw new IllegalArgumentException(rule);
        }
    }

    private SystemPlan plan() {
        Integer years = assumptions.years();
        Double growth = assumptions.growthPerYear();
        Double low = assumptions.growthPerYearLow();
        Double high = assumptions.growthPerYearHigh();
        int last = years == null || growth == null ? 0 : years;
        List<Year> rows = new ArrayList<>();
        double grown = 1;
        double grownLow = 1;
        double grownHigh = 1;
        for (int year = 0; year <= last; year++) {
            rows.add(year(year, Math.max(0, grown), Math.max(0, grownLow), Math.max(0, grownHigh)));
            if (growth != null) {
                grown = next(grown, growth, year);
                grownLow = next(grownLow, low == null ? growth : low, year);
                grownHigh = next(grownHigh, high == null ? growth : high, year);
            }
        }
        return new SystemPlan(
                today,
                offer,
                rows,
                covers(last),
                ifWorse(rows.get(rows.size() - 1)),
                guarantee(offer.guaranteedRatio()),
                ifAsAdded(rows.get(rows.size() - 1)));
    }

    /** Not Math.pow, whose last bit differs from platform to platform: the page computes the same in a browser. */
    private double next(double grown, double growth, int year) {
        return assumptions.growthCurve() == Curve.LINEAR ? 1 + growth * (year + 1) : grown * (1 + growth);
    }

    private List<Cover> covers(int lastYear) {
        List<Cover> covers = new ArrayList<>(today.hasInterval() ? today.intervalCovers() : List.of());
        if (today.checked() != null && !covers.contains(Cover.MODEL)) {
            covers.add(Cover.MODEL);
        }
        if (assumptions.growthPerYearLow() != null && lastYear > 0) {
            covers.add(Cover.GROWTH);
        }
        return covers;
    }

    private Year year(int year, double grown, double grownLow, double grownHigh) {
        double kept = 1 + keptShare();
        double allocated = grown * kept;
        double low = grownLow * kept * today.leastFactor();
        double high = grownHigh * kept * today.mostFactor();
        boolean hasCapacity = assumptions.notGiven().isEmpty();
        Double headroom = assumptions.headroom();
        double room = headroom == null ? 1 : 1 - headroom;
        Long usableBytes = hasCapacity ? (Long) times(today.allocatedBytes(), allocated / room, year) : null;
        boolean isAssumed = year > 0 || kept != 1 || (hasCapacity && room != 1);
        return new Year(
                year,
                times(today.scannedBytes(), grown, year),
                times(today.allocatedBytes(), allocated, year),
                times(today.allocatedBytesLow(), low, year),
                times(today.allocatedBytesHigh(), high, year),
                usableBytes,
                hasCapacity ? (Long) times(today.allocatedBytesLow(), low / room, year) : null,
                hasCapacity ? (Long) times(today.allocatedBytesHigh(), high / room, year) : null,
                usableBytes == null ? null : rawBytes(usableBytes, year),
                usableBytes == null ? null : effectiveBytes(usableBytes, year),
                usableBytes == null ? null : price(usableBytes),
                isAssumed ? Grade.ASSUMED : today.grade());
    }

    private double keptShare() {
        Retention retention = assumptions.retention();
        Double change = assumptions.changePerDay();
        return retention == null || change == null ? 0 : retention.keptShare(change);
    }

    private @Nullable Long rawBytes(long usableBytes, int year) {
        Double raid = offer.raidShare();
        Double spares = offer.spareShare();
        return raid == null && spares == null
                ? null
                : (Long) times(
                        usableBytes, 1 / (1 - (raid == null ? 0 : raid)) / (1 - (spares == null ? 0 : spares)), year);
    }

    private @Nullable Long effectiveBytes(long usableBytes, int year) {
        Double ratio = today.dataReductionRatio();
        return ratio == null ? null : (Long) times(usableBytes, ratio, year);
    }

    private @Nullable Double price(long usableBytes) {
        Double pricePerTb = offer.pricePerTb();
        return pricePerTb == null ? null : (Double) toHundredths(usableBytes / TB * pricePerTb);
    }

    private @Nullable IfWorse ifWorse(Year last) {
        Long usable = last.usableBytes();
        if (usable == null || today.grade() != Grade.MODELLED) {
            return null;
        }
        long more = times(usable, 1 / (1 - UNKNOWN_ERROR) - 1, last.year());
        return new IfWorse(UNKNOWN_ERROR, more, price(more));
    }

    private @Nullable IfAsAdded ifAsAdded(Year last) {
        TargetGrowth target =
                measured == null ? null : measured.target(today.profile(), today.chunking(), today.compressor());
        Double ratio = target == null ? null : target.added().dataReductionRatio();
        Long written = today.writtenBytes();
        Double headroom = assumptions.headroom();
        if (ratio == null || written == null || headroom == null || last.usableBytes() == null || last.year() == 0) {
            return null;
        }
        double grown = (double) last.scannedBytes() / today.scannedBytes();
        if (!(grown > 1)) {
            return null;
        }
        long more = times(written, (grown - 1) / ratio, last.year());
        return new IfAsAdded(
                ratio, times(today.allocatedBytes() + more, (1 + keptShare()) / (1 - headroom), last.year()));
    }

    private @Nullable Guarantee guarantee(@Nullable Double ratio) {
        if (ratio == null) {
            return null;
        }
        Evidence checked = today.checked();
        Ground ground = checked != null
                ? Ground.CHECKED_MODEL
                : today.profile() == null ? Ground.NO_MODEL : Ground.UNCHECKED_MODEL;
        Double low =
                scaled(today.dataReductionRatioLow(), checked == null ? 1 - UNKNOWN_ERROR : 1 / today.mostFactor());
        Double high =
                scaled(today.dataReductionRatioHigh(), checked == null ? 1 + UNKNOWN_ERROR : 1 / today.leastFactor());
        return new Guarantee(ratio, verdict(ratio, low, high), today.dataReductionRatio(), low, high, ground);
    }

    private static @Nullable Double scaled(@Nullable Double ratio, double factor) {
        return ratio == null ? null : (Double) (ratio * factor);
    }

    private static Verdict verdict(double ratio, @Nullable Double low, @Nullable Double high) {
        if (low == null || high == null) {
            return Verdict.OPEN;
        }
        return low >= ratio ? Verdict.LIKELY : high < ratio ? Verdict.UNLIKELY : Verdict.OPEN;
    }

    /** Exact but for the factor: beyond 2^53 bytes a product of doubles would not give today's bytes back. */
    private static long times(long bytes, double factor, int year) {
        BigDecimal product = Double.isInfinite(factor) && bytes > 0
                ? MAX.add(BigDecimal.ONE)
                : new BigDecimal(bytes == 0 ? 0 : factor).multiply(BigDecimal.valueOf(bytes));
        BigDecimal rounded = product.setScale(0, RoundingMode.HALF_UP);
        if (rounded.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("by year " + year + " it comes to 2^63 bytes or more");
        }
        return rounded.longValueExact();
    }

    private static double toHundredths(double price) {
        return new BigDecimal(price).setScale(2, RoundingMode.HALF_UP).doubleValue();
    }
}
