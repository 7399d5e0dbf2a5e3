package io.compscan.image.archive;

import io.compscan.core.source.UnitChannel;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** An archive as the library wants it. Refuses to read on once an archive's directory has proved endless. One thread. */
final class ArchiveChannel implements SeekableByteChannel {

    /** An archive of a million files needs a few for each. */
    private static final long MAX_READS = 1 << 23;

    private static final int MAX_READ_BYTES = 64 << 10;
    /** A tar needs two records of them. A damaged header may ask for terabytes. */
    private static final int MAX_ZERO_BYTES = 64 << 10;
    /** Of a tar: names and attributes are kept in memory, and read in parts shorter than a record. */
    private static final int MAX_NAME_BYTES = 16 << 20;

    private static final int RECORD_BYTES = 512;

    private final UnitChannel channel;
    private final long sizeBytes;
    private final boolean hasZerosBehind;
    private long zeroBytes;
    private long nameBytes;
    private long position;
    private long lastPosition;
    private long reads;
    private boolean isOpen = true;

    private ArchiveChannel(UnitChannel channel, long sizeBytes, boolean hasZerosBehind) {
        this.channel = channel;
        this.sizeBytes = sizeBytes;
        this.hasZerosBehind = hasZerosBehind;
    }

    static ArchiveChannel of(UnitChannel channel, long sizeBytes) {
        return new ArchiveChannel(channel, sizeBytes, false);
    }

    /** With zeros behind the archive. Zeros end a tar, so one that was cut off ends there, too. */
    static ArchiveChannel withZerosBehind(UnitChannel channel, long sizeBytes) {
        return new ArchiveChannel(channel, sizeBytes, true);
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
        if (++reads > MAX_READS) {
            throw new IOException("more files than can be held in memory");
        }
        lastPosition = position;
        byte[] data = new byte[Math.min(target.remaining(), MAX_READ_BYTES)];
        int got = fill(data);
        if (hasZerosBehind && got < data.length) {
            zeroBytes += data.length - got;
            got = data.length;
            if (zeroBytes > MAX_ZERO_BYTES) {
                throw new EOFException("truncated: the archive ends within a header");
            }
        }
        nameBytes = data.length < RECORD_BYTES ? nameBytes + got : 0;
        if (hasZerosBehind && nameBytes > MAX_NAME_BYTES) {
            throw new IOException("damaged: a name of more than " + MAX_NAME_BYTES + " bytes");
        }
        target.put(data, 0, got);
        position += got;
        return got == 0 && data.length > 0 ? -1 : got;
    }

    /** Reads as much as there is: the library takes less than it asked for as the end. */
    private int fill(byte[] data) throws IOException {
        int wanted = (int) Math.max(0, Math.min(data.length, sizeBytes - position));
        int done = 0;
        while (done < wanted) {
            int got = channel.read(position + done, data, done, wanted - done);
            if (got < 0) {
                throw new EOFException("it ended before the " + sizeBytes + " bytes it had");
            }
            done += got;
        }
        return done;
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
        return hasZerosBehind ? Long.MAX_VALUE : sizeBytes;
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
