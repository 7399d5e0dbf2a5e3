package io.compscan.image.archive;

import io.compscan.core.source.PathName;
import java.io.IOException;
import java.util.Objects;

/** Some bytes of an archive cannot be read, as on a failing disk. Other places may be readable. The message is one line for a person. */
final class UnreadablePlace extends IOException {

    private static final long serialVersionUID = 1L;

    UnreadablePlace(IOException failure) {
        super(PathName.of(Objects.requireNonNullElse(failure.getMessage(), "no reason is known")), failure);
    }
}
