package io.compscan.core.source;

import io.compscan.file.Reason;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Makes error entries of exceptions, with a reason of one line for a person. */
public final class ReadErrors {

    private ReadErrors() {}

    /** The error entry for a unit with {@code unreadBytes} bytes that are now unread. */
    public static ReadError of(String name, IOException e, long unreadBytes) {
        ReadError.Kind kind = ReadError.Kind.UNREADABLE;
        if (e instanceof NoSuchFileException) {
            kind = ReadError.Kind.VANISHED;
        } else if (e instanceof FileSystemLoopException) {
            kind = ReadError.Kind.LOOP;
        }
        return new ReadError(name, kind, unreadBytes, reasonOf(e));
    }

    /** The error entry for a directory that could not be listed, or a path whose kind and size are unknown. */
    public static ReadError ofListing(String name, IOException e) {
        ReadError error = of(name, e, 0);
        return error.kind() == ReadError.Kind.UNREADABLE
                ? new ReadError(name, ReadError.Kind.UNLISTED, 0, error.reason())
                : error;
    }

    private static String reasonOf(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no longer there";
        }
        if (e instanceof NotDirectoryException) {
            return "no longer a directory";
        }
        return oneLine(Reason.of(e));
    }

    private static String oneLine(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
