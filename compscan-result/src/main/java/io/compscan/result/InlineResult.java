package io.compscan.result;

import org.jspecify.annotations.Nullable;

/**
 * Whether it pays to let some nodes of a cluster deduplicate what the others write; the document of {@code compscan inline}.
 *
 * @param format always {@value #FORMAT}
 * @param version the version of the format, {@value #VERSION}
 * @param setting the cluster and its writes
 * @param elapsedSecondsWithout T: the time of all phases if every node computes and writes for itself
 * @param division the division of the nodes that was asked for; the best if none was
 * @param best the division that takes the least time
 * @param bestDedupShare the share of nodes that would take the least if nodes could be split
 * @param breakEvenDedupShare the share of nodes from which deduplication costs time, for any duration and any rate. It is 0 or less if
 *     every share costs time
 * @param leastReductionRatio the least reduction at which a division of so many nodes pays in the long run; null if none does
 */
public record InlineResult(
        String format,
        int version,
        Setting setting,
        Double elapsedSecondsWithout,
        Division division,
        Division best,
        Double bestDedupShare,
        Double breakEvenDedupShare,
        @Nullable Double leastReductionRatio) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-inline";
    /** The version of the format. */
    public static final int VERSION = 1;

    /**
     * The cluster and its writes. All rates are those of one node.
     *
     * @param nodes n: the number of nodes, at least 2
     * @param phases k: the number of phases; in each phase all nodes compute and then write
     * @param phaseBytes W: the bytes that all of them together write in a phase
     * @param computeBytesPerSecond C: the rate at which a node produces the data that it writes
     * @param storageBytesPerSecond b: the rate at which it writes to the storage
     * @param interconnectBytesPerSecond b_h: the rate at which it sends to another node
     * @param dedupBytesPerSecond C': the rate at which a node deduplicates
     * @param reductionRatio phi: W over W', the bytes of a phase that are left to write
     * @param phaseBytesSource the origin of {@code phaseBytes}, in a few words
     * @param dedupRateSource the origin of {@code dedupBytesPerSecond}
     * @param reductionSource the origin of {@code reductionRatio}
     */
    public record Setting(
            int nodes,
            long phases,
            long phaseBytes,
            long computeBytesPerSecond,
            long storageBytesPerSecond,
            long interconnectBytesPerSecond,
            long dedupBytesPerSecond,
            Double reductionRatio,
            String phaseBytesSource,
            String dedupRateSource,
            String reductionSource) {

        /** The origin of a value from the command line. */
        public static final String GIVEN = "given";

        /** Refuses impossible numbers. */
        public Setting {
            if (nodes < 2
                    || phases < 1
                    || phaseBytes < 1
                    || computeBytesPerSecond < 1
                    || storageBytesPerSecond < 1
                    || interconnectBytesPerSecond < 1
                    || dedupBytesPerSecond < 1
                    || !(reductionRatio > 0 && reductionRatio < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("no such cluster: nodes " + nodes + ", phases " + phases
                        + ", phaseBytes " + phaseBytes + ", computeBytesPerSecond " + computeBytesPerSecond
                        + ", storageBytesPerSecond " + storageBytesPerSecond + ", interconnectBytesPerSecond "
                        + interconnectBytesPerSecond + ", dedupBytesPerSecond " + dedupBytesPerSecond
                        + ", reductionRatio " + reductionRatio);
            }
        }
    }

    /**
     * A division of the nodes: some deduplicate, the others compute.
     *
     * @param dedupNodes how many deduplicate
     * @param dedupShare r: their share of all nodes
     * @param computePhaseSeconds the time in which the others compute and send a phase
     * @param dedupPhaseSeconds the time in which these deduplicate a phase and write the rest
     * @param overlaps whether they finish a phase before the next one comes
     * @param elapsedSeconds T': the time of all phases
     * @param gain T / T'
     * @param longRunGain the limit of the gain with many phases
     * @param leastDedupBytesPerSecond the least C' with which such a division overlaps, rounded up; null if no rate does, because writing
     *     alone takes too long
     */
    public record Division(
            int dedupNodes,
            Double dedupShare,
            Double computePhaseSeconds,
            Double dedupPhaseSeconds,
            boolean overlaps,
            Double elapsedSeconds,
            Double gain,
            Double longRunGain,
            @Nullable Long leastDedupBytesPerSecond) {}
}
