package io.compscan.core.watch;

import io.compscan.core.session.DedupChannel;
import io.compscan.core.session.WriteSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 */
public final class DirectoryWatch implements AutoCloseable {

    /** The reason why a result is not complete after the kernel has dropped events. */
    public static final String LOST = "files were closed faster than the system can tell, so some are missing";

    private static final int READ_BYTES = 1 << 20;
    private static final int POLL_MILLIS = 100;
    private static final int MAX_LAST_READS = 1000;

    private final Path directory;
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

    private DirectoryWatch(Path directory, WriteSession session) throws IOException {
        this.directory = directory;
        this.session = session;
        files = ClosedFiles.below(directory, new ClosedFiles.Listener() {
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
        return new DirectoryWatch(directory, session);
    }

    /** Watches until {@link #stop}, or as long as the directory is there, and takes note of all that was closed by then; called once. */
    public void watch() throws IOException {
        try {
            while (!isStopped && !isGone) {
                files.await(POLL_MILLIS);
                isGone = files.isGone();
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
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BYTES);
        while (!isAllNoted || !closed.isEmpty()) {
            Path file = closed.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (file != null) {
                scan(file, buffer);
                scannedCount.incrementAndGet();
            }
        }
    }

    private void scan(Path file, ByteBuffer buffer) throws IOException {
        DedupChannel stream = session.open(directory.relativize(file).toString());
        FileChannel channel;
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new NoSuchFileException(file.toString());
            }
            channel = FileChannel.open(file, StandardOpenOption.READ);
        } catch (IOException e) {
            stream.abort("it was closed, and gone or not readable when its turn came");
            return;
        }
        boolean isWhole = false;
        try (channel) {
            buffer.clear();
            while (read(channel, buffer, stream)) {
                stream.write(buffer.flip());
                buffer.clear();
            }
            isWhole = stream.isOpen();
        }
        if (isWhole) {
            stream.finish();
        }
    }

    /** Whether there are more bytes. */
    private static boolean read(FileChannel channel, ByteBuffer buffer, DedupChannel stream) throws IOException {
        try {
            return channel.read(buffer) > 0;
        } catch (IOException e) {
            stream.abort("it could not be read to its end: " + e.getMessage());
            return false;
        }
    }

    /** The number of closed files that were scanned. */
    public long scannedCount() {
        return scannedCount.get();
    }

    /** The number of closed files that wait. */
    public long waitingCount() {
        return closed.size();
    }

    /** The number of times that the kernel has dropped events, because too many came at once; then closed files are missing. */
    public long lostCount() {
        return lostCount.get();
    }

    /** Whether the directory was removed, so that the watch has ended by itself. */
    public boolean isGone() {
        return isGone;
    }

    /** Ends {@link #watch} and, when all closed files are scanned, {@link #scan}. */
    public void stop() {
        isStopped = true;
    }

    @Override
    public void close() {
        files.close();
    }
}
