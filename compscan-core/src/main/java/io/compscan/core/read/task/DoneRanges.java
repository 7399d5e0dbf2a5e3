package io.compscan.core.read.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The ranges of a unit that have been dealt with; ranges that touch are joined. Any thread. */
final class DoneRanges {

    /** From the start of each range to its end. */
    private final NavigableMap<Long, Long> ends = new TreeMap<>();

    DoneRanges(List<ByteRange> done) {
        done.forEach(range -> ends.put(range.from(), range.to()));
    }

    synchronized void add(ByteRange range) {
        Map.Entry<Long, Long> before = ends.floorEntry(range.from());
        long start = before != null && before.getValue() == range.from() ? before.getKey() : range.from();
        Long end = ends.remove(range.to());
        ends.put(start, end == null ? range.to() : end);
    }

    /** The ranges in ascending order. */
    synchronized List<ByteRange> ranges() {
        List<ByteRange> ranges = new ArrayList<>();
        ends.forEach((from, to) -> ranges.add(new ByteRange(from, to)));
        return ranges;
    }
}
