package io.compscan.core.result.set;

import java.util.List;

/**
 * The common chunks of merged sets, under one chunking.
 *
 * @param chunking canonical name
 * @param shares one for each set
 */
public record Overlap(String chunking, List<Share> shares) {

    /**
     * One set among the others.
     *
     * @param uniqueBytes one copy of each distinct non-zero chunk that the set holds
     * @param exclusiveBytes those of them that no other set holds: what would be freed if the set went
     * @param uniqueShareBytes its share of the union, each chunk shared equally among its references; over all sets they add up to
     *     the union's {@code uniqueBytes}
     * @param commonBytes for each set the bytes of the distinct chunks that both hold; with itself {@code uniqueBytes}
     */
    public record Share(long uniqueBytes, long exclusiveBytes, long uniqueShareBytes, List<Long> commonBytes) {

        /** Copies the list. */
        public Share {
            commonBytes = List.copyOf(commonBytes);
        }
    }

    /** Copies the list; refuses a matrix that contradicts itself. */
    public Overlap {
        shares = List.copyOf(shares);
        for (int i = 0; i < shares.size(); i++) {
            Share share = shares.get(i);
            boolean holds = share.commonBytes().size() == shares.size()
                    && share.exclusiveBytes() >= 0
                    && share.exclusiveBytes() <= share.uniqueShareBytes()
                    && share.uniqueShareBytes() <= share.uniqueBytes()
                    && share.commonBytes().get(i) == share.uniqueBytes();
            for (int j = 0; holds && j < i; j++) {
                long both = share.commonBytes().get(j);
                holds = both >= 0
                        && both == shares.get(j).commonBytes().get(i)
                        && both <= Math.min(share.uniqueBytes(), shares.get(j).uniqueBytes());
            }
            if (!holds) {
                throw new IllegalStateException(
                        "the overlap of " + chunking + " does not add up in row " + (i + 1) + ": " + share);
            }
        }
    }
}
