package io.compscan.core.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.compress.Compressor;
import io.compscan.core.read.FileGroups;
import io.compscan.core.read.Slab;
import io.compscan.core.read.Slab.UnitPiece;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * What small files are stored in where they share blocks, as in squashfs: the files of a group are put one behind the other into blocks,
 * the blocks are compressed, and each file is given a part of that in proportion to what it takes on its own.
 *
 * <pre>
 *   group   | file | file | file |   | file | file |   | file |
 *           |==== full block ====|   | full block  |   | rest |     gain = compressed(full blocks) / sum of what their files take alone
 * </pre>
 *
 * The part is that of every file of the group, also of one that lies in another group as well: the index keeps the largest that it is
 * told for a chunk, so it must be told each time, or the outcome would depend on who was first. Belongs to one thread and one compressor.
 */
final class SharedBlocks {

    private final Compressor compressor;
    private final byte[] block;

    /** For each chunk of the slab; 0 where it shares no block. */
    private int[] storedBytes = {};

    /** For each of those that do, what it takes on its own. */
    private int[] aloneBytes = {};

    /** The chunks of the group that is being put together. */
    private final List<Integer> members = new ArrayList<>();

    SharedBlocks(Compressor compressor) {
        this.compressor = compressor;
        block = new byte[compressor.sharedBlockBytes()];
    }

    /** Whether what is told of this chunk must not depend on whether it is new. */
    boolean concerns(int lengthBytes) {
        return lengthBytes < block.length;
    }

    /** What the chunk takes of a shared block; 0 if it shares none. */
    int storedBytes(int chunk) {
        return storedBytes[chunk];
    }

    /** What the chunk, which shares a block, takes on its own: the same wherever it lies. */
    int aloneBytes(int chunk) {
        return aloneBytes[chunk];
    }

    /**
     * Measures the groups in a slab, each of which lies in it as a whole.
     *
     * @param chunks of the slab, without those that are zero
     * @param firstOfPiece the first of them in each piece, and their count
     * @param fingerprints of the chunks, of so many bytes each
     * @param isWanted whether somebody is going to ask for a chunk's size; a group of which nobody wants any is passed over
     */
    void measure(
            Slab slab,
            ChunkList chunks,
            int[] firstOfPiece,
            byte[] fingerprints,
            int fingerprintBytes,
            IntPredicate isWanted) {
        storedBytes = new int[chunks.size()];
        aloneBytes = new int[chunks.size()];
        long group = FileGroups.NONE;
        for (int i = 0; i < slab.pieces.size(); i++) {
            UnitPiece piece = slab.pieces.get(i);
            int chunk = firstOfPiece[i];
            boolean isWholeFile = firstOfPiece[i + 1] == chunk + 1
                    && chunks.length(chunk) == piece.bytes()
                    && piece.bytes() == piece.unit().unit().sizeBytes();
            if (piece.unit().group() == FileGroups.NONE || !isWholeFile || !concerns(piece.bytes())) {
                continue;
            }
            if (piece.unit().group() != group) {
                measureGroup(slab.data, chunks, fingerprints, fingerprintBytes, isWanted);
                group = piece.unit().group();
            }
            members.add(chunk);
        }
        measureGroup(slab.data, chunks, fingerprints, fingerprintBytes, isWanted);
    }

    private void measureGroup(
            byte[] data, ChunkList chunks, byte[] fingerprints, int fingerprintBytes, IntPredicate isWanted) {
        if (members.stream().mapToInt(Integer::intValue).noneMatch(isWanted)) {
            members.clear();
            return;
        }
        Set<ByteBuffer> seen = new HashSet<>();
        long fullTogetherBytes = 0;
        long fullAloneBytes = 0;
        int filledBytes = 0;
        long blockAloneBytes = 0;
        for (int chunk : members) {
            int length = chunks.length(chunk);
            int alone = compressor.storedBytes(data, chunks.offset(chunk), length);
            aloneBytes[chunk] = alone;
            ByteBuffer fingerprint = ByteBuffer.wrap(fingerprints, chunk * fingerprintBytes, fingerprintBytes);
            if (!seen.add(fingerprint)) {
                continue;
            }
            if (filledBytes + length > block.length) {
                fullTogetherBytes += compressor.storedBytes(block, 0, filledBytes);
                fullAloneBytes += blockAloneBytes;
                filledBytes = 0;
                blockAloneBytes = 0;
            }
            System.arraycopy(data, chunks.offset(chunk), block, filledBytes, length);
            filledBytes += length;
            blockAloneBytes += alone;
        }
        if (fullAloneBytes == 0 && filledBytes > 0) {
            // What is left of a group stands for nothing else: in the file system its block goes on.
            fullTogetherBytes = compressor.storedBytes(block, 0, filledBytes);
            fullAloneBytes = blockAloneBytes;
        }
        for (int chunk : members) {
            long part = (aloneBytes[chunk] * fullTogetherBytes + fullAloneBytes / 2) / fullAloneBytes;
            storedBytes[chunk] = (int) Math.max(1, Math.min(chunks.length(chunk), part));
        }
        members.clear();
    }
}
