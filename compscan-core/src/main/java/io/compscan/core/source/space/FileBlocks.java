package io.compscan.core.source.space;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileAnswer;
import java.io.IOException;

/**
 * What the kernel tells of an open file.
 *
 * @param isFile whether it is a regular file
 * @param device the file system, or the subvolume, that it is on
 * @param allocatedBytes what it takes, as {@code du} tells
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
