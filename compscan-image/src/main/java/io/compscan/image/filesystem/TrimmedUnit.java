package io.compscan.image.filesystem;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.WrappedUnit;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import java.util.Arrays;

/**
 * A unit with a file system. Space that the file system calls free reads as zeros and is a hole.
 *
 * @param unit the unit
 * @param opener finds what is free
 */
record TrimmedUnit(Unit unit, Opener opener) implements WrappedUnit {

    /** A search for data gives up after so many stretches and so many bytes. The stretches that it has passed are a hole in any case. */
    private static final int SEARCHED_STRETCHES = 1 << 12;

    private static final long SEARCHED_BYTES = 1L << 30;

    /** Finds what is free. */
    @FunctionalInterface
    interface Opener {
        /** The free space; refuses a file system with unreliable bitmaps. */
        FreeSpace open(ImageFile file) throws IOException;
    }

    /** The trimmed unit, if the bitmaps of its file system are reliable. */
    static Unit of(Unit unit, Opener opener) throws IOException {
        try (UnitChannel channel = unit.open()) {
            opener.open(new ImageFile(unit, channel)).at(0);
        }
        return new TrimmedUnit(unit, opener);
    }

    @Override
    public UnitVersion version() {
        return unit.version();
    }

    @Override
    public Object identity() {
        return unit.identity();
    }

    @Override
    public UnitChannel open() throws IOException {
        return trimmed(unit.open());
    }

    @Override
    public UnitChannel openForParts() throws IOException {
        return trimmed(unit.openForParts());
    }

    private UnitChannel trimmed(UnitChannel channel) throws IOException {
        try {
            return new Trimmed(channel, opener.open(new ImageFile(unit, channel)), unit.sizeBytes());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private record Trimmed(UnitChannel channel, FreeSpace space, long sizeBytes) implements UnitChannel {

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            if (position >= sizeBytes) {
                return channel.read(position, data, offset, length);
            }
            FreeSpace.Stretch first = space.at(position);
            if (first.isFree()) {
                int count = (int) Math.min(length, Math.min(first.end(), sizeBytes) - position);
                Arrays.fill(data, offset, offset + count, (byte) 0);
                return count;
            }
            int got = channel.read(position, data, offset, length);
            for (long at = first.end(); at < position + got && at < sizeBytes; ) {
                FreeSpace.Stretch next = space.at(at);
                if (next.isFree()) {
                    int to = (int) (Math.min(next.end(), position + got) - position);
                    Arrays.fill(data, offset + (int) (at - position), offset + to, (byte) 0);
                }
                at = next.end();
            }
            return got;
        }

        @Override
        public long nextData(long position) throws IOException {
            long at = position;
            for (int i = 0; i < SEARCHED_STRETCHES && at < sizeBytes && at - position < SEARCHED_BYTES; i++) {
                FreeSpace.Stretch next = space.at(at);
                long end = Math.min(next.end(), sizeBytes);
                long data = next.isFree() ? end : channel.nextData(at);
                if (data < end) {
                    return data;
                }
                at = end;
            }
            return Math.max(at, position);
        }

        @Override
        public boolean hasChanged() {
            return channel.hasChanged();
        }

        @Override
        public void beforeStripe(long from, long to) {
            channel.beforeStripe(from, to);
        }

        @Override
        public void afterStripe(long from, long to) {
            channel.afterStripe(from, to);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
