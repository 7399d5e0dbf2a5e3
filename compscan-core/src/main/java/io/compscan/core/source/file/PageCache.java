package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.source.UnitChannel;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Restores the page cache after a file was read: pages that had been there stay, pages that reading brought in go.
 *
 * <p>Channels that are open on one file at once share a {@link RestoredFile}. Each alone would mistake pages that another brought in for
 * pages that had been there. If the kernel does not report the cached pages, all are left alone.
 */
abstract class PageCache implements Closeable {

    /** Leaves everything to the kernel. */
    static final PageCache UNTOUCHED = new PageCache() {
        @Override
        void beforeRead(long from, long to) {}

        @Override
        void afterRead(long from, long to) {}

        @Override
        public void close() {}
    };

    /** The kernel usually reads 128 KiB ahead, and up to 8 MiB on large arrays. It reads nothing ahead of parts. */
    private static final long MAX_READ_AHEAD_BYTES = 16L << 20;

    /** The files that are open, by {@link FileStatus#identity}; the map is the lock. */
    private static final Map<Object, Shared> OPEN = new HashMap<>();

    /** Like {@link UnitChannel#beforeStripe}. */
    abstract void beforeRead(long from, long to);

    /** Like {@link UnitChannel#afterStripe}. */
    abstract void afterRead(long from, long to);

    @Override
    public abstract void close();

    /** Begins to look after the cached pages of a file. */
    static PageCache of(OpenDescriptor file, long sizeBytes) {
        return of(file, sizeBytes, false);
    }

    /** Begins to look after the cached pages of a file that is read in parts, so that the kernel reads nothing ahead. */
    static PageCache ofParts(OpenDescriptor file, long sizeBytes) {
        return of(file, sizeBytes, true);
    }

    private static PageCache of(OpenDescriptor file, long sizeBytes, boolean isReadInParts) {
        try {
            Object identity = file.identity();
            synchronized (OPEN) {
                Shared shared = OPEN.get(identity);
                if (shared == null) {
                    shared = new Shared(new RestoredFile(new FilePages(file.again()), sizeBytes));
                    OPEN.put(identity, shared);
                }
                shared.channels++;
                return new OpenFile(identity, shared, isReadInParts);
            }
        } catch (IOException | LastErrorException e) {
            return UNTOUCHED;
        }
    }

    private static final class Shared {
        private final RestoredFile file;
        private int channels;

        Shared(RestoredFile file) {
            this.file = file;
        }
    }

    /** The hold of one channel on a file. */
    private static final class OpenFile extends PageCache {
        private final Object identity;
        private final Shared shared;
        private final boolean isReadInParts;
        private boolean isOpen = true;

        OpenFile(Object identity, Shared shared, boolean isReadInParts) {
            this.identity = identity;
            this.shared = shared;
            this.isReadInParts = isReadInParts;
        }

        @Override
        void beforeRead(long from, long to) {
            shared.file.beforeRead(from, to, isReadInParts ? to - from : MAX_READ_AHEAD_BYTES);
        }

        @Override
        void afterRead(long from, long to) {
            shared.file.afterRead(from, to);
        }

        @Override
        public void close() {
            synchronized (OPEN) {
                if (!isOpen) {
                    return;
                }
                isOpen = false;
                shared.channels--;
                if (shared.channels > 0) {
                    return;
                }
                OPEN.remove(identity);
            }
            shared.file.close();
        }
    }
}
