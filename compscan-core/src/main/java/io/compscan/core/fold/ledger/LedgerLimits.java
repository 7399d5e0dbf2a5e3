package io.compscan.core.fold.ledger;

/**
 * Bounds on what a ledger records.
 *
 * @param pairs the most pairs of a sampled chunk and an account that refers to it
 * @param directories the most directories that are charged apart
 */
public record LedgerLimits(int pairs, int directories) {
    /**
     * The default costs less than a hundredth of the time that reading a few gigabytes takes. It charges a directory with a tenth of
     * the data to about 4 per cent.
     */
    public static final LedgerLimits DEFAULT = new LedgerLimits(1 << 15, 1 << 16);

    /** Where every chunk is compressed: no sample is taken of 1 GB in chunks of 4 KiB. Takes up to some 40 MB of memory. */
    public static final LedgerLimits EXACT = new LedgerLimits(1 << 18, 1 << 16);

    /** These limits with no more pairs than so many. */
    public LedgerLimits withPairs(int most) {
        return new LedgerLimits(Math.min(most, pairs), directories);
    }
}
