package io.compscan.core.source;

/** Collects names, with a line feed behind each, and tells a visitor of them in pieces of bounded length. One thread. */
public final class NamePieces {

    /** Longer than any name. */
    private static final int PIECE_BYTES = 1 << 16;

    private final SourceVisitor visitor;
    private final byte[] piece = new byte[PIECE_BYTES];
    private int length;

    /** @param visitor learns of the names */
    public NamePieces(SourceVisitor visitor) {
        this.visitor = visitor;
    }

    /** Adds a name, or nothing if it is longer than names can be. */
    public void add(byte[] name) {
        if (name.length >= PIECE_BYTES) {
            return;
        }
        if (name.length >= PIECE_BYTES - length) {
            handOver();
        }
        System.arraycopy(name, 0, piece, length, name.length);
        length += name.length;
        piece[length++] = '\n';
    }

    /** Tells of what is left, at the end of a directory. */
    public void handOver() {
        if (length > 0) {
            visitor.names(piece, length);
            length = 0;
        }
    }
}
