package io.compscan.s3;

import java.io.IOException;
import java.time.Duration;

/**
 * How fast the bytes of an object come. If they come too slowly, that is an error: a byte now and then would hold a reader for ever. The
 * time counts in which a reader waits for bytes, not the time between its reads. One thread at a time.
 */
final class Pace {

    /** The bytes that must come within each span of waiting. */
    static final int LEAST_BYTES = 64 << 10;

    private final Duration limit;
    private long waitedNanos;
    private long bytes;

    Pace(Duration limit) {
        this.limit = limit;
    }

    /** Notes how many bytes have come after a wait. */
    void add(long nanos, int count) throws IOException {
        waitedNanos += nanos;
        bytes += count;
        if (bytes >= LEAST_BYTES) {
            waitedNanos = 0;
            bytes = 0;
        } else if (waitedNanos > limit.toNanos()) {
            throw new IOException(
                    "the store sends less than " + (LEAST_BYTES >> 10) + " KiB in " + limit.toSeconds() + " s");
        }
    }
}
