package io.compscan.core.libc;

import com.sun.jna.LastErrorException;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * File calls of 64-bit Linux that Java lacks; all sizes and offsets are {@code long}.
 *
 * <p>Call {@link #load} first. Where it returns false, the caller takes a slower way to the same numbers, or to most of them.
 */
public final class FileCalls {

    public static final int O_RDONLY_CLOEXEC = 02000000;
    public static final int O_RDONLY_NONBLOCK_CLOEXEC = 04000 | O_RDONLY_CLOEXEC;
    public static final int O_PATH_CLOEXEC = 010000000 | O_RDONLY_CLOEXEC;
    /** Opening a symbolic link fails; the one flag here whose number depends on the processor. */
    public static final int O_NOFOLLOW = Platform.isARM() || Platform.isPPC() ? 0100000 : 0400000;

    public static final int AT_FDCWD = -100;
    public static final int SEEK_END = 2;
    public static final int SEEK_DATA = 3;
    public static final int SEEK_HOLE = 4;
    public static final int PROT_READ = 1;
    public static final int MAP_SHARED = 1;
    public static final int F_DUPFD_CLOEXEC = 1030;
    public static final int POSIX_FADV_RANDOM = 1;
    public static final int POSIX_FADV_DONTNEED = 4;
    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int ENXIO = 6;
    public static final int EACCES = 13;
    public static final int ENOTDIR = 20;
    public static final int ENOSYS = 38;
    public static final int ELOOP = 40;
    /** Linux 5.6 added it; every 64-bit architecture that runs Java uses this number. */
    public static final long SYS_OPENAT2 = 437;
    /** Refuses each symbolic link on the way. */
    public static final long RESOLVE_NO_SYMLINKS = 4;
    /** The bytes of a {@code struct open_how}: flags, mode, rules of the way. */
    public static final long OPEN_HOW_BYTES = 24;
    /** Linux 6.5 added it; every 64-bit architecture that runs Java uses this number. */
    public static final long SYS_CACHESTAT = 451;
    /** The counts are: cached, dirty, in writeback, evicted, recently evicted. */
    public static final int CACHESTAT_COUNTS = 5;

    private static volatile boolean loaded;

    private FileCalls() {}

    /** The first caller of {@link #load} initialises this class, which takes some 40 ms. */
    private static final class Binding {
        static final boolean SUCCEEDED = bind();

        private static boolean bind() {
            loaded = Platform.isLinux() && Platform.is64Bit() && Libc.bind(FileCalls.class);
            return loaded;
        }
    }

    /** Binds the calls on first use; returns false on other platforms and where JNA cannot unpack its library. */
    public static boolean load() {
        return Binding.SUCCEEDED;
    }

    /** Returns whether {@link #load} has succeeded before; never waits. */
    public static boolean isLoaded() {
        return loaded;
    }

    /** Closes a descriptor opened only to read: an error loses nothing. */
    public static void closeQuietly(int descriptor) {
        try {
            close(descriptor);
        } catch (LastErrorException e) {
            // Linux releases the descriptor even where close() fails.
        }
    }

    /** C declares {@code mode} as a variable argument; the kernel ignores it without {@code O_CREAT}. */
    public static native int open(byte[] path, int flags, int mode) throws LastErrorException;

    /** Like {@link #open}, with {@code path} relative to a directory. */
    public static native int openat(int directory, byte[] path, int flags, int mode) throws LastErrorException;

    /** With {@link #SYS_OPENAT2}: like {@link #openat}, with rules of the way. */
    public static native long syscall(long number, long directory, byte[] path, long[] how, long bytes)
            throws LastErrorException;

    public static native int close(int descriptor) throws LastErrorException;

    /** C declares {@code argument} as a variable one. */
    public static native int fcntl(int descriptor, int command, int argument) throws LastErrorException;

    public static native long pread(int descriptor, Pointer buffer, long bytes, long position)
            throws LastErrorException;

    public static native long lseek(int descriptor, long offset, int whence) throws LastErrorException;

    public static native int getpagesize();

    public static native Pointer mmap(
            @Nullable Pointer address, long length, int protection, int flags, int descriptor, long offset)
            throws LastErrorException;

    public static native int munmap(Pointer address, long length) throws LastErrorException;

    public static native int mincore(Pointer address, long length, byte[] resident) throws LastErrorException;

    /** Returns the error number and leaves {@code errno} alone. */
    public static native int posix_fadvise(int descriptor, long offset, long length, int advice);

    public static native long syscall(long number, long descriptor, long[] range, long[] counts, long flags)
            throws LastErrorException;
}
