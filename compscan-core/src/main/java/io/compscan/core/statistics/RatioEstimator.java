package io.compscan.core.statistics;

import java.io.Serializable;

/**
 * The ratio estimator: estimates a sum over a population from a sample of it. A second number goes with each element, and the sum of these
 * numbers over the population is known.
 *
 * <p>Element {@code i} is in the sample with the probability {@code p_i}, whatever other elements are there. This is Poisson sampling, or
 * priority sampling given its threshold. The estimates of the latter are uncorrelated (Duffield, Lund, Thorup, Priority sampling for
 * estimation of arbitrary subset sums, J. ACM 54, 2007). The sum {@code X} of all {@code x} is known without error.
 *
 * <pre>
 *   R        = sum(y/p) / sum(x/p)
 *   estimate = X R
 *   e_i      = y_i - R x_i
 *   variance = (X / sum(x/p))^2 * (n / (n - 1) * sum((1 - p) / p^2 * e^2) + g)
 * </pre>
 *
 * <p>Sources: Cochran, Sampling Techniques, 3rd ed., 6.3; with the factor in front Särndal, Swensson, Wretman, Model Assisted Survey
 * Sampling, 5.10 and 7.2. The term {@code g} stands for one more element that the sample might have met. It keeps the interval from
 * collapsing where nearly all elements are alike and a few others make the difference.
 */
public final class RatioEstimator implements Serializable {

    private static final long serialVersionUID = 1L;

    private long count;
    private double x;
    private double y;
    private double xx;
    private double xy;
    private double yy;

    /**
     * Adds an element of the sample. The sums are those of floating point, so the order of adding decides their last bits.
     *
     * @param probability with which the sample holds it, above 0 and at most 1
     * @param isKnown whether {@code elementY} is known; else it is itself an unbiased estimate, made for this element alone
     */
    public void add(double probability, double elementX, double elementY, boolean isKnown) {
        double factor = (isKnown ? 1 - probability : 1) / (probability * probability);
        count++;
        x += elementX / probability;
        y += elementY / probability;
        xx += factor * elementX * elementX;
        xy += factor * elementX * elementY;
        yy += factor * elementY * elementY;
    }

    /** {@code R}; 1 without an element. */
    public double ratio() {
        return x == 0 ? 1 : y / x;
    }

    /**
     * The estimate of the sum of {@code y}, with its 95 % interval.
     *
     * @param total the sum of {@code x}
     * @param guard {@code g}, a square of {@code y}
     */
    public Interval estimate(double total, double guard) {
        if (x == 0) {
            return Interval.exact(total);
        }
        double scale = total / x;
        return Interval.normal(total * ratio(), scale * scale * (residuals() + guard));
    }

    /** The standard deviation of an estimate from one element, as a part of the estimate; 0 without an element. */
    public double deviation() {
        return y == 0 ? 0 : Math.sqrt(residuals() * count) / y;
    }

    private double residuals() {
        double r = ratio();
        double sum = Math.max(0, yy - 2 * r * xy + r * r * xx);
        return count < 2 ? y * y : sum * count / (count - 1);
    }
}
