package io.compscan.core.tools.trace;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/** Writes little-endian records, as the descriptions of the formats draw them. */
final class Bytes {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Bytes u32(long value) {
        return number(value, 4);
    }

    Bytes u64(long value) {
        return number(value, 8);
    }

    Bytes u8(int value) {
        return number(value, 1);
    }

    private Bytes number(long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (value >>> (8 * i)));
        }
        return this;
    }

    Bytes bytes(byte[] some) {
        out.writeBytes(some);
        return this;
    }

    Bytes text(String text, int length) {
        return bytes(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), length));
    }

    Bytes zeros(int count) {
        return bytes(new byte[count]);
    }

    int size() {
        return out.size();
    }

    byte[] toArray() {
        return out.toByteArray();
    }

    /** The first bytes of the digest of a chunk that consists of one letter. */
    static byte[] digest(String algorithm, int hashBytes, char letter, int lengthBytes) {
        byte[] chunk = new byte[lengthBytes];
        Arrays.fill(chunk, (byte) letter);
        try {
            return Arrays.copyOf(MessageDigest.getInstance(algorithm).digest(chunk), hashBytes);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
