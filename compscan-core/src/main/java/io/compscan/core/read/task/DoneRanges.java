package io.compscan.core.read.task;

import io.compscan.core.Ranges;
import java.util.ArrayList;
import java.util.List;

/** The ranges of a unit that have been dealt with; ranges that touch are joined. Any thread. */
final class DoneRanges {

    private final Ranges done = new Ranges();

    DoneRanges(List<ByteRange> done) {
        done.forEach(this::add);
    }

    synchronized void add(ByteRange range) {
        done.add(range.from(), range.to());
    }

    /** The ranges in ascending order. */
    synchronized List<ByteRange> ranges() {
        List<ByteRange> ranges = new ArrayList<>();
        done.forEach((from, to) -> ranges.add(new ByteRange(from, to)));
        return ranges;
    }
}
