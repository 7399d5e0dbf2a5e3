package io.compscan.spark;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.spark.place.UnitOpener;
import java.io.IOException;

/**
 * A piece as a unit of the scan that reads it: it begins at 0 and ends with the piece.
 *
 * @param piece the piece
 * @param opener opens it
 * @param readBytes how many bytes from the start are read even if they are a hole
 */
record PieceUnit(Piece piece, UnitOpener opener, long readBytes) implements Unit {

    PieceUnit(Piece piece, UnitOpener opener) {
        this(piece, opener, 0);
    }

    @Override
    public String name() {
        return piece.name();
    }

    @Override
    public String extension() {
        return piece.extension();
    }

    @Override
    public long sizeBytes() {
        return piece.bytes();
    }

    @Override
    public long fileBytes() {
        return piece.unitBytes();
    }

    @Override
    public long fileOffset() {
        return piece.from();
    }

    @Override
    public UnitChannel open() throws IOException {
        return new Stretch(piece, readBytes, opener.open(piece.location(), piece.unitBytes()));
    }

    @Override
    public UnitChannel openFileForParts() throws IOException {
        return opener.find(piece.location(), piece.unitBytes()).unit().openForParts();
    }

    /** The plan does not divide a unit with holes if holes decide about chunks. */
    @Override
    public boolean isSparse() throws IOException {
        return piece.bytes() == piece.unitBytes()
                && opener.find(piece.location(), piece.unitBytes()).unit().isSparse();
    }

    private record Stretch(Piece piece, long readBytes, UnitChannel unit) implements UnitChannel {

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            if (piece.endsUnit()) {
                return unit.read(piece.from() + position, data, offset, length);
            }
            long left = piece.bytes() - position;
            return left <= 0 ? -1 : unit.read(piece.from() + position, data, offset, (int) Math.min(left, length));
        }

        @Override
        public long nextData(long position) throws IOException {
            return position < readBytes ? position : unit.nextData(piece.from() + position) - piece.from();
        }

        @Override
        public void beforeStripe(long from, long to) {
            unit.beforeStripe(piece.from() + from, piece.from() + to);
        }

        @Override
        public void afterStripe(long from, long to) {
            unit.afterStripe(piece.from() + from, piece.from() + to);
        }

        @Override
        public void close() throws IOException {
            unit.close();
        }
    }
}
