package io.compscan.core;

import java.util.Arrays;

/**
 * Positions of a unit, kept as ranges {@code [from, to)}; ranges that touch are one. One thread.
 *
 * <pre>
 *   ranges   [2, 5) [9, 12)        bounds   2  5  9  12      strictly ascending; a start has an even index, an end an odd one
 * </pre>
 *
 * <p>To add in the middle moves all that is behind. That suits ranges that are few, or that come in ascending order.
 */
public final class Ranges {

    private static final int FIRST_ROOM = 8;

    private long[] bounds = {};
    private int boundCount;

    /** Takes a range. */
    @FunctionalInterface
    public interface Visitor {
        void range(long from, long to);
    }

    public boolean isEmpty() {
        return boundCount == 0;
    }

    /** Adds a range; positions that are there already stay. An empty range adds nothing. */
    public void add(long from, long to) {
        if (from >= to) {
            return;
        }
        int first = indexFrom(from);
        int behind = indexBehind(to);
        // A range that holds or touches an end of the new one keeps its own bound there.
        int starts = isStart(first) ? 1 : 0;
        int ends = isStart(behind) ? 1 : 0;
        replace(first, behind, starts + ends);
        if (starts > 0) {
            bounds[first] = from;
        }
        if (ends > 0) {
            bounds[first + starts] = to;
        }
    }

    /** Removes all positions below this one. */
    public void removeBelow(long position) {
        int behind = indexBehind(position);
        boolean isInside = !isStart(behind);
        replace(0, behind, isInside ? 1 : 0);
        if (isInside) {
            bounds[0] = position;
        }
    }

    /** The positions from {@code from} to {@code to} that are here. */
    public Ranges within(long from, long to) {
        Ranges found = new Ranges();
        for (int i = indexBehind(from) & ~1; i < boundCount && bounds[i] < to; i += 2) {
            found.add(Math.max(from, bounds[i]), Math.min(to, bounds[i + 1]));
        }
        return found;
    }

    /** The positions from {@code from} to {@code to} that are not here. */
    public Ranges missing(long from, long to) {
        Ranges missing = new Ranges();
        long position = from;
        for (int i = indexBehind(from) & ~1; i < boundCount && bounds[i] < to; i += 2) {
            missing.add(position, bounds[i]);
            position = bounds[i + 1];
        }
        missing.add(position, to);
        return missing;
    }

    /** Visits the ranges in ascending order. */
    public void forEach(Visitor visitor) {
        for (int i = 0; i < boundCount; i += 2) {
            visitor.range(bounds[i], bounds[i + 1]);
        }
    }

    private static boolean isStart(int index) {
        return index % 2 == 0;
    }

    /** The index of the first bound that is not below the position. */
    private int indexFrom(long position) {
        int index = Arrays.binarySearch(bounds, 0, boundCount, position);
        return index < 0 ? -index - 1 : index;
    }

    /** The index of the first bound that is above the position. */
    private int indexBehind(long position) {
        int index = Arrays.binarySearch(bounds, 0, boundCount, position);
        return index < 0 ? -index - 1 : index + 1;
    }

    /** Puts so many bounds, which the caller sets, in the place of {@code [from, to)}. */
    private void replace(int from, int to, int count) {
        int newCount = boundCount - (to - from) + count;
        long[] old = bounds;
        if (newCount > bounds.length) {
            bounds = Arrays.copyOf(old, Math.max(FIRST_ROOM, 2 * newCount));
        }
        System.arraycopy(old, to, bounds, from + count, boundCount - to);
        boundCount = newCount;
    }
}
