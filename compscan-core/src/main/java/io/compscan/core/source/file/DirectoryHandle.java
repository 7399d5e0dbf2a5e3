package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.libc.StatCalls;
import io.compscan.core.source.file.FileStatus.Inode;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A directory held open, so that the status of an entry is one step away for the kernel instead of all of its path.
 *
 * <p>Java only tells by path how many names a file has, so libc is called ({@code statx}, which looks the same on all architectures).
 * Wherever that fails, for whatever reason, the entry is asked for by path: slower, the same answer, and Java's exception where there
 * is none. One thread.
 */
abstract class DirectoryHandle implements Closeable {

    /** Asks by path. */
    static final DirectoryHandle BY_PATH = new DirectoryHandle() {
        @Override
        FileStatus statusOf(Path entry) throws IOException {
            return FileStatus.of(entry);
        }

        @Override
        public void close() {}
    };

    /** The status of the entry itself, a path into this directory. */
    abstract FileStatus statusOf(Path entry) throws IOException;

    @Override
    public abstract void close();

    /** A handle for the directory, which need not be there. */
    static DirectoryHandle open(Path directory) {
        if (!NativePath.isReachable(directory) || !load()) {
            return BY_PATH;
        }
        try {
            return new Descriptor(FileCalls.open(NativePath.terminated(directory), FileCalls.O_PATH_CLOEXEC, 0));
        } catch (LastErrorException e) {
            return BY_PATH;
        }
    }

    /** Loads the native library, so that the next handle does not wait for that, and says whether it is there and has the call. */
    static boolean load() {
        return StatCalls.load();
    }

    private static final class Descriptor extends DirectoryHandle {
        private static final VarHandle INTS =
                MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
        private static final VarHandle SHORTS =
                MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());

        /** Type, mode, number of names, inode, size. */
        private static final int WANTED = 0x1 | 0x2 | 0x4 | 0x100 | 0x200;

        private static final int STATX_BYTES = 256;
        // Where these are in a struct statx.
        private static final int MASK = 0;
        private static final int NLINK = 16;
        private static final int MODE = 28;
        private static final int INO = 32;
        private static final int SIZE = 40;
        private static final int DEVICE_MAJOR = 136;
        private static final int DEVICE_MINOR = 140;

        private final int descriptor;
        private final byte[] answer = new byte[STATX_BYTES];

        Descriptor(int descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        FileStatus statusOf(Path entry) throws IOException {
            FileStatus status = ask(NativePath.terminatedLastName(entry));
            return status == null ? FileStatus.of(entry) : status;
        }

        private @Nullable FileStatus ask(byte[] name) {
            int flags = StatCalls.AT_SYMLINK_NOFOLLOW | StatCalls.AT_NO_AUTOMOUNT;
            try {
                StatCalls.statx(descriptor, name, flags, WANTED, answer);
            } catch (LastErrorException e) {
                return null;
            }
            if ((intAt(MASK) & WANTED) != WANTED) {
                return null;
            }
            long device = device(intAt(DEVICE_MAJOR), intAt(DEVICE_MINOR));
            return new FileStatus(
                    FileStatus.kindOf((short) SHORTS.get(answer, MODE)),
                    (long) LONGS.get(answer, SIZE),
                    intAt(NLINK),
                    new Inode(device, (long) LONGS.get(answer, INO)),
                    device);
        }

        private int intAt(int offset) {
            return (int) INTS.get(answer, offset);
        }

        /** One number for both, the same that {@code stat} gives and Java knows. */
        private static long device(long major, long minor) {
            return (major & 0xFFFFF000L) << 32 | (major & 0xFFF) << 8 | (minor & 0xFFFFFF00L) << 12 | (minor & 0xFF);
        }

        @Override
        public void close() {
            FileCalls.closeQuietly(descriptor);
        }
    }
}
