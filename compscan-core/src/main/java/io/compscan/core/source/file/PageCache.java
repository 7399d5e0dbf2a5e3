package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.source.UnitChannel;
import java.io.Closeable;
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

    /** The files that are open, by name; the map is the lock. */
    private static final Map<Path, Shared> OPEN = new HashMap<>();

    /** As {@link UnitChannel#beforeStripe}. */
    abstract void beforeRead(long from, long to);

    /** As {@link UnitChannel#afterStripe}. */
    abstract void afterRead(long from, long to);

    @Override
    public abstract void close();

    /**
     * Begins to look after the cached pages of a file.
     *
     * @param name what the file is called whenever it is opened
     * @param path a path that leads to it now
     */
    static PageCache of(Path name, Path path, long sizeBytes) {
        return of(name, path, sizeBytes, false);
    }

    /** Begins to look after the cached pages of a file of which the kernel reads nothing ahead. */
    static PageCache ofParts(Path path, long sizeBytes) {
        return of(path, path, sizeBytes, true);
    }

    private static PageCache of(Path name, Path path, long sizeBytes, boolean isReadInParts) {
        if (!NativePath.isReachable(path)) {
            return UNTOUCHED;
        }
        synchronized (OPEN) {
            Shared shared = OPEN.get(name);
            if (shared == null) {
                try {
                    shared = new Shared(new RestoredFile(new FilePages(path), sizeBytes));
                } catch (LastErrorException e) {
                    return UNTOUCHED;
                }
                OPEN.put(name, shared);
            }
            shared.channels++;
            return new OpenFile(name, shared, isReadInParts);
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
        private final Path name;
        private final Shared shared;
        private final boolean isReadInParts;
        private boolean isOpen = true;

        OpenFile(Path name, Shared shared, boolean isReadInParts) {
            this.name = name;
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
                OPEN.remove(name);
            }
            shared.file.close();
        }
    }
}
