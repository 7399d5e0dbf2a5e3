package io.compscan.core.chunk;

/** The rules that the parameters of content-defined chunkers have in common. The exception names the broken rule. */
final class Limits {

    /** The shortest average that can be asked for: a disk sector. */
    static final int MIN_AVERAGE_BYTES = 512;
    /** The longest chunk that can be asked for; slabs are twice as long. */
    static final int MAX_BYTES = 64 << 20;

    private static final int USUAL_MIN_DIVISOR = 4;
    private static final int USUAL_MAX_FACTOR = 8;

    private Limits() {}

    static int usualMin(int averageBytes) {
        return averageBytes / USUAL_MIN_DIVISOR;
    }

    static int usualMax(int averageBytes) {
        return (int) Math.min(MAX_BYTES, (long) USUAL_MAX_FACTOR * averageBytes);
    }

    /** {@code min <= average <= max}, and neither too small nor too large. */
    static void ofAverage(int averageBytes, int minBytes, int maxBytes) {
        check(averageBytes >= MIN_AVERAGE_BYTES, "the average must be 512 or more");
        check(minBytes >= 1 && minBytes <= averageBytes, "min must not be above the average");
        check(maxBytes >= averageBytes, "max must not be below the average");
        check(maxBytes <= MAX_BYTES, "max must not be above 64m");
    }

    static void powerOfTwo(int averageBytes) {
        check(Integer.bitCount(averageBytes) == 1, "the average must be a power of two");
    }

    /** A window that reached before its chunk would make the cut depend on the chunk before. */
    static void atLeastWindow(int minBytes, int windowBytes) {
        check(minBytes >= windowBytes, "min must not be below the window of " + windowBytes + " bytes");
    }

    static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
