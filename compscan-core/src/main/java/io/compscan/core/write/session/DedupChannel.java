package io.compscan.core.write.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A stream of a {@link WriteSession}: takes bytes, deduplicates them, and keeps none.
 *
 * <p>Any thread may write, one at a time. The thread that writes does the work before {@link #write} returns, in the place of a worker that
 * no other thread uses. While no place is free it waits. Streams of different threads are deduplicated at the same time.
 */
public final class DedupChannel implements WritableByteChannel {

    private final WrittenStream stream;

    DedupChannel(WrittenStream stream) {
        this.stream = stream;
    }

    /** The name in reports. */
    public String name() {
        return stream.name();
    }

    /**
     * Takes all of the bytes.
     *
     * @return the number of these bytes
     * @throws java.nio.channels.ClosedChannelException if the stream is over
     * @throws IOException if the session takes nothing more: it is over, its index is full, or a thread has failed
     */
    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return stream.write(bytes);
    }

    /**
     * Ends the stream. With checkpoints it returns when the stream is in one. A second call returns the same.
     *
     * @throws IOException if the checkpoint could not be written; the stream counts all the same
     */
    public StreamSummary finish() throws IOException {
        return stream.finish();
    }

    /**
     * Ends the stream as one that is not whole. The written bytes count, and the result lists the stream as aborted.
     *
     * @param reason one line for a person
     */
    public StreamSummary abort(String reason) throws IOException {
        return stream.abort(reason);
    }

    @Override
    public boolean isOpen() {
        return stream.isOpen();
    }

    /** Like {@link #finish}: a program that knows channels alone has no other way to say that a stream is whole. */
    @Override
    public void close() throws IOException {
        stream.finish();
    }
}
