package io.compscan.memory.dump;

import java.io.IOException;

/**
 * Unpacks LZO1X; see the kernel's Documentation/staging/lzo.rst.
 *
 * <pre>
 *   first byte     18 and up: so many literals plus 17; else an instruction
 *   0000LLLL       after an instruction without literals: a run of literals; after 1 to 3 of them: a match of 2 bytes;
 *                  after a run: a match of 3 bytes, 2049 and more away
 *   0001HLLL       a match, 16 KiB and more away; distance 0 ends the whole
 *   001LLLLL       a match, up to 16 KiB away
 *   01LDDDSS, 1LLDDDSS   a short match, up to 2 KiB away
 * </pre>
 *
 * The two lowest bits of an instruction tell how many literals follow it.
 */
final class Lzo {

    private final byte[] packed;
    private final int size;
    private final byte[] data;
    private final int start;
    private final int end;
    private int in;
    private int out;

    private Lzo(byte[] packed, int size, byte[] data, int at, int room) {
        this.packed = packed;
        this.size = size;
        this.data = data;
        start = at;
        end = at + room;
        out = at;
    }

    /**
     * Unpacks {@code packed[0 .. size - 1]} into {@code data[at .. at + room - 1]}.
     *
     * @return how many bytes came out
     * @throws IOException if the bytes are damaged, or if more would come out than there is room for
     */
    static int unpack(byte[] packed, int size, byte[] data, int at, int room) throws IOException {
        Lzo lzo = new Lzo(packed, size, data, at, room);
        lzo.run();
        return lzo.out - at;
    }

    private void run() throws IOException {
        // 0 after an instruction without literals, 1 to 3 after so many, 4 after a run of them.
        int state = 0;
        int instruction = next();
        if (instruction > 17) {
            int literals = instruction - 17;
            literals(literals);
            state = Math.min(literals, 4);
            instruction = next();
        }
        while (true) {
            int literals;
            if (instruction >= 64) {
                int distance = (next() << 3) + (instruction >> 2 & 7) + 1;
                int length = instruction >= 128 ? 5 + (instruction >> 5 & 3) : 3 + (instruction >> 5 & 1);
                match(distance, length);
                literals = instruction & 3;
            } else if (instruction >= 32) {
                int length = length(instruction & 31, 31) + 2;
                int word = word();
                match((word >> 2) + 1, length);
                literals = word & 3;
            } else if (instruction >= 16) {
                int length = length(instruction & 7, 7) + 2;
                int word = word();
                int distance = 16384 + ((instruction & 8) << 11) + (word >> 2);
                if (distance == 16384) {
                    return;
                }
                match(distance, length);
                literals = word & 3;
            } else if (state == 0) {
                literals(length(instruction, 15) + 3);
                state = 4;
                instruction = next();
                continue;
            } else {
                boolean isAfterRun = state == 4;
                int distance = (next() << 2) + (instruction >> 2 & 3) + (isAfterRun ? 2049 : 1);
                match(distance, isAfterRun ? 3 : 2);
                literals = instruction & 3;
            }
            literals(literals);
            state = literals;
            instruction = next();
        }
    }

    /** A length. If all its bits are zero, it goes on in bytes; each zero byte stands for 255. */
    private int length(int bits, int most) throws IOException {
        if (bits != 0) {
            return bits;
        }
        int length = most;
        int more = next();
        while (more == 0) {
            length += 255;
            if (length > end - start) {
                throw damaged();
            }
            more = next();
        }
        return length + more;
    }

    private int next() throws IOException {
        if (in >= size) {
            throw damaged();
        }
        return Byte.toUnsignedInt(packed[in++]);
    }

    private int word() throws IOException {
        return next() | next() << 8;
    }

    private void literals(int count) throws IOException {
        if (count > size - in || count > end - out) {
            throw damaged();
        }
        System.arraycopy(packed, in, data, out, count);
        in += count;
        out += count;
    }

    private void match(int distance, int length) throws IOException {
        if (distance > out - start || length > end - out) {
            throw damaged();
        }
        for (int i = 0; i < length; i++) {
            data[out + i] = data[out + i - distance];
        }
        out += length;
    }

    private static IOException damaged() {
        return new IOException("lzo: damaged");
    }
}
