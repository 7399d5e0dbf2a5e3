package io.compscan.spark.write;

import io.compscan.core.write.session.DedupChannel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Syncable;

/** Writes to a file of the target, unless bytes are discarded, and to a stream of the session. */
final class MeasuredStream extends OutputStream implements Syncable {

    private final FSDataOutputStream target;
    private final boolean discards;
    private final DedupChannel measured;
    private boolean isClosed;

    MeasuredStream(FSDataOutputStream target, boolean discards, DedupChannel measured) {
        this.target = target;
        this.discards = discards;
        this.measured = measured;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (!discards) {
            target.write(bytes, offset, length);
        }
        measured.write(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
        target.flush();
    }

    @Override
    public void hflush() throws IOException {
        target.hflush();
    }

    @Override
    public void hsync() throws IOException {
        target.hsync();
    }

    /** The stream counts as whole only if the target takes it whole. */
    @Override
    public void close() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            target.close();
        } catch (IOException e) {
            measured.abort("the target did not take it: " + e.getMessage());
            throw e;
        }
        measured.finish();
    }
}
