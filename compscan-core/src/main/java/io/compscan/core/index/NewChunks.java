package io.compscan.core.index;

/** The answer of an index to a batch: which chunks it takes for new. */
public interface NewChunks {

    /** Whether the index takes chunk {@code i} for one that it has never seen; {@code i} counts as in the batch. */
    boolean isNew(int i);

    /**
     * Whether the index never called any of these new chunks new before. A caller that counts new chunks leaves the others out.
     */
    boolean areCertain();
}
