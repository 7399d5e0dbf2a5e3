package io.compscan.core.index;

/** The answer of an index to a batch: which chunks it takes for new. */
public interface NewChunks {

    /**
     * Whether the index takes chunk {@code i} for one that it has never seen; {@code i} counts as in the batch. An index that keeps a sample
     * calls only those chunks new whose stored sizes it wants.
     */
    boolean isNew(int i);

    /** Whether the index takes note of a stored size of chunk {@code i}, be the chunk new or not. */
    default boolean wantsSize(int i) {
        return true;
    }

    /**
     * Whether the index never called any of these new chunks new before. A caller that counts new chunks leaves the others out.
     */
    boolean areCertain();
}
