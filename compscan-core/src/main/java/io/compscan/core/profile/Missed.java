package io.compscan.core.profile;

import io.compscan.result.ProfileResult.Estimated;

/**
 * The duplicates that the index of a target system does not find, because it has forgotten their chunks.
 *
 * @param bytes their bytes as they are read
 * @param lowBytes the lower end of an interval of 95 %
 * @param highBytes the upper end
 * @param copyShare the further copies that are stored for a missed duplicate; fewer than one where chunks have several copies anyhow
 * @param storedShare what a byte of such a copy is stored in; 0 if that is not known
 * @param isExact whether all writes were looked at
 */
public record Missed(
        double bytes, double lowBytes, double highBytes, double copyShare, double storedShare, boolean isExact) {

    /** The same where chunks are so much shorter or longer on the mean than was taken. */
    public Missed withLengths(double lowFactor, double highFactor) {
        return new Missed(bytes, lowBytes * lowFactor, highBytes * highFactor, copyShare, storedShare, isExact);
    }

    /** The bytes and their interval, rounded; the data has no more duplicates than this. */
    public Estimated rounded(long duplicateBytes) {
        long rounded = Math.min(duplicateBytes, Math.round(bytes));
        return new Estimated(
                rounded,
                Math.max(0, Math.min(rounded, (long) Math.floor(lowBytes))),
                Math.max(rounded, Math.min(duplicateBytes, (long) Math.ceil(highBytes))));
    }
}
