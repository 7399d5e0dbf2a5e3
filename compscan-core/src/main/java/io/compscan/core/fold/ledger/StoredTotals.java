package io.compscan.core.fold.ledger;

/**
 * The stored size of all chunks of a scheme.
 *
 * @param chunking the chunking of the scheme
 * @param compressor whose sizes are charged
 * @param nonZeroBytes the bytes of all references
 * @param uniqueBytes one copy of each chunk
 * @param physicalBytes the stored bytes of these copies
 * @param lastKnownKey the largest key, unsigned, up to which reported stored sizes count
 * @param relativeError half the width of the interval of {@code physicalBytes}, as a part of it; 0 if it is exact
 * @param groupError the same for chunks of one kind, where stored sizes are known except for a factor that depends on the kind; else 0
 */
public record StoredTotals(
        String chunking,
        String compressor,
        long nonZeroBytes,
        long uniqueBytes,
        long physicalBytes,
        long lastKnownKey,
        double relativeError,
        double groupError) {

    /** The totals of stored sizes without a factor that depends on the kind. */
    public StoredTotals(
            String chunking,
            String compressor,
            long nonZeroBytes,
            long uniqueBytes,
            long physicalBytes,
            long lastKnownKey,
            double relativeError) {
        this(chunking, compressor, nonZeroBytes, uniqueBytes, physicalBytes, lastKnownKey, relativeError, 0);
    }

    /**
     * Half the width of the interval of a group, as a part of its sum of stored sizes.
     *
     * <p>Factors that deviate by {@code s} can make a group deviate by {@code s sqrt((1 - f) / f)} at most, where {@code f} is its share of
     * all bytes. A group reaches this bound if all of it is on one side, and the rest on the other.
     *
     * @param share the part of all stored bytes that the group takes
     */
    double relativeError(double share) {
        double kind = share <= 0 ? 1 : Math.min(1, Math.sqrt(Math.max(0, 1 - share) / share));
        return Math.hypot(relativeError, groupError * kind);
    }
}
