package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.UnitChannel;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The holes of a sparse file, from the file system by {@code lseek(SEEK_DATA)}.
 *
 * <p>Java has no call for it, so libc is called, through a descriptor of its own. Where this fails (another platform, a file system
 * that does not know, no place for the native library) the map knows no hole. The scan then reads everything: slower, the same numbers.
 */
abstract class HoleMap implements Closeable {

    /** Knows of no hole. */
    static final HoleMap NONE = new HoleMap() {
        @Override
        long nextData(long position) {
            return position;
        }

        @Override
        boolean hasHoles() {
            return false;
        }

        @Override
        public void close() {}
    };

    /** Like {@link UnitChannel#nextData}. */
    abstract long nextData(long position) throws IOException;

    abstract boolean hasHoles();

    /** Whether the file has holes, as far as that can be known. */
    static boolean hasHoles(Path path) {
        try (HoleMap holes = of(path)) {
            return holes.hasHoles();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public abstract void close() throws IOException;

    /** The holes of this file, as far as they can be known. */
    static HoleMap of(Path path) {
        try {
            return NativePath.isReachable(path) ? new Descriptor(NativePath.openToRead(path)) : NONE;
        } catch (LastErrorException e) {
            return NONE;
        }
    }

    /** A descriptor that serves for queries only; Java's own channel reads the bytes. */
    private static final class Descriptor extends HoleMap {
        private final int descriptor;
        private boolean closed;

        private Descriptor(int descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        synchronized long nextData(long position) {
            if (closed) {
                return position;
            }
            try {
                return FileCalls.lseek(descriptor, position, FileCalls.SEEK_DATA);
            } catch (LastErrorException e) {
                // ENXIO: nothing but a hole up to the end. Anything else: the file system does not know.
                return e.getErrorCode() == FileCalls.ENXIO ? Math.max(position, end(position)) : position;
            }
        }

        @Override
        synchronized boolean hasHoles() {
            try {
                return FileCalls.lseek(descriptor, 0, FileCalls.SEEK_HOLE) < end(0);
            } catch (LastErrorException e) {
                return false;
            }
        }

        /** The present end of the file. If the file has shrunk, the bytes lost behind this end are no hole. */
        private long end(long position) {
            try {
                return FileCalls.lseek(descriptor, 0, FileCalls.SEEK_END);
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
                FileCalls.close(descriptor);
            } catch (LastErrorException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
    }
}
