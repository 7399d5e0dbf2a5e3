package io.compscan.core;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes in bytes as people write them: the one parser and the one formatter of the project.
 *
 * <p>The units are those of GNU coreutils, in upper or lower case. Powers of 1024 are written {@code k}, {@code m}, {@code g}, {@code t},
 * {@code p} or {@code KiB}, {@code MiB} and so on. Powers of 1000 are written {@code KB}, {@code MB}, {@code GB} and so on. The unit
 * {@code B} or none means bytes. A fraction is accepted where it comes out at whole bytes: {@code 1.5g}, not {@code 1.1g}.
 */
public final class ByteSize {

    // The digits are bounded so that a hostile number cannot make BigDecimal work for long.
    private static final Pattern SIZE =
            Pattern.compile(" *([0-9]{1,20}(?:\\.[0-9]{1,20})?) ?([kmgtp]?)(i?b)? *", Pattern.CASE_INSENSITIVE);

    private static final String PREFIXES = "kmgtp";
    private static final String UNITS = "KMGTPE";
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private ByteSize() {}

    /**
     * The number of bytes that {@code text} means.
     *
     * @throws IllegalArgumentException with one line for a person, if it is no size, no whole number of bytes, or 2^63 or more
     */
    public static long parse(String text) {
        Matcher size = SIZE.matcher(text);
        boolean matches = size.matches();
        String prefix = matches ? size.group(2) : "";
        String suffix = matches && size.group(3) != null ? size.group(3).toLowerCase(Locale.ROOT) : "";
        if (!matches || (prefix.isEmpty() && suffix.equals("ib"))) {
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is not a size; write bytes or a unit, such as 4096, 4k, 1.5g, 100MiB (k = KiB = 1024, KB = 1000)");
        }
        BigDecimal unit = BigDecimal.valueOf(suffix.equals("b") && !prefix.isEmpty() ? 1000 : 1024);
        int power = prefix.isEmpty() ? 0 : PREFIXES.indexOf(prefix.toLowerCase(Locale.ROOT)) + 1;
        BigDecimal bytes = new BigDecimal(size.group(1)).multiply(unit.pow(power));
        if (bytes.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("'" + text + "' is too large; the largest size is 2^63 - 1 bytes");
        }
        if (bytes.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number of bytes");
        }
        return bytes.longValueExact();
    }

    /** A size for people, with at most one decimal and a power of 1024: {@code 512 B}, {@code 4 KiB}, {@code 1.5 GiB}. */
    public static String format(long bytes) {
        if (bytes > -1024 && bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes / 1024.0;
        int unit = 0;
        // 1023.95 would be shown as 1024.0.
        while (Math.abs(value) >= 1023.95 && unit < UNITS.length() - 1) {
            value /= 1024;
            unit++;
        }
        String number = String.format(Locale.ROOT, "%.1f", value);
        if (number.endsWith(".0")) {
            number = number.substring(0, number.length() - 2);
        }
        return number + " " + UNITS.charAt(unit) + "iB";
    }
}
