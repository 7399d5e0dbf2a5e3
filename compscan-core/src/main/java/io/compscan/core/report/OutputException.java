package io.compscan.core.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** An output cannot be written; the message is one line that names it and tells why, fit for the console. */
public final class OutputException extends IOException {

    private static final long serialVersionUID = 1L;

    OutputException(Path path, String reason) {
        super("cannot write " + SafeText.oneLine(path.toString()) + ": " + reason);
    }

    /** The place that cannot be written, and what happened there. */
    public OutputException(Path path, Exception cause) {
        super("cannot write " + SafeText.oneLine(path.toString()) + ": " + reason(cause), cause);
    }

    /** The cause in a few words; the exceptions of {@code java.nio.file} carry a path as their message instead. */
    static String reason(Exception cause) {
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (cause instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (cause instanceof FileAlreadyExistsException) {
            return "it exists already";
        }
        @Nullable String message = cause instanceof FileSystemException failure ? failure.getReason() : cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : SafeText.oneLine(message);
    }
}
