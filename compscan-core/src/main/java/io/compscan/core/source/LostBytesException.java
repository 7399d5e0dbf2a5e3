package io.compscan.core.source;

import io.compscan.core.Reason;
import java.io.IOException;

/** The failure of a stream of unknown size whose channel knows how many bytes are lost. They count as bytes of the unit that are unread. */
public final class LostBytesException extends IOException {

    private static final long serialVersionUID = 1;

    private final long bytes;

    /** The loss of so many bytes for this reason. */
    public LostBytesException(long bytes, IOException reason) {
        super(Reason.of(reason), reason);
        this.bytes = bytes;
    }

    /** The bytes that a failure has cost; 0 if that is not known. */
    public static long bytes(IOException failure) {
        return failure instanceof LostBytesException lost ? lost.bytes : 0;
    }
}
