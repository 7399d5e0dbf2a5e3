package io.compscan.image.disk;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.view.Placed;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A unit whose bytes are pieces of its container, such as a file in an archive, a partition or a logical volume.
 *
 * <pre>
 *   unit        |  piece 0  | hole |  piece 1  | hole |
 *   container   ... | piece 1 | ... | piece 0 | ...
 * </pre>
 *
 * @param container where it lies
 * @param name its name, with that of the container
 * @param extension its extension
 * @param sizeBytes its size, holes included
 * @param pieces where its bytes lie
 */
public record RangeUnit(Unit container, String name, String extension, long sizeBytes, Pieces pieces)
        implements Unit, Placed {

    /**
     * The pieces of a unit, ascending, none of them empty.
     *
     * @param starts where each begins in the unit
     * @param lengths how long each is
     * @param offsets where each begins in the container
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Pieces(long[] starts, long[] lengths, long[] offsets) {

        /** A unit without holes. */
        public static Pieces one(long offset, long length) {
            return new Pieces(new long[1], new long[] {length}, new long[] {offset});
        }

        /** Pieces that lie one behind another in the container. In the unit, holes may lie between them. */
        public static Pieces behindEachOther(long[] starts, long[] lengths, long offset) {
            long[] offsets = new long[starts.length];
            long at = offset;
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] = at;
                at = Math.addExact(at, lengths[i]);
            }
            return new Pieces(starts, lengths, offsets);
        }

        /** Whether all of them lie in a container of this size. */
        public boolean fit(long containerBytes) {
            for (int i = 0; i < offsets.length; i++) {
                if (offsets[i] < 0 || lengths[i] < 0 || offsets[i] > containerBytes - lengths[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    @Override
    public List<Piece> pieces(int most) {
        List<Piece> all = new ArrayList<>();
        for (int i = 0; i < Math.min(most, pieces.offsets.length); i++) {
            all.add(new Piece(pieces.starts[i], pieces.offsets[i], pieces.lengths[i]));
        }
        return all;
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
        return new Range(container.open());
    }

    @Override
    public UnitChannel openForParts() throws IOException {
        return new Range(container.openForParts());
    }

    private final class Range implements UnitChannel {

        private final UnitChannel whole;

        Range(UnitChannel whole) {
            this.whole = whole;
        }

        /** The last piece that begins at or before the position; -1 if there is none. */
        private int pieceAt(long position) {
            int found = Arrays.binarySearch(pieces.starts, position);
            return found >= 0 ? found : -found - 2;
        }

        private long startOf(int piece) {
            return piece < pieces.starts.length ? Math.min(pieces.starts[piece], sizeBytes) : sizeBytes;
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
                int got = whole.read(pieces.offsets[piece] + into, data, offset, wanted);
                if (got < 0) {
                    throw new EOFException("truncated: the container ends within it");
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
                long offset = pieces.offsets[piece] + position - pieces.starts[piece];
                long skipped = whole.nextData(offset) - offset;
                long pieceEnd = pieces.starts[piece] + pieces.lengths[piece];
                return Math.min(Math.min(position + skipped, pieceEnd), sizeBytes);
            }
            return startOf(piece + 1);
        }

        @Override
        public boolean hasChanged() {
            return whole.hasChanged();
        }

        @Override
        public void close() throws IOException {
            whole.close();
        }
    }
}
