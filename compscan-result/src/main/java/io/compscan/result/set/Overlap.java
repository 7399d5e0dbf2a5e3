package io.compscan.result.set;

import io.compscan.result.Layout;
import io.compscan.result.Layout.Method;
import io.compscan.result.LeftOut;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
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

    /** Of more sets, the matrix of all pairs is too large for most programs. */
    public static final int MANY_SETS = 40;
    /** Of many sets, each has so many others that it shares most with. */
    public static final int PARTNERS = 32;
    /** Of many sets, so many that share most have each other as well. */
    public static final int CLOSE_SETS = 60;

    /**
     * Two sets by their numbers, the lower one first.
     *
     * @param commonBytes what both hold
     * @param smallerBytes the unique bytes of the smaller one
     */
    public record Pair(int one, int other, long commonBytes, long smallerBytes) {}

    /**
     * One set among the others.
     *
     * @param uniqueBytes one copy of each distinct non-zero chunk that the set holds
     * @param exclusiveBytes the bytes of those chunks that no other set holds; they would be freed if the set were deleted
     * @param uniqueShareBytes its share of the union, each chunk shared equally among its references; over all sets they add up to
     *     the union's {@code uniqueBytes}
     * @param commonBytes for each set the bytes of the distinct chunks that both hold; with itself {@code uniqueBytes}. With
     *     {@code partners}, for each of them
     * @param exclusiveBytesLow the lower end of the 95 % interval of {@code exclusiveBytes}; null if nothing is estimated; the others
     *     likewise
     * @param commonBytesLow the lower end for each set; null if nothing is estimated
     * @param partners the numbers of the sets that {@code commonBytes} has, ascending: the set itself and those that it shares most with;
     *     null if it has all
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
            @LeftOut @Nullable List<Long> commonBytesHigh,
            @LeftOut @Nullable List<Integer> partners) {

        /** Copies the lists. */
        public Share {
            commonBytes = List.copyOf(commonBytes);
            commonBytesLow = commonBytesLow == null || commonBytesLow.isEmpty() ? null : List.copyOf(commonBytesLow);
            commonBytesHigh =
                    commonBytesHigh == null || commonBytesHigh.isEmpty() ? null : List.copyOf(commonBytesHigh);
            partners = partners == null ? null : List.copyOf(partners);
        }

        /** An exact share among few sets. */
        public Share(long uniqueBytes, long exclusiveBytes, long uniqueShareBytes, List<Long> commonBytes) {
            this(uniqueBytes, exclusiveBytes, uniqueShareBytes, commonBytes, null);
        }

        /** An exact share; without partners, {@code commonBytes} has all sets. */
        public Share(
                long uniqueBytes,
                long exclusiveBytes,
                long uniqueShareBytes,
                List<Long> commonBytes,
                @Nullable List<Integer> partners) {
            this(
                    uniqueBytes,
                    exclusiveBytes,
                    uniqueShareBytes,
                    commonBytes,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    partners);
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
                    commonBytesHigh,
                    null);
        }

        /** The same share, whose common bytes are those with these sets; null for all. */
        public Share withPartners(@Nullable List<Integer> numbers) {
            return new Share(
                    uniqueBytes,
                    exclusiveBytes,
                    uniqueShareBytes,
                    commonBytes,
                    exclusiveBytesLow,
                    exclusiveBytesHigh,
                    uniqueShareBytesLow,
                    uniqueShareBytesHigh,
                    commonBytesLow,
                    commonBytesHigh,
                    numbers);
        }

        /** The sets that {@code commonBytes} has. */
        public List<Integer> listed() {
            return partners == null
                    ? IntStream.range(0, commonBytes.size()).boxed().toList()
                    : partners;
        }

        /** The place of a set in {@code commonBytes}; negative if it is not there. */
        public int placeOf(int set) {
            return partners == null ? set : Collections.binarySearch(partners, set);
        }

        /**
         * What it has in common with a set; null if that is not known. If it has fewer partners than it may have, it has nothing in
         * common with any other set.
         */
        private @Nullable Long common(int set) {
            int place = placeOf(set);
            if (place >= 0) {
                return commonBytes.get(place);
            }
            return commonBytes.size() <= PARTNERS ? Long.valueOf(0) : null;
        }

        /** The sum over the sets that it shares most with, {@value #PARTNERS} at most. */
        private long closeBytes(int self) {
            int own = placeOf(self);
            return IntStream.range(0, commonBytes.size())
                    .filter(place -> place != own)
                    .mapToObj(commonBytes::get)
                    .sorted(Comparator.reverseOrder())
                    .limit(PARTNERS)
                    .mapToLong(Long::longValue)
                    .sum();
        }

        /** Whether each number has an interval that holds it. */
        private boolean holds() {
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
            int count = commonBytes.size();
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
            List<Integer> listed = share.listed();
            boolean holds = listed.size() == share.commonBytes().size()
                    && (share.partners() != null || listed.size() == shares.size())
                    && share.exclusiveBytes() >= 0
                    && share.exclusiveBytes() <= share.uniqueShareBytes()
                    && share.placeOf(i) >= 0
                    && share.commonBytes().get(share.placeOf(i)) == share.uniqueBytes()
                    && (method == null ? share.uniqueShareBytes() <= share.uniqueBytes() : share.holds());
            for (int place = 0; holds && place < listed.size(); place++) {
                int j = listed.get(place);
                holds = j >= 0 && j < shares.size() && (place == 0 || listed.get(place - 1) < j);
                if (holds && j != i) {
                    long both = share.commonBytes().get(place);
                    Long back = shares.get(j).common(i);
                    holds = both >= 0 && (back == null || back == both);
                    // Estimates may exceed each other, for the smaller of two may be the wrong one.
                    holds &= method != null
                            || both
                                    <= Math.min(
                                            share.uniqueBytes(), shares.get(j).uniqueBytes());
                }
            }
            if (!holds) {
                throw new IllegalStateException(
                        "the overlap of " + chunking + " does not add up in row " + (i + 1) + ": " + share);
            }
        }
    }

    /** Whether there are pairs whose common bytes are left out: each has less than others of both sets. */
    public boolean isCut() {
        return shares.stream().anyMatch(share -> share.partners() != null);
    }

    /** What two sets have in common; null if that is not known, because both have more in common with others. */
    public @Nullable Long common(int one, int other) {
        Long common = shares.get(one).common(other);
        return common == null ? shares.get(other).common(one) : common;
    }

    /** The pairs that are listed, those that have most in common first. */
    public List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            Share share = shares.get(i);
            for (int j : share.listed()) {
                if (j > i || (j < i && shares.get(j).placeOf(i) < 0)) {
                    pairs.add(new Pair(
                            Math.min(i, j),
                            Math.max(i, j),
                            share.commonBytes().get(share.placeOf(j)),
                            Math.min(share.uniqueBytes(), shares.get(j).uniqueBytes())));
                }
            }
        }
        pairs.sort(Comparator.comparingLong(Pair::commonBytes)
                .reversed()
                .thenComparingInt(Pair::one)
                .thenComparingInt(Pair::other));
        return pairs;
    }

    /** The number of all pairs. */
    public long pairCount() {
        return (long) shares.size() * (shares.size() - 1) / 2;
    }

    /** The sets that share most with others, ascending; what any two of them have in common is known. */
    public List<Integer> closeSets() {
        long[] closeBytes = IntStream.range(0, shares.size())
                .mapToLong(set -> shares.get(set).closeBytes(set))
                .toArray();
        return closeSets(closeBytes);
    }

    /**
     * The sets that share most with others, ascending.
     *
     * @param closeBytes for each set what it has in common with those that it shares most with, {@value #PARTNERS} at most
     */
    public static List<Integer> closeSets(long[] closeBytes) {
        return IntStream.range(0, closeBytes.length)
                .boxed()
                .sorted(Comparator.comparingLong((Integer set) -> closeBytes[set])
                        .reversed())
                .limit(CLOSE_SETS)
                .sorted()
                .toList();
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
