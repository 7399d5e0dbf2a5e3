package io.compscan.core.chunk.rolling;

/** Finds the candidates in bytes; belongs to one thread. */
@FunctionalInterface
public interface CandidateSource {

    /** Appends all candidates whose windows lie in {@code data[from, to)}, in ascending order. */
    void find(byte[] data, int from, int to, Candidates candidates);
}
