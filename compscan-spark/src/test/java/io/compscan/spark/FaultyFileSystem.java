package io.compscan.spark;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.security.AccessControlException;

/**
 * Local files under {@code faulty:}, some of which cannot be read. Their names say how: {@code denied...} not at all, {@code gone...} is
 * not there any more, {@code torn...} not from 300,000 to 301,000. Whoever reads {@code once...} for the first time is thrown out. A
 * directory {@code closed...} cannot be listed.
 */
public final class FaultyFileSystem extends RawLocalFileSystem {

    private static final URI ROOT = URI.create("faulty:///");
    private static final int FAULT_FROM = 300_000;
    private static final int FAULT_TO = 301_000;

    static final Set<String> THROWN_OUT = ConcurrentHashMap.newKeySet();

    @Override
    public URI getUri() {
        return ROOT;
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        if (path.getName().startsWith("closed")) {
            throw new AccessControlException("nobody may");
        }
        return super.listStatus(path);
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        return CompletableFuture.completedFuture(open(path, 4096));
    }

    @Override
    public FSDataInputStream open(Path path, int bufferBytes) throws IOException {
        String name = path.getName();
        if (name.startsWith("denied")) {
            throw new AccessControlException("nobody may");
        }
        if (name.startsWith("gone")) {
            throw new FileNotFoundException(path.toString());
        }
        if (name.startsWith("once") && THROWN_OUT.add(path.toString())) {
            throw new IllegalArgumentException("not the first time");
        }
        FSDataInputStream whole = super.open(path, bufferBytes);
        return name.startsWith("torn") ? new FSDataInputStream(new Torn(whole)) : whole;
    }

    /** A stream with a hole in it that nothing can be read of. */
    private static final class Torn extends FSInputStream {
        private final FSDataInputStream whole;

        Torn(FSDataInputStream whole) {
            this.whole = whole;
        }

        @Override
        public int read(byte[] data, int offset, int length) throws IOException {
            long position = whole.getPos();
            if (position >= FAULT_FROM && position < FAULT_TO) {
                throw new EOFException("bad sector");
            }
            long most = position < FAULT_FROM ? Math.min(length, FAULT_FROM - position) : length;
            return whole.read(data, offset, (int) most);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public void seek(long position) throws IOException {
            whole.seek(position);
        }

        @Override
        public long getPos() throws IOException {
            return whole.getPos();
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public void close() throws IOException {
            whole.close();
        }
    }
}
