package io.compscan.core.read;

import io.compscan.core.result.ErrorList;
import io.compscan.core.result.ReadError;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A list of errors in a temporary file. The file has no name, so it disappears with the list.
 *
 * <pre>
 *   error   kind (byte) | unreadBytes (long) | text path | text reason
 *   text    length in bytes (int) | UTF-8
 * </pre>
 */
final class ErrorFile extends ErrorList {

    /** Memory holds the position of every n-th error. */
    private static final int MARK_EVERY = 1024;

    private static final int BUFFER_BYTES = 32 << 10;
    private static final List<ReadError.Kind> KINDS = List.of(ReadError.Kind.values());

    /** Not a channel, which would close for all threads when one of them is interrupted. */
    private final RandomAccessFile file;

    private long[] marks = {};
    private int size;

    private ErrorFile(RandomAccessFile file) {
        this.file = file;
    }

    /** Writes the errors in their order. */
    static ErrorFile write(Iterator<ReadError> errors) throws IOException {
        Path path = Files.createTempFile("compscan-", ".errors");
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            deleteNowOrLater(path);
            ErrorFile written = new ErrorFile(file);
            written.writeAll(errors);
            return written;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static void deleteNowOrLater(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            // On some platforms an open file keeps its name.
            path.toFile().deleteOnExit();
        }
    }

    private void writeAll(Iterator<ReadError> errors) throws IOException {
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(file.getFD()), BUFFER_BYTES));
        long position = 0;
        while (errors.hasNext()) {
            ReadError error = errors.next();
            if (size % MARK_EVERY == 0) {
                int mark = size / MARK_EVERY;
                marks = mark < marks.length ? marks : Arrays.copyOf(marks, 2 * mark + 1);
                marks[mark] = position;
            }
            out.writeByte(KINDS.indexOf(error.kind()));
            out.writeLong(error.unreadBytes());
            position += 1 + Long.BYTES + writeText(out, error.path()) + writeText(out, error.reason());
            size = Math.addExact(size, 1);
        }
        out.flush();
    }

    private static int writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
        return Integer.BYTES + bytes.length;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public ReadError get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        Iterator<ReadError> errors = from(index / MARK_EVERY * MARK_EVERY);
        for (int i = 0; i < index % MARK_EVERY; i++) {
            errors.next();
        }
        return errors.next();
    }

    @Override
    public Iterator<ReadError> iterator() {
        return from(0);
    }

    private Iterator<ReadError> from(int start) {
        DataInputStream in = new DataInputStream(
                new BufferedInputStream(new FileInput(start == size ? 0 : marks[start / MARK_EVERY]), BUFFER_BYTES));
        return new Iterator<>() {
            private int next = start;

            @Override
            public boolean hasNext() {
                return next < size;
            }

            @Override
            public ReadError next() {
                if (next == size) {
                    throw new NoSuchElementException();
                }
                next++;
                try {
                    ReadError.Kind kind = KINDS.get(in.readByte());
                    long unreadBytes = in.readLong();
                    String path = readText(in);
                    return new ReadError(path, kind, unreadBytes, readText(in));
                } catch (IOException e) {
                    throw new UncheckedIOException("the temporary file of errors", e);
                }
            }
        };
    }

    private static String readText(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Frees the disk space early; the list must not be used afterwards. */
    void close() {
        try {
            file.close();
        } catch (IOException e) {
            // The file has no name, so nothing is left of it.
        }
    }

    /** Reads the file from a position on, while others read elsewhere in it. */
    private final class FileInput extends InputStream {
        private long position;

        FileInput(long position) {
            this.position = position;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] data, int offset, int length) throws IOException {
            synchronized (file) {
                file.seek(position);
                int got = file.read(data, offset, length);
                position += Math.max(0, got);
                return got;
            }
        }
    }
}
