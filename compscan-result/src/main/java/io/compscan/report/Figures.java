package io.compscan.report;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Numbers as text, the same in every locale and on every JDK. */
public final class Figures {

    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private static final String[] DECIMAL_UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

    /** Stands where there is nothing to divide by. */
    private static final String NONE = "-";

    private Figures() {}

    /** With thousands separators: {@code 1,234,567}. */
    public static String exact(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** In the largest binary unit that yields 1 or more, to three digits: {@code 1.18 MiB}. */
    public static String human(long bytes) {
        int unit = 0;
        double value = Math.abs((double) bytes);
        // 1023.5 would be printed as 1024.
        while (value >= 1023.5 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return (bytes < 0 ? "-" : "") + threeDigits(value, unit == 0) + " " + UNITS[unit];
    }

    private static String threeDigits(double value, boolean isWhole) {
        String format = isWhole || value >= 99.95 ? "%.0f" : value >= 9.995 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    /** In the largest binary unit that needs no fraction, as sizes are asked for: {@code 64 KiB}. */
    public static String size(long bytes) {
        int unit = 0;
        long value = bytes;
        while (value != 0 && value % 1024 == 0 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return exact(value) + " " + UNITS[unit];
    }

    /** A percentage to one decimal. A part that is not exactly nothing or all is not shown as such: {@code <0.1 %}, {@code >99.9 %}. */
    public static String percent(long part, long whole) {
        return whole == 0 ? NONE : percent((double) part / whole, part == 0, part == whole);
    }

    /** A share between 0 and 1 in per cent. */
    public static String percent(@Nullable Double share) {
        return share == null ? NONE : percent(share, share == 0, share == 1);
    }

    private static String percent(double share, boolean nothing, boolean all) {
        double percent = share * 100;
        if (!nothing && percent > -0.05 && percent < 0.05) {
            return percent < 0 ? ">-0.1 %" : "<0.1 %";
        }
        if (!all && percent >= 99.95 && percent < 100) {
            return ">99.9 %";
        }
        return String.format(Locale.ROOT, "%,.1f %%", percent);
    }

    /** To two decimals: {@code 3.57}. */
    public static String ratio(@Nullable Double ratio) {
        return ratio == null ? NONE : String.format(Locale.ROOT, "%,.2f", ratio);
    }

    /** A ratio as vendors write it: {@code 3.57 : 1}. */
    public static String perOne(@Nullable Double ratio) {
        return ratio == null ? NONE : ratio(ratio) + " : 1";
    }

    /** A ratio and how sure it is: {@code 2.13 (2.12 to 2.14, and a note)}, to as many decimals as tell the ends apart. */
    public static String interval(@Nullable Double ratio, double low, double high, String note) {
        String format = "%,." + decimals(low, high) + "f";
        return (ratio == null ? NONE : String.format(Locale.ROOT, format, ratio)) + " (" + ends(low, high) + note + ")";
    }

    /** Both ends of an interval: {@code 1.131 to 1.134}, to as many decimals as tell them apart. */
    public static String ends(double low, double high) {
        String format = "%,." + decimals(low, high) + "f";
        return String.format(Locale.ROOT, format, low) + " to " + String.format(Locale.ROOT, format, high);
    }

    /** Both ends of an interval of bytes: {@code 425 MiB to 426 MiB}, {@code 2.498 to 2.503 GiB} where three digits are the same. */
    public static String bytesEnds(long lowBytes, long highBytes) {
        return ends(lowBytes, highBytes, Figures::human, 1024, UNITS);
    }

    /** {@link #bytesEnds} in the units in which capacity is sold. */
    public static String decimalEnds(long lowBytes, long highBytes) {
        return ends(lowBytes, highBytes, Figures::decimal, 1000, DECIMAL_UNITS);
    }

    private static String ends(long lowBytes, long highBytes, LongFunction<String> text, int factor, String[] units) {
        String low = text.apply(lowBytes);
        String high = text.apply(highBytes);
        if (!low.equals(high)) {
            return low + " to " + high;
        }
        String unit = high.substring(high.indexOf(' ') + 1);
        double size = Math.pow(factor, List.of(units).indexOf(unit));
        return ends(lowBytes / size, highBytes / size) + " " + unit;
    }

    private static int decimals(double low, double high) {
        int decimals = 2;
        while (decimals < 5 && high - low < 2 * Math.pow(10, -decimals)) {
            decimals++;
        }
        return decimals;
    }

    /** {@code 0.25 s}, {@code 12.4 s}, {@code 3 min 05 s}, {@code 2 h 03 min 05 s}. */
    public static String elapsed(long nanos) {
        double seconds = nanos / 1e9;
        if (seconds < 59.95) {
            return String.format(Locale.ROOT, seconds < 9.995 ? "%.2f s" : "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%,d h %02d min %02d s", whole / 3600, whole / 60 % 60, whole % 60);
    }

    /** {@link #elapsed} for any number of seconds; beyond 9 * 10^9 in seconds alone. */
    public static String seconds(double seconds) {
        return seconds < 9e9 ? elapsed((long) (seconds * 1e9)) : String.format(Locale.ROOT, "%,.0f s", seconds);
    }

    /** In the largest decimal unit that yields 1 or more, to three digits, as capacity is sold: {@code 1.24 TB}. */
    public static String decimal(long bytes) {
        int unit = 0;
        double value = bytes;
        while (value >= 999.5 && unit < DECIMAL_UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return threeDigits(value, unit == 0) + " " + DECIMAL_UNITS[unit];
    }

    /** {@link #decimal} a second, as bandwidth is: {@code 1.08 MB/s}. */
    public static String rate(long bytesPerSecond) {
        return decimal(bytesPerSecond) + "/s";
    }

    /** A share as it was given: {@code 20 %}, {@code 2.5 %}. */
    public static String givenPercent(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    /** {@code 1 file}, {@code 2,000 files}. */
    public static String count(long number, String one, String many) {
        return exact(number) + " " + (number == 1 ? one : many);
    }

    /**
     * The shortest decimal that reads back as the same double, without an exponent but always with a point.
     * {@link Double#toString} would use an exponent, and before JDK 19 sometimes a digit too many.
     */
    public static String plain(double number) {
        BigDecimal shortest = new BigDecimal(NumberOutput.toString(number, true)).stripTrailingZeros();
        return shortest.setScale(Math.max(1, shortest.scale())).toPlainString();
    }
}
