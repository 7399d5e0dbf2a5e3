package io.compscan.forecast;

import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.Churn;
import io.compscan.result.Growth;
import io.compscan.result.Growth.Added;
import io.compscan.result.Growth.Change;
import io.compscan.result.Growth.Curve;
import io.compscan.result.Growth.TargetGrowth;
import io.compscan.result.Growth.Trend;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.history.PastScan;
import io.compscan.result.history.PastScan.Stored;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The growth that a history of scans shows.
 *
 * <p>The growth is the slope of Theil and Sen, the median of the slopes between all pairs of scans: one odd scan does not move it. (P. K. Sen:
 * <i>Estimates of the regression coefficient based on Kendall's tau</i>, JASA 63, 1968.) It is taken of the bytes, and of their logarithms.
 *
 * <p>The interval is that of a sum of steps. Data volumes drift: what came last month stays, so the errors about a line are not independent, but the
 * steps between two scans are. With n scans over the time T, and steps d<sub>i</sub> over t<sub>i</sub>, the mean slope has the standard error
 * s / &radic;T with s&sup2; = &Sigma; (d<sub>i</sub> - slope t<sub>i</sub>)&sup2; / t<sub>i</sub> / (n - 2), and Student's t of n - 2 degrees of freedom
 * makes the interval. If the volume swings about a line instead, it is too wide, and holds all the more often.
 */
public final class GrowthFit {

    /** As few scans over as few days show nothing. */
    public static final int LEAST_SCANS = 3;

    public static final int LEAST_DAYS = 14;

    private static final double DAYS_PER_YEAR = 365.25;
    /** Beyond, the pairs take too long. */
    private static final int MOST_SCANS = 2000;
    /** What is added to data that hardly grows is no sample of what will be added. */
    private static final double LEAST_ADDED_SHARE = 0.01;

    /** A growth whose interval is wider says nothing: 1,000 % a year. */
    private static final double MOST_OPEN_SHARE = 10;

    private static final double LEAST_SHARE = -0.999;
    private static final int GROWTH_DECIMALS = 3;
    private static final int CHANGE_DECIMALS = 5;

    private final List<PastScan> used;
    private final double[] years;

    private GrowthFit(List<PastScan> used) {
        this.used = used;
        years = new double[used.size()];
        for (int i = 0; i < years.length; i++) {
            years[i] = days(used.get(0), used.get(i)) / DAYS_PER_YEAR;
        }
    }

    /**
     * A history with its growth, or with the reason why there is none.
     *
     * @param since scans before it do not count; null for all
     */
    public static HistoryResult of(HistoryResult history, @Nullable Instant since) {
        List<PastScan> used = used(history.scans(), since);
        String refusal = refusal(used, history.scans().size());
        return new HistoryResult(
                history.format(),
                history.version(),
                history.toolVersion(),
                history.scans(),
                refusal == null ? new GrowthFit(used).growth(history.scans()) : null,
                refusal);
    }

    /**
     * Assumptions that say that everything goes on as it was. What somebody gave stays. A growth that the scans leave open is not given.
     *
     * @param scannedBytes today's data
     */
    public static Assumptions goingOn(Assumptions given, Growth measured, long scannedBytes) {
        Change change = measured.change();
        Double changePerDay = given.changePerDay() != null || given.retention() == null || change == null
                ? given.changePerDay()
                : (Double) rounded(change.sharePerDay(), CHANGE_DECIMALS, RoundingMode.HALF_UP);
        Assumptions grown = given.growthPerYear() == null ? growing(measured.data(), scannedBytes) : given;
        return new Assumptions(
                grown.growthPerYear(),
                grown.growthPerYearLow(),
                grown.growthPerYearHigh(),
                given.years(),
                changePerDay,
                given.retention(),
                given.headroom(),
                grown.growthCurve());
    }

    private static Assumptions growing(Trend trend, long scannedBytes) {
        Double share = trend.sharePerYear();
        Double low = trend.sharePerYearLow();
        Double high = trend.sharePerYearHigh();
        if (trend.curve() == Curve.LINEAR) {
            share = trend.bytesPerYear() / scannedBytes;
            low = trend.bytesPerYearLow() / scannedBytes;
            high = trend.bytesPerYearHigh() / scannedBytes;
        }
        if (share == null || low == null || high == null || !(high - low <= MOST_OPEN_SHARE)) {
            return Assumptions.NONE;
        }
        double least = rounded(low, GROWTH_DECIMALS, RoundingMode.FLOOR);
        double most = rounded(high, GROWTH_DECIMALS, RoundingMode.CEILING);
        return new Assumptions(
                rounded(share, GROWTH_DECIMALS, RoundingMode.HALF_UP),
                least < most ? (Double) least : null,
                least < most ? (Double) most : null,
                null,
                null,
                null,
                null,
                trend.curve());
    }

    /** Data does not shrink below nothing. */
    private static double rounded(double share, int decimals, RoundingMode mode) {
        return new BigDecimal(Math.max(LEAST_SHARE, share))
                .setScale(decimals, mode)
                .doubleValue();
    }

    /** The scans that can be compared with the last one: of the same paths, and without the same directories. */
    private static List<PastScan> used(List<PastScan> scans, @Nullable Instant since) {
        List<PastScan> used = new ArrayList<>();
        for (PastScan scan : scans) {
            PastScan last = scans.get(scans.size() - 1);
            boolean isLater =
                    used.isEmpty() || used.get(used.size() - 1).startedAt().isBefore(scan.startedAt());
            if (scan.paths().equals(last.paths())
                    && scan.unreadDirectoryCount() == last.unreadDirectoryCount()
                    && isLater
                    && (since == null || !scan.startedAt().isBefore(since))) {
                used.add(scan);
            }
        }
        return used.subList(Math.max(0, used.size() - MOST_SCANS), used.size());
    }

    private static @Nullable String refusal(List<PastScan> used, int scanCount) {
        double days = used.isEmpty() ? 0 : days(used.get(0), used.get(used.size() - 1));
        if (used.size() >= LEAST_SCANS && days >= LEAST_DAYS) {
            return null;
        }
        return "growth needs " + LEAST_SCANS + " comparable scans over " + LEAST_DAYS + " days; there "
                + (used.size() == 1 ? "is 1" : "are " + used.size()) + ", over " + (long) days
                + (days >= 1 && days < 2 ? " day" : " days")
                + (used.size() < scanCount
                        ? ". Scans of other paths, or with other directories that could not be listed, do not compare"
                        : "");
    }

    private static double days(PastScan from, PastScan to) {
        return Duration.between(from.startedAt(), to.startedAt()).toSeconds() / 86_400.0;
    }

    private Growth growth(List<PastScan> all) {
        PastScan first = used.get(0);
        PastScan last = used.get(used.size() - 1);
        List<TargetGrowth> targets = new ArrayList<>();
        for (Stored target : last.targets()) {
            if (used.stream().allMatch(scan -> scan.target(target) != null && last.measures(target, scan))) {
                targets.add(new TargetGrowth(
                        target.profile(),
                        target.chunking(),
                        target.compressor(),
                        trend(scan -> taken(scan, target)),
                        added(first, target, last)));
            }
        }
        return new Growth(
                used.size(),
                first.startedAt(),
                last.startedAt(),
                last.scannedBytes() - first.scannedBytes(),
                trend(PastScan::scannedBytes),
                targets,
                change(all));
    }

    private static double taken(PastScan scan, Stored target) {
        Stored stored = scan.target(target);
        return stored == null ? 0 : stored.allocatedBytes();
    }

    private static Added added(PastScan first, Stored now, PastScan last) {
        Stored before = first.target(now);
        long bytes = now.allocatedBytes() - (before == null ? 0 : before.allocatedBytes());
        Long writtenNow = now.writtenBytes();
        Long writtenBefore = before == null ? null : before.writtenBytes();
        if (writtenNow == null || writtenBefore == null) {
            return new Added(null, bytes, null);
        }
        long written = writtenNow - writtenBefore;
        boolean isEnough = bytes > 0 && written > LEAST_ADDED_SHARE * last.scannedBytes();
        return new Added(written, bytes, isEnough ? (Double) ((double) written / bytes) : null);
    }

    private @Nullable Change change(List<PastScan> all) {
        List<Double> shares = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            PastScan before = all.get(i - 1);
            PastScan scan = all.get(i);
            double days = days(before, scan);
            if (used.contains(scan) && used.contains(before) && before.scannedBytes() > 0) {
                Churn churn = scan.churn();
                double share =
                        Math.min(1, ((double) churn.changedBytes() + churn.deletedBytes()) / before.scannedBytes());
                shares.add(-StrictMath.expm1(StrictMath.log1p(-share) / days));
            }
        }
        if (shares.isEmpty()) {
            return null;
        }
        double[] sorted =
                shares.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Change(median(sorted), sorted[0], sorted[sorted.length - 1]);
    }

    private Trend trend(ToDoubleFunction<PastScan> of) {
        double[] bytes = used.stream().mapToDouble(of).toArray();
        double[] logs = Arrays.stream(bytes).map(StrictMath::log).toArray();
        Slope linear = Slope.of(years, bytes);
        if (Arrays.stream(bytes).anyMatch(value -> value <= 0)) {
            return new Trend(Curve.LINEAR, linear.middle, linear.low, linear.high, null, null, null);
        }
        Slope exponential = Slope.of(years, logs);
        double linearError = 0;
        double exponentialError = 0;
        for (int i = 0; i < bytes.length; i++) {
            linearError += Math.abs(linear.at(years[i]) - bytes[i]);
            exponentialError += Math.abs(StrictMath.exp(exponential.at(years[i])) - bytes[i]);
        }
        return new Trend(
                linearError <= exponentialError ? Curve.LINEAR : Curve.EXPONENTIAL,
                linear.middle,
                linear.low,
                linear.high,
                StrictMath.expm1(exponential.middle),
                StrictMath.expm1(exponential.low),
                StrictMath.expm1(exponential.high));
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /**
     * A line through points.
     *
     * @param middle its slope
     * @param low the lower end of the slope's interval
     * @param high the upper end
     * @param start its value at 0
     */
    private record Slope(double middle, double low, double high, double start) {

        static Slope of(double[] times, double[] values) {
            int n = times.length;
            double[] slopes = new double[n * (n - 1) / 2];
            int count = 0;
            for (int i = 0; i < n; i++) {
                for (int j = i + 1; j < n; j++) {
                    slopes[count++] = (values[j] - values[i]) / (times[j] - times[i]);
                }
            }
            Arrays.sort(slopes);
            double middle = median(slopes);
            double[] starts = new double[n];
            for (int i = 0; i < n; i++) {
                starts[i] = values[i] - middle * times[i];
            }
            Arrays.sort(starts);
            double span = times[n - 1] - times[0];
            double mean = (values[n - 1] - values[0]) / span;
            double squares = 0;
            for (int i = 1; i < n; i++) {
                double time = times[i] - times[i - 1];
                double error = values[i] - values[i - 1] - mean * time;
                squares += error * error / time;
            }
            double half = StudentsT.upper(n - 2) * Math.sqrt(squares / (n - 2) / span);
            return new Slope(middle, Math.min(middle, mean - half), Math.max(middle, mean + half), median(starts));
        }

        double at(double time) {
            return start + middle * time;
        }
    }

    /** The quantile of Student's t that 97.5 % lie below. */
    static final class StudentsT {

        private static final int BISECTIONS = 60;

        private StudentsT() {}

        static double upper(int degrees) {
            double low = 0;
            double high = 13;
            for (int i = 0; i < BISECTIONS; i++) {
                double middle = (low + high) / 2;
                if (within(middle, degrees) < 0.95) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return high;
        }

        /** The probability of -t to t: Abramowitz and Stegun, <i>Handbook of Mathematical Functions</i>, 26.7.3 and 26.7.4. */
        private static double within(double t, int degrees) {
            double angle = StrictMath.atan(t / Math.sqrt(degrees));
            double cosine = StrictMath.cos(angle);
            boolean isOdd = degrees % 2 == 1;
            double term = isOdd ? cosine : 1;
            double sum = degrees == 1 ? 0 : term;
            for (int i = isOdd ? 3 : 2; i <= degrees - 2; i += 2) {
                term *= cosine * cosine * (i - 1) / i;
                sum += term;
            }
            return isOdd ? 2 / Math.PI * (angle + StrictMath.sin(angle) * sum) : StrictMath.sin(angle) * sum;
        }
    }
}
