package io.compscan.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Standard output for what is long: a {@link PrintWriter} goes on when nobody reads any more, this says so. */
final class StandardOutput extends Writer {

    private static final int CHECK_INTERVAL = 1 << 16;

    private final PrintWriter stdout;
    private int unchecked;

    StandardOutput(PrintWriter stdout) {
        this.stdout = stdout;
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
