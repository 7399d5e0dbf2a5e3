package io.compscan.core.fold.calibrate;

import java.io.Serializable;

/** Turns what an index has noted of chunks into their stored sizes, and sums up what it has noted. One thread. */
public final class CalibratedSizes implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Calibrations calibrations;
    private final boolean hasAny;
    private final int[] sizes;
    private final long[] notedBytes;

    /** @param fieldCount how many sizes the index has of each chunk */
    public CalibratedSizes(Calibrations calibrations, int fieldCount) {
        this.calibrations = calibrations;
        hasAny = calibrations.hasAny();
        sizes = new int[fieldCount];
        notedBytes = new long[fieldCount];
    }

    /** Whether a size stands for another, so that the key of each chunk is needed. */
    public boolean hasAny() {
        return hasAny;
    }

    /**
     * The stored sizes of the next chunk, valid until the one after.
     *
     * @param key eight bytes of its fingerprint; read only where {@link #hasAny}
     * @param noted what the index has, a number for each field
     */
    public int[] of(long key, int lengthBytes, int[] noted) {
        if (!hasAny) {
            return noted;
        }
        for (int i = 0; i < sizes.length; i++) {
            notedBytes[i] += noted[i];
            sizes[i] = calibrations.storedBytes(i, key, lengthBytes, noted[i]);
        }
        return sizes;
    }

    /** Adds the sums of another with the same calibrations. */
    public void merge(CalibratedSizes other) {
        for (int i = 0; i < notedBytes.length; i++) {
            notedBytes[i] += other.notedBytes[i];
        }
    }

    /** The sum of the quick sizes of a compressor that has a calibration, in bytes. */
    public long quickBytes(int field) {
        return notedBytes[field];
    }
}
