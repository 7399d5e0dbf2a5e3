package io.compscan.image.archive;

import io.compscan.core.source.PathName;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;

/** What the libraries for archives throw, as a failure with one line for a person; some quote what they have read. */
final class LibraryFailure {

    private LibraryFailure() {}

    /** The failure itself where it says what is wrong in a line, as those of a disk that fails do. */
    static IOException of(Exception e) {
        String message = e.getMessage();
        if (e instanceof EOFException || message == null || message.isBlank()) {
            return new IOException("damaged: it ends too early", e);
        }
        String line = PathName.of(message);
        return e instanceof IOException known && line.equals(message) ? known : new IOException("damaged: " + line, e);
    }

    /** What {@link #of} says. */
    static String lineOf(Exception e) {
        return Objects.requireNonNullElse(of(e).getMessage(), "damaged");
    }
}
