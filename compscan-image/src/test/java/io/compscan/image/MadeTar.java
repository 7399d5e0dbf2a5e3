package io.compscan.image;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A tar that is written record by record, so that a test knows where each header is. */
final class MadeTar {

    static final int RECORD = 512;

    private final String magic;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    /** Where each header begins. */
    final List<Integer> headers = new ArrayList<>();

    private MadeTar(String magic) {
        this.magic = magic;
    }

    static MadeTar posix() {
        return new MadeTar("ustar\00000");
    }

    static MadeTar gnu() {
        return new MadeTar("ustar  \0");
    }

    static MadeTar old() {
        return new MadeTar("");
    }

    MadeTar file(String name, byte[] content) {
        return part('0', name, content);
    }

    /** A header of this type, and what follows it. */
    MadeTar part(char type, String name, byte[] content) {
        byte[] header = new byte[RECORD];
        put(header, 0, name);
        put(header, 100, "0000644");
        put(header, 108, "0000000");
        put(header, 116, "0000000");
        put(header, 124, String.format("%011o", content.length));
        put(header, 136, "00000000000");
        header[156] = (byte) type;
        put(header, 257, magic);
        TarSum.mend(header, 0);
        headers.add(bytes.size());
        bytes.writeBytes(header);
        bytes.writeBytes(content);
        bytes.writeBytes(new byte[(RECORD - content.length % RECORD) % RECORD]);
        return this;
    }

    /** Attributes of POSIX for the next file: keys, each with its value behind it. */
    MadeTar attribute(String... keysAndValues) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            String rest = " " + keysAndValues[i] + "=" + keysAndValues[i + 1] + "\n";
            int length = rest.length() + 1;
            while (length != rest.length() + Integer.toString(length).length()) {
                length++;
            }
            lines.append(length).append(rest);
        }
        return part('x', "attributes", lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    int size() {
        return bytes.size();
    }

    /** The archive, with zeros at its end. */
    byte[] end() {
        byte[] all = bytes.toByteArray();
        return Arrays.copyOf(all, (all.length + 2 * RECORD + 10239) / 10240 * 10240);
    }

    private static void put(byte[] header, int at, String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(ascii, 0, header, at, ascii.length);
    }
}
