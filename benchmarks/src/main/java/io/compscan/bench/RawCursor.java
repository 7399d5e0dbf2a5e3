package io.compscan.bench;

import io.compscan.map.EntryCursor;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Walks a file of plain records: the key, two bytes of count, two bytes of a stored size, all big-endian. */
final class RawCursor implements EntryCursor {

    private static final int RECORDS_OF_BUFFER = 10_000;

    private final InputStream in;
    private final int recordBytes;
    private final byte[] buffer;
    private final byte[] key;
    private int at;
    private int end;

    RawCursor(Path file, int keyBytes) throws IOException {
        in = Files.newInputStream(file);
        recordBytes = keyBytes + 4;
        buffer = new byte[RECORDS_OF_BUFFER * recordBytes];
        key = new byte[keyBytes];
        at = -recordBytes;
    }

    @Override
    public boolean next() {
        at += recordBytes;
        if (at >= end && !fill()) {
            return false;
        }
        System.arraycopy(buffer, at, key, 0, key.length);
        return true;
    }

    private boolean fill() {
        try {
            at = 0;
            end = in.readNBytes(buffer, 0, buffer.length);
            if (end % recordBytes != 0) {
                throw new EOFException("a part of a record");
            }
            return end > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public byte[] key() {
        return key;
    }

    @Override
    public long references() {
        return number(key.length);
    }

    @Override
    public int field(int field) {
        return number(key.length + 2);
    }

    private int number(int from) {
        return (buffer[at + from] & 0xFF) << 8 | (buffer[at + from + 1] & 0xFF);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
