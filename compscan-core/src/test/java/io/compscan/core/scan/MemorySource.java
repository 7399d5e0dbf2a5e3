package io.compscan.core.scan;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Units held in memory, which can be made to misbehave as files do. */
public final class MemorySource implements Source {

    private final List<Unit> units = new ArrayList<>();

    public MemorySource add(Unit unit) {
        units.add(unit);
        return this;
    }

    public MemorySource add(String name, byte[] content) {
        return add(new MemoryUnit(name, "bin", content.length, content, -1, false));
    }

    List<Unit> units() {
        return units;
    }

    @Override
    public List<String> paths() {
        return List.of("memory");
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        for (Unit unit : units) {
            if (visitor.isStopped()) {
                return;
            }
            visitor.unit(unit);
        }
    }

    /**
     * A unit in memory.
     *
     * @param sizeBytes the size it claims, which may differ from what it has
     * @param failAt the position whose byte cannot be read, -1 for none. No byte of a declared hole fails: the lengths of
     *     slabs decide which of them are read
     * @param knowsHoles whether the unit is sparse: runs of 4096 zero bytes at multiples of 4096 are declared as holes
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record MemoryUnit(
            String name, String extension, long sizeBytes, byte[] content, long failAt, boolean knowsHoles)
            implements Unit {

        private static final int BLOCK_BYTES = 4096;

        public MemoryUnit {
            if (knowsHoles && failAt >= 0 && isHole(content, (int) failAt / BLOCK_BYTES * BLOCK_BYTES)) {
                failAt = -1;
            }
        }

        private static boolean isHole(byte[] content, int from) {
            int end = Math.min(content.length, from + BLOCK_BYTES);
            for (int i = from; i < end; i++) {
                if (content[i] != 0) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean isSparse() {
            int at = 0;
            while (at < content.length && !isHole(content, at)) {
                at += BLOCK_BYTES;
            }
            return knowsHoles && at < content.length;
        }

        @Override
        public UnitChannel open() {
            return new UnitChannel() {
                private long streamPosition;

                @Override
                public int read(long position, byte[] data, int offset, int length) throws IOException {
                    if (sizeBytes == UNKNOWN_SIZE) {
                        if (position != streamPosition) {
                            throw new IllegalStateException("a stream was read at " + position);
                        }
                        // Short reads, as pipes give them.
                        int count = readAt(position, data, offset, Math.min(length, 1 + (int) (position % 70_000)));
                        streamPosition += Math.max(0, count);
                        return count;
                    }
                    return readAt(position, data, offset, length);
                }

                private int readAt(long position, byte[] data, int offset, int length) throws IOException {
                    if (position >= content.length) {
                        return -1;
                    }
                    if (position == failAt) {
                        throw new IOException("Input/output error");
                    }
                    long end = Math.min(content.length, position + length);
                    if (failAt > position && failAt < end) {
                        end = failAt;
                    }
                    int count = (int) (end - position);
                    System.arraycopy(content, (int) position, data, offset, count);
                    return count;
                }

                @Override
                public long nextData(long position) {
                    if (!knowsHoles) {
                        return position;
                    }
                    int at = (int) position;
                    while (at < content.length && isHole(content, at / BLOCK_BYTES * BLOCK_BYTES)) {
                        at = at / BLOCK_BYTES * BLOCK_BYTES + BLOCK_BYTES;
                    }
                    return at >= content.length ? Long.MAX_VALUE : at;
                }

                @Override
                public void close() {}
            };
        }
    }
}
