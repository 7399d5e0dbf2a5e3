package io.compscan.core.scan.read.task;

import io.compscan.core.source.UnitVersion;
import io.compscan.result.ReadError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A large unit that an interrupted scan has read in part, as a checkpoint stores it.
 *
 * @param name the name of the unit
 * @param version the version of the unit when the scan read it
 * @param doneRanges the ranges that the scan has dealt with, ascending; no two of them touch
 * @param logicalBytes the bytes that the scan has accounted for, read or not
 * @param error the unit's error so far; null if there is none
 * @param chain the state of the unit's chain; null where no chunk crosses a segment
 */
public record PartialUnit(
        String name,
        UnitVersion version,
        List<ByteRange> doneRanges,
        long logicalBytes,
        @Nullable ReadError error,
        @Nullable ChainState chain) {

    /** Copies the list. Any value may be missing in a checkpoint that another program has written. */
    public PartialUnit {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        doneRanges = List.copyOf(doneRanges);
    }

    /** The ranges that are left to read; they break at multiples of {@code segmentBytes}. */
    public List<ByteRange> rest(long sizeBytes, long segmentBytes) {
        List<ByteRange> rest = new ArrayList<>();
        long from = 0;
        for (ByteRange done : doneRanges) {
            addSegments(from, done.from(), segmentBytes, rest);
            from = done.to();
        }
        addSegments(from, sizeBytes, segmentBytes, rest);
        return rest;
    }

    private static void addSegments(long from, long to, long segmentBytes, List<ByteRange> segments) {
        for (long at = from; at < to; at = Math.min(to, (at / segmentBytes + 1) * segmentBytes)) {
            segments.add(new ByteRange(at, Math.min(to, (at / segmentBytes + 1) * segmentBytes)));
        }
    }
}
