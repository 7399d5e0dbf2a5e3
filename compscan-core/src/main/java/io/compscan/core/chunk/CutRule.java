package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.CandidateSource;

/**
 * A chunker's rule for candidates: its hash has a certain value under a mask.
 *
 * @param hash equal for chunkers that hash the same way, whatever their masks and values
 * @param mask the bits that count
 * @param value their value
 */
record CutRule(Hash hash, long mask, long value) {

    /** A rolling hash, without what makes a cut of it. */
    interface Hash {

        /** A source of the places with this value under the mask, each with its hash. */
        CandidateSource source(long mask, long value);
    }
}
