package io.compscan.core.source.file;

import io.compscan.core.source.PathName;
import io.compscan.core.source.SourceVisitor;
import java.nio.file.Path;

/** Hands the names of a directory to a visitor, in pieces of bounded length. One thread. */
final class NameBuffer {

    /** As long as what a compressor sees at once, and longer than any name. */
    private static final int PIECE_BYTES = 1 << 16;

    private final SourceVisitor visitor;
    private final byte[] piece = new byte[PIECE_BYTES];
    private int length;

    NameBuffer(SourceVisitor visitor) {
        this.visitor = visitor;
    }

    /** Adds the last name of a path. */
    void add(Path path) {
        byte[] name = PathName.bytesOf(FoundPath.lastName(path));
        if (name.length >= PIECE_BYTES) {
            return;
        }
        if (name.length >= PIECE_BYTES - length) {
            end();
        }
        System.arraycopy(name, 0, piece, length, name.length);
        length += name.length;
        piece[length++] = '\n';
    }

    /** Hands over what is left, at the end of a directory. */
    void end() {
        if (length > 0) {
            visitor.names(piece, length);
            length = 0;
        }
    }
}
