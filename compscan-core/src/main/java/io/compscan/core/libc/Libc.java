package io.compscan.core.libc;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;

/**
 * Binds native methods to the C library through JNA; the one place of the program that does. Not for Windows.
 *
 * <p>The process has already loaded the library, so there is no search for it by name in the directories of the system.
 */
final class Libc {

    private Libc() {}

    /** Binds all native methods of a class; returns false if JNA cannot unpack its library or the C library lacks a call. */
    static boolean bind(Class<?> calls) {
        try {
            Native.register(calls, NativeLibrary.getProcess());
            return true;
        } catch (LinkageError e) {
            return false;
        }
    }
}
