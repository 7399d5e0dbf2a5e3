package io.compscan.core.forecast;

import io.compscan.core.result.CapacityResult;
import io.compscan.core.result.CapacityResult.Assumptions;
import io.compscan.core.result.CapacityResult.Year;
import io.compscan.core.result.Footprint;
import io.compscan.core.result.ScanResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Growth compounded year by year:
 *
 * <pre>
 * allocated(y) = allocated(0) * (1 + growthPerYear)^y * (1 + changePerDay * retentionDays)
 * usable(y)    = allocated(y) / (1 - headroom)
 * price(y)     = usable(y) / 10^12 * pricePerTb
 * </pre>
 *
 * <p>Reduction is assumed to stay what it is today. Bytes are rounded half up, each once.
 */
public final class CapacityForecast {

    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final double TB = 1e12;

    private final Footprint today;
    private final Assumptions assumptions;

    private CapacityForecast(Footprint today, Assumptions assumptions) {
        this.today = today;
        this.assumptions = assumptions;
    }

    /**
     * The plan for today and the years after it.
     *
     * @param years how many years after today
     * @throws IllegalArgumentException with one line for a person, if an assumption makes no sense, or more than 2^63 bytes come out
     */
    public static CapacityResult of(ScanResult result, Footprint today, Assumptions assumptions, int years) {
        check(assumptions);
        CapacityForecast forecast = new CapacityForecast(today, assumptions);
        List<Year> rows = new ArrayList<>();
        double growth = 1;
        for (int year = 0; year <= years; year++) {
            rows.add(forecast.year(year, growth));
            // Not Math.pow, whose last bit differs from platform to platform: the page computes the same in a browser.
            growth *= 1 + assumptions.growthPerYear();
        }
        return new CapacityResult(
                CapacityResult.FORMAT,
                CapacityResult.VERSION,
                result.plan().toolVersion(),
                result.plan().paths(),
                result.partial(),
                result.totals().unreadBytes(),
                today,
                assumptions,
                rows);
    }

    private static void check(Assumptions assumptions) {
        if (!(assumptions.growthPerYear() > -1)) {
            throw new IllegalArgumentException("a growth lies above -100 %");
        }
        if (!(assumptions.headroom() >= 0 && assumptions.headroom() < 1)) {
            throw new IllegalArgumentException("a headroom is not negative and lies below 100 %");
        }
        if (!(assumptions.changePerDay() >= 0) || assumptions.retentionDays() < 0) {
            throw new IllegalArgumentException("neither the change nor the retention is below 0");
        }
    }

    private Year year(int year, double growth) {
        double allocated = growth * (1 + assumptions.changePerDay() * assumptions.retentionDays());
        double usable = allocated / (1 - assumptions.headroom());
        long usableBytes = times(today.allocatedBytes(), usable, year);
        Double pricePerTb = assumptions.pricePerTb();
        return new Year(
                year,
                times(today.scannedBytes(), growth, year),
                times(today.allocatedBytes(), allocated, year),
                times(today.allocatedBytesLow(), allocated, year),
                times(today.allocatedBytesHigh(), allocated, year),
                usableBytes,
                times(today.allocatedBytesLow(), usable, year),
                times(today.allocatedBytesHigh(), usable, year),
                pricePerTb == null ? null : toHundredths(usableBytes / TB * pricePerTb));
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
