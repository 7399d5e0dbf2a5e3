package io.compscan.result.set;

import io.compscan.result.LeftOut;
import io.compscan.result.ProfileResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which fingerprint set goes on which pool; the document of {@code compscan place}.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param overBytes what pools take beyond their usable bytes, all together; 0 if everything fits
 * @param pools in the order given
 * @param sets in the order given
 * @param moves the sets that leave the pool where they are now, in the order in which to move them
 * @param compared other ways to place the sets
 * @param search how the placement was found
 */
public record PlaceResult(
        String format,
        int version,
        long overBytes,
        List<Pool> pools,
        List<PlacedSet> sets,
        List<Move> moves,
        List<Compared> compared,
        Search search) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-place";
    /** The version of the format that this code writes. */
    public static final int VERSION = 1;

    /**
     * A pool. What it takes is what a merge of its sets has on its system.
     *
     * @param name as given
     * @param profile its system
     * @param capacityBytes as given
     * @param usableBytes what the headroom leaves of that
     * @param sets how many sets lie there
     * @param now what the sets take that lie there now; null if there are none, or if it is not known where all sets lie now
     * @param taken what the sets will take that are placed there; null if there are none
     */
    public record Pool(
            String name,
            String profile,
            long capacityBytes,
            long usableBytes,
            int sets,
            @Nullable ProfileResult now,
            @Nullable ProfileResult taken) {

        /** What the sets take that are placed there. */
        public long allocatedBytes() {
            return taken == null ? 0 : taken.allocatedBytes();
        }

        /** The lower end of its interval. */
        public long allocatedBytesLow() {
            return taken == null ? 0 : taken.allocatedBytesLow();
        }

        /** The upper end of its interval. */
        public long allocatedBytesHigh() {
            return taken == null ? 0 : taken.allocatedBytesHigh();
        }

        /** What it takes beyond its usable bytes. */
        public long overBytes() {
            return Math.max(0, allocatedBytes() - usableBytes);
        }
    }

    /**
     * A set and its place.
     *
     * @param name short, as the tables show it
     * @param file the path, as given
     * @param scannedBytes what a move of it copies
     * @param incomplete true if its scan was stopped before the end, or could not read everything
     * @param unreadDirectoryCount directories that could not be listed, whose size is unknown
     * @param from the pool where it is now; null if it is new
     * @param pool the pool where it goes
     * @param kept whether it was pinned there
     */
    public record PlacedSet(
            String name,
            String file,
            long scannedBytes,
            boolean incomplete,
            long unreadDirectoryCount,
            @Nullable String from,
            String pool,
            boolean kept) {}

    /**
     * A set that leaves its pool, after those before it have. Its figures are estimates from a sample of the shared chunks.
     *
     * @param set the name of the set
     * @param from the pool where it is now
     * @param to the pool where it goes
     * @param movedBytes what is copied
     * @param freedBytes what {@code from} takes less
     * @param costBytes what {@code to} takes more
     * @param fits whether {@code to} has room for it at that time
     */
    public record Move(
            String set, String from, String to, long movedBytes, long freedBytes, long costBytes, boolean fits) {

        /** What it saves; below 0 if others gain by it. */
        public long gainBytes() {
            return freedBytes - costBytes;
        }
    }

    /** A way to place the sets. */
    public enum Way {
        /** All sets on one pool, by the fold of a merge. */
        ONE_POOL,
        /** Every set where it is now, by the fold of a merge. */
        NOW,
        /** Each set on any pool that it may lie on: the mean of 100 draws, by the sample. */
        RANDOM,
        /** No placement takes less, whatever the room, by the sample. */
        BOUND
    }

    /**
     * Another way.
     *
     * @param way its kind
     * @param pool the pool, if it is all on one
     * @param allocatedBytes what all sets take
     * @param overBytes what they take beyond usable bytes; null if that was not computed
     */
    public record Compared(
            Way way,
            @LeftOut @Nullable String pool,
            long allocatedBytes,
            @LeftOut @Nullable Long overBytes) {}

    /** How a placement was found. */
    public enum Method {
        /** Every assignment was looked at: by the sample there is no better one. */
        ALL,
        /** Greedy, then improved by moves and swaps; another may be better. */
        LOCAL,
        /** Nothing that was found is better than to leave everything where it is. */
        NOW
    }

    /**
     * The search for a placement.
     *
     * @param method how it was found
     * @param tried assignments looked at, or local optima found
     * @param seed of the search
     * @param sampledChunkCount the chunks in the sample that two or more sets hold, of the pools' systems together
     * @param rate the least share of the distinct chunks in a sample; 1 if all were counted
     * @param expectedBytes what all pools take by the sample, to be compared with the fold
     */
    public record Search(
            Method method, long tried, long seed, long sampledChunkCount, double rate, long expectedBytes) {}

    /** Copies the lists; refuses numbers that contradict each other. */
    public PlaceResult {
        pools = List.copyOf(pools);
        sets = List.copyOf(sets);
        moves = List.copyOf(moves);
        compared = List.copyOf(compared);
        long over = pools.stream().mapToLong(Pool::overBytes).sum();
        int placed = pools.stream().mapToInt(Pool::sets).sum();
        if (over != overBytes || placed != sets.size()) {
            throw new IllegalStateException("the pools hold " + placed + " of " + sets.size() + " sets and " + over
                    + " bytes too many, not overBytes " + overBytes);
        }
    }

    /** A result in the current format. */
    public PlaceResult(
            List<Pool> pools, List<PlacedSet> sets, List<Move> moves, List<Compared> compared, Search search) {
        this(FORMAT, VERSION, pools.stream().mapToLong(Pool::overBytes).sum(), pools, sets, moves, compared, search);
    }

    /** Whether every pool has room. */
    public boolean fits() {
        return overBytes == 0;
    }

    /** What all pools take. */
    public long allocatedBytes() {
        return pools.stream().mapToLong(Pool::allocatedBytes).sum();
    }

    /** What the moves copy. */
    public long movedBytes() {
        return moves.stream().mapToLong(Move::movedBytes).sum();
    }
}
