package io.compscan.core.set.place;

import io.compscan.core.profile.Profile;
import java.util.List;

/**
 * What a placement is asked for.
 *
 * @param pools one or more, with different names
 * @param now where sets are now; sets without a rule are new
 * @param pins where sets must lie
 * @param maxMovedBytes the most bytes of sets that move
 * @param maxMoves the most sets that move
 * @param seed of the search
 */
public record PlaceRequest(
        List<Pool> pools, List<Rule> now, List<Rule> pins, long maxMovedBytes, long maxMoves, long seed) {

    /**
     * A pool.
     *
     * @param name as the result calls it
     * @param capacityBytes its capacity
     * @param headroom the share of it that stays free, below 1
     * @param profile its system
     */
    public record Pool(String name, long capacityBytes, double headroom, Profile profile) {

        /** What its sets may take. */
        long usableBytes() {
            return (long) Math.floor(capacityBytes * (1 - headroom));
        }
    }

    /**
     * Sets and their pool.
     *
     * @param sets a name of a set, where {@code *} stands for any text
     * @param pool the name of the pool; of a pin it may be empty: where the set is now
     */
    public record Rule(String sets, String pool) {

        @Override
        public String toString() {
            return pool.isEmpty() ? sets : sets + "=" + pool;
        }
    }

    /** Copies the lists; refuses pools with one name, and rules of pools that are not there. */
    public PlaceRequest {
        pools = List.copyOf(pools);
        now = List.copyOf(now);
        pins = List.copyOf(pins);
        List<String> names = pools.stream().map(Pool::name).toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("--pool: there is none; each has a name, a size and a system");
        }
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("--pool: each pool needs a name of its own");
        }
        check("--at", now, names, false);
        check("--keep", pins, names, true);
    }

    private static void check(String option, List<Rule> rules, List<String> names, boolean mayBeEmpty) {
        for (Rule rule : rules) {
            if (!names.contains(rule.pool) && !(mayBeEmpty && rule.pool.isEmpty())) {
                throw new IllegalArgumentException(option + " " + rule + ": there is no pool '" + rule.pool
                        + "'; the pools are " + String.join(", ", names));
            }
        }
    }

    /** The position of a pool. */
    int poolNumber(String name) {
        return pools.stream().map(Pool::name).toList().indexOf(name);
    }
}
