package io.compscan.s3;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads that no stripe announces. A read gets more than it asks for, and a read that goes on where an earlier one ended gets twice as much.
 * So a stream takes few requests, and a table few bytes. Any thread; requests run side by side.
 */
final class ReadAhead {

    private static final int FIRST_BYTES = 256 << 10;
    private static final int LONGEST_BYTES = 8 << 20;
    /** One request reads an object up to this length. */
    private static final int WHOLE_BYTES = 2 << 20;

    private static final int MAX_BLOCKS = 8;

    @SuppressWarnings("ArrayRecordComponent")
    private record Block(long start, byte[] bytes) {

        long end() {
            return start + bytes.length;
        }

        boolean holds(long position) {
            return position >= start && position < end();
        }
    }

    private final S3Unit unit;
    /** The latest first. Guarded by this. */
    private final Deque<Block> blocks = new ArrayDeque<>();

    ReadAhead(S3Unit unit) {
        this.unit = unit;
    }

    /** Reads at least one byte. */
    int read(long position, byte[] data, int offset, int length) throws IOException {
        Block block = find(position);
        if (block == null) {
            block = load(position, length);
        }
        int skip = (int) (position - block.start());
        int count = Math.min(length, block.bytes().length - skip);
        System.arraycopy(block.bytes(), skip, data, offset, count);
        return count;
    }

    private synchronized @Nullable Block find(long position) {
        for (Block block : blocks) {
            if (block.holds(position)) {
                return block;
            }
        }
        return null;
    }

    private Block load(long position, int length) throws IOException {
        long left = unit.sizeBytes() - position;
        int count = (int) Math.min(left, Math.max(length, countAt(position)));
        byte[] bytes = new byte[count];
        try (ObjectStream stream = new ObjectStream(unit, position, position + count)) {
            for (int done = 0; done < count; ) {
                done += stream.read(bytes, done, count - done);
            }
        }
        Block block = new Block(position, bytes);
        add(block);
        return block;
    }

    private synchronized int countAt(long position) {
        if (unit.sizeBytes() <= WHOLE_BYTES) {
            return WHOLE_BYTES;
        }
        for (Block block : blocks) {
            if (block.end() == position) {
                return Math.min(LONGEST_BYTES, Math.max(FIRST_BYTES, 2 * block.bytes().length));
            }
        }
        return FIRST_BYTES;
    }

    private synchronized void add(Block block) {
        blocks.removeIf(earlier -> earlier.end() == block.start());
        blocks.addFirst(block);
        if (blocks.size() > MAX_BLOCKS) {
            blocks.removeLast();
        }
    }
}
