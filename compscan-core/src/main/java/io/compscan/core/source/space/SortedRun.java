package io.compscan.core.source.space;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Sorted begins and ends of ranges in a file that has no name where the system allows that: {@code count} begins, then {@code count} ends, 8 bytes each.
 *
 * <p>The file goes when the run is closed, or with the process.
 */
final class SortedRun implements Closeable {

    static final int BUFFER_BYTES = 64 << 10;

    private final FileChannel file;
    private final long count;

    private SortedRun(FileChannel file, long count) {
        this.file = file;
        this.count = count;
    }

    /** Writes the first {@code count} of both lists. */
    static SortedRun write(Path directory, long[] begins, long[] ends, int count) throws IOException {
        Path place = Files.createTempFile(directory, "compscan-extents-", ".tmp");
        FileChannel file = FileChannel.open(
                place, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            write(file, begins, count);
            write(file, ends, count);
        } catch (IOException e) {
            file.close();
            throw e;
        }
        return new SortedRun(file, count);
    }

    private static void write(FileChannel file, long[] numbers, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        for (int i = 0; i < count; i++) {
            buffer.putLong(numbers[i]);
            if (!buffer.hasRemaining() || i == count - 1) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    file.write(buffer);
                }
                buffer.clear();
            }
        }
    }

    SortedLongs begins() {
        return new Part(0, count);
    }

    SortedLongs ends() {
        return new Part(count, 2 * count);
    }

    /** Some consecutive numbers of the file. */
    private final class Part implements SortedLongs {
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
        private long next;
        private final long end;

        Part(long from, long end) {
            next = from;
            this.end = end;
        }

        @Override
        public boolean isEmpty() {
            return next == end;
        }

        @Override
        public long take() throws IOException {
            if (!buffer.hasRemaining()) {
                buffer.clear();
                buffer.limit((int) Math.min(buffer.capacity(), (end - next) * Long.BYTES));
                while (buffer.hasRemaining()) {
                    long place = next * Long.BYTES + buffer.position();
                    if (file.read(buffer, place) < 0) {
                        throw new IOException("a temporary file has become shorter");
                    }
                }
                buffer.flip();
            }
            next++;
            return buffer.getLong();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
