package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Paths as the C library takes them, bytes that end with a zero, and files that are opened through it.
 *
 * <p>A file that the walk has seen is opened hours later perhaps. A pipe or a device may have taken its place by then. Java would wait until
 * some program writes into the pipe, which may be for ever.
 */
final class NativePath {

    private static final String OPEN_DESCRIPTORS = "/proc/self/fd/";

    private NativePath() {}

    /** Whether the C library can be called and can open this path: the path belongs to the default file system. */
    static boolean isReachable(Path path) {
        return path.getFileSystem() == FileSystems.getDefault() && FileCalls.load();
    }

    /** Opens a descriptor for reading, and never waits: a pipe that has taken the place of a file opens at once. */
    static int openToRead(Path path) throws LastErrorException {
        return FileCalls.open(terminated(path), FileCalls.O_RDONLY_NONBLOCK_CLOEXEC, 0);
    }

    /**
     * A channel for reading a file that the walk has seen.
     *
     * @throws FileSystemException if there is a pipe or a character device by now
     */
    static FileChannel openChannel(Path path) throws IOException {
        if (FileCalls.isLoaded() && isReachable(path)) {
            try {
                return openByDescriptor(path);
            } catch (LastErrorException | NoSuchFileException e) {
                // Java has an exception for each reason, and needs no /proc.
            }
        }
        requireFile(path, path);
        return FileChannel.open(path, StandardOpenOption.READ);
    }

    /** Nothing can take the place of the file between the look at it and its opening. */
    private static FileChannel openByDescriptor(Path path) throws IOException {
        int descriptor = openToRead(path);
        try {
            Path opened = Path.of(OPEN_DESCRIPTORS + descriptor);
            requireFile(opened, path);
            return FileChannel.open(opened, StandardOpenOption.READ);
        } finally {
            FileCalls.closeQuietly(descriptor);
        }
    }

    private static void requireFile(Path opened, Path path) throws IOException {
        switch (FileStatus.following(opened).kind()) {
            case FIFO -> throw new FileSystemException(path.toString(), null, "no longer a file, but a pipe");
            case CHARACTER_DEVICE ->
                throw new FileSystemException(path.toString(), null, "no longer a file, but a device");
            default -> {
                // Reading a directory fails, and opening a socket.
            }
        }
    }

    /** The path's bytes and a zero. */
    static byte[] terminated(Path path) {
        String text = path.toString();
        byte[] ascii = terminatedAscii(text, 0);
        if (ascii != null) {
            return ascii;
        }
        byte[] bytes = PathName.bytesOf(path);
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    /** The bytes of the path's last name and a zero. */
    static byte[] terminatedLastName(Path path) {
        byte[] ascii = terminatedAscii(path.toString(), PathName.lastNameStart(path));
        if (ascii != null) {
            return ascii;
        }
        Path name = path.getFileName();
        return name == null ? new byte[1] : terminated(name);
    }

    /** Handles nearly all names, and allocates a single array; returns null if the text is not ASCII. */
    private static byte @Nullable [] terminatedAscii(String text, int from) {
        byte[] bytes = new byte[text.length() - from + 1];
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return null;
            }
            bytes[i - from] = (byte) c;
        }
        return bytes;
    }
}
