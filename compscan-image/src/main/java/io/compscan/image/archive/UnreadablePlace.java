package io.compscan.image.archive;

import io.compscan.core.source.ReadErrors;
import java.io.IOException;

/** Some bytes of an archive cannot be read, as on a failing disk. Other places may be readable. The message is one line for a person. */
final class UnreadablePlace extends IOException {

    private static final long serialVersionUID = 1L;

    UnreadablePlace(IOException failure) {
        super(ReadErrors.of("", failure, 0).reason(), failure);
    }
}
