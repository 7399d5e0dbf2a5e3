package io.compscan.core.kernel;

/** A plain and a fast kernel with one input, so that their times and results can be compared. */
public interface Contest {

    /** Computes the result with the fast kernel. */
    void runFast();

    /** Computes the result with the plain kernel. */
    void runPlain();

    /** Returns whether the last two results are equal. */
    boolean agree();
}
