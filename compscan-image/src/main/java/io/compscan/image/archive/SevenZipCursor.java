package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A place in a block of a 7z up to which it is unpacked. It only goes forward. One thread at a time. */
final class SevenZipCursor {

    private static final int BUFFER_BYTES = 64 << 10;

    private final SevenZipBlock block;
    private final UnpackBounds bounds;
    private final Source[] sources;
    private final InputStream unpacked;
    private long position;
    private long packedBytes;

    /**
     * A cursor at the beginning.
     *
     * @throws IOException if the block cannot be unpacked
     */
    SevenZipCursor(Unit archive, SevenZipBlock block, UnpackBounds bounds) throws IOException {
        this.block = block;
        this.bounds = bounds;
        sources = new Source[block.coders().packedCount()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = new Source(archive, block.packed(i));
        }
        String refusal = block.coders().refusal();
        if (refusal != null) {
            throw new IOException(refusal);
        }
        try {
            unpacked = block.coders()
                    .unpack(
                            stream -> new BufferedInputStream(sources[stream], BUFFER_BYTES),
                            block.coderBytes(),
                            bounds);
        } catch (IOException | RuntimeException e) {
            release();
            throw e;
        }
    }

    SevenZipBlock block() {
        return block;
    }

    long position() {
        return position;
    }

    /** Unpacks so many bytes. */
    void read(byte[] data, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int got = unpacked.read(data, done, length - done);
            if (got < 0) {
                throw new EOFException();
            }
            done += got;
        }
        position += length;
        long packed = 0;
        for (Source source : sources) {
            packed += source.readBytes();
        }
        bounds.add(packed - packedBytes, data, 0, length);
        packedBytes = packed;
    }

    /** Whether the archive has changed since it was opened here. */
    boolean hasChanged() {
        for (Source source : sources) {
            if (source.channel != null && source.channel.hasChanged()) {
                return true;
            }
        }
        return false;
    }

    /** Lets go of the archive, until it reads on. */
    void release() throws IOException {
        for (Source source : sources) {
            source.close();
        }
    }

    /** A packed stream. */
    private static final class Source extends InputStream {

        private final Unit archive;
        private final SevenZipBlock.Range range;
        private @Nullable UnitChannel channel;
        private long at;

        Source(Unit archive, SevenZipBlock.Range range) {
            this.archive = archive;
            this.range = range;
            at = range.from();
        }

        long readBytes() {
            return at - range.from();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] data, int offset, int length) throws IOException {
            int wanted = (int) Math.min(length, range.to() - at);
            if (wanted == 0) {
                return length == 0 ? 0 : -1;
            }
            if (channel == null) {
                channel = archive.open();
            }
            int got = channel.read(at, data, offset, wanted);
            at += Math.max(0, got);
            return got;
        }

        @Override
        public void close() throws IOException {
            if (channel != null) {
                channel.close();
                channel = null;
            }
        }
    }
}
