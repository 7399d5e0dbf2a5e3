package io.compscan.core.source.space;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.ExtentCalls;
import io.compscan.core.libc.StatCalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Lists the extents of open files by the request FIEMAP. Its memory is the answer to one request. One thread. */
final class ExtentQuery {

    /** Most files have few extents. */
    private static final int FIRST_EXTENTS = 16;

    private static final int FURTHER_EXTENTS = 4096;

    private static final int START = 0;
    private static final int LENGTH = 8;
    private static final int FLAGS = 16;
    private static final int MAPPED_EXTENTS = 20;
    private static final int EXTENT_COUNT = 24;
    private static final int RESERVED = 28;
    private static final int EXTENT_LOGICAL = 0;
    private static final int EXTENT_PHYSICAL = 8;
    private static final int EXTENT_LENGTH = 16;
    private static final int EXTENT_FLAGS = 40;

    private final Answer first = Answer.of(FIRST_EXTENTS);
    private final Answer further = Answer.of(FURTHER_EXTENTS);

    /**
     * A {@code struct fiemap}.
     *
     * @param bytes of it
     * @param fields a view of them
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Answer(byte[] bytes, ByteBuffer fields) {

        static Answer of(int extents) {
            byte[] bytes = new byte[ExtentCalls.FIEMAP_BYTES + extents * ExtentCalls.EXTENT_BYTES];
            return new Answer(bytes, ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()));
        }
    }

    /** Hears of one extent. */
    @FunctionalInterface
    interface Visitor {

        /**
         * An extent of the file.
         *
         * @param logical its start in the file
         * @param physical its start on the file system
         * @param length its bytes in the file
         * @param flags as FIEMAP has them
         */
        void extent(long logical, long physical, long length, int flags) throws IOException;
    }

    /** Whether this system has the calls. */
    static boolean isSupported() {
        return ExtentCalls.load() && StatCalls.load();
    }

    /**
     * Shows all extents of the file, in their order.
     *
     * @return false if the file system does not tell
     * @throws IOException if it tells and fails
     */
    boolean ask(int descriptor, Visitor visitor) throws IOException {
        Answer question = first;
        long from = 0;
        while (true) {
            if (!request(descriptor, from, question)) {
                return false;
            }
            ByteBuffer answer = question.fields();
            int count = answer.getInt(MAPPED_EXTENTS);
            int flags = ExtentCalls.EXTENT_LAST;
            long asked = from;
            for (int i = 0; i < count; i++) {
                int at = ExtentCalls.FIEMAP_BYTES + i * ExtentCalls.EXTENT_BYTES;
                long length = answer.getLong(at + EXTENT_LENGTH);
                flags = answer.getInt(at + EXTENT_FLAGS);
                long logical = answer.getLong(at + EXTENT_LOGICAL);
                visitor.extent(logical, answer.getLong(at + EXTENT_PHYSICAL), length, flags);
                from = logical + length;
            }
            if ((flags & ExtentCalls.EXTENT_LAST) != 0 || from <= asked) {
                return true;
            }
            question = further;
        }
    }

    /** Without the flag that would write delayed blocks first: a question should change nothing. */
    private static boolean request(int descriptor, long from, Answer question) throws IOException {
        int room = question.bytes().length - ExtentCalls.FIEMAP_BYTES;
        question.fields()
                .putLong(START, from)
                .putLong(LENGTH, -1L)
                .putInt(FLAGS, 0)
                .putInt(MAPPED_EXTENTS, 0)
                .putInt(EXTENT_COUNT, room / ExtentCalls.EXTENT_BYTES)
                .putInt(RESERVED, 0);
        while (true) {
            try {
                ExtentCalls.ioctl(descriptor, ExtentCalls.FS_IOC_FIEMAP, question.bytes());
                return true;
            } catch (LastErrorException e) {
                int error = e.getErrorCode();
                if (error == ExtentCalls.EOPNOTSUPP || error == ExtentCalls.ENOTTY) {
                    return false;
                }
                if (error != ExtentCalls.EINTR) {
                    throw new IOException(e.getMessage(), e);
                }
            }
        }
    }
}
