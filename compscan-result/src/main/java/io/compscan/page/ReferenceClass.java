package io.compscan.page;

import io.compscan.result.Refcount;
import java.util.ArrayList;
import java.util.List;

/**
 * Distinct chunks that occur about as often: the reference counts between two powers of two.
 *
 * @param from the least count
 * @param to the least count that no longer belongs here
 * @param chunks distinct chunks
 * @param bytes one copy of each
 * @param referencedBytes the bytes of all their references
 */
record ReferenceClass(long from, long to, long chunks, long bytes, long referencedBytes) {

    /** The classes that hold chunks, in ascending order. */
    static List<ReferenceClass> of(List<Refcount> refcounts) {
        List<ReferenceClass> classes = new ArrayList<>();
        for (Refcount row : refcounts) {
            long from = Long.highestOneBit(row.references());
            long to = from > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * from;
            int last = classes.size() - 1;
            ReferenceClass sum = last >= 0 && classes.get(last).from == from
                    ? classes.remove(last)
                    : new ReferenceClass(from, to, 0, 0, 0);
            classes.add(new ReferenceClass(
                    from,
                    to,
                    sum.chunks + row.chunks(),
                    sum.bytes + row.bytes(),
                    sum.referencedBytes + row.references() * row.bytes()));
        }
        return classes;
    }
}
