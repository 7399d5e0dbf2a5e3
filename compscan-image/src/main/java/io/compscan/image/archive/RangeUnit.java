package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/**
 * A file that lies in an archive as it is, in one piece, or in several with holes between them.
 *
 * <pre>
 *   file      |  piece 0  | hole |  piece 1  | hole |
 *   archive   ... header | piece 0 | piece 1 | header ...
 * </pre>
 *
 * @param container the archive
 * @param name the name of the file, with that of the archive
 * @param extension its extension
 * @param sizeBytes its size, holes included
 * @param pieces where its bytes lie
 */
record RangeUnit(Unit container, String name, String extension, long sizeBytes, Pieces pieces) implements Unit {

    /**
     * The pieces of a file, ascending.
     *
     * @param starts where each begins in the file
     * @param lengths how long each is
     * @param offset where the first begins in the archive; the others follow it
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Pieces(long[] starts, long[] lengths, long offset) {

        /** A file without holes. */
        static Pieces one(long offset, long length) {
            return new Pieces(new long[1], new long[] {length}, offset);
        }
    }

    @Override
    public UnitVersion version() {
        UnitVersion all = container.version();
        return all.sizeBytes() < 0
                ? all
                : new UnitVersion(sizeBytes, all.modifiedNanos(), all.changedNanos(), all.inode());
    }

    @Override
    public UnitChannel open() throws IOException {
        long[] offsets = new long[pieces.starts.length];
        long offset = pieces.offset;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = offset;
            offset += pieces.lengths[i];
        }
        return new Range(container.open(), offsets);
    }

    private final class Range implements UnitChannel {

        private final UnitChannel archive;
        private final long[] offsets;

        Range(UnitChannel archive, long[] offsets) {
            this.archive = archive;
            this.offsets = offsets;
        }

        /** The last piece that begins at or before the position; -1 if there is none. */
        private int pieceAt(long position) {
            int found = Arrays.binarySearch(pieces.starts, position);
            return found >= 0 ? found : -found - 2;
        }

        private long startOf(int piece) {
            return piece < pieces.starts.length ? pieces.starts[piece] : sizeBytes;
        }

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            if (position >= sizeBytes) {
                return -1;
            }
            int piece = pieceAt(position);
            long into = piece < 0 ? 0 : position - pieces.starts[piece];
            if (piece >= 0 && into < pieces.lengths[piece]) {
                int wanted = (int) Math.min(length, Math.min(pieces.lengths[piece] - into, sizeBytes - position));
                int got = archive.read(offsets[piece] + into, data, offset, wanted);
                if (got < 0) {
                    throw new EOFException("truncated: the archive ends within it");
                }
                return got;
            }
            int zeros = (int) Math.min(length, startOf(piece + 1) - position);
            Arrays.fill(data, offset, offset + zeros, (byte) 0);
            return zeros;
        }

        @Override
        public long nextData(long position) throws IOException {
            int piece = pieceAt(position);
            if (piece >= 0 && position - pieces.starts[piece] < pieces.lengths[piece]) {
                long offset = offsets[piece] + position - pieces.starts[piece];
                long skipped = archive.nextData(offset) - offset;
                long pieceEnd = pieces.starts[piece] + pieces.lengths[piece];
                return Math.min(Math.min(position + skipped, pieceEnd), sizeBytes);
            }
            int next = piece + 1;
            while (next < pieces.starts.length && pieces.lengths[next] == 0) {
                next++;
            }
            return Math.min(startOf(next), sizeBytes);
        }

        @Override
        public void close() throws IOException {
            archive.close();
        }
    }
}
