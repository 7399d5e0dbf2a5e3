package io.compscan.map;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A spill directory cannot be used (any more); the message is one line and names the directory. */
public final class SpillException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Reports a problem in one line. */
    public SpillException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Reports a system error in a directory. */
    public static SpillException of(Path directory, IOException cause) {
        return new SpillException(directory + ": " + reason(cause), cause);
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "does not exist (any more)";
        }
        if (e instanceof AccessDeniedException) {
            return "cannot be written";
        }
        if (e.getCause() instanceof IOException first) {
            return reason(first);
        }
        String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
        return reason == null ? e.toString() : reason;
    }
}
