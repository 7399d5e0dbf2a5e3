package io.compscan.core.set.place;

import java.util.ArrayList;
import java.util.List;

/**
 * What may lie where: pools with their room, volumes with their places now, pins and limits.
 *
 * @param pools one or more
 * @param volumes as many as each pool's sharing has
 * @param maxMovedBytes the most bytes of volumes that move
 * @param maxMoves the most volumes that move
 */
record Problem(List<Pool> pools, List<Volume> volumes, long maxMovedBytes, long maxMoves) {

    /** No pool. */
    static final int NOWHERE = -1;

    /**
     * A pool.
     *
     * @param sharing of all volumes on its system
     * @param usableBytes what its volumes may take
     */
    record Pool(Sharing sharing, long usableBytes) {}

    /**
     * A volume.
     *
     * @param bytes what a move of it copies
     * @param home the pool where it lies now, or {@link #NOWHERE}
     * @param pin the only pool where it may lie, or {@link #NOWHERE}
     */
    record Volume(long bytes, int home, int pin) {

        boolean mayLieOn(int pool) {
            return pin == NOWHERE || pin == pool;
        }

        /** Whether it moves if it lies there. */
        boolean movesTo(int pool) {
            return home != NOWHERE && home != pool;
        }
    }

    /** Copies the lists. */
    Problem {
        pools = List.copyOf(pools);
        volumes = List.copyOf(volumes);
    }

    /** The same with other room on the pools. */
    Problem withUsableBytes(long[] usableBytes) {
        List<Pool> others = new ArrayList<>();
        for (int i = 0; i < pools.size(); i++) {
            others.add(new Pool(pools.get(i).sharing, usableBytes[i]));
        }
        return new Problem(others, volumes, maxMovedBytes, maxMoves);
    }

    /** No placement takes less: each volume at the least that it adds to anything. */
    long leastBytes() {
        double bytes = 0;
        for (int volume = 0; volume < volumes.size(); volume++) {
            double least = Double.POSITIVE_INFINITY;
            for (int pool = 0; pool < pools.size(); pool++) {
                if (volumes.get(volume).mayLieOn(pool)) {
                    least = Math.min(least, pools.get(pool).sharing.leastBytes(volume));
                }
            }
            bytes += least;
        }
        return Math.max(0, (long) Math.floor(bytes));
    }
}
