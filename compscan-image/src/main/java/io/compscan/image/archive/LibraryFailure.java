package io.compscan.image.archive;

import io.compscan.core.source.PathName;
import java.io.EOFException;
import java.io.IOException;

/** What the libraries for archives throw, as a failure with one line for a person; some quote what they have read. */
final class LibraryFailure {

    private LibraryFailure() {}

    /** The failure itself where it says what is wrong in a line, as those of a disk that fails do. */
    static IOException of(Exception e) {
        String message = e.getMessage();
        if (e instanceof IOException known
                && message != null
                && !message.isBlank()
                && message.equals(PathName.of(message))) {
            return known;
        }
        boolean isEnd = e instanceof EOFException || message == null || message.isBlank();
        return new IOException("damaged: " + (isEnd ? "it ends too early" : PathName.of(message)), e);
    }
}
