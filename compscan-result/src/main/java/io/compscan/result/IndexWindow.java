package io.compscan.result;

import org.jspecify.annotations.Nullable;

/**
 * The duplicates that a target system does not find, because its index remembers the chunks written last alone. All are 0 where the data
 * fits into the window.
 *
 * @param windowBytes the chunks that the index remembers, at their full length
 * @param missedBytes the bytes of duplicates that it does not find, as they are read; null if the order of the data is not known
 * @param missedBytesLow the lower end of a 95 % interval; {@code missedBytes} where every write was looked at
 * @param missedBytesHigh the upper end, likewise; the most in any order if that of the data is not known
 * @param grade that of these numbers; nobody has compared them with a real index so far, whatever the grade of the rest
 */
public record IndexWindow(
        long windowBytes, @LeftOut @Nullable Long missedBytes, long missedBytesLow, long missedBytesHigh, Grade grade) {

    /** Refuses ends that do not hold the number. */
    public IndexWindow {
        if (windowBytes < 1
                || missedBytesLow < 0
                || missedBytesLow > missedBytesHigh
                || (missedBytes != null && (missedBytes < missedBytesLow || missedBytes > missedBytesHigh))) {
            throw new IllegalStateException("an index that remembers " + windowBytes + " bytes does not miss "
                    + missedBytes + " in " + missedBytesLow + " to " + missedBytesHigh);
        }
    }
}
