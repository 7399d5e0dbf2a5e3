package io.compscan.core.fingerprint;

import io.compscan.core.chunk.ChunkList;

/** Computes fingerprints; belongs to one thread. */
@FunctionalInterface
public interface Fingerprinter {

    /**
     * Writes the fingerprint of each chunk of {@code data}, one after another.
     *
     * @param fingerprints receives {@code chunks.size()} digests of the algorithm's length
     */
    void fingerprint(byte[] data, ChunkList chunks, byte[] fingerprints);
}
