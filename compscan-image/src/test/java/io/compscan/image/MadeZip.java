package io.compscan.image;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/** A zip that is written record by record, so that a test knows where each of them is. */
final class MadeZip {

    /** Where the sizes of a file stand. */
    enum Sizes {
        IN_HEADER,
        IN_EXTRA,
        BEHIND,
        BEHIND_UNSIGNED,
        BEHIND_LARGE,
        BEHIND_LARGE_UNSIGNED
    }

    private static final int ALL_ONES = -1;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
    /** Where each header begins. */
    final List<Integer> headers = new ArrayList<>();
    /** Where each file ends, with its descriptor. */
    final List<Integer> ends = new ArrayList<>();

    static MadeZip begin() {
        return new MadeZip();
    }

    MadeZip stored(String name, byte[] content) {
        return file(name, content, ZipEntry.STORED, Sizes.IN_HEADER);
    }

    /** Bytes that are no file, such as a program in front. */
    MadeZip bytes(byte[] other) {
        bytes.writeBytes(other);
        return this;
    }

    MadeZip file(String name, byte[] content, int method, Sizes sizes) {
        byte[] data = method == ZipEntry.STORED ? content : deflated(content);
        CRC32 crc = new CRC32();
        crc.update(content);
        byte[] ascii = name.getBytes(StandardCharsets.US_ASCII);
        boolean isKnown = sizes == Sizes.IN_HEADER || sizes == Sizes.IN_EXTRA;
        boolean isInExtra = sizes == Sizes.IN_EXTRA;
        ByteBuffer header = buffer(30 + ascii.length + (isInExtra ? 20 : 0));
        header.putInt(0x04034b50).putShort((short) 45).putShort((short) (isKnown ? 0 : 8));
        header.putShort((short) method).putInt(0x21 << 16).putInt(isKnown ? (int) crc.getValue() : 0);
        header.putInt(isInExtra ? ALL_ONES : isKnown ? data.length : 0);
        header.putInt(isInExtra ? ALL_ONES : isKnown ? content.length : 0);
        header.putShort((short) ascii.length)
                .putShort((short) (isInExtra ? 20 : 0))
                .put(ascii);
        if (isInExtra) {
            header.putShort((short) 1)
                    .putShort((short) 16)
                    .putLong(content.length)
                    .putLong(data.length);
        }
        putEntry(ascii, method, isKnown ? 0 : 8, (int) crc.getValue(), data.length, content.length);
        headers.add(bytes.size());
        bytes.writeBytes(written(header));
        bytes.writeBytes(data);
        bytes.writeBytes(descriptor(sizes, (int) crc.getValue(), data.length, content.length));
        ends.add(bytes.size());
        return this;
    }

    private void putEntry(byte[] name, int method, int flags, int crc, int packed, int size) {
        ByteBuffer entry = buffer(46 + name.length);
        entry.putInt(0x02014b50).putShort((short) 45).putShort((short) 45).putShort((short) flags);
        entry.putShort((short) method)
                .putInt(0x21 << 16)
                .putInt(crc)
                .putInt(packed)
                .putInt(size);
        entry.putShort((short) name.length)
                .putLong(0)
                .putInt(0)
                .putInt(bytes.size())
                .put(name);
        directory.writeBytes(written(entry));
    }

    private static byte[] descriptor(Sizes sizes, int crc, int packed, int size) {
        ByteBuffer descriptor = buffer(24);
        if (sizes == Sizes.BEHIND || sizes == Sizes.BEHIND_LARGE) {
            descriptor.putInt(0x08074b50);
        }
        switch (sizes) {
            case BEHIND, BEHIND_UNSIGNED ->
                descriptor.putInt(crc).putInt(packed).putInt(size);
            case BEHIND_LARGE, BEHIND_LARGE_UNSIGNED ->
                descriptor.putInt(crc).putLong(packed).putLong(size);
            default -> {}
        }
        return written(descriptor);
    }

    int size() {
        return bytes.size();
    }

    /** The archive, with its directory. */
    byte[] end() {
        int entries = headers.size();
        ByteBuffer end = buffer(22).putInt(0x06054b50).putInt(0).putShort((short) entries);
        end.putShort((short) entries)
                .putInt(directory.size())
                .putInt(bytes.size())
                .putShort((short) 0);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(bytes.toByteArray());
        all.writeBytes(directory.toByteArray());
        all.writeBytes(written(end));
        return all.toByteArray();
    }

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] written(ByteBuffer buffer) {
        byte[] all = new byte[buffer.position()];
        buffer.flip().get(all);
        return all;
    }

    private static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        deflater.setInput(content);
        deflater.finish();
        byte[] data = new byte[content.length + 1000];
        int length = deflater.deflate(data);
        deflater.end();
        return Arrays.copyOf(data, length);
    }
}
