package io.compscan.core.write.session;

import io.compscan.core.index.LastWrites.Places;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A stream of a {@link WriteSession} that is written at any position, with fixed chunks. Any thread, one at a time.
 *
 * <p>A chunk counts as written whenever it has become whole. Bytes of an incomplete chunk wait until the others have come; a few chunks can
 * wait at a time. The session keeps no bytes. So a caller who overwrites a part of a chunk that already counts must soon also overwrite the
 * rest of it.
 */
public final class PositionedChannel implements Closeable {

    private static final int LEAST_PARTS = 2;
    private static final long MOST_BYTES = 1L << 60;

    /** A block with some of its bytes. */
    private static final class Part {
        private final byte[] bytes;
        private final BitSet known = new BitSet();

        Part(int blockBytes) {
            bytes = new byte[blockBytes];
        }
    }

    private final WrittenStream stream;
    private final Places places;
    private final int placesPerBlock;
    private final BlockOrder order;
    private final int blockBytes;
    private final int bodyBytes;
    private final int mostParts;
    /** The parts by the number of the block, in the order in which they have come. */
    private final LinkedHashMap<Long, Part> parts = new LinkedHashMap<>();

    private long sizeBytes;

    /**
     * A channel for a stream without a byte.
     *
     * @param places the places of its shortest chunks
     * @param order receives the blocks in the order in which the stream gets them
     */
    PositionedChannel(WrittenStream stream, Places places, BlockOrder order, WriteRequest request) {
        this.stream = stream;
        this.places = places;
        this.order = order;
        blockBytes = request.blockBytes();
        placesPerBlock = blockBytes / request.firstChunkBytes();
        bodyBytes = request.geometry().bodyBytes();
        mostParts = (int) Math.max(LEAST_PARTS, request.streamBytes() / blockBytes);
    }

    /** The name in reports. */
    public String name() {
        return stream.name();
    }

    /**
     * Takes all of the bytes.
     *
     * @param position the position of the first byte in the stream; bytes that were never written count as zeros
     * @return the number of these bytes
     * @throws ClosedChannelException if the stream is over
     * @throws IOException if the session takes nothing more, or if a part of a chunk was overwritten and not the rest
     */
    public synchronized int write(ByteBuffer bytes, long position) throws IOException {
        if (position < 0 || position > MOST_BYTES) {
            throw new IllegalArgumentException("a write at " + position);
        }
        if (!stream.isOpen()) {
            throw new ClosedChannelException();
        }
        int count = bytes.remaining();
        long at = position;
        while (bytes.hasRemaining()) {
            boolean isWhole = at % blockBytes == 0 && bytes.remaining() >= blockBytes;
            at += isWhole ? takeBlocks(at / blockBytes, bytes) : takePart(at, bytes);
            sizeBytes = Math.max(sizeBytes, at);
        }
        return count;
    }

    private int takeBlocks(long first, ByteBuffer bytes) throws IOException {
        int count = Math.min(bytes.remaining(), bodyBytes) / blockBytes;
        for (long block = first; block < first + count; block++) {
            parts.remove(block);
            order.add(block);
        }
        int step = count * blockBytes;
        stream.write(bytes.slice().limit(step));
        bytes.position(bytes.position() + step);
        return step;
    }

    private int takePart(long at, ByteBuffer bytes) throws IOException {
        long block = at / blockBytes;
        int from = (int) (at % blockBytes);
        int step = Math.min(bytes.remaining(), blockBytes - from);
        Part part = parts.get(block);
        if (part == null) {
            makeRoom(block);
            part = new Part(blockBytes);
            parts.put(block, part);
        }
        bytes.get(part.bytes, from, step);
        part.known.set(from, from + step);
        if (part.known.nextClearBit(0) == blockBytes) {
            parts.remove(block);
            hand(block, part, blockBytes);
        }
        return step;
    }

    /** Hands a part over, to make room for another. The last block of the stream stays, for its length is not known yet. */
    private void makeRoom(long wanted) throws IOException {
        if (parts.size() < mostParts) {
            return;
        }
        long last = Math.max(wanted, (sizeBytes - 1) / blockBytes);
        for (Map.Entry<Long, Part> entry : parts.entrySet()) {
            if (entry.getKey() != last) {
                parts.remove(entry.getKey());
                handPart(entry.getKey(), entry.getValue(), blockBytes);
                return;
            }
        }
    }

    /** Hands over a block that lacks some bytes. They are zeros if the block has never been written. */
    private void handPart(long block, Part part, int lengthBytes) throws IOException {
        boolean isWhole = part.known.nextClearBit(0) >= lengthBytes;
        if (!isWhole) {
            stream.flush();
            if (places.holds(block * placesPerBlock)) {
                throw new IOException(name() + ": a part of the chunk at " + block * blockBytes
                        + " was overwritten, and the session does not know the rest: write whole chunks of "
                        + blockBytes
                        + " bytes");
            }
        }
        hand(block, part, lengthBytes);
    }

    private void hand(long block, Part part, int lengthBytes) throws IOException {
        order.add(block);
        stream.write(ByteBuffer.wrap(part.bytes, 0, lengthBytes));
    }

    /** Hands over all waiting parts, the last block last, for it may be short. */
    private void handAll() throws IOException {
        stream.flush();
        long end = Math.max(sizeBytes, places.sizeBytes());
        List<Long> blocks = new ArrayList<>(parts.keySet());
        blocks.sort(null);
        for (Long block : blocks) {
            Part part = parts.remove(block);
            if (part != null) {
                handPart(block, part, (int) Math.min(blockBytes, end - block * blockBytes));
            }
        }
    }

    /**
     * Ends the stream. A second call returns the same.
     *
     * @throws IOException if a part of a chunk was overwritten and not the rest; the stream is then listed as aborted, and its whole chunks
     *     count
     */
    public synchronized StreamSummary finish() throws IOException {
        if (stream.isOpen()) {
            try {
                handAll();
            } catch (IOException e) {
                abort(String.valueOf(e.getMessage()));
                throw e;
            }
        }
        return stream.finish();
    }

    /**
     * Ends the stream as one that is not whole. The written whole chunks count, and the result lists the stream as aborted.
     *
     * @param reason one line for a person
     */
    public synchronized StreamSummary abort(String reason) throws IOException {
        parts.clear();
        return stream.abort(reason);
    }

    /** Whether more can be written. */
    public boolean isOpen() {
        return stream.isOpen();
    }

    /** Like {@link #finish}. */
    @Override
    public void close() throws IOException {
        finish();
    }
}
