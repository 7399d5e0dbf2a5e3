package io.compscan.core.libc;

import com.sun.jna.LastErrorException;
import com.sun.jna.Platform;

/** Requests to Linux file systems that tell where the bytes of a file lie; see the kernel's {@code Documentation/filesystems/fiemap.rst}. */
public final class ExtentCalls {

    /** Asks for a {@code struct fiemap}: 32 bytes, and {@value #EXTENT_BYTES} for each extent. */
    public static final long FS_IOC_FIEMAP = 0xC020660BL;

    public static final int FIEMAP_BYTES = 32;
    public static final int EXTENT_BYTES = 56;

    public static final int EXTENT_LAST = 0x1;
    public static final int EXTENT_UNKNOWN = 0x2;
    public static final int EXTENT_DELALLOC = 0x4;
    public static final int EXTENT_ENCODED = 0x8;
    public static final int EXTENT_INLINE = 0x200;
    public static final int EXTENT_TAIL = 0x400;
    public static final int EXTENT_UNWRITTEN = 0x800;
    public static final int EXTENT_SHARED = 0x2000;

    /** Asks btrfs for the name of the whole file system: a {@code struct btrfs_ioctl_fs_info_args}. */
    public static final long BTRFS_IOC_FS_INFO = 0x8400941FL;

    public static final int FS_INFO_BYTES = 1024;
    public static final int FS_INFO_ID_OFFSET = 16;
    public static final int FS_INFO_ID_BYTES = 16;

    public static final int EINTR = 4;
    public static final int ENOTTY = 25;
    public static final int EOPNOTSUPP = 95;

    private ExtentCalls() {}

    private static final class Binding {
        static final boolean SUCCEEDED = Platform.isLinux() && Platform.is64Bit() && Libc.bind(ExtentCalls.class);
    }

    /** Binds the call on first use; returns whether this system has it. */
    public static boolean load() {
        return Binding.SUCCEEDED;
    }

    public static native int ioctl(int descriptor, long request, byte[] argument) throws LastErrorException;
}
