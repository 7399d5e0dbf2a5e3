package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.Descriptor;
import io.compscan.core.libc.FileAnswer;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.libc.StatCalls;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.file.FileStatus.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that was found by its name, open for reading: the one way in which the program opens such a file. Linux alone.
 *
 * <p>A name is checked first and opened later, hours later perhaps. By then something else may have its place:
 *
 * <pre>
 *   a pipe                      opens at once (O_NONBLOCK), and is refused: reading it would wait for a program that writes
 *   a device, a directory       is refused by the answer about the descriptor, not about the name
 *   a symbolic link, anywhere   is refused on the way (openat2, RESOLVE_NO_SYMLINKS), see {@link Links}
 * </pre>
 *
 * <p>All questions about the file are asked about the descriptor. Nothing that happens to the name makes two files of it.
 */
public final class OpenDescriptor implements AutoCloseable {

    /** The directory of the paths below, which lead to what is open. */
    static final Path OWN_DESCRIPTORS = Path.of("/proc/self/fd");

    /** What a version and the kind of a file need. */
    static final int WANTED = FileAnswer.TYPE
            | FileAnswer.MODE
            | FileAnswer.SIZE
            | FileAnswer.INODE
            | FileAnswer.MODIFIED
            | FileAnswer.CHANGED;

    private static final ThreadLocal<FileAnswer> ANSWER = ThreadLocal.withInitial(FileAnswer::new);

    private final Descriptor descriptor;
    private final Path path;
    private final Kind kind;
    /** Of the moment when it was opened. */
    private final UnitVersion version;

    private OpenDescriptor(int number, Path path, Kind kind, UnitVersion version) {
        descriptor = new Descriptor(number);
        this.path = path;
        this.kind = kind;
        this.version = version;
    }

    /**
     * Opens a file or a block device.
     *
     * @param directory where relative paths begin
     */
    static OpenDescriptor open(int directory, Path path, boolean followsLinks) throws IOException {
        int number;
        try {
            number = NativePath.open(
                    directory, NativePath.terminated(path), FileCalls.O_RDONLY_NONBLOCK_CLOEXEC, followsLinks);
        } catch (LastErrorException e) {
            throw NativePath.failure(e, path);
        }
        OpenDescriptor opened = null;
        try {
            opened = about(number, path);
            return opened;
        } finally {
            if (opened == null) {
                FileCalls.closeQuietly(number);
            }
        }
    }

    private static OpenDescriptor about(int number, Path path) throws IOException {
        if (!StatCalls.load()) {
            Kind kind = FileStatus.following(view(number)).kind();
            requireFile(kind, path);
            return new OpenDescriptor(number, path, kind, UnitVersion.of(view(number)));
        }
        FileAnswer answer = ask(number, path);
        Kind kind = FileStatus.kindOf(answer.mode());
        requireFile(kind, path);
        return new OpenDescriptor(number, path, kind, versionIn(answer));
    }

    private static FileAnswer ask(int number, Path path) throws IOException {
        FileAnswer answer = ANSWER.get();
        try {
            answer.askOpen(number, WANTED);
        } catch (LastErrorException e) {
            throw NativePath.failure(e, path);
        }
        return answer;
    }

    static UnitVersion versionIn(FileAnswer answer) {
        return new UnitVersion(answer.sizeBytes(), answer.modifiedNanos(), answer.changedNanos(), answer.inode());
    }

    /** The present version of the file at a path on which no link lies; of size -1 if there is none. */
    static UnitVersion versionAt(Path path) {
        FileAnswer answer = ANSWER.get();
        try {
            answer.askEntry(FileCalls.AT_FDCWD, NativePath.terminated(path), WANTED);
            return FileStatus.kindOf(answer.mode()) == Kind.FILE ? versionIn(answer) : UnitVersion.ofSize(-1);
        } catch (LastErrorException e) {
            return UnitVersion.ofSize(-1);
        }
    }

    /** A path to what is open under this number. */
    static Path view(int number) {
        return OWN_DESCRIPTORS.resolve(Integer.toString(number));
    }

    /** Refuses what is neither a file nor a block device. */
    static void requireFile(Kind kind, Path path) throws IOException {
        String now = switch (kind) {
            case FILE, BLOCK_DEVICE -> "";
            case FIFO -> "a pipe";
            case CHARACTER_DEVICE -> "a device";
            case DIRECTORY -> "a directory";
            case SYMLINK -> "a symbolic link";
            case OTHER -> "a socket";
        };
        if (!now.isEmpty()) {
            throw new FileSystemException(path.toString(), null, "no longer a file, but " + now);
        }
    }

    /** The number of the descriptor; {@link Descriptor#NONE} after it was closed. */
    public int number() {
        return descriptor.number();
    }

    /** Whether it is a regular file. */
    boolean isFile() {
        return kind == Kind.FILE;
    }

    /** The number of the inode. */
    long inode() {
        return version.inode();
    }

    /** The size when it was opened. */
    public long sizeBytes() {
        return version.sizeBytes();
    }

    /** As {@link FileStatus#identity}. */
    Object identity() throws IOException {
        return FileStatus.following(view(number())).identity();
    }

    /** Whether its bytes or its inode have changed since it was opened, as far as sizes and times show that. */
    public boolean hasChanged() {
        try {
            UnitVersion now = StatCalls.load() ? versionIn(ask(number(), path)) : UnitVersion.of(view(number()));
            return !now.equals(version);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * A channel of its own for the same file.
     *
     * @throws IOException if there is no {@code /proc}, for one
     */
    public FileChannel channel() throws IOException {
        return FileChannel.open(view(number()), StandardOpenOption.READ);
    }

    /** The same file, open once more. */
    OpenDescriptor again() throws IOException {
        try {
            int next = FileCalls.fcntl(number(), FileCalls.F_DUPFD_CLOEXEC, 0);
            return new OpenDescriptor(next, path, kind, version);
        } catch (LastErrorException e) {
            throw NativePath.failure(e, path);
        }
    }

    @Override
    public void close() {
        descriptor.close();
    }
}
