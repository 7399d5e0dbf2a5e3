package io.compscan.image;

import io.compscan.core.source.PathName;
import io.compscan.core.source.Siblings;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.view.Views;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What is read of an archive.
 *
 * @param files the bytes of each file
 * @param unread why others cannot be read, by their names
 * @param unreadBytes the sizes of these
 */
record ReadArchive(Map<String, byte[]> files, Map<String, String> unread, long unreadBytes) {

    byte[] file(String name) {
        return Objects.requireNonNull(files.get(name), name);
    }

    static ReadArchive tar(Unit archive) throws IOException {
        return of("tar", archive);
    }

    static ReadArchive zip(Unit archive) throws IOException {
        return of("zip", archive);
    }

    static ReadArchive sevenZip(Unit archive) throws IOException {
        return of("sevenzip", archive);
    }

    private static ReadArchive of(String format, Unit archive) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        Map<String, String> unread = new LinkedHashMap<>();
        long unreadBytes = 0;
        for (Unit member : Objects.requireNonNull(Views.load().named(format))
                .look(archive, Siblings.NONE, null)
                .units()) {
            String name = member.name().substring((archive.name() + PathName.SEPARATOR).length());
            try {
                // A scan does not open a unit of no bytes either.
                files.put(name, member.sizeBytes() == 0 ? new byte[0] : content(member));
            } catch (IOException e) {
                unread.put(name, e.getMessage());
                unreadBytes += Math.max(0, member.sizeBytes());
            }
        }
        return new ReadArchive(files, unread, unreadBytes);
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
