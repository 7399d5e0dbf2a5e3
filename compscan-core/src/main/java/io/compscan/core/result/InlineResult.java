package io.compscan.core.result;

import org.jspecify.annotations.Nullable;

/**
 * Whether it pays to let some nodes of a cluster deduplicate what the others write; the document of {@code compscan plan --inline}.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param setting what the cluster is and what it writes
 * @param elapsedSecondsWithout T: how long all phases take if every node computes and writes for itself
 * @param division the division of the nodes that was asked for; the best if none was
 * @param best the division that takes the least time
 * @param bestDedupShare the share of nodes that would take the least if nodes could be split
 * @param breakEvenDedupShare the share of nodes from which on deduplication takes longer than none, however long it runs and however fast
 *     it is; 0 or less if any share does
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
     * @param nodes n: how many there are, at least 2
     * @param phases k: how often all of them compute and then write
     * @param phaseBytes W: what all of them together write in a phase
     * @param computeBytesPerSecond C: how fast a node produces what it writes
     * @param storageBytesPerSecond b: how fast it writes to the storage
     * @param interconnectBytesPerSecond b_h: how fast it sends to another node
     * @param dedupBytesPerSecond C': how fast a node deduplicates
     * @param reductionRatio phi: W over W', what is left to write of a phase
     * @param phaseBytesSource where {@code phaseBytes} is from, in a few words
     * @param dedupRateSource where {@code dedupBytesPerSecond} is from
     * @param reductionSource where {@code reductionRatio} is from
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

        /** The source of what was given on the command line. */
        public static final String GIVEN = "given";

        /** Refuses what no cluster is like. */
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
     * Some nodes deduplicate, the others compute.
     *
     * @param dedupNodes how many deduplicate
     * @param dedupShare r: their share of all nodes
     * @param computePhaseSeconds how long the others compute a phase and send it
     * @param dedupPhaseSeconds how long these deduplicate a phase and write what is left
     * @param overlaps whether they are done with a phase by the time the next one comes
     * @param elapsedSeconds T': how long all phases take
     * @param gain T / T'
     * @param longRunGain what the gain comes close to with many phases
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
