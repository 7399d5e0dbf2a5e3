package io.compscan.core.scan;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.UnitVersion;

/** A large unit that takes no memory: every block of 4096 bytes repeats eight bytes of its own. */
record PatternUnit(String name, long sizeBytes, int seed, long modified) implements Unit {
    private static final int BLOCK_BYTES = 4096;

    @Override
    public String extension() {
        return "img";
    }

    @Override
    public UnitVersion version() {
        return new UnitVersion(sizeBytes, modified, 0, 0);
    }

    @Override
    public UnitChannel open() {
        return new UnitChannel() {
            @Override
            public int read(long position, byte[] data, int offset, int length) {
                if (position >= sizeBytes) {
                    return -1;
                }
                int count = (int) Math.min(length, sizeBytes - position);
                for (int i = 0; i < count; i++) {
                    long at = position + i;
                    long block = at / BLOCK_BYTES;
                    long pattern = (block % 3 == 0 ? block / 50 : block) * 0x9e3779b97f4a7c15L + seed;
                    data[offset + i] = (byte) (pattern >>> (at % Long.BYTES * Byte.SIZE));
                }
                return count;
            }

            @Override
            public long nextData(long position) {
                return position;
            }

            @Override
            public void close() {}
        };
    }
}
