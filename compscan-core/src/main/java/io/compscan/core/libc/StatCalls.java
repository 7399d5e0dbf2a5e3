package io.compscan.core.libc;

import com.sun.jna.LastErrorException;

/** The call {@code statx} of Linux. C libraries older than 2018 lack it, so it is bound apart from {@link FileCalls}. */
public final class StatCalls {

    public static final int AT_SYMLINK_NOFOLLOW = 0x100;
    public static final int AT_NO_AUTOMOUNT = 0x800;
    /** With an empty name: asks for the descriptor itself. */
    public static final int AT_EMPTY_PATH = 0x1000;

    private StatCalls() {}

    private static final class Binding {
        static final boolean SUCCEEDED = FileCalls.load() && Libc.bind(StatCalls.class);
    }

    /** Binds the call on first use; returns whether this system has it. */
    public static boolean load() {
        return Binding.SUCCEEDED;
    }

    /** Fills {@code answer} with a {@code struct statx} of 256 bytes. */
    public static native int statx(int directory, byte[] name, int flags, int mask, byte[] answer)
            throws LastErrorException;
}
