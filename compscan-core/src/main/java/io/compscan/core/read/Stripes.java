package io.compscan.core.read;

import io.compscan.core.read.task.ByteRange;
import io.compscan.core.source.UnitChannel;

/** Tells a channel of the stripes in which a segment is read, so that it can look after the page cache. Belongs to one thread. */
final class Stripes {

    /** The length of a stripe, in bytes. */
    static final long STRIPE_BYTES = 64L << 20;

    private final ByteRange segment;
    private final UnitCalls calls;
    /** The stripe that is being read; empty before the first. */
    private long from;

    private long to;

    Stripes(ByteRange segment, UnitCalls calls) {
        this.segment = segment;
        this.calls = calls;
        from = segment.from();
        to = from;
    }

    /** To be called before a read at {@code position}; begins a new stripe where the last one has been read. */
    void enter(UnitChannel channel, long position) throws InterruptedException {
        if (position >= to) {
            if (from < to) {
                calls.afterStripe(channel, from, position);
            }
            from = position;
            to = Math.min(segment.to(), position + STRIPE_BYTES);
            calls.beforeStripe(channel, from, to);
        }
    }

    /** The segment has been read up to {@code position}, and will not be read further. */
    void end(UnitChannel channel, long position) throws InterruptedException {
        calls.afterStripe(channel, from, position);
    }
}
