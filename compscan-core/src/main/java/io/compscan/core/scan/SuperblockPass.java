package io.compscan.core.scan;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.compress.Compressor;
import io.compscan.core.scan.Slab.UnitPiece;
import java.util.List;

/** What one worker does with a slab for superblocks: compress every one that is not all zero. */
final class SuperblockPass {

    private final Chunker superblocks;
    private final List<Compressor> compressors;
    private final SuperblockTally tally;
    private final ChunkList cut = new ChunkList();

    SuperblockPass(Chunker superblocks, List<Compressor> compressors) {
        this.superblocks = superblocks;
        this.compressors = compressors;
        tally = new SuperblockTally(compressors.size());
    }

    SuperblockTally tally() {
        return tally;
    }

    void process(Slab slab) {
        for (UnitPiece unitPiece : slab.pieces) {
            cut.clear();
            superblocks.cut(slab.data, unitPiece.piece(), cut);
            SuperblockTally pieceTally = new SuperblockTally(compressors.size());
            for (int i = 0; i < cut.size(); i++) {
                int offset = cut.offset(i);
                int length = cut.length(i);
                if (!ZeroBytes.isZero(slab.data, offset, length)) {
                    for (int c = 0; c < compressors.size(); c++) {
                        pieceTally.add(c, length, compressors.get(c).storedBytes(slab.data, offset, length));
                    }
                }
            }
            tally.merge(pieceTally);
            FileScan fileScan = unitPiece.unit().fileScan();
            if (fileScan != null) {
                fileScan.merge(pieceTally);
            }
        }
    }
}
