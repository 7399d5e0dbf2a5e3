package io.compscan.cli.terminal;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.SyncFailedException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Standard output for long documents. A {@link PrintWriter} goes on when nobody reads any more; this writer fails. */
public final class StandardOutput extends Writer {

    private static final int CHECK_INTERVAL = 1 << 16;

    /** Standard output, which may be a file. The file must be on the disk before a checkpoint is removed. */
    private static final Path DEVICE = Path.of("/dev/stdout");

    private final PrintWriter stdout;
    private int unchecked;

    /** A writer on it, which the caller flushes. */
    public StandardOutput(PrintWriter stdout) {
        this.stdout = stdout;
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
            throw new IOException("standard output cannot be written");
        }
    }

    /** Flushes: standard output stays open. */
    @Override
    public void close() throws IOException {
        flush();
    }
}
