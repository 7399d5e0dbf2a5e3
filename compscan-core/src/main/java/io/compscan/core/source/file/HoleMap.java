package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.UnitChannel;
import java.io.Closeable;
import java.io.IOException;

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

    @Override
    public abstract void close();

    /** The holes of this file, as far as they can be known. */
    static HoleMap of(OpenDescriptor file) {
        try {
            return new Descriptor(file.again());
        } catch (IOException e) {
            return NONE;
        }
    }

    /** A descriptor that serves for queries only; another one reads the bytes. */
    private static final class Descriptor extends HoleMap {
        private final OpenDescriptor file;
        private boolean closed;

        private Descriptor(OpenDescriptor file) {
            this.file = file;
        }

        @Override
        synchronized long nextData(long position) {
            if (closed) {
                return position;
            }
            try {
                return FileCalls.lseek(file.number(), position, FileCalls.SEEK_DATA);
            } catch (LastErrorException e) {
                // ENXIO: nothing but a hole up to the end. Anything else: the file system does not know.
                return e.getErrorCode() == FileCalls.ENXIO ? Math.max(position, end(position)) : position;
            }
        }

        @Override
        synchronized boolean hasHoles() {
            try {
                return FileCalls.lseek(file.number(), 0, FileCalls.SEEK_HOLE) < end(0);
            } catch (LastErrorException e) {
                return false;
            }
        }

        /** The present end of the file. If the file has shrunk, the bytes lost behind this end are no hole. */
        private long end(long position) {
            try {
                return FileCalls.lseek(file.number(), 0, FileCalls.SEEK_END);
            } catch (LastErrorException e) {
                return position;
            }
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                file.close();
            }
        }
    }
}
