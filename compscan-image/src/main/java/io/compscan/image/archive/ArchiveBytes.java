package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.image.disk.ImageFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;

/** The bytes of an archive, read through a window because headers are short and often lie side by side. One thread. */
final class ArchiveBytes implements Closeable {

    private static final int WINDOW_BYTES = 4 << 10;
    /** Longer reads go past the window, unless it holds their bytes. */
    private static final int SHORT_BYTES = 512;
    /** An error costs at least this much; the page cache reads no less at a time. */
    static final int SECTOR_BYTES = 4096;

    private final UnitChannel channel;
    private final ImageFile file;
    private final long sizeBytes;

    private final byte[] window = new byte[WINDOW_BYTES];
    private long windowFrom;
    private int windowBytes;

    ArchiveBytes(Unit container) throws IOException {
        sizeBytes = container.sizeBytes();
        channel = container.open();
        file = new ImageFile(container, channel);
    }

    long sizeBytes() {
        return sizeBytes;
    }

    /** Where the sector ends in which a byte lies. */
    static long sectorEnd(long position) {
        return (position / SECTOR_BYTES + 1) * SECTOR_BYTES;
    }

    /**
     * Reads all of these bytes, without the window.
     *
     * @throws UnreadablePlace if they cannot be read
     * @throws IOException if the scan is stopped, so that every later read fails as well
     */
    void read(long position, byte[] data, int length) throws IOException {
        try {
            file.read(position, data, 0, length);
        } catch (InterruptedIOException | ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            throw new UnreadablePlace(e);
        }
    }

    /** Copies all of these bytes, through the window where they are few. */
    void copy(long position, byte[] data, int length) throws IOException {
        if (length >= SHORT_BYTES && !holds(position, length)) {
            read(position, data, length);
            return;
        }
        fill(position, length);
        System.arraycopy(window, (int) (position - windowFrom), data, 0, length);
    }

    /** The first position, from this one on, that is not known to lie in a hole. */
    long nextData(long position) throws IOException {
        return channel.nextData(position);
    }

    /** The header that begins here; valid until the next header or stream is read. The whole header must lie in the archive. */
    TarHeader header(long position) throws IOException {
        fill(position, TarHeader.BYTES);
        return new TarHeader(window, (int) (position - windowFrom));
    }

    private void fill(long position, int wanted) throws IOException {
        if (!holds(position, wanted)) {
            windowBytes = 0;
            int bytes = (int) Math.min(WINDOW_BYTES, sizeBytes - position);
            try {
                read(position, window, bytes);
            } catch (UnreadablePlace e) {
                // The wanted bytes may lie before a bad sector.
                int fewer = (int) Math.max(wanted, sectorEnd(position) - position);
                if (fewer >= bytes) {
                    throw e;
                }
                bytes = fewer;
                read(position, window, bytes);
            }
            windowFrom = position;
            windowBytes = bytes;
        }
    }

    private boolean holds(long position, int length) {
        return position >= windowFrom && position + length <= windowFrom + windowBytes;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
