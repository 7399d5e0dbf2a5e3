package io.compscan.hadoop;

import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * An open file of a Hadoop file system. Any thread.
 *
 * <p>Each thread reads forward through a stream of its own. An object store would answer reads at a position with a request each.
 */
final class HadoopChannel implements UnitChannel {

    private static final String READ_POLICY = "fs.option.openfile.read.policy";
    private static final String SEQUENTIAL = "sequential";
    /** The limit for idle streams. At the limit, a read takes one of them and moves it to its own position. */
    private static final int MAX_IDLE = 4;

    private final String uri;
    private final long sizeBytes;
    private final Configuration hadoop;
    /** The streams that nobody reads from at the moment, by the position where each goes on. Guarded by itself. */
    private final Map<Long, FSDataInputStream> idle = new TreeMap<>();

    private HadoopChannel(String uri, long sizeBytes, Configuration hadoop) {
        this.uri = uri;
        this.sizeBytes = sizeBytes;
        this.hadoop = hadoop;
    }

    static HadoopChannel open(String uri, long sizeBytes, Configuration hadoop) throws IOException {
        HadoopChannel channel = new HadoopChannel(uri, sizeBytes, hadoop);
        channel.putBack(0, channel.open());
        return channel;
    }

    private FSDataInputStream open() throws IOException {
        Path path = new Path(uri);
        try {
            return path.getFileSystem(hadoop)
                    .openFile(path)
                    .opt(READ_POLICY, SEQUENTIAL)
                    .build()
                    .get();
        } catch (ExecutionException e) {
            throw HadoopFailure.of(
                    uri, e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause()));
        } catch (IOException e) {
            throw HadoopFailure.of(uri, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public int read(long position, byte[] data, int offset, int length) throws IOException {
        // Some file systems fail to seek to the end or beyond. Bytes by which a file has grown are read.
        if (position > sizeBytes) {
            return -1;
        }
        FSDataInputStream stream = take(position);
        try {
            if (stream == null) {
                stream = open();
            }
            if (stream.getPos() != position) {
                stream.seek(position);
            }
            int got = stream.read(data, offset, length);
            putBack(position + Math.max(0, got), stream);
            return got;
        } catch (IOException e) {
            if (stream != null) {
                stream.close();
            }
            throw HadoopFailure.of(uri, e);
        }
    }

    private @Nullable FSDataInputStream take(long position) {
        synchronized (idle) {
            FSDataInputStream there = idle.remove(position);
            if (there == null && idle.size() >= MAX_IDLE) {
                Iterator<FSDataInputStream> any = idle.values().iterator();
                there = any.next();
                any.remove();
            }
            return there;
        }
    }

    private void putBack(long position, FSDataInputStream stream) throws IOException {
        FSDataInputStream other;
        synchronized (idle) {
            other = idle.put(position, stream);
        }
        if (other != null) {
            other.close();
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (idle) {
            for (FSDataInputStream stream : idle.values()) {
                stream.close();
            }
            idle.clear();
        }
    }
}
