package io.compscan.core.scan.measure.size;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.compress.Compressor;
import io.compscan.core.fold.calibrate.QuickBlocks;
import io.compscan.core.fold.calibrate.SharedPart;
import io.compscan.core.scan.read.FileGroups;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.UnitPiece;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sizes small files that share blocks, as squashfs stores them. The files of a group fill blocks one behind the other, and the blocks are
 * compressed. Each file gets a part of the compressed bytes, in proportion to the size that a fast compressor gives it alone.
 *
 * <pre>
 *   group   | file | file | file |   | file | file |   | file | first file again |
 *           |====== block =======|   |=== block ===|   |========= block =========|     gain = compressed(blocks) / sum of their files,
 *                                                                                           each compressed alone
 * </pre>
 *
 * A file that lies in several groups gets a part in each.
 */
final class SharedBlocks implements PlacedSizes {

    private final Compressor compressor;
    /** Shares out the size of a block, so that a slow compressor sees every byte once. */
    private final Compressor rough;
    /** Null unless the compressor is the quick companion of another, which sees a sample. */
    private final @Nullable QuickBlocks quick;

    private final byte[] block;

    /** For each chunk of the slab; 0 where it shares no block. */
    private int[] storedBytes = {};

    /** For each chunk that shares one, its rough size when compressed alone. */
    private int[] aloneBytes = {};

    /** The chunks of the current group. */
    private final List<Integer> members = new ArrayList<>();

    /**
     * Sizes that are not known yet.
     *
     * @param rough a fast compressor
     * @param quick null unless it is the compressor itself, perhaps watched
     */
    SharedBlocks(Compressor compressor, Compressor rough, @Nullable QuickBlocks quick, int blockBytes) {
        this.compressor = compressor;
        this.rough = rough;
        this.quick = quick;
        block = new byte[blockBytes];
    }

    /** Whether the chunk is short enough to share a block. At a place where it lies alone it may take more. */
    @Override
    public boolean concerns(int chunk, int lengthBytes) {
        return lengthBytes < block.length;
    }

    /** The part of a shared block that the chunk takes; 0 if it shares none. */
    @Override
    public int storedBytes(int chunk) {
        return storedBytes[chunk];
    }

    /** The rough size of a chunk that shares a block, when compressed alone. */
    @Override
    public int aloneBytes(int chunk) {
        return aloneBytes[chunk];
    }

    /** Sizes the groups of a slab, which holds whole groups. A group without a chunk that is wanted is skipped. */
    @Override
    public void measure(
            Slab slab,
            ChunkList chunks,
            int[] firstOfPiece,
            byte[] fingerprints,
            int fingerprintBytes,
            IntToLongFunction keys,
            IntPredicate isWanted) {
        storedBytes = new int[chunks.size()];
        aloneBytes = new int[chunks.size()];
        long group = FileGroups.NONE;
        for (int i = 0; i < slab.pieces.size(); i++) {
            UnitPiece piece = slab.pieces.get(i);
            int chunk = firstOfPiece[i];
            boolean isWholeFile =
                    firstOfPiece[i + 1] == chunk + 1 && chunks.length(chunk) == piece.bytes() && piece.isWholeUnit();
            if (piece.unit().group() == FileGroups.NONE || !isWholeFile || !concerns(chunk, piece.bytes())) {
                continue;
            }
            if (piece.unit().group() != group) {
                measureGroup(slab.data, chunks, fingerprints, fingerprintBytes, keys, isWanted);
                group = piece.unit().group();
            }
            members.add(chunk);
        }
        measureGroup(slab.data, chunks, fingerprints, fingerprintBytes, keys, isWanted);
    }

    private void measureGroup(
            byte[] data,
            ChunkList chunks,
            byte[] fingerprints,
            int fingerprintBytes,
            IntToLongFunction keys,
            IntPredicate isWanted) {
        if (members.stream().mapToInt(Integer::intValue).noneMatch(isWanted)) {
            members.clear();
            return;
        }
        if (quick != null
                && members.stream().anyMatch(chunk -> quick.wants(keys.applyAsLong(chunk), chunks.length(chunk)))) {
            quick.beginGroup();
        }
        List<Integer> distinct = distinct(data, chunks, fingerprints, fingerprintBytes);
        long togetherBytes = 0;
        long allAloneBytes = 0;
        int filledBytes = 0;
        for (int chunk : distinct) {
            if (filledBytes + chunks.length(chunk) > block.length) {
                togetherBytes += compress(filledBytes);
                filledBytes = 0;
            }
            filledBytes = append(data, chunks, chunk, filledBytes);
            allAloneBytes += aloneBytes[chunk];
        }
        // In the file system the last block goes on with other files; here with the first ones of the group, unless it
        // has those already.
        for (int i = 0; togetherBytes > 0 && filledBytes + chunks.length(distinct.get(i)) <= block.length; i++) {
            filledBytes = append(data, chunks, distinct.get(i), filledBytes);
            allAloneBytes += aloneBytes[distinct.get(i)];
        }
        togetherBytes += compress(filledBytes);
        for (int chunk : members) {
            int length = chunks.length(chunk);
            int part = SharedPart.bytes(aloneBytes[chunk], togetherBytes, allAloneBytes, length);
            storedBytes[chunk] = part;
            if (quick != null) {
                quick.offer(keys.applyAsLong(chunk), length, part, aloneBytes[chunk], allAloneBytes);
            }
        }
        if (quick != null) {
            quick.endGroup();
        }
        members.clear();
    }

    /** The first of equal members each; finds what each member takes alone. */
    private List<Integer> distinct(byte[] data, ChunkList chunks, byte[] fingerprints, int fingerprintBytes) {
        Set<ByteBuffer> seen = new HashSet<>();
        List<Integer> distinct = new ArrayList<>();
        for (int chunk : members) {
            aloneBytes[chunk] = rough.storedBytes(data, chunks.offset(chunk), chunks.length(chunk));
            if (seen.add(ByteBuffer.wrap(fingerprints, chunk * fingerprintBytes, fingerprintBytes))) {
                distinct.add(chunk);
            }
        }
        return distinct;
    }

    private int append(byte[] data, ChunkList chunks, int chunk, int filledBytes) {
        System.arraycopy(data, chunks.offset(chunk), block, filledBytes, chunks.length(chunk));
        return filledBytes + chunks.length(chunk);
    }

    private int compress(int filledBytes) {
        int bytes = compressor.storedBytes(block, 0, filledBytes);
        if (quick != null) {
            quick.keepBlock(filledBytes);
        }
        return bytes;
    }
}
