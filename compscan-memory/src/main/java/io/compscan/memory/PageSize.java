package io.compscan.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The size of this machine's pages, by the vector that the kernel gives each process; see getauxval(3). */
final class PageSize {

    private static final Path VECTOR = Path.of("/proc/self/auxv");
    private static final long AT_PAGESZ = 6;

    private PageSize() {}

    /** Refuses a machine whose pages have another size, and a system without {@code /proc}. */
    static void require(int bytes) throws MemoryException {
        try {
            ByteBuffer vector = ByteBuffer.wrap(Files.readAllBytes(VECTOR)).order(ByteOrder.nativeOrder());
            while (vector.remaining() >= 2 * Long.BYTES) {
                long type = vector.getLong();
                long value = vector.getLong();
                if (type == AT_PAGESZ && value != bytes) {
                    throw new MemoryException(
                            "this machine has pages of " + value + " bytes, and processes can be scanned in pages of "
                                    + bytes + "; a dump can be scanned elsewhere");
                }
            }
        } catch (IOException e) {
            throw new MemoryException(
                    "this system has no /proc, through which processes are read; scan a dump instead");
        }
    }
}
