package io.compscan.core;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Positions of a unit, kept as ranges {@code [from, to)}; ranges that touch are one. One thread. */
public final class Ranges {

    /** From the start of each range to its end. */
    private final NavigableMap<Long, Long> ends = new TreeMap<>();

    /** Takes a range. */
    @FunctionalInterface
    public interface Visitor {
        void range(long from, long to);
    }

    public boolean isEmpty() {
        return ends.isEmpty();
    }

    /** Adds a range; positions that are there already stay. An empty range adds nothing. */
    public void add(long from, long to) {
        if (from >= to) {
            return;
        }
        long start = from;
        long end = to;
        Map.Entry<Long, Long> near = ends.floorEntry(to);
        while (near != null && near.getValue() >= from) {
            start = Math.min(start, near.getKey());
            end = Math.max(end, near.getValue());
            ends.remove(near.getKey());
            near = ends.floorEntry(to);
        }
        ends.put(start, end);
    }

    /** Removes all positions below this one. */
    public void removeBelow(long position) {
        Map.Entry<Long, Long> first = ends.firstEntry();
        while (first != null && first.getKey() < position) {
            ends.pollFirstEntry();
            add(position, first.getValue());
            first = ends.firstEntry();
        }
    }

    /** The positions from {@code from} to {@code to} that are here. */
    public Ranges within(long from, long to) {
        Ranges found = new Ranges();
        Map.Entry<Long, Long> range = ends.floorEntry(from);
        if (range == null) {
            range = ends.higherEntry(from);
        }
        while (range != null && range.getKey() < to) {
            found.add(Math.max(from, range.getKey()), Math.min(to, range.getValue()));
            range = ends.higherEntry(range.getKey());
        }
        return found;
    }

    /** The positions from {@code from} to {@code to} that are not here. */
    public Ranges missing(long from, long to) {
        Ranges missing = new Ranges();
        long position = from;
        for (Map.Entry<Long, Long> range : within(from, to).ends.entrySet()) {
            missing.add(position, range.getKey());
            position = range.getValue();
        }
        missing.add(position, to);
        return missing;
    }

    /** Visits the ranges in ascending order. */
    public void forEach(Visitor visitor) {
        ends.forEach(visitor::range);
    }
}
