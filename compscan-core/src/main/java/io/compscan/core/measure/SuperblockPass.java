package io.compscan.core.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.compress.Compressor;
import io.compscan.core.fold.SuperblockTally;
import io.compscan.core.read.Slab;
import io.compscan.core.read.Slab.UnitPiece;
import java.util.List;

/** Compresses every superblock of a slab that is not all zero. Belongs to one thread. */
final class SuperblockPass {

    private final List<Compressor> compressors;
    private final SuperblockTally tally;

    SuperblockPass(List<Compressor> compressors, SuperblockTally tally) {
        this.compressors = compressors;
        this.tally = tally;
    }

    void process(Slab slab, Cuts cuts) {
        ChunkList superblocks = cuts.chunks;
        for (int p = 0; p < slab.pieces.size(); p++) {
            UnitPiece unitPiece = slab.pieces.get(p);
            SuperblockTally pieceTally = new SuperblockTally(compressors.size());
            for (int i = cuts.first(p); i < cuts.first(p + 1); i++) {
                int offset = superblocks.offset(i);
                int length = superblocks.length(i);
                if (!ZeroBytes.isZero(slab.data, offset, length)) {
                    for (int c = 0; c < compressors.size(); c++) {
                        pieceTally.add(c, length, compressors.get(c).storedBytes(slab.data, offset, length));
                    }
                }
            }
            tally.merge(pieceTally);
            FileScan fileScan = MeasuredUnit.of(unitPiece.unit()).fileScan();
            if (fileScan != null) {
                fileScan.merge(pieceTally);
            }
        }
    }
}
