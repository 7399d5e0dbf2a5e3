package io.compscan.core.statistics;

/**
 * An estimate with an interval that holds the true value with 95 % confidence.
 *
 * @param value the estimate
 * @param low the lower end, at most {@code value}
 * @param high the upper end, at least {@code value}
 */
public record Interval(double value, double low, double high) {

    /** The normal quantile of a two-sided interval of 95 %. */
    public static final double Z = 1.959963984540054;

    /** Refuses ends that do not hold the value. */
    public Interval {
        if (!(low <= value && value <= high)) {
            throw new IllegalArgumentException(value + " is not in " + low + " to " + high);
        }
    }

    /** A value that is known. */
    public static Interval exact(double value) {
        return new Interval(value, value, value);
    }

    /** Normal, around the value. */
    public static Interval normal(double value, double variance) {
        return normal(value, variance, Z);
    }

    /** Normal, around the value, with another quantile than {@link #Z}. */
    public static Interval normal(double value, double variance, double quantile) {
        double half = quantile * Math.sqrt(Math.max(0, variance));
        return new Interval(value, value - half, value + half);
    }

    /** The same interval within certain bounds; {@code least <= most}. */
    public Interval within(double least, double most) {
        double newValue = clamp(value, least, most);
        return new Interval(
                newValue, Math.min(newValue, clamp(low, least, most)), Math.max(newValue, clamp(high, least, most)));
    }

    private static double clamp(double number, double least, double most) {
        return Math.max(least, Math.min(most, number));
    }

    /** The estimate, rounded half up. */
    public long roundedValue() {
        return Math.round(value);
    }

    /** The lower end, rounded down. */
    public long roundedLow() {
        return Math.min(roundedValue(), (long) Math.floor(low));
    }

    /** The upper end, rounded up. */
    public long roundedHigh() {
        return Math.max(roundedValue(), (long) Math.ceil(high));
    }
}
