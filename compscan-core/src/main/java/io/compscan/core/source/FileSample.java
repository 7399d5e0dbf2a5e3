package io.compscan.core.source;

import io.compscan.core.SplitMix;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Blocks of a file that stand for all of it: the first one, the last one, and one at a place of its own in each of equal parts between.
 *
 * <pre>
 *   file   [#]....|....[#]..|.[#].....|.......[#]|..[#]...|...[#]
 * </pre>
 *
 * <p>Two files of one size whose blocks are equal count as equal. The places depend on the size alone. A file of up to {@value #MIN_BLOCKS}
 * blocks is read whole.
 */
public final class FileSample {

    private static final VarHandle BYTES_AS_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int BLOCK_BYTES = 4096;
    private static final int MIN_BLOCKS = 16;
    private static final int MAX_BLOCKS = 64;
    /** So that the sample of a file of 16 MiB is less than one percent of it. */
    private static final long BYTES_OF_BLOCK = 1 << 20;

    private FileSample() {}

    private static int blockCount(long fileBytes) {
        return (int) Math.max(MIN_BLOCKS, Math.min(MAX_BLOCKS, fileBytes / BYTES_OF_BLOCK));
    }

    /** The most bytes that {@link #mark(Unit, UnitChannel)} reads. */
    public static int readBytes(long fileBytes) {
        return blockCount(fileBytes) * BLOCK_BYTES;
    }

    /** A number for a file of which only the size is known. */
    public static long mark(long fileBytes) {
        return SplitMix.mix(fileBytes);
    }

    /**
     * A number for the size and the blocks of a file. A block that cannot be read counts as one of zeros.
     *
     * @param unit the file, or a stretch of it
     * @param channel the unit, opened for parts
     */
    public static long mark(Unit unit, UnitChannel channel) {
        long fileBytes = unit.fileBytes();
        long mark = mark(fileBytes);
        byte[] block = new byte[BLOCK_BYTES];
        long blocksInFile = (fileBytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
        int count = (int) Math.min(blocksInFile, blockCount(fileBytes));
        for (int i = 0; i < count; i++) {
            long position = place(i, count, blocksInFile, mark(fileBytes)) * BLOCK_BYTES;
            long inUnit = position - unit.fileOffset();
            channel.beforeStripe(inUnit, inUnit + BLOCK_BYTES);
            int length = read(channel, position, block);
            channel.afterStripe(inUnit, inUnit + BLOCK_BYTES);
            Arrays.fill(block, length, BLOCK_BYTES, (byte) 0);
            for (int at = 0; at < BLOCK_BYTES; at += Long.BYTES) {
                mark = SplitMix.mix(mark * SplitMix.GOLDEN + (long) BYTES_AS_LONG.get(block, at));
            }
        }
        return mark;
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

    private static int read(UnitChannel channel, long position, byte[] block) {
        int done = 0;
        try {
            while (done < block.length) {
                int got = channel.readFile(position + done, block, done, block.length - done);
                if (got < 0) {
                    break;
                }
                done += got;
            }
        } catch (IOException e) {
            // Whoever reads the file comes to the same place and reports it.
            done = 0;
        }
        return done;
    }
}
