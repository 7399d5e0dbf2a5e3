package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.source.UnitChannel;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Leaves the page cache as it was before a file was read: pages that had been there stay, pages that reading brought in go.
 *
 * <p>Channels that are open on one file at once share a {@link RestoredFile}. Each alone would take pages that another brought in for
 * pages that had been there. Where the kernel does not tell which pages are cached, all are left alone.
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

    /** The kernel reads 128 KiB ahead as a rule, and as much as 8 MiB of large arrays. Of parts it reads nothing ahead. */
    private static final long MAX_READ_AHEAD_BYTES = 16L << 20;

    /** The files that are open, by {@link FileStatus#identity}; the map is the lock. */
    private static final Map<Object, Shared> OPEN = new HashMap<>();

    /** As {@link UnitChannel#beforeStripe}. */
    abstract void beforeRead(long from, long to);

    /** As {@link UnitChannel#afterStripe}. */
    abstract void afterRead(long from, long to);

    @Override
    public abstract void close();

    /** Begins to look after the cached pages of a file. */
    static PageCache of(Path path, long sizeBytes) {
        return of(path, sizeBytes, false);
    }

    /** Begins to look after the cached pages of a file of which the kernel reads nothing ahead. */
    static PageCache ofParts(Path path, long sizeBytes) {
        return of(path, sizeBytes, true);
    }

    private static PageCache of(Path path, long sizeBytes, boolean isReadInParts) {
        if (!NativePath.isReachable(path)) {
            return UNTOUCHED;
        }
        try {
            Object identity = FileStatus.following(path).identity();
            synchronized (OPEN) {
                Shared shared = OPEN.get(identity);
                if (shared == null) {
                    shared = new Shared(new RestoredFile(new FilePages(path), sizeBytes));
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

    /** What one channel holds. */
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
