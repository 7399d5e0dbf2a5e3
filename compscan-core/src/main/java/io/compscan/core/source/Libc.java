package io.compscan.core.source;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Those calls of Linux's C library that Java has no equal for; 64-bit systems, where all sizes and offsets are {@code long}.
 *
 * <p>Nothing here may be called before {@link #load} or {@link #reaches} has said yes. Where they do not, because of another platform or
 * because there is no place for the native library, everybody has a slower way to the same numbers, or to most of them.
 */
final class Libc {

    static final int O_RDONLY_CLOEXEC = 02000000;
    static final int O_PATH_CLOEXEC = 010000000 | O_RDONLY_CLOEXEC;
    static final int AT_FDCWD = -100;
    static final int AT_SYMLINK_NOFOLLOW = 0x100;
    static final int AT_NO_AUTOMOUNT = 0x800;
    static final int SEEK_END = 2;
    static final int SEEK_DATA = 3;
    static final int PROT_READ = 1;
    static final int MAP_SHARED = 1;
    static final int POSIX_FADV_DONTNEED = 4;
    static final int ENOENT = 2;
    static final int ENXIO = 6;
    static final int EACCES = 13;
    static final int ENOTDIR = 20;
    /** Since Linux 6.5; the same number on every 64-bit architecture that Java runs on. */
    static final long SYS_CACHESTAT = 451;
    /** cached, dirty, being written, evicted, recently evicted. */
    static final int CACHESTAT_COUNTS = 5;

    private static volatile boolean loaded;

    private Libc() {}

    /** Happens once, to whoever asks first, and takes some 40 ms. */
    private static final class Registration {
        static final boolean SUCCEEDED = register();

        private static boolean register() {
            try {
                if (Platform.isLinux() && Platform.is64Bit()) {
                    Native.register(Libc.class, Platform.C_LIBRARY_NAME);
                    loaded = true;
                }
            } catch (LinkageError e) {
                // No place for the native library.
            }
            return loaded;
        }
    }

    /** Loads the library if that has not been done, and says whether it is there. */
    static boolean load() {
        return Registration.SUCCEEDED;
    }

    /** Whether it is there already; for those who would rather do without than wait. */
    static boolean isLoaded() {
        return loaded;
    }

    /** Whether paths of this one's kind are those that the library knows. */
    static boolean reaches(Path path) {
        return path.getFileSystem() == FileSystems.getDefault() && load();
    }

    /** A descriptor of what is there, only to be read. */
    static int openToRead(Path path) throws LastErrorException {
        return open(PathName.terminated(path), O_RDONLY_CLOEXEC, 0);
    }

    /** For a descriptor that nothing was written through, so that nothing can be lost. */
    static void closeQuietly(int descriptor) {
        try {
            close(descriptor);
        } catch (LastErrorException e) {
            // It is closed even so.
        }
    }

    /** The last argument is one of the variable ones; without {@code O_CREAT} it is not looked at. */
    static native int open(byte[] path, int flags, int mode) throws LastErrorException;

    /** As {@link #open}, from a directory. */
    static native int openat(int directory, byte[] path, int flags, int mode) throws LastErrorException;

    static native int close(int descriptor) throws LastErrorException;

    static native long pread(int descriptor, Pointer buffer, long bytes, long position) throws LastErrorException;

    static native long lseek(int descriptor, long offset, int whence) throws LastErrorException;

    static native int getpagesize();

    static native Pointer mmap(
            @Nullable Pointer address, long length, int protection, int flags, int descriptor, long offset)
            throws LastErrorException;

    static native int munmap(Pointer address, long length) throws LastErrorException;

    static native int mincore(Pointer address, long length, byte[] resident) throws LastErrorException;

    /** Returns what went wrong instead of leaving it in {@code errno}. */
    static native int posix_fadvise(int descriptor, long offset, long length, int advice);

    static native long syscall(long number, long descriptor, long[] range, long[] counts, long flags)
            throws LastErrorException;

    /** A call that C libraries older than 2018 do not have. */
    static final class Statx {
        static final boolean AVAILABLE = register();

        private Statx() {}

        private static boolean register() {
            try {
                if (load()) {
                    Native.register(Statx.class, Platform.C_LIBRARY_NAME);
                    return true;
                }
            } catch (LinkageError e) {
                // As above.
            }
            return false;
        }

        static native int statx(int directory, byte[] name, int flags, int mask, byte[] answer)
                throws LastErrorException;
    }
}
