package io.compscan.core.fold.ledger;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Whole bytes for the parts of something, that add up to it. */
final class Apportionment {

    private Apportionment() {}

    /**
     * Gives each part its estimate, as far as it has room. The remaining bytes go, one by one, to the parts that rounding has cut most.
     * A larger remainder goes to all parts in proportion to their room.
     *
     * @param total the sum of all parts
     * @param whole the estimates, rounded down
     * @param fractions the fractions that were cut off, in any unit
     * @param most the most that each part can have
     */
    static long[] of(long total, long[] whole, long[] fractions, long[] most) {
        int count = whole.length;
        long[] parts = new long[count];
        long left = total;
        for (int i = 0; i < count; i++) {
            parts[i] = Math.min(Math.min(whole[i], most[i]), left);
            left -= parts[i];
        }
        if (left > count) {
            left -= addByRoom(left, parts, most);
        }
        if (left > 0) {
            int[] byFraction = IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.comparingLong((Integer i) -> fractions[i])
                            .reversed()
                            .thenComparing(Comparator.naturalOrder()))
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (boolean gave = true; gave && left > 0; ) {
                gave = false;
                for (int i = 0; i < count && left > 0; i++) {
                    if (parts[byFraction[i]] < most[byFraction[i]]) {
                        parts[byFraction[i]]++;
                        left--;
                        gave = true;
                    }
                }
            }
        }
        if (count > 0) {
            // No part has room. This can only be if a scan was cut off in the middle of a chunk.
            parts[0] += left;
        }
        return parts;
    }

    /** Tells how much was added, all but a few bytes. */
    private static long addByRoom(long amount, long[] parts, long[] most) {
        double allRoom = 0;
        for (int i = 0; i < parts.length; i++) {
            allRoom += most[i] - parts[i];
        }
        long added = 0;
        for (int i = 0; i < parts.length && allRoom > 0; i++) {
            long room = most[i] - parts[i];
            long more = Math.min(Math.min(room, amount - added), (long) (amount * (room / allRoom)));
            parts[i] += more;
            added += more;
        }
        return added;
    }
}
