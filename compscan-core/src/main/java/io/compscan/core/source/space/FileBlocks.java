package io.compscan.core.source.space;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileAnswer;
import java.io.IOException;

/**
 * The kernel's answer about an open file.
 *
 * @param isFile whether it is a regular file
 * @param device the number of its file system or subvolume
 * @param allocatedBytes the bytes of its blocks, as {@code du} counts them
 */
record FileBlocks(boolean isFile, long device, long allocatedBytes) {

    private static final int WANTED = FileAnswer.TYPE | FileAnswer.MODE | FileAnswer.BLOCKS;
    private static final int FORMAT_MASK = 0170000;
    private static final int REGULAR = 0100000;

    static FileBlocks of(int descriptor) throws IOException {
        FileAnswer answer = new FileAnswer();
        try {
            answer.askOpen(descriptor, WANTED);
        } catch (LastErrorException e) {
            throw new IOException(e.getMessage(), e);
        }
        return new FileBlocks((answer.mode() & FORMAT_MASK) == REGULAR, answer.device(), answer.allocatedBytes());
    }
}
