package io.compscan.gpu;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The signal handlers of this process at one moment; see sigaction(2).
 *
 * <p>The JVM uses signals such as SIGSEGV all the time: for null checks, and to stop its threads. A native library that replaces the
 * handlers takes them away from the JVM. LLVM does so, and resets a signal to its default while its handler runs. When two threads fault at
 * once, the process then dies without a word.
 */
final class SignalHandlers {

    // struct sigaction: 8 bytes of the handler, 128 of a mask, 4 of flags, 4 unused, 8 of a function that belongs to
    // the C library.
    private static final int STRUCT_BYTES = 152;
    private static final int FLAGS_START = 136;
    private static final int FLAGS_END = 140;
    /** The kernel knows 64 signals; the C library leaves the rest of the mask undefined. */
    private static final int MASK_END = 16;
    /** SA_RESTORER, in the last byte of the flags: the C library's function is set, as always after the first call. */
    private static final int RESTORER = 0x04;

    private static final int SIGNALS = 31;

    /** By the signal's number less one. */
    private final byte[][] actions;

    private SignalHandlers(byte[][] actions) {
        this.actions = actions;
    }

    private static final class Binding {
        static final boolean SUCCEEDED = Platform.isLinux() && (isOn("x86-64") || isOn("aarch64")) && register();

        private static boolean register() {
            try {
                Native.register(SignalHandlers.class, NativeLibrary.getProcess());
                return true;
            } catch (LinkageError e) {
                return false;
            }
        }

        private static boolean isOn(String architecture) {
            return Platform.ARCH.equals(architecture);
        }
    }

    /** The handlers as they are now; none where the layout of the call is unknown. */
    static SignalHandlers now() {
        byte[][] actions = new byte[Binding.SUCCEEDED ? SIGNALS : 0][STRUCT_BYTES];
        for (int i = 0; i < actions.length; i++) {
            sigaction(i + 1, null, actions[i]);
            Arrays.fill(actions[i], MASK_END, FLAGS_START, (byte) 0);
            Arrays.fill(actions[i], FLAGS_END, STRUCT_BYTES, (byte) 0);
            actions[i][FLAGS_END - 1] &= ~RESTORER;
        }
        return new SignalHandlers(actions);
    }

    /** Gives each signal the handler of that moment again. */
    void restore() {
        byte[][] changed = now().actions;
        for (int i = 0; i < actions.length; i++) {
            if (!Arrays.equals(actions[i], changed[i])) {
                sigaction(i + 1, actions[i], null);
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SignalHandlers that && Arrays.deepEquals(actions, that.actions);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(actions);
    }

    private static native int sigaction(int signal, byte @Nullable [] action, byte @Nullable [] before)
            throws LastErrorException;
}
