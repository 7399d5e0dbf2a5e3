package io.compscan.memory.dump;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The flattened format of makedumpfile, for programs that cannot seek: pieces of a file with their offsets.
 *
 * <pre>
 *   0     "makedumpfile" and zeros, 16 bytes | type: 1 | version: 1 |      numbers of 64 bits, big-endian
 *   4096  | offset | length | bytes ... | offset | length | bytes ... | -1 | -1 |
 * </pre>
 *
 * A later piece replaces what an earlier one has at the same offset.
 */
final class FlattenedFile implements DumpFile {

    static final String MAGIC = "makedumpfile";

    private static final int HEADER_BYTES = 4096;
    private static final int PIECE_HEADER_BYTES = 16;
    /** Writers use pieces of pages or more; a file of smaller ones is meant to fill memory. */
    private static final int MOST_PIECES = 1 << 23;

    /** Bytes of the described file; {@code source} is their offset in this one. */
    private record Piece(long source, long length) {}

    private final DumpFile file;
    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private long sizeBytes;

    private FlattenedFile(DumpFile file) {
        this.file = file;
    }

    static FlattenedFile open(DumpFile file) throws IOException {
        FlattenedFile flattened = new FlattenedFile(file);
        ByteBuffer header = file.bytes(16, 16).order(ByteOrder.BIG_ENDIAN);
        long type = header.getLong();
        long version = header.getLong();
        if (type != 1 || version != 1) {
            throw new IOException("a flattened dump of an unknown type or version");
        }
        long at = HEADER_BYTES;
        while (true) {
            ByteBuffer piece = file.bytes(at, PIECE_HEADER_BYTES).order(ByteOrder.BIG_ENDIAN);
            long offset = piece.getLong();
            long length = piece.getLong();
            if (offset == -1) {
                return flattened;
            }
            at += PIECE_HEADER_BYTES;
            if (offset < 0 || length < 0 || length > file.sizeBytes() - at || offset > Long.MAX_VALUE - length) {
                throw new IOException("a flattened dump with a piece that lies outside of the file");
            }
            flattened.put(offset, new Piece(at, length));
            at += length;
        }
    }

    private void put(long offset, Piece piece) throws IOException {
        if (piece.length == 0) {
            return;
        }
        if (pieces.size() == MOST_PIECES) {
            throw new IOException("a flattened dump of more than " + MOST_PIECES + " pieces");
        }
        cut(offset);
        cut(offset + piece.length);
        pieces.subMap(offset, offset + piece.length).clear();
        pieces.put(offset, piece);
        sizeBytes = Math.max(sizeBytes, offset + piece.length);
    }

    /** Divides the piece that reaches across an offset. */
    private void cut(long offset) {
        Map.Entry<Long, Piece> entry = pieces.lowerEntry(offset);
        if (entry == null || entry.getKey() + entry.getValue().length <= offset) {
            return;
        }
        long before = offset - entry.getKey();
        Piece whole = entry.getValue();
        pieces.put(entry.getKey(), new Piece(whole.source, before));
        pieces.put(offset, new Piece(whole.source + before, whole.length - before));
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public long storedBytes() {
        return file.sizeBytes();
    }

    @Override
    public int read(long offset, byte[] data, int at, int length) throws IOException {
        int wanted = (int) Math.max(0, Math.min(length, sizeBytes - offset));
        int done = 0;
        while (done < wanted) {
            long from = offset + done;
            Map.Entry<Long, Piece> entry = pieces.floorEntry(from);
            long inside = entry == null ? 0 : from - entry.getKey();
            if (entry != null && inside < entry.getValue().length) {
                int count = (int) Math.min(wanted - done, entry.getValue().length - inside);
                int got = file.read(entry.getValue().source + inside, data, at + done, count);
                if (got < count) {
                    return done + got;
                }
                done += count;
            } else {
                // No piece covers this offset, so it lies in a hole.
                Long next = pieces.higherKey(from);
                int count = next == null ? wanted - done : (int) Math.min(wanted - done, next - from);
                Arrays.fill(data, at + done, at + done + count, (byte) 0);
                done += count;
            }
        }
        return done;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
