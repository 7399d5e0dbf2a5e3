package io.compscan.memory.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The kernel's flags of a frame, from {@code /proc/kpageflags}, which root may read. One thread. */
final class FrameFlags implements Closeable {

    private static final Path FLAGS = Path.of("/proc/kpageflags");
    private static final Path MERGED_COUNT = Path.of("/sys/kernel/mm/ksm/pages_shared");
    private static final long MERGED = 1L << 21;
    private static final long ZERO_PAGE = 1L << 24;

    private final ProcFile file;
    private final boolean hasMerged;
    private final ByteBuffer buffer = ProcFile.buffer(1);

    private FrameFlags(ProcFile file, boolean hasMerged) {
        this.file = file;
        this.hasMerged = hasMerged;
    }

    /** Null where the kernel does not tell. */
    static @Nullable FrameFlags open() {
        try {
            return new FrameFlags(ProcFile.open(FLAGS), hasMerged());
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean hasMerged() {
        try {
            return !Files.readString(MERGED_COUNT).strip().equals("0");
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the kernel has merged any page at all, so that {@link #isMerged} is worth a question. */
    boolean hasMergedAny() {
        return hasMerged;
    }

    /** Whether it is the page of zeros that all processes share. */
    boolean isZeroPage(long frame) throws IOException {
        return has(frame, ZERO_PAGE);
    }

    /** Whether the kernel has merged it with others. */
    boolean isMerged(long frame) throws IOException {
        return has(frame, MERGED);
    }

    private boolean has(long frame, long flag) throws IOException {
        return file.read(frame, 1, buffer) == 1 && (buffer.getLong(0) & flag) != 0;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
