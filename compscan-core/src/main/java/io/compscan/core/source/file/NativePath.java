package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Paths as the C library takes them, bytes that end with a zero, and what it opens by them. */
final class NativePath {

    private static final Pattern ERROR_NUMBER = Pattern.compile("^\\[\\d+] ");

    private NativePath() {}

    /** Whether the C library can be called and can open this path: the path belongs to the default file system. */
    static boolean isReachable(Path path) {
        return path.getFileSystem() == FileSystems.getDefault() && FileCalls.load();
    }

    /**
     * Opens a descriptor, relative to another one.
     *
     * @param path ends with a zero byte
     * @param followsLinks whether symbolic links on the way are followed; else each of them is an error
     */
    static int open(int directory, byte[] path, int flags, boolean followsLinks) throws LastErrorException {
        if (followsLinks) {
            return FileCalls.openat(directory, path, flags, 0);
        }
        if (!Resolution.IS_OF_THE_KERNEL) {
            return openByNames(directory, path, flags);
        }
        long[] how = {flags, 0, FileCalls.RESOLVE_NO_SYMLINKS};
        return (int) FileCalls.syscall(FileCalls.SYS_OPENAT2, directory, path, how, FileCalls.OPEN_HOW_BYTES);
    }

    /** Whether the kernel resolves paths without links in one call. Old ones do not, and some containers forbid it. */
    private static final class Resolution {
        static final boolean IS_OF_THE_KERNEL = has();

        private static boolean has() {
            byte[] root = {'/', 0};
            long[] how = {FileCalls.O_PATH_CLOEXEC, 0, FileCalls.RESOLVE_NO_SYMLINKS};
            try {
                long opened = FileCalls.syscall(
                        FileCalls.SYS_OPENAT2, FileCalls.AT_FDCWD, root, how, FileCalls.OPEN_HOW_BYTES);
                FileCalls.closeQuietly((int) opened);
                return true;
            } catch (LastErrorException e) {
                return e.getErrorCode() != FileCalls.ENOSYS && e.getErrorCode() != FileCalls.EPERM;
            }
        }
    }

    /** Opens each directory on the way. A link opens as itself there, and nothing lies below it. */
    static int openByNames(int directory, byte[] path, int flags) throws LastErrorException {
        int reached = directory;
        int from = 0;
        if (path[0] == '/') {
            reached = FileCalls.open(new byte[] {'/', 0}, FileCalls.O_PATH_CLOEXEC, 0);
            from = 1;
        }
        while (true) {
            int to = from;
            while (path[to] != '/' && path[to] != 0) {
                to++;
            }
            boolean isLast = path[to] == 0;
            byte[] name =
                    to == from ? new byte[] {'.', 0} : Arrays.copyOf(Arrays.copyOfRange(path, from, to), to - from + 1);
            int last = reached;
            try {
                reached = FileCalls.openat(
                        last, name, (isLast ? flags : FileCalls.O_PATH_CLOEXEC) | FileCalls.O_NOFOLLOW, 0);
            } finally {
                if (last != directory) {
                    FileCalls.closeQuietly(last);
                }
            }
            if (isLast) {
                return reached;
            }
            from = to + 1;
        }
    }

    /** Java's exception for an error of the C library. */
    static IOException failure(LastErrorException e, Path path) {
        String name = path.toString();
        return switch (e.getErrorCode()) {
            case FileCalls.ENOENT -> new NoSuchFileException(name);
            case FileCalls.EACCES -> new AccessDeniedException(name);
            case FileCalls.ENOTDIR -> new NotDirectoryException(name);
            case FileCalls.ELOOP -> new FileSystemException(name, null, "a symbolic link has taken its place");
            default -> new FileSystemException(name, null, textOf(e));
        };
    }

    /** What the C library calls the error, without its number. */
    static String textOf(LastErrorException e) {
        return ERROR_NUMBER.matcher(String.valueOf(e.getMessage())).replaceFirst("");
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
