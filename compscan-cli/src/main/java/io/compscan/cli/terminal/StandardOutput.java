package io.compscan.cli.terminal;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.SyncFailedException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Standard output for long documents. A {@link PrintWriter} goes on when nobody reads any more; this writer fails. */
public final class StandardOutput extends Writer {

    /** What a command writes to standard output did not get there. */
    public static final class UndeliveredException extends IOException {
        private static final long serialVersionUID = 1;

        UndeliveredException() {
            super("standard output cannot be written");
        }
    }

    private static final int TYPE_MASK = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    /** The launcher of this version on leaves no descriptor redirected, so that a missing output fails as it should. */
    private static final int FIRST_THAT_LEAVES_IT = 25;

    private static final int CHECK_INTERVAL = 1 << 16;

    /** Its name on the command line. */
    private static final Path NAME = Path.of("-");

    /** Standard output, which may be a file. The file must be on the disk before a checkpoint is removed. */
    private static final Path DEVICE = Path.of("/dev/stdout");

    private final PrintWriter stdout;
    private int unchecked;

    /** A writer on it, which the caller flushes. */
    public StandardOutput(PrintWriter stdout) {
        this.stdout = stdout;
    }

    /** Whether options mean standard output by a path. */
    public static boolean isAt(@Nullable Path place) {
        return NAME.equals(place);
    }

    /**
     * The failure of a command whose output did not get there. Nobody needs to be told that the reader of a pipe has left. A pipe fails for no
     * other reason.
     */
    public static CommandFailure failure() {
        return isPipe()
                ? new CommandFailure(ExitCode.CLOSED_PIPE, "")
                : new CommandFailure(ExitCode.FAILED, String.valueOf(new UndeliveredException().getMessage()));
    }

    private static boolean isPipe() {
        try {
            int type = (int) Files.getAttribute(DEVICE, "unix:mode") & TYPE_MASK;
            return type == PIPE || type == SOCKET;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Whether this process was started without standard input, output and error. The Java launcher then opens the jar as descriptor 1, and closes it
     * by a redirection to {@code /dev/null}, where a report would vanish without a failure. The other two are files of Java's own.
     */
    public static boolean isMissing() {
        return Runtime.version().feature() < FIRST_THAT_LEAVES_IT
                && descriptor(1).equals("/dev/null")
                && descriptor(0).endsWith("/lib/modules")
                && descriptor(2).endsWith(".jar");
    }

    private static String descriptor(int number) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(number)))
                    .toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** A writer for a standard output that is missing: nothing gets anywhere. */
    public static PrintWriter missing() {
        return new PrintWriter(new Writer() {
            @Override
            public void write(char[] chars, int offset, int length) throws IOException {
                throw new UndeliveredException();
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
    }

    /** Ends the work with standard output, and fails if a part of it could not be written. */
    public static void finish(PrintWriter stdout) throws CommandFailure {
        if (stdout.checkError()) {
            throw failure();
        }
    }

    /** Whether all output is safe at its destination, as far as that can be known. */
    public static boolean isSafe(PrintWriter stdout) {
        if (stdout.checkError()) {
            return false;
        }
        if (Files.isRegularFile(DEVICE)) {
            try {
                FileDescriptor.out.sync();
            } catch (SyncFailedException e) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
        stdout.write(chars, offset, length);
        unchecked += length;
        if (unchecked > CHECK_INTERVAL) {
            flush();
        }
    }

    @Override
    public void flush() throws IOException {
        unchecked = 0;
        if (stdout.checkError()) {
            throw new UndeliveredException();
        }
    }

    /** Flushes: standard output stays open. */
    @Override
    public void close() throws IOException {
        flush();
    }
}
