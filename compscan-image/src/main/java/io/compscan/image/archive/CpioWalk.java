package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import io.compscan.image.disk.RangeUnit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a cpio archive from header to header. Of the names of one inode, {@code newc} stores the bytes with the last one.
 *
 * <p>Headers have no checksum, so behind a damaged one nothing can be found. An archive may follow another, as in the first file system of a
 * Linux kernel.
 */
final class CpioWalk {

    private static final int MAX_HEADER_BYTES = 110;
    private static final int MAX_NAME_BYTES = 64 << 10;
    private static final String END = "TRAILER!!!";
    private static final int TYPE = 0170000;
    private static final int FILE = 0100000;

    private final Unit container;
    private final ArchiveBytes bytes;
    private final MemberList members;

    private CpioWalk(Unit container, ArchiveBytes bytes) {
        this.container = container;
        this.bytes = bytes;
        members = new MemberList(container);
    }

    /**
     * A header.
     *
     * @param bytes its length
     * @param nameBytes the length of the name behind it, with a zero
     * @param alignment to which name and data are filled up
     */
    private record Header(int bytes, long mode, long nameBytes, long sizeBytes, int alignment) {

        /** The header that begins here; null if there is none. */
        static @Nullable Header of(byte[] data) {
            String magic = new String(data, 0, Math.min(6, data.length), StandardCharsets.ISO_8859_1);
            Header header = switch (magic) {
                case "070701", "070702" -> text(data, 110, 16, 4, 8, new int[] {14, 94, 54});
                case "070707" -> text(data, 76, 8, 1, 6, new int[] {18, 59, 65});
                default -> binary(data);
            };
            boolean isLikely = header != null
                    && header.nameBytes > 0
                    && header.nameBytes <= MAX_NAME_BYTES
                    && header.mode >= 0
                    && header.sizeBytes >= 0;
            return isLikely ? header : null;
        }

        /** @param at where mode, length of the name and size are; the size of octal ones has 11 digits */
        private static @Nullable Header text(byte[] data, int length, int radix, int alignment, int digits, int[] at) {
            if (data.length < length) {
                return null;
            }
            return new Header(
                    length,
                    number(data, at[0], digits, radix),
                    number(data, at[1], digits, radix),
                    number(data, at[2], radix == 16 ? digits : 11, radix),
                    alignment);
        }

        private static long number(byte[] data, int at, int digits, int radix) {
            long number = 0;
            for (int i = at; i < at + digits; i++) {
                int digit = Character.digit(data[i], radix);
                if (digit < 0) {
                    return -1;
                }
                number = number * radix + digit;
            }
            return number;
        }

        /** Numbers of two bytes in the order of the machine; sizes have two of them, the higher one first. */
        private static @Nullable Header binary(byte[] data) {
            if (data.length < 26) {
                return null;
            }
            boolean isLittle = (data[0] & 0xff) == 0xc7 && data[1] == 0x71;
            boolean isBig = data[0] == 0x71 && (data[1] & 0xff) == 0xc7;
            if (!isLittle && !isBig) {
                return null;
            }
            long size = (long) half(data, 22, isLittle) << 16 | half(data, 24, isLittle);
            return new Header(26, half(data, 6, isLittle), half(data, 20, isLittle), size, 2);
        }

        private static int half(byte[] data, int at, boolean isLittle) {
            int first = data[at] & 0xff;
            int second = data[at + 1] & 0xff;
            return isLittle ? second << 8 | first : first << 8 | second;
        }

        long behind(long from, long length) {
            return (from + length + alignment - 1) / alignment * alignment;
        }

        boolean isFile() {
            return (mode & TYPE) == FILE;
        }
    }

    /** Whether these bytes begin with a header and the end of its name. */
    static boolean isHeader(byte[] data) {
        Header header = Header.of(data);
        if (header == null) {
            return false;
        }
        long end = header.bytes + header.nameBytes;
        return end <= data.length && data[(int) end - 1] == 0 && data[header.bytes] != 0;
    }

    static List<Unit> members(Unit container) throws IOException {
        try (ArchiveBytes bytes = new ArchiveBytes(container)) {
            return new CpioWalk(container, bytes).members();
        }
    }

    private List<Unit> members() throws IOException {
        // Positions are aligned from the start of each archive on.
        long start = 0;
        long at = 0;
        while (at < bytes.sizeBytes()) {
            byte[] data = new byte[(int) Math.min(MAX_HEADER_BYTES, bytes.sizeBytes() - at)];
            bytes.copy(at, data, data.length);
            Header header = Header.of(data);
            if (header == null) {
                if (at == 0) {
                    throw new IOException("the first header is damaged");
                }
                if (!members.isEmpty() || start > 0) {
                    rest(at, at == start ? "behind the end of the archive" : "damaged header");
                }
                break;
            }
            long nameAt = at + header.bytes();
            if (header.nameBytes() > bytes.sizeBytes() - nameAt) {
                members.addCut(at, "within a header");
                break;
            }
            byte[] nameBytes = new byte[(int) header.nameBytes()];
            bytes.copy(nameAt, nameBytes, nameBytes.length);
            String name = TarHeader.text(nameBytes, 0, nameBytes.length);
            long dataAt = start + header.behind(nameAt - start, header.nameBytes());
            if (name.equals(END)) {
                start = nextArchive(dataAt);
                at = start;
                continue;
            }
            if (header.isFile()) {
                members.add(file(header, name, dataAt));
            }
            if (dataAt > bytes.sizeBytes() || header.sizeBytes() > bytes.sizeBytes() - dataAt) {
                break;
            }
            at = start + header.behind(dataAt - start, header.sizeBytes());
            if (at >= bytes.sizeBytes()) {
                members.addCut(bytes.sizeBytes(), "before its trailer");
            }
        }
        return members.all();
    }

    private Unit file(Header header, String name, long dataAt) {
        String shown = MemberName.of(container, name);
        RangeUnit.Pieces pieces = RangeUnit.Pieces.one(dataAt, header.sizeBytes());
        String extension = MemberName.extensionOf(name);
        return pieces.fit(container.sizeBytes())
                ? new RangeUnit(container, shown, extension, header.sizeBytes(), pieces)
                : new UnreadableMember(shown, extension, header.sizeBytes(), "truncated: the archive ends within it");
    }

    /** The first byte behind zeros; the end of the file if there is none. */
    private long nextArchive(long from) throws IOException {
        long at = Math.min(from, bytes.sizeBytes());
        byte[] data = new byte[4096];
        while (at < bytes.sizeBytes()) {
            int length = (int) Math.min(data.length, bytes.sizeBytes() - at);
            bytes.copy(at, data, length);
            for (int i = 0; i < length; i++) {
                if (data[i] != 0) {
                    return at + i;
                }
            }
            at += length;
        }
        return at;
    }

    private void rest(long at, String what) throws IOException {
        members.addSkipped(at, bytes.sizeBytes(), what, null);
    }
}
