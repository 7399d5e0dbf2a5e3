package io.compscan.forecast;

import io.compscan.result.InlineResult;
import io.compscan.result.InlineResult.Division;
import io.compscan.result.InlineResult.Setting;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing;
import java.util.OptionalDouble;

/**
 * A cluster in which some nodes deduplicate the writes of the others, as a pipeline of two stages:
 *
 * <pre>
 * without   all n   | compute, write | compute, write | ...                          | compute, write |
 *
 * with   (1-r) n    | compute, send | compute, send | ... | compute, send |
 *            r n                    | dedup, write  | ...                 | dedup, write |
 *                     '---- s ------'---- d --------'
 * </pre>
 *
 * <p>The time is T = k (W/(nC) + W/(nb)) without, and T' = s + (k - 1) max(s, d) + d with. A phase takes s = W/(n(1-r)C) + W/(n(1-r)b_h) on
 * the nodes that compute and send it. It takes d = W/(nrC') + W'/(nrb) on the nodes that deduplicate it and write the rest. Where the
 * latter keep up, d &lt;= s, their work overlaps all but once: T' = k s + d, the form in which it was published. Letters are those of
 * {@link Setting}; times are in seconds. Derived step by step in {@code docs/how-to/plan.md}.
 *
 * <p>Source: Chen, Bastnagel, Chen: Data deduplication in a hybrid architecture for improving write performance. ROSS 2013, <a
 * href="https://doi.org/10.1145/2491661.2481435">doi:10.1145/2491661.2481435</a>.
 */
public final class DedupNodes {

    private final Setting setting;
    private final double computeSeconds;
    private final double dedupSeconds;
    private final double plainSeconds;

    /** The model of this cluster. */
    public DedupNodes(Setting setting) {
        this.setting = setting;
        double bytesPerNode = (double) setting.phaseBytes() / setting.nodes();
        double compute = bytesPerNode / setting.computeBytesPerSecond();
        plainSeconds = compute + bytesPerNode / setting.storageBytesPerSecond();
        computeSeconds = compute + bytesPerNode / setting.interconnectBytesPerSecond();
        dedupSeconds = bytesPerNode / setting.dedupBytesPerSecond()
                + bytesPerNode / setting.reductionRatio() / setting.storageBytesPerSecond();
    }

    /**
     * The bytes that so many cores deduplicate a second, each as fast as one core of the scanning machine. The work is reading,
     * cutting, fingerprinting, looking up and compressing.
     *
     * @throws IllegalArgumentException with one line for a person, if the scan was too short to tell
     */
    public static long measuredRate(ScanResult result, int cores) {
        Timing timing = result.timing();
        long rate =
                timing.workers() == 0 ? 0 : (long) ((double) timing.scannedBytesPerSecond() / timing.workers() * cores);
        if (rate == 0) {
            throw new IllegalArgumentException("the scan does not say how fast it deduplicated");
        }
        return rate;
    }

    /**
     * All there is to say of this cluster.
     *
     * @param dedupNodes how many nodes deduplicate, 1 to n - 1; 0 for as many as is best
     */
    public InlineResult plan(int dedupNodes) {
        int bestNodes = bestNodes();
        double least = leastReductionRatio();
        return new InlineResult(
                InlineResult.FORMAT,
                InlineResult.VERSION,
                setting,
                elapsedSecondsWithout(),
                division(dedupNodes == 0 ? bestNodes : dedupNodes),
                division(bestNodes),
                bestShare(),
                breakEvenShare(),
                Double.isInfinite(least) ? null : Double.valueOf(least));
    }

    private Division division(int dedupNodes) {
        double share = (double) dedupNodes / setting.nodes();
        OptionalDouble leastRate = leastDedupRate(share);
        return new Division(
                dedupNodes,
                share,
                computePhaseSeconds(share),
                dedupPhaseSeconds(share),
                overlaps(share),
                elapsedSeconds(share),
                gain(share),
                longRunGain(share),
                leastRate.isEmpty() ? null : Long.valueOf((long) Math.ceil(leastRate.getAsDouble())));
    }

    /** T. */
    double elapsedSecondsWithout() {
        return setting.phases() * plainSeconds;
    }

    /** How long a phase takes the nodes that compute, if this share of all does not. */
    double computePhaseSeconds(double share) {
        return computeSeconds / (1 - share);
    }

    /** How long a phase takes the nodes that deduplicate, if they are this share of all. */
    double dedupPhaseSeconds(double share) {
        return dedupSeconds / share;
    }

    /** Whether the second stage keeps up with the first. */
    boolean overlaps(double share) {
        return dedupPhaseSeconds(share) <= computePhaseSeconds(share);
    }

    /** T', which is convex in the share: s and d are, and so are their maximum and sums. */
    double elapsedSeconds(double share) {
        double compute = computePhaseSeconds(share);
        double dedup = dedupPhaseSeconds(share);
        return compute + (setting.phases() - 1) * Math.max(compute, dedup) + dedup;
    }

    /** T / T'. */
    double gain(double share) {
        return elapsedSecondsWithout() / elapsedSeconds(share);
    }

    /** The limit of T / T' with many phases; lambda (C + b) (1 - r) / (lambda b + C) where the second stage keeps up. */
    double longRunGain(double share) {
        return plainSeconds / Math.max(computePhaseSeconds(share), dedupPhaseSeconds(share));
    }

    /**
     * The least C' at which the second stage keeps up: 1/C' = (1/C + 1/b_h) r/(1-r) - 1/(phi b).
     *
     * @return empty if writing what is left takes longer than computing and sending the next phase
     */
    OptionalDouble leastDedupRate(double share) {
        double left = share
                        / (1 - share)
                        * (1.0 / setting.computeBytesPerSecond() + 1.0 / setting.interconnectBytesPerSecond())
                - 1 / (setting.reductionRatio() * setting.storageBytesPerSecond());
        return left > 0 ? OptionalDouble.of(1 / left) : OptionalDouble.empty();
    }

    /** The share at which the long-run gain of a second stage that keeps up falls to 1: C (lambda - 1) / (lambda (C + b)). */
    double breakEvenShare() {
        return 1 - computeSeconds / plainSeconds;
    }

    /**
     * The share with the least T'.
     *
     * <p>Both stages take the same time at r/(1-r) = q. Here q is the time to deduplicate and write a byte over the time to compute and
     * send it. The minimum is there, unless phases are so few that filling and emptying the pipeline weighs more than balancing it. They
     * are where 1/k &gt; q or q &gt; k. Then the derivative of T' is 0 on the one or the other side of that share.
     */
    double bestShare() {
        double dedupToCompute = dedupSeconds / computeSeconds;
        double phases = setting.phases();
        double odds;
        if (dedupToCompute * phases < 1) {
            odds = Math.sqrt(dedupToCompute / phases);
        } else if (dedupToCompute > phases) {
            odds = Math.sqrt(dedupToCompute * phases);
        } else {
            odds = dedupToCompute;
        }
        return odds / (1 + odds);
    }

    /** How many whole nodes take the least time: one of the two beside the best share, since T' is convex; the fewer of equals. */
    int bestNodes() {
        int below = (int) Math.floor(bestShare() * setting.nodes());
        int fewer = Math.min(Math.max(below, 1), setting.nodes() - 1);
        int more = Math.min(fewer + 1, setting.nodes() - 1);
        double nodes = setting.nodes();
        return elapsedSeconds(more / nodes) < elapsedSeconds(fewer / nodes) ? more : fewer;
    }

    /**
     * The least phi at which the best share of nodes that could be split pays in the long run: {@code 1 - 1/phi = b/bh + b/C'}. The
     * best division spreads the work of both stages evenly over all nodes.
     *
     * @return infinite if none does
     */
    double leastReductionRatio() {
        double storage = setting.storageBytesPerSecond();
        double left = 1 - storage / setting.interconnectBytesPerSecond() - storage / setting.dedupBytesPerSecond();
        return left > 0 ? 1 / left : Double.POSITIVE_INFINITY;
    }
}
