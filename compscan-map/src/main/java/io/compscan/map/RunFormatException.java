package io.compscan.map;

import java.io.IOException;
import java.nio.file.Path;

/** A file is not a run, or is incomplete, damaged or of an unknown version; the message names file and offset. */
public final class RunFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    private final long offset;

    /** Reports a problem with the bytes of a file at this offset. */
    public RunFormatException(Path file, long offset, String problem) {
        super(file + ": at byte " + offset + ": " + problem);
        this.offset = offset;
    }

    /** The file offset of the first wrong byte. */
    public long offset() {
        return offset;
    }
}
