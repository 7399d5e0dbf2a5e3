package io.compscan.core.fold.histogram;

import io.compscan.result.Refcount;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Counts distinct chunks and their bytes by the number of references; exact for every number. */
public final class ReferenceHistogram implements Serializable {

    /** Nearly all chunks have fewer references than this and need no look-up. */
    private static final int SMALL = 1024;

    private final long[] smallChunks = new long[SMALL];
    private final long[] smallBytes = new long[SMALL];
    private final TreeMap<Long, long[]> large = new TreeMap<>();

    /** Counts a distinct chunk. */
    public void add(long references, int lengthBytes) {
        if (references < SMALL) {
            smallChunks[(int) references]++;
            smallBytes[(int) references] += lengthBytes;
        } else {
            long[] chunksAndBytes = large.computeIfAbsent(references, unused -> new long[2]);
            chunksAndBytes[0]++;
            chunksAndBytes[1] += lengthBytes;
        }
    }

    /** Adds the counts of another. */
    public void merge(ReferenceHistogram other) {
        for (int references = 0; references < SMALL; references++) {
            smallChunks[references] += other.smallChunks[references];
            smallBytes[references] += other.smallBytes[references];
        }
        other.large.forEach((references, more) -> {
            long[] chunksAndBytes = large.computeIfAbsent(references, unused -> new long[2]);
            chunksAndBytes[0] += more[0];
            chunksAndBytes[1] += more[1];
        });
    }

    /** In ascending order of the references. */
    public List<Refcount> rows() {
        List<Refcount> rows = new ArrayList<>();
        for (int references = 0; references < SMALL; references++) {
            if (smallChunks[references] > 0) {
                rows.add(new Refcount(references, smallChunks[references], smallBytes[references]));
            }
        }
        large.forEach((references, chunksAndBytes) ->
                rows.add(new Refcount(references, chunksAndBytes[0], chunksAndBytes[1])));
        return rows;
    }
}
