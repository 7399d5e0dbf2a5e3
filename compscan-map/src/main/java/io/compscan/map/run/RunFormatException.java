package io.compscan.map.run;

import java.io.IOException;
import java.nio.file.Path;

/** A file is not a run, not a whole one, damaged, or of a version that is not known here; the message names file and offset. */
public final class RunFormatException extends IOException {

    private static final long serialVersionUID = 1L;

    private final long offset;

    /** Something is wrong with the bytes of a file from this offset on. */
    RunFormatException(Path file, long offset, String problem) {
        super(file + ": at byte " + offset + ": " + problem);
        this.offset = offset;
    }

    /** Where in the file that begins which is wrong. */
    public long offset() {
        return offset;
    }
}
