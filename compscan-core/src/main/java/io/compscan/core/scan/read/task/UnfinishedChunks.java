package io.compscan.core.scan.read.task;

import java.util.Arrays;
import java.util.Base64;

/**
 * The chunks of a unit that have begun and not ended where its bytes end so far, one for each chunker.
 *
 * <pre>
 *   chunker 0              |...........|
 *   chunker 1   |......................|
 *               |=== bytes that are ===|
 *               |        kept          |
 *           least start             position
 * </pre>
 */
public final class UnfinishedChunks {

    private final long[] starts;
    private long position;
    private byte[] bytes = {};
    private int byteCount;
    private int badSectorsInARow;

    UnfinishedChunks(int chunkerCount) {
        starts = new long[chunkerCount];
    }

    UnfinishedChunks(ChainState state) {
        starts = state.starts().stream().mapToLong(Long::longValue).toArray();
        position = state.position();
        bytes = Base64.getDecoder().decode(state.unfinished());
        byteCount = bytes.length;
        badSectorsInARow = state.badSectorsInARow();
    }

    ChainState state(long claimedTo) {
        return new ChainState(
                claimedTo,
                position,
                Arrays.stream(starts).boxed().toList(),
                Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, byteCount)),
                badSectorsInARow);
    }

    /** The start of the chunker's unfinished chunk in the unit. */
    public long start(int chunker) {
        return starts[chunker];
    }

    /** Sets where the chunker's unfinished chunk starts in the unit; {@link #keep} or {@link #keepZeros} must follow. */
    public void setStart(int chunker, long start) {
        starts[chunker] = start;
    }

    /** The end of the bytes in the unit. */
    public long position() {
        return position;
    }

    /** Copies the bytes so that they end at {@code end}. */
    public void copyTo(byte[] data, int end) {
        System.arraycopy(bytes, 0, data, end - byteCount, byteCount);
    }

    /** Keeps the unfinished of the bytes that end at {@code end} in the data and at {@code newPosition} in the unit. */
    public void keep(byte[] data, int end, long newPosition) {
        resize(newPosition);
        System.arraycopy(data, end - byteCount, bytes, 0, byteCount);
    }

    /** Keeps the unfinished of zeros that end at {@code newPosition} in the unit. */
    public void keepZeros(long newPosition) {
        resize(newPosition);
        Arrays.fill(bytes, 0, byteCount, (byte) 0);
    }

    private void resize(long newPosition) {
        position = newPosition;
        byteCount = (int) (newPosition - Arrays.stream(starts).min().orElse(newPosition));
        if (bytes.length < byteCount) {
            // A power of two: so it seldom grows, and no chunk needs twice its own length.
            bytes = new byte[2 * Integer.highestOneBit(byteCount - 1 | 8)];
        }
    }

    /** Counts one more bad sector behind the bytes, and tells how many follow one another. */
    int addBadSector() {
        return ++badSectorsInARow;
    }

    /** Tells that the bytes end with a sector that could be read. */
    public void endBadSectors() {
        badSectorsInARow = 0;
    }
}
