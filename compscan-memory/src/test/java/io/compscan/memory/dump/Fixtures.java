package io.compscan.memory.dump;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;

/** Dumps of a few pages, made from the descriptions of their formats. */
final class Fixtures {

    static final int PAGE = 4096;

    private Fixtures() {}

    /** A page whose bytes follow from its number; every fourth one is zeros, and every fifth compresses well. */
    static byte[] page(int number) {
        byte[] page = new byte[PAGE];
        if (number % 4 != 3) {
            new Random(number).nextBytes(page);
        }
        if (number % 5 == 0) {
            for (int i = 0; i < PAGE; i++) {
                page[i] = (byte) (i / 64 + number);
            }
        }
        return page;
    }

    static byte[] pages(int first, int count) {
        ByteBuffer all = ByteBuffer.allocate(count * PAGE);
        for (int i = 0; i < count; i++) {
            all.put(page(first + i));
        }
        return all.array();
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return bytes;
    }

    /**
     * A core of 64 bits.
     *
     * @param segments virtual and physical address, first page, number of pages, four numbers each
     * @param odd where the first segment lies beyond a page of the file
     */
    static byte[] elf(int odd, long[]... segments) {
        int headers = 64 + segments.length * 56;
        int offset = PAGE + odd;
        int pages = 0;
        for (long[] segment : segments) {
            pages += (int) segment[3];
        }
        ByteBuffer elf = buffer(offset + pages * PAGE);
        elf.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
        elf.putShort((short) 4)
                .putShort((short) 62)
                .putInt(1)
                .putLong(0)
                .putLong(64)
                .putLong(0);
        elf.putInt(0).putShort((short) 64).putShort((short) 56).putShort((short) segments.length);
        elf.putShort((short) 0).putShort((short) 0).putShort((short) 0);
        for (long[] segment : segments) {
            long bytes = segment[3] * PAGE;
            elf.putInt(1).putInt(7).putLong(offset).putLong(segment[0]).putLong(segment[1]);
            elf.putLong(bytes).putLong(bytes).putLong(PAGE);
            elf.put(offset, pages((int) segment[2], (int) segment[3]));
            offset += (int) bytes;
        }
        assert elf.position() == headers;
        return bytes(elf);
    }

    /** Frames 2, 3, 4 and every odd one up to 31, with the methods in turn: none, zlib, lzo, snappy, zstd. */
    static byte[] kdump() {
        int frames = 32;
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        byte[] bitmap = new byte[PAGE];
        int count = 0;
        for (int frame = 0; frame < frames; frame++) {
            if (isDumped(frame)) {
                bitmap[frame / 8] |= (byte) (1 << frame % 8);
                count++;
            }
        }
        ByteBuffer descriptors = buffer(count * 24);
        int dataOffset = 4 * PAGE + count * 24;
        int number = 0;
        for (int frame = 0; frame < frames; frame++) {
            if (isDumped(frame)) {
                int method = new int[] {0, 1, 2, 4, 0x20}[number++ % 5];
                byte[] packed = packed(page(frame), method);
                descriptors
                        .putLong(dataOffset + data.size())
                        .putInt(packed.length)
                        .putInt(method)
                        .putLong(0);
                data.writeBytes(packed);
            }
        }
        ByteBuffer dump = buffer(dataOffset + data.size());
        dump.put("KDUMP   ".getBytes(StandardCharsets.US_ASCII)).putInt(6);
        dump.putInt(428, PAGE).putInt(432, 1).putInt(436, 2).putInt(440, frames);
        dump.putLong(PAGE + 96, frames);
        dump.put(2 * PAGE, bitmap).put(3 * PAGE, bitmap);
        dump.put(4 * PAGE, bytes(descriptors)).put(dataOffset, data.toByteArray());
        return bytes(dump);
    }

    static boolean isDumped(int frame) {
        return frame == 2 || frame == 4 || frame % 2 == 1;
    }

    private static byte[] packed(byte[] page, int method) {
        return switch (method) {
            case 1 -> zlib(page);
            case 2 -> lzoLiterals(page);
            case 4 -> snappyLiterals(page);
            case 0x20 -> Zstd.compress(page);
            default -> page;
        };
    }

    private static byte[] zlib(byte[] page) {
        Deflater deflater = new Deflater();
        deflater.setInput(page);
        deflater.finish();
        byte[] packed = new byte[2 * PAGE];
        int length = deflater.deflate(packed);
        deflater.end();
        return Arrays.copyOf(packed, length);
    }

    /** One run of literals. */
    private static byte[] lzoLiterals(byte[] page) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int rest = page.length - 3 - 15;
        out.write(0);
        while (rest > 255) {
            out.write(0);
            rest -= 255;
        }
        out.write(rest);
        out.write(page, 0, page.length);
        // The end: a match at distance 0.
        out.write(0x11);
        out.write(0);
        out.write(0);
        return out.toByteArray();
    }

    private static byte[] snappyLiterals(byte[] page) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x80);
        out.write(0x20);
        out.write(61 << 2);
        out.write(page.length - 1 & 0xff);
        out.write((page.length - 1) >> 8);
        out.write(page, 0, page.length);
        return out.toByteArray();
    }

    /** The pieces in another order, the first of them written twice. */
    static byte[] flattened(byte[] whole, int pieceBytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteBuffer header = ByteBuffer.allocate(PAGE);
        header.put("makedumpfile".getBytes(StandardCharsets.US_ASCII))
                .putLong(16, 1)
                .putLong(24, 1);
        out.writeBytes(header.array());
        piece(out, 0, new byte[Math.min(100, whole.length)], Math.min(100, whole.length));
        int count = (whole.length + pieceBytes - 1) / pieceBytes;
        for (int i = count - 1; i >= 0; i--) {
            int offset = i * pieceBytes;
            int length = Math.min(pieceBytes, whole.length - offset);
            piece(out, offset, Arrays.copyOfRange(whole, offset, offset + length), length);
        }
        out.writeBytes(ByteBuffer.allocate(16).putLong(-1).putLong(-1).array());
        return out.toByteArray();
    }

    private static void piece(ByteArrayOutputStream out, long offset, byte[] bytes, int length) {
        out.writeBytes(ByteBuffer.allocate(16).putLong(offset).putLong(length).array());
        out.write(bytes, 0, length);
    }

    /** Two regions: file pages 0 to 4 at frame 0, file pages 5 to 8 at frame 100. */
    static byte[] vmware(int magic) {
        ByteArrayOutputStream tags = new ByteArrayOutputStream();
        value(tags, "regionsCount", 2, -1);
        value(tags, "regionPageNum", 0, 0);
        value(tags, "regionPPN", 0, 0);
        value(tags, "regionSize", 5, 0);
        value(tags, "regionPageNum", 5, 1);
        value(tags, "regionPPN", 100, 1);
        value(tags, "regionSize", 4, 1);
        int start = 12 + 2 * 80;
        String name = "Memory";
        int width = magic == 0xbed2bed0 ? 4 : 8;
        int head = tags.size() + 2 + name.length() + 8 + 2 * width + 2;
        int padding = 37;
        tags.write(0x3f | 2 << 6);
        tags.write(name.length());
        tags.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        tags.writeBytes(new byte[8]);
        ByteBuffer sizes = buffer(2 * width + 2);
        for (int i = 0; i < 2; i++) {
            if (width == 4) {
                sizes.putInt(9 * PAGE);
            } else {
                sizes.putLong(9L * PAGE);
            }
        }
        tags.writeBytes(bytes(sizes.putShort((short) padding)));
        assert tags.size() == head;
        tags.writeBytes(new byte[padding]);
        tags.writeBytes(pages(0, 9));
        tags.writeBytes(new byte[2]);
        ByteBuffer state = buffer(start + tags.size());
        state.putInt(magic).putInt(8).putInt(2);
        state.put("Checkpoint".getBytes(StandardCharsets.US_ASCII));
        state.position(12 + 80).put("memory".getBytes(StandardCharsets.US_ASCII));
        state.putLong(12 + 80 + 64, start);
        state.put(start, tags.toByteArray());
        return bytes(state);
    }

    private static void value(ByteArrayOutputStream tags, String name, int value, int index) {
        tags.write(4 | (index < 0 ? 0 : 1 << 6));
        tags.write(name.length());
        tags.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        if (index >= 0) {
            tags.writeBytes(buffer(4).putInt(index).array());
        }
        tags.writeBytes(buffer(4).putInt(value).array());
    }

    /** Five pages at 0x10000, two that the parent has, three at 0x7f0000000000. */
    static byte[] criuPagemap(int pagesId) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(buffer(8).putInt(0x54564319).putInt(0x56084025).array());
        message(out, 1, pagesId);
        message(out, 1, 0x10000, 2, 5, 4, 4);
        message(out, 1, 0x20000, 2, 2, 3, 1, 4, 1);
        message(out, 1, 0x7f0000000000L, 2, 3, 4, 4);
        return out.toByteArray();
    }

    private static void message(ByteArrayOutputStream out, long... fields) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        for (int i = 0; i < fields.length; i += 2) {
            message.write((int) fields[i] << 3);
            long value = fields[i + 1];
            while (value > 127) {
                message.write((int) ((value & 127) | 128));
                value >>>= 7;
            }
            message.write((int) value);
        }
        out.writeBytes(buffer(4).putInt(message.size()).array());
        out.writeBytes(message.toByteArray());
    }
}
