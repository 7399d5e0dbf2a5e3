package io.compscan.image.archive;

import io.compscan.core.source.PathName;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;

/** Turns exceptions of the libraries for archives into failures with one line for a person. Some exceptions quote bytes of the archive. */
final class LibraryFailure {

    private LibraryFailure() {}

    /** The failure of an exception. An {@link IOException} with a good line for a person, such as that of a failing disk, is returned unchanged. */
    static IOException of(Exception e) {
        String message = e.getMessage();
        if (e instanceof EOFException || message == null || message.isBlank()) {
            return new IOException("damaged: it ends too early", e);
        }
        String line = PathName.of(message);
        return e instanceof IOException known && line.equals(message) ? known : new IOException("damaged: " + line, e);
    }

    /** The message of {@link #of}. */
    static String lineOf(Exception e) {
        return Objects.requireNonNullElse(of(e).getMessage(), "damaged");
    }
}
