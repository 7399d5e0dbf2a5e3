package io.compscan.core.chunk;

import io.compscan.core.chunk.rolling.Candidates;

/** Finds the candidates in bytes; belongs to one thread. */
@FunctionalInterface
interface CandidateSource {

    /** Appends all candidates whose windows lie in {@code data[from, to)}, in ascending order. */
    void find(byte[] data, int from, int to, Candidates candidates);
}
