package io.compscan.core.libc;

import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/** The calls that look up users and groups by number. The answers are the C library's memory until the next call, so callers take turns. */
public final class PrincipalCalls {

    private PrincipalCalls() {}

    private static final class Binding {
        static final boolean SUCCEEDED = FileCalls.load() && Libc.bind(PrincipalCalls.class);
    }

    /** Binds the calls on first use; returns whether this system has them. */
    public static boolean load() {
        return Binding.SUCCEEDED;
    }

    /** The entry of a user, which begins with the address of the name; null if there is none. */
    public static native @Nullable Pointer getpwuid(int user);

    /** The entry of a group, which begins with the address of the name; null if there is none. */
    public static native @Nullable Pointer getgrgid(int group);
}
