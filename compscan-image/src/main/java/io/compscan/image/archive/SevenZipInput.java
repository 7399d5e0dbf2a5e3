package io.compscan.image.archive;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/** The bytes of a 7z header, read in order. Each list that they announce must fit into what is left of them. One thread. */
final class SevenZipInput {

    private final byte[] data;
    private int at;

    SevenZipInput(byte[] data) {
        this.data = data;
    }

    static IOException damaged() {
        return new IOException("damaged: its header contradicts itself");
    }

    int next() throws IOException {
        if (at == data.length) {
            throw new IOException("damaged: its header ends too early");
        }
        return data[at++] & 0xff;
    }

    /** A number: as many bytes follow the first one as that has leading ones. */
    long number() throws IOException {
        int first = next();
        long number = 0;
        int mask = 0x80;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            if ((first & mask) == 0) {
                number |= (long) (first & (mask - 1)) << shift;
                break;
            }
            number |= (long) next() << shift;
            mask >>= 1;
        }
        if (number < 0) {
            throw damaged();
        }
        return number;
    }

    /** A number of things, at most so many. */
    int count(int most) throws IOException {
        long count = number();
        if (count > most) {
            throw damaged();
        }
        return (int) count;
    }

    /** A number of things that take at least a byte each. */
    int count() throws IOException {
        return count(data.length - at);
    }

    /** The other bytes that belong to what is read now. */
    SevenZipInput part() throws IOException {
        return new SevenZipInput(bytes(count()));
    }

    byte[] bytes(int length) throws IOException {
        if (length > data.length - at) {
            throw new IOException("damaged: its header ends too early");
        }
        at += length;
        return Arrays.copyOfRange(data, at - length, at);
    }

    long unsignedInt() throws IOException {
        long number = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            number |= (long) next() << (Byte.SIZE * i);
        }
        return number;
    }

    BitSet bits(int count) throws IOException {
        BitSet bits = new BitSet();
        int eight = 0;
        for (int i = 0; i < count; i++) {
            if (i % Byte.SIZE == 0) {
                eight = next();
            }
            if ((eight & (0x80 >> (i % Byte.SIZE))) != 0) {
                bits.set(i);
            }
        }
        return bits;
    }

    /** Bits that are left out where all of them are set. */
    BitSet bitsUnlessAll(int count) throws IOException {
        if (next() == 0) {
            return bits(count);
        }
        BitSet all = new BitSet();
        all.set(0, count);
        return all;
    }

    /** Checksums of so many things; negative where there is none. */
    long[] sums(int count) throws IOException {
        BitSet defined = bitsUnlessAll(count);
        long[] sums = new long[count];
        for (int i = 0; i < count; i++) {
            sums[i] = defined.get(i) ? unsignedInt() : -1;
        }
        return sums;
    }

    /** A name: characters of two bytes up to a zero. */
    String name() throws IOException {
        StringBuilder name = new StringBuilder();
        for (int c; (c = next() | next() << Byte.SIZE) != 0; ) {
            name.append((char) c);
        }
        return name.toString();
    }
}
