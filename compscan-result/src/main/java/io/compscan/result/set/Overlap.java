package io.compscan.result.set;

import io.compscan.result.Layout;
import io.compscan.result.Layout.Method;
import io.compscan.result.LeftOut;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The common chunks of merged sets, under one chunking.
 *
 * @param chunking canonical name
 * @param shares one for each set
 * @param method the method of counting the chunks; null if all of them were counted, so that every number is exact
 */
public record Overlap(
        String chunking,
        List<Share> shares,
        @LeftOut @Nullable Method method) {

    /**
     * One set among the others.
     *
     * @param uniqueBytes one copy of each distinct non-zero chunk that the set holds
     * @param exclusiveBytes the bytes of those chunks that no other set holds; they would be freed if the set were deleted
     * @param uniqueShareBytes its share of the union, each chunk shared equally among its references; over all sets they add up to
     *     the union's {@code uniqueBytes}
     * @param commonBytes for each set the bytes of the distinct chunks that both hold; with itself {@code uniqueBytes}
     * @param exclusiveBytesLow the lower end of the 95 % interval of {@code exclusiveBytes}; null if nothing is estimated; the others
     *     likewise
     * @param commonBytesLow the lower end for each set; null if nothing is estimated
     */
    public record Share(
            long uniqueBytes,
            long exclusiveBytes,
            long uniqueShareBytes,
            List<Long> commonBytes,
            @LeftOut @Nullable Long exclusiveBytesLow,
            @LeftOut @Nullable Long exclusiveBytesHigh,
            @LeftOut @Nullable Long uniqueShareBytesLow,
            @LeftOut @Nullable Long uniqueShareBytesHigh,
            @LeftOut @Nullable List<Long> commonBytesLow,
            @LeftOut @Nullable List<Long> commonBytesHigh) {

        /** Copies the lists. */
        public Share {
            commonBytes = List.copyOf(commonBytes);
            commonBytesLow = commonBytesLow == null || commonBytesLow.isEmpty() ? null : List.copyOf(commonBytesLow);
            commonBytesHigh =
                    commonBytesHigh == null || commonBytesHigh.isEmpty() ? null : List.copyOf(commonBytesHigh);
        }

        /** An exact share. */
        public Share(long uniqueBytes, long exclusiveBytes, long uniqueShareBytes, List<Long> commonBytes) {
            this(uniqueBytes, exclusiveBytes, uniqueShareBytes, commonBytes, null, null, null, null, null, null);
        }

        /**
         * An estimated share.
         *
         * @param exclusive the interval of {@code exclusiveBytes}
         * @param uniqueShare the interval of {@code uniqueShareBytes}
         */
        public Share(
                long uniqueBytes,
                long exclusiveBytes,
                long uniqueShareBytes,
                List<Long> commonBytes,
                Layout.Range exclusive,
                Layout.Range uniqueShare,
                List<Long> commonBytesLow,
                List<Long> commonBytesHigh) {
            this(
                    uniqueBytes,
                    exclusiveBytes,
                    uniqueShareBytes,
                    commonBytes,
                    exclusive.low(),
                    exclusive.high(),
                    uniqueShare.low(),
                    uniqueShare.high(),
                    commonBytesLow,
                    commonBytesHigh);
        }

        /** Whether each number has an interval that holds it. */
        private boolean holds(int count) {
            Long exclusiveLow = exclusiveBytesLow;
            Long exclusiveHigh = exclusiveBytesHigh;
            Long uniqueLow = uniqueShareBytesLow;
            Long uniqueHigh = uniqueShareBytesHigh;
            List<Long> commonLow = commonBytesLow;
            List<Long> commonHigh = commonBytesHigh;
            if (exclusiveLow == null
                    || exclusiveHigh == null
                    || uniqueLow == null
                    || uniqueHigh == null
                    || commonLow == null
                    || commonHigh == null) {
                return false;
            }
            boolean holds = commonLow.size() == count
                    && commonHigh.size() == count
                    && exclusiveLow <= exclusiveBytes
                    && exclusiveBytes <= exclusiveHigh
                    && uniqueLow <= uniqueShareBytes
                    && uniqueShareBytes <= uniqueHigh;
            for (int j = 0; holds && j < count; j++) {
                holds = commonLow.get(j) <= commonBytes.get(j) && commonBytes.get(j) <= commonHigh.get(j);
            }
            return holds;
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
                    && share.commonBytes().get(i) == share.uniqueBytes()
                    && (method == null ? share.uniqueShareBytes() <= share.uniqueBytes() : share.holds(shares.size()));
            for (int j = 0; holds && j < i; j++) {
                long both = share.commonBytes().get(j);
                holds = both >= 0 && both == shares.get(j).commonBytes().get(i);
                // Estimates may exceed each other, for the smaller of two may be the wrong one.
                holds &= method != null
                        || both <= Math.min(share.uniqueBytes(), shares.get(j).uniqueBytes());
            }
            if (!holds) {
                throw new IllegalStateException(
                        "the overlap of " + chunking + " does not add up in row " + (i + 1) + ": " + share);
            }
        }
    }

    /** An exact overlap. */
    public Overlap(String chunking, List<Share> shares) {
        this(chunking, shares, null);
    }

    /** An overlap estimated from the sketch of the union. */
    public static Overlap ofEstimate(String chunking, List<Share> shares) {
        return new Overlap(chunking, shares, Method.SKETCH);
    }
}
