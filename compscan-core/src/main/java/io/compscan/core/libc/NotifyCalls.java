package io.compscan.core.libc;

import com.sun.jna.LastErrorException;
import com.sun.jna.Platform;

/** The calls of Linux that tell what happens in a directory; see inotify(7). */
public final class NotifyCalls {

    public static final int IN_NONBLOCK_CLOEXEC = 04000 | 02000000;
    public static final int IN_CLOSE_WRITE = 0x8;
    public static final int IN_MOVED_TO = 0x80;
    public static final int IN_CREATE = 0x100;
    public static final int IN_MOVE_SELF = 0x800;
    public static final int IN_Q_OVERFLOW = 0x4000;
    public static final int IN_IGNORED = 0x8000;
    public static final int IN_ONLYDIR = 0x1000000;
    public static final int IN_DONT_FOLLOW = 0x2000000;
    public static final int IN_ISDIR = 0x40000000;
    /** An event without its name: watch, mask, cookie, length of the name, 4 bytes each. */
    public static final int EVENT_BYTES = 16;

    public static final short POLLIN = 1;
    public static final int EAGAIN = 11;
    public static final int EINTR = 4;
    public static final int ENOSPC = 28;

    private NotifyCalls() {}

    private static final class Binding {
        static final boolean SUCCEEDED = Platform.isLinux() && Platform.is64Bit() && Libc.bind(NotifyCalls.class);
    }

    /** Binds the calls on first use; returns whether this system has them. */
    public static boolean load() {
        return Binding.SUCCEEDED;
    }

    public static native int inotify_init1(int flags) throws LastErrorException;

    public static native int inotify_add_watch(int descriptor, byte[] path, int mask) throws LastErrorException;

    public static native long read(int descriptor, byte[] buffer, long bytes) throws LastErrorException;

    public static native int close(int descriptor) throws LastErrorException;

    /**
     * Waits for an event.
     *
     * @param descriptors one {@code struct pollfd}: descriptor (4 bytes), events (2), answer (2)
     */
    public static native int poll(byte[] descriptors, long count, int timeoutMillis) throws LastErrorException;
}
