package io.compscan.core.source.space;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.StatCalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The answer of {@code statx} about an open file.
 *
 * @param isFile whether it is a regular file
 * @param device the file system, or the subvolume, that it is on
 * @param allocatedBytes what it takes, as {@code du} tells
 */
record FileBlocks(boolean isFile, long device, long allocatedBytes) {

    private static final int STATX_BYTES = 256;
    /** Type, mode and blocks. */
    private static final int MASK = 0x1 | 0x2 | 0x400;

    private static final int MODE = 28;
    private static final int BLOCKS = 48;
    private static final int DEVICE = 136;
    private static final int FORMAT_MASK = 0170000;
    private static final int REGULAR = 0100000;
    /** The unit of the answer, whatever the blocks of the file system. */
    private static final int BLOCK_BYTES = 512;

    /** The empty name stands for the descriptor itself. */
    static FileBlocks of(int descriptor) throws IOException {
        byte[] answer = new byte[STATX_BYTES];
        try {
            StatCalls.statx(descriptor, new byte[1], StatCalls.AT_EMPTY_PATH, MASK, answer);
        } catch (LastErrorException e) {
            throw new IOException(e.getMessage(), e);
        }
        ByteBuffer fields = ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder());
        return new FileBlocks(
                (fields.getShort(MODE) & FORMAT_MASK) == REGULAR,
                fields.getLong(DEVICE),
                fields.getLong(BLOCKS) * BLOCK_BYTES);
    }
}
