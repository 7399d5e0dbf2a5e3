package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * A file read by bare system calls. To open a {@link FileChannel} for each of many small files takes longer than the kernel's work, and
 * leaves twenty objects behind.
 *
 * <p>A failed read is tried once more. The page cache reads ahead in folios of up to 2 MiB, and one bad sector makes all of a folio
 * unreadable. So the cached pages there are dropped before, and nothing is read ahead from then on.
 */
final class PlainFile implements UnitChannel {

    private static final int BUFFER_BYTES = 256 << 10;
    private static final long LONGEST_FOLIO_BYTES = 2 << 20;
    /** Data comes to the Java heap by way of a buffer off it, here as in a channel. */
    private static final ThreadLocal<Memory> BUFFER = ThreadLocal.withInitial(() -> new Memory(BUFFER_BYTES));

    private final OpenDescriptor file;

    /** @param file which this channel closes */
    PlainFile(OpenDescriptor file) {
        this.file = file;
    }

    /** Asks the kernel to read the requested bytes and nothing ahead. This holds for reads of this descriptor alone. */
    void readNothingAhead() {
        FileCalls.posix_fadvise(file.number(), 0, 0, FileCalls.POSIX_FADV_RANDOM);
    }

    @Override
    public int read(long position, byte[] data, int offset, int length) throws IOException {
        Memory buffer = BUFFER.get();
        int done = 0;
        int wanted;
        int got;
        do {
            wanted = Math.min(length - done, BUFFER_BYTES);
            try {
                got = (int) FileCalls.pread(file.number(), buffer, wanted, position + done);
            } catch (LastErrorException e) {
                return done > 0 ? done : readUncached(buffer, position, data, offset, wanted);
            }
            buffer.read(0, data, offset + done, got);
            done += got;
        } while (got == wanted && done < length);
        return done == 0 ? -1 : done;
    }

    private int readUncached(Memory buffer, long position, byte[] data, int offset, int length) throws IOException {
        readNothingAhead();
        long from = position / LONGEST_FOLIO_BYTES * LONGEST_FOLIO_BYTES;
        long to = ((position + length - 1) / LONGEST_FOLIO_BYTES + 1) * LONGEST_FOLIO_BYTES;
        FileCalls.posix_fadvise(file.number(), from, to - from, FileCalls.POSIX_FADV_DONTNEED);
        try {
            int got = (int) FileCalls.pread(file.number(), buffer, length, position);
            buffer.read(0, data, offset, got);
            return got == 0 ? -1 : got;
        } catch (LastErrorException e) {
            throw new IOException(NativePath.textOf(e), e);
        }
    }

    @Override
    public boolean hasChanged() {
        return file.hasChanged();
    }

    @Override
    public void close() {
        file.close();
    }
}
