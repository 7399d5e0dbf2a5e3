package io.compscan.core.ledger;

/**
 * The stored size of all chunks of a scheme.
 *
 * @param chunking the chunking of the scheme
 * @param compressor whose sizes are charged
 * @param nonZeroBytes the bytes of all references
 * @param uniqueBytes one copy of each chunk
 * @param physicalBytes the stored bytes of these
 * @param lastKnownKey the largest key, unsigned, up to which stored sizes count where they are told
 * @param relativeError half the width of the interval of {@code physicalBytes}, as a part of it; 0 if it is exact
 */
public record StoredTotals(
        String chunking,
        String compressor,
        long nonZeroBytes,
        long uniqueBytes,
        long physicalBytes,
        long lastKnownKey,
        double relativeError) {}
