package io.compscan.spark;

import io.compscan.core.source.UnitChannel;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/**
 * An open file of a Hadoop file system.
 *
 * <p>Threads read one after the other, from one stream that goes forward: an object store would answer reads at a position with a
 * request each.
 */
final class HadoopChannel implements UnitChannel {

    private static final String READ_POLICY = "fs.option.openfile.read.policy";
    private static final String SEQUENTIAL = "sequential";

    private final String uri;
    private final FSDataInputStream stream;
    private final long sizeBytes;

    private HadoopChannel(String uri, FSDataInputStream stream, long sizeBytes) {
        this.uri = uri;
        this.stream = stream;
        this.sizeBytes = sizeBytes;
    }

    static HadoopChannel open(String uri, long sizeBytes, Configuration hadoop) throws IOException {
        Path path = new Path(uri);
        try {
            FSDataInputStream stream = path.getFileSystem(hadoop)
                    .openFile(path)
                    .opt(READ_POLICY, SEQUENTIAL)
                    .build()
                    .get();
            return new HadoopChannel(uri, stream, sizeBytes);
        } catch (ExecutionException e) {
            throw failure(uri, e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause()));
        } catch (IOException e) {
            throw failure(uri, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The failure as the local file system would throw it; reports know those. */
    static IOException failure(String uri, IOException e) {
        IOException known = e;
        if (e instanceof FileNotFoundException) {
            known = new NoSuchFileException(uri);
        } else if (e instanceof AccessControlException) {
            known = new AccessDeniedException(uri);
        }
        if (known != e) {
            known.initCause(e);
        }
        return known;
    }

    @Override
    public synchronized int read(long position, byte[] data, int offset, int length) throws IOException {
        try {
            // Some file systems fail to seek to the end or beyond. Bytes by which a file has grown are read.
            if (position > sizeBytes) {
                return -1;
            }
            if (stream.getPos() != position) {
                stream.seek(position);
            }
            return stream.read(data, offset, length);
        } catch (IOException e) {
            throw failure(uri, e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        stream.close();
    }
}
