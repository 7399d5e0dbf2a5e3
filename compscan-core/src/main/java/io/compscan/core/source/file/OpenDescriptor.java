package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.Unit;
import io.compscan.core.source.file.DeepDirectory.Anchor;
import java.io.IOException;
import java.nio.file.Path;

/** A descriptor of a file, open for reading, for questions to its file system that Java does not ask. Linux alone. */
public final class OpenDescriptor implements AutoCloseable {

    private final int number;

    private OpenDescriptor(int number) {
        this.number = number;
    }

    /** Whether the unit is a local file, and so can have a descriptor here. */
    public static boolean isPossible(Unit unit) {
        return (unit instanceof FileUnit file && NativePath.isReachable(file.path()))
                || (unit instanceof DeepFileUnit && FileCalls.load());
    }

    /**
     * Opens the file of a unit.
     *
     * @throws IOException if it cannot be opened, or is not a local file
     */
    public static OpenDescriptor of(Unit unit) throws IOException {
        if (unit instanceof FileUnit file) {
            return new OpenDescriptor(open(file.path()));
        }
        if (unit instanceof DeepFileUnit deep) {
            try (Anchor anchor = deep.directory().open()) {
                return new OpenDescriptor(open(anchor.resolve(deep.file().path())));
            }
        }
        throw new IOException("not a local file");
    }

    private static int open(Path path) throws IOException {
        try {
            return NativePath.openToRead(path);
        } catch (LastErrorException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The number of the descriptor, until it is closed. */
    public int number() {
        return number;
    }

    @Override
    public void close() {
        FileCalls.closeQuietly(number);
    }
}
