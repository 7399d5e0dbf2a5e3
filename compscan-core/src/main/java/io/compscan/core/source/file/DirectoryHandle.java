package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.Descriptor;
import io.compscan.core.libc.FileAnswer;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.libc.StatCalls;
import io.compscan.core.source.file.FileStatus.Inode;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
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

    /** A path to this directory, as long as it is open; the given one where this asks by path. */
    Path view(Path path) {
        return path;
    }

    /**
     * A handle for a directory.
     *
     * @param start the number of the descriptor where relative paths begin
     * @param path of the directory; empty if it is {@code start} itself
     * @throws IOException if it is gone, or is none any more
     */
    static DirectoryHandle open(int start, Path path, Links links) throws IOException {
        if (!NativePath.isReachable(path) || !load()) {
            return BY_PATH;
        }
        byte[] name = path.toString().isEmpty() ? new byte[] {'.', 0} : NativePath.terminated(path);
        try {
            return new ByDescriptor(NativePath.open(start, name, FileCalls.O_PATH_CLOEXEC, links.areFollowed()));
        } catch (LastErrorException e) {
            throw NativePath.failure(e, path);
        }
    }

    /** Loads the native library, so that the next handle does not wait for that, and says whether it is there and has the call. */
    static boolean load() {
        return StatCalls.load();
    }

    private static final class ByDescriptor extends DirectoryHandle {

        /** Whether there is {@code /proc}. */
        private static final boolean HAS_VIEWS = Files.isDirectory(OpenDescriptor.OWN_DESCRIPTORS);

        private static final int WANTED = FileAnswer.LINKS | OpenDescriptor.WANTED;

        private final Descriptor descriptor;
        private final FileAnswer answer = new FileAnswer();

        ByDescriptor(int descriptor) {
            this.descriptor = new Descriptor(descriptor);
        }

        @Override
        Path view(Path path) {
            return HAS_VIEWS ? OpenDescriptor.OWN_DESCRIPTORS.resolve(Integer.toString(descriptor.number())) : path;
        }

        @Override
        FileStatus statusOf(Path entry) throws IOException {
            FileStatus status = ask(NativePath.terminatedLastName(entry));
            return status == null ? FileStatus.of(entry) : status;
        }

        private @Nullable FileStatus ask(byte[] name) {
            try {
                answer.askEntry(descriptor.number(), name, WANTED);
            } catch (LastErrorException e) {
                return null;
            }
            if (!answer.has(WANTED)) {
                return null;
            }
            long device = answer.device();
            return new FileStatus(
                    FileStatus.kindOf(answer.mode()),
                    answer.linkCount(),
                    new Inode(device, answer.inode()),
                    device,
                    OpenDescriptor.versionIn(answer));
        }

        @Override
        public void close() {
            descriptor.close();
        }
    }
}
