package io.compscan.result;

/**
 * The random part of the data that an estimate has read.
 *
 * @param readBytes the bytes that were read
 * @param extentBytes the most bytes of an extent
 * @param extentCount the extents of all data
 * @param sampledExtentCount the extents that were read
 */
public record SampledPart(long readBytes, long extentBytes, long extentCount, long sampledExtentCount) {

    /** Refuses a part that is larger than the whole. */
    public SampledPart {
        if (readBytes < 0 || extentBytes < 1 || sampledExtentCount < 0 || sampledExtentCount > extentCount) {
            throw new IllegalStateException("part: " + sampledExtentCount + " of " + extentCount + " extents of "
                    + extentBytes + " bytes make no sense, or readBytes " + readBytes);
        }
    }
}
