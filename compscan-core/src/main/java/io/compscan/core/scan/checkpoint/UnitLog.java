package io.compscan.core.scan.checkpoint;

import io.compscan.core.source.UnitVersion;
import io.compscan.result.ReadError;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of all units that the scan has read to their end: some 40 bytes each, in the order in which they ended.
 *
 * <pre>
 *   payload of a {@link FrameLog}'s frame: record | record | ...
 *   record   | shared | suffix length | suffix | size | modified, 8 bytes | changed, 8 bytes | inode | kind |
 *            | if kind is not empty:  unread bytes | reason length | reason |
 * </pre>
 *
 * <p>A name is UTF-8; its first {@code shared} bytes are those of the name before it in the same frame. Numbers of fixed width are
 * big-endian. All other numbers are in groups of seven bits, the lowest first; the top bit tells that more follow. The {@code kind} is the
 * name of a {@link ReadError.Kind}, empty if there was no error.
 */
final class UnitLog implements Closeable {

    private final FrameLog file;
    private final Bytes frame = new Bytes();
    private byte[] lastName = {};
    private long unitCount;

    /** Opens the log to append to its first {@code keptBytes} bytes, which hold {@code keptUnits} units; drops the bytes behind them. */
    UnitLog(Path path, long keptBytes, long keptUnits) throws IOException {
        file = new FrameLog(path, keptBytes);
        unitCount = keptUnits;
    }

    synchronized void append(UnitRecord unit) throws IOException {
        byte[] name = text(unit.name());
        frame.putName(name, lastName);
        UnitVersion version = unit.version();
        // One more, because -1 stands for an unknown size.
        frame.putNumber(version.sizeBytes() + 1);
        frame.putLong(version.modifiedNanos());
        frame.putLong(version.changedNanos());
        frame.putNumber(version.inode());
        ReadError error = unit.error();
        putText(error == null ? "" : error.kind().name());
        if (error != null) {
            frame.putNumber(error.knownUnreadBytes());
            putText(error.reason());
        }
        lastName = name;
        unitCount++;
        if (frame.size() >= FrameLog.FRAME_BYTES) {
            flush();
        }
    }

    /** Forces all units to the disk; returns the length of the log in bytes. */
    synchronized long force() throws IOException {
        flush();
        file.force();
        return file.bytes();
    }

    synchronized long unitCount() {
        return unitCount;
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }

    private void flush() throws IOException {
        if (frame.size() == 0) {
            return;
        }
        file.append(frame.array(), frame.size());
        frame.clear();
        lastName = new byte[0];
    }

    private static byte[] text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > Bytes.MAX_TEXT_BYTES) {
            throw new IOException("a name of " + bytes.length + " bytes");
        }
        return bytes;
    }

    private void putText(String text) throws IOException {
        byte[] bytes = text(text);
        frame.putNumber(bytes.length);
        frame.put(bytes, 0, bytes.length);
    }

    /**
     * Shows every unit of the first {@code bytes} bytes of a log.
     *
     * @throws CheckpointException naming the file and the place of the damage
     */
    static void read(Path path, long bytes, Consumer<UnitRecord> visitor) throws IOException {
        try (FrameLog.Reader frames = new FrameLog.Reader(path, bytes)) {
            long start = frames.position();
            for (byte[] payload = frames.next(); payload != null; payload = frames.next()) {
                readFrame(path, payload, start, visitor);
                start = frames.position();
            }
        }
    }

    private static void readFrame(Path path, byte[] payload, long start, Consumer<UnitRecord> visitor)
            throws IOException {
        Bytes records = new Bytes(payload);
        byte[] name = {};
        try {
            while (records.hasRemaining()) {
                name = records.getName(name);
                visitor.accept(readRecord(records, name));
            }
        } catch (EOFException | IllegalArgumentException e) {
            throw new CheckpointException(path + ": damaged at byte " + start + ": a record that makes no sense");
        }
    }

    private static UnitRecord readRecord(Bytes in, byte[] name) throws EOFException {
        String text = new String(name, StandardCharsets.UTF_8);
        UnitVersion version = new UnitVersion(in.number() - 1, in.getLong(), in.getLong(), in.number());
        String kind = readText(in);
        @Nullable ReadError error = null;
        if (!kind.isEmpty()) {
            error = new ReadError(text, ReadError.Kind.valueOf(kind), in.number(), readText(in));
        }
        return new UnitRecord(text, version, error);
    }

    private static String readText(Bytes in) throws EOFException {
        int length = in.number(Bytes.MAX_TEXT_BYTES);
        return new String(in.array(), in.skip(length), length, StandardCharsets.UTF_8);
    }
}
