package io.compscan.result;

/**
 * The part of a pool of ZFS that lies on its special devices: all metadata, the dedup table included, and small blocks of files.
 *
 * @param allocatedBytes what the pool takes of these devices, on all sides of their mirror
 * @param allocatedBytesLow the lower end of a 95 % interval; {@code allocatedBytes} where nothing was estimated
 * @param allocatedBytesHigh the upper end, likewise
 * @param dataBytes of {@code allocatedBytes}, those of blocks of files
 */
public record SpecialDevices(long allocatedBytes, long allocatedBytesLow, long allocatedBytesHigh, long dataBytes) {

    /** Refuses ends that do not hold the number, and data that exceeds it. */
    public SpecialDevices {
        if (allocatedBytesLow < 0
                || allocatedBytes < allocatedBytesLow
                || allocatedBytes > allocatedBytesHigh
                || dataBytes < 0
                || dataBytes > allocatedBytes) {
            throw new IllegalStateException("special devices do not hold " + allocatedBytes + " bytes in "
                    + allocatedBytesLow + " to " + allocatedBytesHigh + ", " + dataBytes + " of them data");
        }
    }
}
