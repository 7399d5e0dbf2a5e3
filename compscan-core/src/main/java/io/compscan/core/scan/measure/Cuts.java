package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker.ZeroRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The cuts of one chunker in a slab. Belongs to one thread. */
final class Cuts {

    final ChunkList chunks = new ChunkList();
    private int[] firstOfPiece = new int[16];
    private int pieceCount;
    private final List<ZeroRun> holes = new ArrayList<>();

    void clear() {
        chunks.clear();
        holes.clear();
        pieceCount = 0;
    }

    /** Begins the next piece of the slab: later chunks belong to it. */
    void nextPiece() {
        if (pieceCount == firstOfPiece.length) {
            firstOfPiece = Arrays.copyOf(firstOfPiece, 2 * pieceCount);
        }
        firstOfPiece[pieceCount++] = chunks.size();
    }

    void addHole(ZeroRun run) {
        holes.add(run);
    }

    /** The first chunk of a piece of the slab. */
    int first(int piece) {
        return piece < pieceCount ? firstOfPiece[piece] : chunks.size();
    }

    /** The chunks of zeros in a hole of the slab. */
    ZeroRun hole(int i) {
        return holes.get(i);
    }
}
