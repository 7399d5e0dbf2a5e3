package io.compscan.core.source;

import io.compscan.core.SplitMix;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Blocks of a file that stand for all of it. They are the first block, the last, and one at a varying place in each of the equal parts
 * between. In an image they include the blocks that the file system inside changes whenever it is mounted.
 *
 * <pre>
 *   file   [#]....|....[#]..|.[#].....|.......[#]|..[#]...|...[#]
 * </pre>
 *
 * <p>Two files of one size whose blocks are equal count as equal. The places depend on the size alone. A file of up to {@value #MIN_BLOCKS}
 * blocks is read whole.
 *
 * @param mark a number for the size and the blocks
 * @param isNoise whether three quarters of the file or more are one stretch of noise: bytes as evenly distributed as those of compressed or encrypted data
 */
public record FileSample(long mark, boolean isNoise) {

    private static final VarHandle BYTES_AS_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int BLOCK_BYTES = 4096;
    /** The places of the superblock of ext4 and XFS: in the first partition of a disk, in a LUKS 1 volume, in a LUKS 2 volume. */
    private static final List<Long> SUPERBLOCKS = List.of(1L << 20, 2L << 20, 16L << 20);

    private static final int MIN_BLOCKS = 8;
    private static final int MAX_BLOCKS = 64;
    /** One block stands for so many bytes. A rotating disk needs some 6 ms for a block, and 25 ms to read so many bytes. */
    private static final long BYTES_OF_BLOCK = 4 << 20;

    /**
     * The sum of the squares of the counts of each byte value in a block of noise is 69,616. Huffman codes shrink a block with this sum by
     * a thirty-second.
     */
    private static final int MOST_SQUARES_OF_NOISE = 92_000;

    private static int blockCount(long fileBytes) {
        return (int) Math.max(MIN_BLOCKS, Math.min(MAX_BLOCKS, fileBytes / BYTES_OF_BLOCK));
    }

    /** The most bytes that {@link #of} reads. */
    public static int readBytes(long fileBytes) {
        return (blockCount(fileBytes) + SUPERBLOCKS.size()) * BLOCK_BYTES;
    }

    /** The sample of a file with nothing known except its size. */
    public static FileSample ofSize(long fileBytes) {
        return new FileSample(SplitMix.mix(fileBytes), false);
    }

    /**
     * Reads the blocks of a file. A block that cannot be read counts as zeros.
     *
     * @param file the file, opened for parts
     */
    public static FileSample of(UnitChannel file, long fileBytes) {
        long seed = SplitMix.mix(fileBytes);
        long mark = seed;
        int noise = 0;
        int firstNoise = -1;
        int lastNoise = -1;
        byte[] block = new byte[BLOCK_BYTES];
        long blocksInFile = (fileBytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
        int count = (int) Math.min(blocksInFile, blockCount(fileBytes));
        for (int i = 0; i < count; i++) {
            read(file, place(i, count, blocksInFile, seed) * BLOCK_BYTES, block);
            mark = mix(mark, block);
            if (isNoise(block)) {
                noise++;
                firstNoise = firstNoise < 0 ? i : firstNoise;
                lastNoise = i;
            }
        }
        for (long position : SUPERBLOCKS) {
            if (position < fileBytes) {
                read(file, position, block);
                mark = mix(mark, block);
            }
        }
        boolean isOneStretch = noise > 0 && lastNoise - firstNoise + 1 == noise;
        return new FileSample(mark, isOneStretch && 4 * noise >= 3 * count);
    }

    private static long mix(long mark, byte[] block) {
        long mixed = mark;
        for (int at = 0; at < BLOCK_BYTES; at += Long.BYTES) {
            mixed = SplitMix.mix(mixed * SplitMix.GOLDEN + (long) BYTES_AS_LONG.get(block, at));
        }
        return mixed;
    }

    private static boolean isNoise(byte[] block) {
        int[] counts = new int[256];
        for (byte one : block) {
            counts[one & 0xFF]++;
        }
        return Arrays.stream(counts).map(count -> count * count).sum() <= MOST_SQUARES_OF_NOISE;
    }

    /** The number of a block in the file. */
    private static long place(int i, int count, long blocksInFile, long seed) {
        if (i == 0 || i == count - 1) {
            return i == 0 ? 0 : blocksInFile - 1;
        }
        long from = blocksInFile * i / count;
        long to = blocksInFile * (i + 1) / count;
        return from + Math.floorMod(SplitMix.mix(seed + i), to - from);
    }

    /** Fills the block. Bytes behind the end of the file are zeros, and so is all of a block that cannot be read. */
    private static void read(UnitChannel file, long position, byte[] block) {
        int done = 0;
        file.beforeStripe(position, position + BLOCK_BYTES);
        try {
            while (done < block.length) {
                int got = file.read(position + done, block, done, block.length - done);
                if (got < 0) {
                    break;
                }
                done += got;
            }
        } catch (IOException e) {
            // The scan meets the same failure at this place, and reports it.
            done = 0;
        }
        file.afterStripe(position, position + BLOCK_BYTES);
        Arrays.fill(block, done, BLOCK_BYTES, (byte) 0);
    }
}
