package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileAnswer;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.libc.StatCalls;
import io.compscan.core.source.file.FileStatus.Inode;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A directory held open, so that the status of an entry is one step away for the kernel instead of all of its path.
 *
 * <p>Java gives the number of a file's names only by path, so this class calls libc ({@code statx}, which looks the same on all
 * architectures). If that fails for any reason, the entry is asked for by path. This way is slower, with the same answer, and with Java's
 * exception if there is none. One thread.
 */
abstract class DirectoryHandle implements Closeable {

    /** Asks by path. */
    static final DirectoryHandle BY_PATH = new DirectoryHandle() {
        @Override
        FileStatus statusOf(Path entry) throws IOException {
            return FileStatus.of(entry);
        }

        @Override
        public void close() {}
    };

    /** The status of the entry itself, a path into this directory. */
    abstract FileStatus statusOf(Path entry) throws IOException;

    @Override
    public abstract void close();

    /** A handle for the directory, which need not be there. */
    static DirectoryHandle open(Path directory) {
        if (!NativePath.isReachable(directory) || !load()) {
            return BY_PATH;
        }
        try {
            return new Descriptor(FileCalls.open(NativePath.terminated(directory), FileCalls.O_PATH_CLOEXEC, 0));
        } catch (LastErrorException e) {
            return BY_PATH;
        }
    }

    /** Loads the native library, so that the next handle does not wait for that, and says whether it is there and has the call. */
    static boolean load() {
        return StatCalls.load();
    }

    private static final class Descriptor extends DirectoryHandle {

        private static final int WANTED =
                FileAnswer.TYPE | FileAnswer.MODE | FileAnswer.LINKS | FileAnswer.INODE | FileAnswer.SIZE;

        private final int descriptor;
        private final FileAnswer answer = new FileAnswer();

        Descriptor(int descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        FileStatus statusOf(Path entry) throws IOException {
            FileStatus status = ask(NativePath.terminatedLastName(entry));
            return status == null ? FileStatus.of(entry) : status;
        }

        private @Nullable FileStatus ask(byte[] name) {
            try {
                answer.askEntry(descriptor, name, WANTED);
            } catch (LastErrorException e) {
                return null;
            }
            if (!answer.has(WANTED)) {
                return null;
            }
            long device = answer.device();
            return new FileStatus(
                    FileStatus.kindOf(answer.mode()),
                    answer.sizeBytes(),
                    answer.linkCount(),
                    new Inode(device, answer.inode()),
                    device);
        }

        @Override
        public void close() {
            FileCalls.closeQuietly(descriptor);
        }
    }
}
