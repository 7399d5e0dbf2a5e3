package io.compscan.core.libc;

import com.sun.jna.Native;
import com.sun.jna.Platform;

/** Binds native methods to the C library through JNA; the one place of the program that does. */
final class Libc {

    private Libc() {}

    /** Binds all native methods of a class; returns false if JNA cannot unpack its library or the C library lacks a call. */
    static boolean bind(Class<?> calls) {
        try {
            Native.register(calls, Platform.C_LIBRARY_NAME);
            return true;
        } catch (LinkageError e) {
            return false;
        }
    }
}
