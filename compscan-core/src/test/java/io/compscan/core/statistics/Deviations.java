package io.compscan.core.statistics;

import java.util.Arrays;

/** Means and sums of products of deviations from them, by definition: the numbers are gone through twice. */
final class Deviations {

    private Deviations() {}

    static double mean(double[] numbers) {
        return Arrays.stream(numbers).sum() / numbers.length;
    }

    /** The sum of the products of the deviations of both. */
    static double products(double[] one, double[] other) {
        double meanOfOne = mean(one);
        double meanOfOther = mean(other);
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (one[i] - meanOfOne) * (other[i] - meanOfOther);
        }
        return sum;
    }
}
