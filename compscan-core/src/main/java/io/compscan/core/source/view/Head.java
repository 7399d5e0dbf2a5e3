package io.compscan.core.source.view;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.Arrays;

/**
 * The beginning and the end of a unit, by which a view recognises its format.
 *
 * @param first the first {@value #FIRST_BYTES} bytes, fewer if the unit is shorter or a disk fails behind them
 * @param last the last {@value #LAST_BYTES} bytes, fewer if the unit is shorter; none if they cannot be read
 * @param sizeBytes the size of the unit; {@link Unit#UNKNOWN_SIZE} of a stream
 * @param extension the extension of its name, lower case
 */
@SuppressWarnings("ArrayRecordComponent")
public record Head(byte[] first, byte[] last, long sizeBytes, String extension) {

    /** The number of bytes that are read at the beginning. */
    public static final int FIRST_BYTES = 64 << 10;
    /** The number of bytes that are read at the end. */
    public static final int LAST_BYTES = 512;

    /** Where a longer read fails, so many bytes are read at a time. */
    private static final int SECTOR_BYTES = 4096;

    /** The number of bytes that are read of a stream. Unpacking more of each small file in an archive would take as long as scanning it. */
    private static final int STREAM_BYTES = 4096;

    /** Reads the head of a unit of known size. */
    public static Head of(Unit unit) throws IOException {
        try (UnitChannel channel = unit.open()) {
            return of(unit, channel);
        }
    }

    /** Reads the head of a unit of known size through its channel. */
    public static Head of(Unit unit, UnitChannel channel) throws IOException {
        long size = unit.sizeBytes();
        byte[] first = read(channel, 0, (int) Math.min(FIRST_BYTES, size));
        return new Head(first, last(channel, size), size, unit.extension());
    }

    /** The end; no bytes if it cannot be read. A format that does not need it is still recognised. */
    private static byte[] last(UnitChannel channel, long size) {
        try {
            return read(channel, Math.max(0, size - LAST_BYTES), (int) Math.min(LAST_BYTES, size));
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /** Reads the beginning of a stream, as far as a view needs it to recognise an image. */
    static Head ofStream(Unit unit) throws IOException {
        try (UnitChannel channel = unit.open()) {
            return new Head(read(channel, 0, STREAM_BYTES), new byte[0], Unit.UNKNOWN_SIZE, unit.extension());
        }
    }

    /** Reads these bytes, or those before the end of the unit, or before the first sector that cannot be read. */
    private static byte[] read(UnitChannel channel, long position, int length) throws IOException {
        byte[] data = new byte[length];
        int done = 0;
        int most = length;
        while (done < length) {
            int wanted = Math.min(most, length - done);
            int got;
            try {
                got = channel.read(position + done, data, done, wanted);
            } catch (IOException e) {
                if (wanted > SECTOR_BYTES) {
                    most = SECTOR_BYTES;
                    continue;
                }
                if (done == 0) {
                    throw e;
                }
                got = -1;
            }
            if (got < 0) {
                return Arrays.copyOf(data, done);
            }
            done += got;
        }
        return data;
    }

    /** Whether the first bytes hold these at an offset; each character is one byte. */
    public boolean has(int offset, String magic) {
        return has(first, offset, magic);
    }

    /** Whether the last bytes begin with these; each character is one byte. */
    public boolean endsWithSector(String magic) {
        return has(last, 0, magic);
    }

    private static boolean has(byte[] data, int offset, String magic) {
        if (data.length < offset + magic.length()) {
            return false;
        }
        for (int i = 0; i < magic.length(); i++) {
            if (data[offset + i] != (byte) magic.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
