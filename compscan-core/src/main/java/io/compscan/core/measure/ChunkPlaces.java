package io.compscan.core.measure;

/**
 * Sees which chunk lies where in a unit, in the order in which its bytes are measured. One thread at a time, unless several measure parts of the
 * unit.
 */
public interface ChunkPlaces {

    /**
     * A chunk.
     *
     * @param position the position of its first byte in the unit
     * @param fingerprints holds its fingerprint at {@code offset}; valid during the call
     */
    void chunk(int scheme, long position, int lengthBytes, byte[] fingerprints, int offset);

    /** A chunk that is all zero. */
    void zeros(int scheme, long position, int lengthBytes);
}
