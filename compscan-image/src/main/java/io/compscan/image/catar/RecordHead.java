package io.compscan.image.catar;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What a record begins with: its size, with the head, and the number that stands for its kind, 8 bytes each. */
enum RecordHead {
    SIZE_FIRST,
    TYPE_FIRST;

    static final int BYTES = 16;

    /** Memory for records. */
    static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    ByteBuffer write(ByteBuffer to, long size, long type) {
        return this == SIZE_FIRST
                ? to.putLong(size).putLong(type)
                : to.putLong(type).putLong(size);
    }
}
