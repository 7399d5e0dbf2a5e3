package io.compscan.memory.dump;

import java.io.IOException;

/** Unpacks the raw format of Snappy; see google/snappy, format_description.txt. */
final class Snappy {

    private Snappy() {}

    /**
     * Unpacks {@code packed[0 .. size - 1]} into {@code data[at .. at + room - 1]}.
     *
     * @return how many bytes came out
     * @throws IOException if the bytes are damaged, or if more would come out than there is room for
     */
    static int unpack(byte[] packed, int size, byte[] data, int at, int room) throws IOException {
        int in = 0;
        // Skips the length of the whole, in groups of seven bits. The output tells it, too.
        while (in < size && packed[in++] < 0) {
            if (in > 5) {
                throw damaged();
            }
        }
        int out = 0;
        while (in < size) {
            int tag = Byte.toUnsignedInt(packed[in++]);
            if ((tag & 3) == 0) {
                int length = tag >>> 2;
                int more = Math.max(0, length - 59);
                if (more > 0) {
                    length = number(packed, in, more, size);
                    in += more;
                }
                length++;
                if (length <= 0 || length > size - in || length > room - out) {
                    throw damaged();
                }
                System.arraycopy(packed, in, data, at + out, length);
                in += length;
                out += length;
                continue;
            }
            int length = (tag & 3) == 1 ? (tag >>> 2 & 7) + 4 : (tag >>> 2) + 1;
            int bytes = (tag & 3) == 1 ? 1 : (tag & 3) == 2 ? 2 : 4;
            int distance = number(packed, in, bytes, size) | ((tag & 3) == 1 ? tag >>> 5 << 8 : 0);
            in += bytes;
            if (distance <= 0 || distance > out || length > room - out) {
                throw damaged();
            }
            for (int i = 0; i < length; i++) {
                data[at + out + i] = data[at + out + i - distance];
            }
            out += length;
        }
        return out;
    }

    private static int number(byte[] packed, int in, int bytes, int size) throws IOException {
        if (bytes > size - in) {
            throw damaged();
        }
        int number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= Byte.toUnsignedInt(packed[in + i]) << (8 * i);
        }
        return number;
    }

    private static IOException damaged() {
        return new IOException("snappy: damaged");
    }
}
