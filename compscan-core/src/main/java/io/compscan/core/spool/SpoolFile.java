package io.compscan.core.spool;

import io.compscan.result.StoredList;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A list of rows in a temporary file. The file has no name, so it disappears with the list.
 *
 * <pre>
 *   file    block | block | ...                    64 rows each, but for the last
 *   block   raw length (int) | length (int) | rows, compressed by DEFLATE
 * </pre>
 */
final class SpoolFile<T extends Record> extends StoredList<T> {

    static final int BLOCK_ROWS = 64;

    private static final int BUFFER_BYTES = 32 << 10;
    private static final int HEAD_BYTES = 2 * Integer.BYTES;

    private final RowFormat<T> format;
    /** Not a channel, which would close for all threads when one of them is interrupted. */
    private final RandomAccessFile file;

    /** The position of each block. */
    private long[] blocks = {};

    private int size;

    private SpoolFile(RowFormat<T> format, RandomAccessFile file) {
        this.format = format;
        this.file = file;
    }

    /** Writes the rows in their order. */
    static <T extends Record> SpoolFile<T> write(RowFormat<T> format, Iterator<T> rows) throws IOException {
        Path path = Files.createTempFile("compscan-", ".rows");
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            deleteNowOrLater(path);
            SpoolFile<T> written = new SpoolFile<>(format, file);
            written.writeAll(rows);
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

    private void writeAll(Iterator<T> rows) throws IOException {
        OutputStream buffered = new BufferedOutputStream(new FileOutputStream(file.getFD()), BUFFER_BYTES);
        DataOutputStream out = new DataOutputStream(buffered);
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            long position = 0;
            while (rows.hasNext()) {
                int block = size / BLOCK_ROWS;
                blocks = block < blocks.length ? blocks : Arrays.copyOf(blocks, 2 * block + 1);
                blocks[block] = position;
                byte[] raw = nextBlock(rows);
                byte[] packed = packed(deflater, raw);
                out.writeInt(raw.length);
                out.writeInt(packed.length);
                out.write(packed);
                position += HEAD_BYTES + packed.length;
            }
            out.flush();
        } finally {
            deflater.end();
        }
    }

    private byte[] nextBlock(Iterator<T> rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (int i = 0; i < BLOCK_ROWS && rows.hasNext(); i++) {
            format.write(rows.next(), out);
            size = Math.addExact(size, 1);
        }
        return bytes.toByteArray();
    }

    private static byte[] packed(Deflater deflater, byte[] raw) {
        deflater.reset();
        deflater.setInput(raw);
        deflater.finish();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        while (!deflater.finished()) {
            packed.write(buffer, 0, deflater.deflate(buffer));
        }
        return packed.toByteArray();
    }

    private DataInputStream block(int index) throws IOException {
        byte[] head = read(blocks[index], HEAD_BYTES);
        DataInputStream lengths = new DataInputStream(new ByteArrayInputStream(head));
        byte[] raw = new byte[lengths.readInt()];
        byte[] packed = read(blocks[index] + HEAD_BYTES, lengths.readInt());
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed);
            int length = 0;
            while (length < raw.length) {
                int more = inflater.inflate(raw, length, raw.length - length);
                if (more == 0) {
                    throw new EOFException();
                }
                length += more;
            }
        } catch (DataFormatException e) {
            throw new IOException(e);
        } finally {
            inflater.end();
        }
        return new DataInputStream(new ByteArrayInputStream(raw));
    }

    /** Others may read elsewhere in the file at the same time. */
    private byte[] read(long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        synchronized (file) {
            file.seek(position);
            file.readFully(bytes);
        }
        return bytes;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public T get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index);
        }
        Iterator<T> rows = from(index / BLOCK_ROWS);
        for (int i = 0; i < index % BLOCK_ROWS; i++) {
            rows.next();
        }
        return rows.next();
    }

    @Override
    public Iterator<T> iterator() {
        return from(0);
    }

    private Iterator<T> from(int firstBlock) {
        return new Iterator<>() {
            private int next = firstBlock * BLOCK_ROWS;
            private DataInputStream block = new DataInputStream(new ByteArrayInputStream(new byte[0]));

            @Override
            public boolean hasNext() {
                return next < size;
            }

            @Override
            public T next() {
                if (next >= size) {
                    throw new NoSuchElementException();
                }
                try {
                    if (next % BLOCK_ROWS == 0) {
                        block = block(next / BLOCK_ROWS);
                    }
                    next++;
                    return format.read(block);
                } catch (IOException e) {
                    throw new UncheckedIOException("a temporary file", e);
                }
            }
        };
    }

    /** Frees the disk space early; the list must not be used afterwards. */
    void close() {
        try {
            file.close();
        } catch (IOException e) {
            // The file has no name, so nothing is left of it.
        }
    }
}
