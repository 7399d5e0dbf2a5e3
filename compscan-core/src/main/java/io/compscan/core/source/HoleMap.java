package io.compscan.core.source;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Where a sparse file has holes, asked of the file system by {@code lseek(SEEK_DATA)}.
 *
 * <p>Java has no call for it, so libc is called, through a descriptor of its own. Where that cannot be done (another platform, a
 * file system that does not know, no place for the native library) no hole is known and everything is read: slower, the same
 * numbers.
 */
abstract class HoleMap implements Closeable {

    /** Knows of no hole. */
    static final HoleMap NONE = new HoleMap() {
        @Override
        long nextData(long position) {
            return position;
        }

        @Override
        public void close() {}
    };

    /** As {@link UnitChannel#nextData}. */
    abstract long nextData(long position) throws IOException;

    @Override
    public abstract void close() throws IOException;

    /** The holes of this file, as far as they can be known. */
    static HoleMap of(Path path) {
        if (!Platform.isLinux() || path.getFileSystem() != FileSystems.getDefault()) {
            return NONE;
        }
        try {
            return Descriptor.open(path);
        } catch (LastErrorException | LinkageError e) {
            return NONE;
        }
    }

    /** A descriptor whose only use is to be asked; the bytes are read through Java's own channel. */
    private static final class Descriptor extends HoleMap {
        private static final int SEEK_END = 2;
        private static final int SEEK_DATA = 3;
        private static final int ENXIO = 6;
        private static final int O_RDONLY_CLOEXEC = 02000000;

        private final int descriptor;
        private boolean closed;

        private Descriptor(int descriptor) {
            this.descriptor = descriptor;
        }

        static HoleMap open(Path path) {
            byte[] name = PathName.bytesOf(path.toAbsolutePath());
            byte[] terminated = Arrays.copyOf(name, name.length + 1);
            return new Descriptor(Libc.open(terminated, O_RDONLY_CLOEXEC, 0));
        }

        @Override
        synchronized long nextData(long position) {
            if (closed) {
                return position;
            }
            try {
                return Libc.lseek(descriptor, position, SEEK_DATA);
            } catch (LastErrorException e) {
                // ENXIO: nothing but a hole up to the end. Anything else: the file system does not know.
                return e.getErrorCode() == ENXIO ? Math.max(position, end(position)) : position;
            }
        }

        /** Where the file ends by now: what it had beyond that, if it has shrunk, is no hole. */
        private long end(long position) {
            try {
                return Libc.lseek(descriptor, 0, SEEK_END);
            } catch (LastErrorException e) {
                return position;
            }
        }

        @Override
        public synchronized void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            try {
                Libc.close(descriptor);
            } catch (LastErrorException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
    }

    private static final class Libc {
        static {
            Native.register(Libc.class, Platform.C_LIBRARY_NAME);
        }

        private Libc() {}

        static native int open(byte[] path, int flags, int mode) throws LastErrorException;

        static native long lseek(int descriptor, long offset, int whence) throws LastErrorException;

        static native int close(int descriptor) throws LastErrorException;
    }
}
