package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A file in a packed block of a 7z, which is unpacked while it is read.
 *
 * @param name its name, with that of the archive
 * @param extension its extension
 * @param block where it lies
 * @param file its number in the block
 * @param cursors those of the archive
 */
record SevenZipUnit(String name, String extension, SevenZipBlock block, int file, SevenZipCursors cursors)
        implements Unit {

    @Override
    public long sizeBytes() {
        return UNKNOWN_SIZE;
    }

    @Override
    public long packedBytes() {
        return block.packedBytes(block.sizeBytes(file));
    }

    @Override
    public UnitChannel open() throws IOException {
        try {
            return new Channel();
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw failure(e);
        }
    }

    private IOException failure(Exception e) {
        IOException failure = cursors.failure(e);
        if (e instanceof InterruptedIOException || e instanceof ClosedChannelException) {
            return failure;
        }
        cursors.done(block, file);
        return failure;
    }

    /** One thread. */
    private final class Channel implements UnitChannel {

        /** What a decoder has unpacked in a call that fails is lost, so calls are for few bytes. Where they begin does not depend on the reader. */
        private static final int PIECE_BYTES = 4 << 10;

        private final byte[] piece = new byte[PIECE_BYTES];
        private final CRC32 sum = new CRC32();
        private @Nullable SevenZipCursor cursor;
        private int from;
        private int to;
        private long doneBytes;
        private @Nullable IOException failure;

        Channel() throws IOException {
            cursor = cursors.take(block, block.start(file));
        }

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            if (failure != null) {
                throw failure;
            }
            long sizeBytes = block.sizeBytes(file);
            if (doneBytes == sizeBytes) {
                end();
                return -1;
            }
            if (from == to) {
                fill((int) Math.min(PIECE_BYTES, sizeBytes - doneBytes));
            }
            int got = Math.min(length, to - from);
            System.arraycopy(piece, from, data, offset, got);
            sum.update(piece, from, got);
            from += got;
            doneBytes += got;
            return got;
        }

        private void fill(int length) throws IOException {
            SevenZipCursor reading = cursor;
            if (reading == null) {
                throw new ClosedChannelException();
            }
            try {
                while (reading.position() < block.start(file)) {
                    cursors.requireSound(block, reading.position());
                    reading.read(piece, (int) Math.min(PIECE_BYTES, block.start(file) - reading.position()));
                }
                reading.read(piece, length);
            } catch (InterruptedIOException | ClosedChannelException e) {
                // It has come farther than it knows.
                cursor = null;
                reading.release();
                throw e;
            } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
                cursor = null;
                reading.release();
                failure = failure(e);
                cursors.damaged(block, reading.position(), failure);
                throw failure;
            }
            from = 0;
            to = length;
        }

        private void end() throws IOException {
            cursors.done(block, file);
            if (block.sum(file) >= 0 && block.sum(file) != sum.getValue()) {
                failure = new IOException("damaged: its checksum is wrong");
                throw failure;
            }
        }

        @Override
        public long leftBytes() {
            return block.packedBytes(block.sizeBytes(file) - doneBytes);
        }

        @Override
        public boolean hasChanged() {
            return cursor != null && cursor.hasChanged();
        }

        @Override
        public void close() throws IOException {
            SevenZipCursor reading = cursor;
            cursor = null;
            if (reading != null) {
                reading.release();
                if (reading.position() < block.sizeBytes()) {
                    cursors.giveBack(reading);
                }
            }
        }
    }
}
