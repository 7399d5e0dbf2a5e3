package io.compscan.image;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.util.ArrayList;
import java.util.List;

/** A unit in memory that is damaged and mended again, without a copy of it for each case. One thread. */
final class Damage implements Unit {

    private final byte[] data;
    private final List<int[]> changes = new ArrayList<>();
    private int length;

    Damage(byte[] data) {
        this.data = data;
        length = data.length;
    }

    /** The bytes as they are now, which only {@link #set} changes. */
    byte[] bytes() {
        return data;
    }

    int length() {
        return length;
    }

    void truncate(int to) {
        length = to;
    }

    /** Writes one byte; what lies outside is left alone. */
    void set(int at, int value) {
        if (at >= 0 && at < data.length) {
            changes.add(new int[] {at, data[at]});
            data[at] = (byte) value;
        }
    }

    /** Writes a number of so many bytes. */
    void set(int at, long value, int width, boolean isBig) {
        for (int b = 0; b < width; b++) {
            set(at + b, (int) (value >>> (8 * (isBig ? width - 1 - b : b))));
        }
    }

    /** Makes everything what it was at first. */
    void undo() {
        for (int i = changes.size() - 1; i >= 0; i--) {
            data[changes.get(i)[0]] = (byte) changes.get(i)[1];
        }
        changes.clear();
        length = data.length;
    }

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public String extension() {
        return "";
    }

    @Override
    public long sizeBytes() {
        return length;
    }

    @Override
    public UnitChannel open() {
        return new UnitChannel() {
            @Override
            public int read(long position, byte[] to, int offset, int wanted) {
                if (position >= length) {
                    return -1;
                }
                int count = (int) Math.min(wanted, length - position);
                System.arraycopy(data, (int) position, to, offset, count);
                return count;
            }

            @Override
            public void close() {}
        };
    }
}
