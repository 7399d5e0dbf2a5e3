package io.compscan.core.scan.read.task;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.IOException;
import java.util.function.IntFunction;

/** Tickets of units for tests. */
public final class Tickets {

    private Tickets() {}

    /** A ticket of a unit that nobody reads. */
    public static UnitTicket unread(String name) {
        return ticket(name, 1, taskCount -> {
            throw new AssertionError("read");
        });
    }

    /** A ticket of a unit whose one task reads it from this channel. */
    public static UnitTicket reading(String name, long sizeBytes, UnitChannel channel) {
        return ticket(name, sizeBytes, ignored -> channel);
    }

    private static UnitTicket ticket(String name, long sizeBytes, IntFunction<UnitChannel> opening) {
        return new UnitTicket(
                unit(name, sizeBytes, opening),
                UnitVersion.ofSize(sizeBytes),
                done -> {},
                UnitTicket.Start.segmented(1));
    }

    /** A unit without an extension. */
    static Unit unit(String name, long sizeBytes, IntFunction<UnitChannel> opening) {
        return new Unit() {
            private int opened;

            @Override
            public String name() {
                return name;
            }

            @Override
            public String extension() {
                return "";
            }

            @Override
            public long sizeBytes() {
                return sizeBytes;
            }

            @Override
            public UnitChannel open() throws IOException {
                return opening.apply(opened++);
            }
        };
    }
}
