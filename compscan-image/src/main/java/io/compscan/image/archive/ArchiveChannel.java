package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.image.disk.ImageFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/**
 * An archive as the library wants it: a read gets all that it asks for, and short ones come from a window. One thread.
 *
 * <p>Zeros stand behind a tar. They end one, so a tar that was cut off ends there, too. Reading ends with a failure once an archive's directory has
 * proved endless.
 */
final class ArchiveChannel implements SeekableByteChannel {

    /** An archive of a million files needs a few for each. Of a tar these are records, since the library reads some names byte by byte. */
    private static final long MAX_READS = 1 << 23;

    /** Of a tar: two records are enough, and a damaged header may ask for terabytes. */
    private static final int MAX_ZERO_BYTES = 64 << 10;
    /** Of a tar: names and attributes are kept in memory. They are read in parts shorter than a record. */
    private static final int MAX_NAME_BYTES = 16 << 20;

    private static final int RECORD_BYTES = 512;
    private static final int WINDOW_BYTES = 4 << 10;
    private static final int MAX_READ_BYTES = 64 << 10;

    private final UnitChannel channel;
    private final ImageFile file;
    private final long sizeBytes;
    private final boolean isTar;

    private final byte[] window = new byte[WINDOW_BYTES];
    private long windowFrom;
    private int windowBytes;

    private long position;
    private long lastPosition;
    private long reads;
    private long zeroBytes;
    private long nameBytes;
    private boolean isOpen = true;

    private ArchiveChannel(Unit container, long sizeBytes, boolean isTar) throws IOException {
        this.sizeBytes = sizeBytes;
        this.isTar = isTar;
        channel = container.open();
        file = new ImageFile(container, channel);
    }

    static ArchiveChannel ofZip(Unit container) throws IOException {
        return new ArchiveChannel(container, container.sizeBytes(), false);
    }

    /** @param endBytes where zeros begin; not behind the end of the container */
    static ArchiveChannel ofTar(Unit container, long endBytes) throws IOException {
        return new ArchiveChannel(container, endBytes, true);
    }

    /** Whether zeros were read that are not in the archive. */
    boolean hasGivenZeros() {
        return zeroBytes > 0;
    }

    /** Where the last read began. */
    long lastPosition() {
        return lastPosition;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        byte[] data = new byte[Math.min(target.remaining(), MAX_READ_BYTES)];
        boolean isName = isTar && data.length < RECORD_BYTES;
        if (!isName && ++reads > MAX_READS) {
            throw new IOException("more files than can be held in memory");
        }
        lastPosition = position;
        int got = fill(data);
        nameBytes = isName ? nameBytes + got : 0;
        if (nameBytes > MAX_NAME_BYTES) {
            throw new IOException("damaged: a name of more than " + MAX_NAME_BYTES + " bytes");
        }
        if (isTar) {
            zeroBytes += data.length - got;
            got = data.length;
        }
        if (zeroBytes > MAX_ZERO_BYTES) {
            throw new EOFException("truncated: the archive ends within a header");
        }
        target.put(data, 0, got);
        position += got;
        return got == 0 && data.length > 0 ? -1 : got;
    }

    /** Reads as much as there is: the library takes less than it asked for as the end. */
    private int fill(byte[] data) throws IOException {
        int wanted = (int) Math.max(0, Math.min(data.length, sizeBytes - position));
        if (wanted >= RECORD_BYTES && !isInWindow(wanted)) {
            file.read(position, data, 0, wanted);
            return wanted;
        }
        if (wanted > 0 && !isInWindow(wanted)) {
            windowBytes = 0;
            int bytes = (int) Math.min(window.length, sizeBytes - position);
            file.read(position, window, 0, bytes);
            windowFrom = position;
            windowBytes = bytes;
        }
        if (wanted > 0) {
            System.arraycopy(window, (int) (position - windowFrom), data, 0, wanted);
        }
        return wanted;
    }

    private boolean isInWindow(int bytes) {
        return position >= windowFrom && position + bytes <= windowFrom + windowBytes;
    }

    @Override
    public int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel position(long newPosition) throws IOException {
        if (newPosition < 0) {
            throw new IOException("damaged: it refers to byte " + Long.toUnsignedString(newPosition));
        }
        position = newPosition;
        return this;
    }

    @Override
    public long size() {
        return isTar ? Long.MAX_VALUE : sizeBytes;
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public void close() throws IOException {
        isOpen = false;
        channel.close();
    }
}
