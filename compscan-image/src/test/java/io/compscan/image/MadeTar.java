package io.compscan.image;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Views;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A tar that is written record by record, so that a test knows where each header is; and what is read of one. */
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

    /** Attributes of POSIX for the next file. */
    MadeTar attribute(String key, String value) {
        String rest = " " + key + "=" + value + "\n";
        int length = rest.length() + 1;
        while (length != rest.length() + Integer.toString(length).length()) {
            length++;
        }
        return part('x', "attributes", (length + rest).getBytes(StandardCharsets.US_ASCII));
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

    /**
     * What is read of an archive.
     *
     * @param files the bytes of each file
     * @param unread why others cannot be read, by their names
     * @param unreadBytes the sizes of these
     */
    record Read(Map<String, byte[]> files, Map<String, String> unread, long unreadBytes) {

        byte[] file(String name) {
            return Objects.requireNonNull(files.get(name), name);
        }
    }

    static Read read(Unit archive) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        Map<String, String> unread = new LinkedHashMap<>();
        long unreadBytes = 0;
        for (Unit member : Objects.requireNonNull(Views.load().named("tar"))
                .look(archive, Siblings.NONE, null)
                .units()) {
            String name = member.name().substring((archive.name() + PathName.SEPARATOR).length());
            try {
                files.put(name, content(member));
            } catch (IOException e) {
                unread.put(name, e.getMessage());
                unreadBytes += member.sizeBytes();
            }
        }
        return new Read(files, unread, unreadBytes);
    }

    private static byte[] content(Unit member) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] data = new byte[64 << 10];
        try (UnitChannel channel = member.open()) {
            for (int got; (got = channel.read(content.size(), data, 0, data.length)) > 0; ) {
                content.write(data, 0, got);
            }
        }
        return content.toByteArray();
    }
}
