package io.compscan.core.write.watch;

import io.compscan.core.libc.NotifyCalls;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.file.OpenDirectory;
import io.compscan.core.write.session.DedupChannel;
import io.compscan.core.write.session.WriteSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Scans each file below a directory when a program has closed it after writing, into a write session.
 *
 * <p>A file counts as often as it is closed: each time its whole content is read. A file that is gone or cannot be read by then is listed
 * as an aborted stream. So is the directory, with the reason {@link #LOST}, if the kernel has dropped events. Files of a new directory may
 * have been closed before it was watched; see {@link FoundFiles}. One thread watches, any number scans.
 *
 * <p>Files are opened from the directory that was watched from the start, and no link below it is followed. So whoever exchanges names shows
 * no other file. The watch ends if the directory is removed or renamed.
 */
public final class DirectoryWatch implements AutoCloseable {

    /** The reason why a result is not complete after the kernel has dropped events. */
    public static final String LOST = "files were closed faster than the system can report, so some are missing";

    private static final int READ_BYTES = 1 << 20;
    private static final int POLL_MILLIS = 100;
    private static final int MAX_LAST_READS = 1000;

    private final OpenDirectory directory;
    /** A path to the directory that leads there whatever becomes of its name. */
    private final Path way;

    private final WriteSession session;
    private final ClosedFiles files;
    private final BlockingQueue<Path> closed = new LinkedBlockingQueue<>();
    /** The thread that watches. */
    private final FoundFiles found = new FoundFiles();

    private final AtomicLong lostCount = new AtomicLong();
    private final AtomicLong scannedCount = new AtomicLong();
    private volatile boolean isStopped;
    private volatile boolean isAllNoted;
    private volatile boolean isGone;
    private volatile boolean isMoved;

    private DirectoryWatch(Path name, OpenDirectory directory, WriteSession session) throws IOException {
        this.directory = directory;
        this.session = session;
        // The dot is the directory itself; before it there is a link, which nobody watches.
        way = directory.view().resolve(".");
        files = ClosedFiles.below(way, name, new ClosedFiles.Listener() {
            @Override
            public void closed(Path file) {
                if (found.isNews(file)) {
                    closed.add(file);
                }
            }

            @Override
            public void found(Path file) {
                if (!found.add(file, System.nanoTime())) {
                    closed.add(file);
                }
            }

            @Override
            public void lost() {
                lostCount.incrementAndGet();
            }
        });
    }

    /**
     * Begins to watch a directory; files that are closed from now on are scanned.
     *
     * @param session the session, which the caller finishes
     * @throws IOException if the directory cannot be watched
     */
    public static DirectoryWatch open(Path directory, WriteSession session) throws IOException {
        if (!NotifyCalls.load()) {
            throw new IOException("this system does not report when files are closed; it takes 64-bit Linux");
        }
        OpenDirectory opened = OpenDirectory.of(directory);
        DirectoryWatch watch = null;
        try {
            watch = new DirectoryWatch(directory, opened, session);
            return watch;
        } finally {
            if (watch == null) {
                opened.close();
            }
        }
    }

    /** Watches until {@link #stop}, or as long as the directory is there, and takes note of all that was closed by then; called once. */
    public void watch() throws IOException {
        try {
            while (!isStopped && !isGone && !isMoved) {
                files.await(POLL_MILLIS);
                isGone = files.isGone() || directory.isRemoved();
                isMoved = files.isMoved();
                closed.addAll(found.settled(System.nanoTime()));
            }
            // Not for ever: others may go on writing.
            boolean isMore = true;
            for (int i = 0; i < MAX_LAST_READS && isMore; i++) {
                isMore = files.await(0);
            }
            closed.addAll(found.rest());
            if (lostCount.get() > 0) {
                session.open(".").abort(LOST);
            }
        } finally {
            isAllNoted = true;
        }
    }

    /** Scans closed files, until {@link #watch} has ended and none is left; by any number of threads. */
    public void scan() throws IOException, InterruptedException {
        byte[] buffer = new byte[READ_BYTES];
        while (!isAllNoted || !closed.isEmpty()) {
            Path file = closed.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (file != null) {
                scan(file, buffer);
                scannedCount.incrementAndGet();
            }
        }
    }

    private void scan(Path file, byte[] buffer) throws IOException {
        Path below = way.relativize(file);
        DedupChannel stream = session.open(below.toString());
        UnitChannel channel;
        try {
            channel = directory.file(below);
        } catch (IOException e) {
            stream.abort("it was closed, and gone or not readable when its turn came");
            return;
        }
        boolean isWhole;
        try (channel) {
            int got;
            for (long position = 0; (got = read(channel, position, buffer, stream)) > 0; position += got) {
                stream.write(ByteBuffer.wrap(buffer, 0, got));
            }
            isWhole = stream.isOpen();
        }
        if (isWhole) {
            stream.finish();
        }
    }

    /** The number of bytes read; none at the end, or where the stream is aborted. */
    private static int read(UnitChannel channel, long position, byte[] buffer, DedupChannel stream) throws IOException {
        try {
            return channel.read(position, buffer, 0, buffer.length);
        } catch (IOException e) {
            stream.abort("it could not be read to its end: " + e.getMessage());
            return -1;
        }
    }

    /** The number of closed files that were scanned. */
    public long scannedCount() {
        return scannedCount.get();
    }

    /** The number of times that the kernel has dropped events, because too many came at once; then closed files are missing. */
    public long lostCount() {
        return lostCount.get();
    }

    /** Whether the directory was removed, so that the watch has ended by itself. */
    public boolean isGone() {
        return isGone;
    }

    /** Whether the directory was renamed, so that the watch has ended by itself. */
    public boolean isMoved() {
        return isMoved;
    }

    /** Ends {@link #watch} and, when all closed files are scanned, {@link #scan}. */
    public void stop() {
        isStopped = true;
    }

    @Override
    public void close() {
        files.close();
        directory.close();
    }
}
