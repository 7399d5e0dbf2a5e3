package io.compscan.core.statistics;

/**
 * The exact 95 % interval of a Poisson mean, from one count (Garwood, Biometrika 1936): halves of quantiles of chi-square.
 *
 * <pre>
 *   low  = gamma quantile 0.025 of shape count        0 for a count of 0
 *   high = gamma quantile 0.975 of shape count + 1    3.69 for a count of 0
 * </pre>
 */
public final class Garwood {

    private static final double TAIL = 0.025;
    /** From here on the approximation by Wilson and Hilferty (1931) is right to seven digits. */
    private static final long LARGE = 2000;

    private Garwood() {}

    /** The interval around a count. */
    public static Interval interval(long count) {
        double low = count == 0 ? 0 : quantile(count, TAIL);
        return new Interval((double) count, low, quantile(count + 1, 1 - TAIL));
    }

    /** The quantile of a gamma variable of this shape and scale 1. */
    static double quantile(long shape, double probability) {
        double z = probability < 0.5 ? -Interval.Z : Interval.Z;
        double root = 1 - 1 / (9.0 * shape) + z / (3 * Math.sqrt((double) shape));
        double start = shape * root * root * root;
        if (shape >= LARGE) {
            return start;
        }
        double low = 0;
        double high = 2 * start + 10;
        while (high - low > 1e-12 * high) {
            double middle = (low + high) / 2;
            if (lowerTail(shape, middle) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /** {@code P(gamma(shape) <= x) = P(Poisson(x) >= shape)}: one minus the sum of {@code exp(-x) x^i / i!} below the shape. */
    private static double lowerTail(long shape, double x) {
        double log = -x;
        double sum = Math.exp(log);
        for (long i = 1; i < shape; i++) {
            log += Math.log(x / (double) i);
            sum += Math.exp(log);
        }
        return 1 - sum;
    }
}
