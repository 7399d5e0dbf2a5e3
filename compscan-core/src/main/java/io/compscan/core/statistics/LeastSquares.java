package io.compscan.core.statistics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Least squares with variables that are not negative: minimises {@code |B x - y|} over {@code x >= 0}.
 *
 * <p>The active-set method of Lawson and Hanson (Solving Least Squares Problems, 1974, chapter 23). A problem has some 13 rows and 250
 * columns, and neighbouring columns are nearly parallel. So each step solves the problem of the free columns anew, by Householder
 * reflections of the rows themselves. A variable that would become negative at once stays bound, so rounding cannot make the method turn in
 * circles.
 */
final class LeastSquares {

    private static final double TOLERANCE = 2e-16;
    private static final double DEPENDENT = 1e-12;

    private final double[][] columns;
    private final double[] goal;
    private final double[] norms;
    private final double[] x;
    private final boolean[] isFree;
    private int freeCount;

    /** @param columns of {@code B}, one array each */
    private LeastSquares(double[][] columns, double[] goal) {
        this.columns = columns;
        this.goal = goal;
        norms = new double[columns.length];
        for (int j = 0; j < columns.length; j++) {
            norms[j] = Math.sqrt(dot(columns[j], columns[j]));
        }
        x = new double[columns.length];
        isFree = new boolean[columns.length];
    }

    /**
     * A solution.
     *
     * @param x the variables
     * @param squares what is left: {@code |B x - y|^2}
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Solution(double[] x, double squares) {}

    /** Solves the problem with these columns and this right-hand side. */
    static Solution solve(double[][] columns, double[] goal) {
        LeastSquares problem = new LeastSquares(columns, goal);
        problem.run();
        double[] left = problem.residual();
        return new Solution(problem.x, dot(left, left));
    }

    private void run() {
        double scale = TOLERANCE * Math.sqrt(dot(goal, goal));
        boolean[] isRefused = new boolean[columns.length];
        for (int step = 0; step < 20 * columns.length; step++) {
            int next = steepest(residual(), scale, isRefused);
            if (next < 0) {
                return;
            }
            isFree[next] = true;
            freeCount++;
            double[] z = free();
            if (z == null || z[next] <= 0) {
                // Only rounding made this a way down.
                isFree[next] = false;
                freeCount--;
                isRefused[next] = true;
                continue;
            }
            Arrays.fill(isRefused, false);
            while (z != null && !moveTo(z)) {
                z = free();
            }
        }
    }

    /** The bound variable whose growth lowers the misfit fastest, -1 if none does. */
    private int steepest(double[] residual, double scale, boolean[] isRefused) {
        int best = -1;
        double most = 0;
        if (freeCount == goal.length) {
            return best;
        }
        for (int j = 0; j < columns.length; j++) {
            if (!isFree[j] && !isRefused[j] && norms[j] > 0) {
                double slope = dot(columns[j], residual) / norms[j];
                if (slope > Math.max(most, scale)) {
                    most = slope;
                    best = j;
                }
            }
        }
        return best;
    }

    /** Moves towards {@code z} as far as no variable becomes negative; true if that is all the way. */
    private boolean moveTo(double[] z) {
        double step = 1;
        int first = -1;
        for (int j = 0; j < x.length; j++) {
            if (isFree[j] && z[j] <= 0) {
                double most = x[j] / (x[j] - z[j]);
                if (first < 0 || most < step) {
                    step = most;
                    first = j;
                }
            }
        }
        for (int j = 0; j < x.length; j++) {
            if (isFree[j]) {
                x[j] += step * (z[j] - x[j]);
                if (j == first || (first >= 0 && x[j] <= 0)) {
                    x[j] = 0;
                    isFree[j] = false;
                    freeCount--;
                }
            }
        }
        return first < 0;
    }

    private double[] residual() {
        double[] left = goal.clone();
        for (int j = 0; j < x.length; j++) {
            if (x[j] != 0) {
                for (int i = 0; i < left.length; i++) {
                    left[i] -= columns[j][i] * x[j];
                }
            }
        }
        return left;
    }

    /** The solution of the free variables alone, whatever their signs; null if their columns depend on each other. */
    private double @Nullable [] free() {
        int[] numbers = new int[freeCount];
        int count = 0;
        for (int j = 0; j < x.length; j++) {
            if (isFree[j]) {
                numbers[count++] = j;
            }
        }
        double[][] q = new double[count][];
        for (int k = 0; k < count; k++) {
            q[k] = columns[numbers[k]].clone();
        }
        double[] right = goal.clone();
        double[] diagonal = new double[count];
        for (int k = 0; k < count; k++) {
            if (!reflect(q, right, diagonal, k, norms[numbers[k]])) {
                return null;
            }
        }
        double[] z = new double[x.length];
        for (int k = count - 1; k >= 0; k--) {
            double value = right[k];
            for (int l = k + 1; l < count; l++) {
                value -= q[l][k] * z[numbers[l]];
            }
            z[numbers[k]] = value / diagonal[k];
        }
        return z;
    }

    /** One Householder reflection: column {@code k} becomes zero below the diagonal. */
    private static boolean reflect(double[][] q, double[] right, double[] diagonal, int k, double norm) {
        double[] column = q[k];
        double squares = 0;
        for (int i = k; i < column.length; i++) {
            squares += column[i] * column[i];
        }
        double length = Math.sqrt(squares);
        if (length <= DEPENDENT * norm) {
            return false;
        }
        double alpha = column[k] > 0 ? -length : length;
        double head = column[k] - alpha;
        double half = squares - alpha * column[k];
        diagonal[k] = alpha;
        for (int l = k + 1; l <= q.length; l++) {
            double[] target = l == q.length ? right : q[l];
            double product = head * target[k];
            for (int i = k + 1; i < column.length; i++) {
                product += column[i] * target[i];
            }
            double factor = product / half;
            target[k] -= factor * head;
            for (int i = k + 1; i < column.length; i++) {
                target[i] -= factor * column[i];
            }
        }
        return true;
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
