package io.compscan.core.scan.checkpoint;

import io.compscan.file.OwnerOnly;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file of frames with checksums, which only grows. What follows the first damaged frame does not count.
 *
 * <pre>
 *   file   | frame | frame | ...
 *   frame  | length, 4 bytes | CRC-32C of the payload, 4 bytes | payload, that many bytes |
 * </pre>
 *
 * <p>Numbers are big-endian. One thread.
 */
public final class FrameLog implements Closeable {

    /** Frames of this length and more are worth a write. */
    public static final int FRAME_BYTES = 1 << 16;

    private static final int FRAME_HEAD_BYTES = 8;
    /** No frame is longer than one full frame and the longest record. */
    private static final int MAX_FRAME_BYTES = 1 << 26;

    private final FileChannel file;

    /** Opens the log to append to its first {@code keptBytes} bytes; drops the bytes behind them. */
    public FrameLog(Path path, long keptBytes) throws IOException {
        file = OwnerOnly.open(path);
        try {
            file.truncate(keptBytes);
            file.position(keptBytes);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Appends a frame; after a failure the log is as it was. */
    public void append(byte[] payload, int length) throws IOException {
        ByteBuffer whole = ByteBuffer.allocate(FRAME_HEAD_BYTES + length)
                .putInt(length)
                .putInt(checksum(payload, length))
                .put(payload, 0, length)
                .flip();
        long start = file.position();
        try {
            while (whole.hasRemaining()) {
                file.write(whole);
            }
        } catch (IOException e) {
            // A second attempt must not follow half a frame.
            file.truncate(start);
            file.position(start);
            throw e;
        }
    }

    /** The length of the file. */
    public long bytes() throws IOException {
        return file.position();
    }

    /** Forces all frames to the disk. */
    public void force() throws IOException {
        file.force(true);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Reads the frames of a log from its beginning on. One thread. */
    public static final class Reader implements Closeable {

        private final Path path;
        private final FileChannel file;
        private final DataInputStream in;
        private final long bytes;
        private long position;

        /** Opens the first {@code bytes} bytes of a log. */
        public Reader(Path path, long bytes) throws IOException {
            this.path = path;
            this.bytes = bytes;
            file = FileChannel.open(path, StandardOpenOption.READ);
            in = new DataInputStream(Channels.newInputStream(file));
        }

        /** The end of the frames that were read. */
        public long position() {
            return position;
        }

        /**
         * The payload of the next frame; null behind the last one.
         *
         * @throws CheckpointException naming the file and the place of the damage
         */
        public byte @Nullable [] next() throws IOException {
            if (position >= bytes) {
                return null;
            }
            long left = bytes - position;
            byte[] payload;
            int checksum;
            try {
                int length = in.readInt();
                checksum = in.readInt();
                if (length <= 0 || length > MAX_FRAME_BYTES || length > left - FRAME_HEAD_BYTES) {
                    throw damaged("a frame of " + length + " bytes");
                }
                payload = in.readNBytes(length);
                if (payload.length < length) {
                    throw damaged("it ends too early");
                }
            } catch (EOFException e) {
                throw damaged("it ends too early");
            }
            if (checksum(payload, payload.length) != checksum) {
                throw damaged("the checksum does not match");
            }
            position += FRAME_HEAD_BYTES + (long) payload.length;
            return payload;
        }

        /** The damage of the frame that begins at {@link #position}. */
        CheckpointException damaged(String what) {
            return new CheckpointException(path + ": damaged at byte " + position + ": " + what);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
