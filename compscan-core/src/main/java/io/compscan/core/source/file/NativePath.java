package io.compscan.core.source.file;

import com.sun.jna.LastErrorException;
import io.compscan.core.libc.FileCalls;
import io.compscan.core.source.PathName;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Paths as the C library takes them: bytes that end with a zero. */
final class NativePath {

    private NativePath() {}

    /** Whether the C library can be called and can open this path: the path belongs to the default file system. */
    static boolean isReachable(Path path) {
        return path.getFileSystem() == FileSystems.getDefault() && FileCalls.load();
    }

    /** Opens a descriptor for reading. */
    static int openToRead(Path path) throws LastErrorException {
        return FileCalls.open(terminated(path), FileCalls.O_RDONLY_CLOEXEC, 0);
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
