package io.compscan.core.libc;

import com.sun.jna.LastErrorException;
import com.sun.jna.Pointer;

/** The calls of 64-bit Linux that read extended attributes. Those whose names begin with an l ask a link itself. */
public final class AttributeCalls {

    /** The longest list of names, and the longest value, that the kernel hands out. */
    public static final int LONGEST_BYTES = 1 << 16;
    /** The file system has no attributes. */
    public static final int EOPNOTSUPP = 95;

    private AttributeCalls() {}

    private static final class Binding {
        static final boolean SUCCEEDED = FileCalls.load() && Libc.bind(AttributeCalls.class);
    }

    /** Binds the calls on first use; returns whether this system has them. */
    public static boolean load() {
        return Binding.SUCCEEDED;
    }

    /** Writes the names, each with a zero behind it, and returns their length together. */
    public static native long listxattr(byte[] path, Pointer names, long bytes) throws LastErrorException;

    public static native long llistxattr(byte[] path, Pointer names, long bytes) throws LastErrorException;

    /** Writes a value, and returns its length. */
    public static native long getxattr(byte[] path, byte[] name, Pointer value, long bytes) throws LastErrorException;

    public static native long lgetxattr(byte[] path, byte[] name, Pointer value, long bytes) throws LastErrorException;
}
