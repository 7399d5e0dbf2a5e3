package io.compscan.memory.dump;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The pages of a process in images of CRIU; see criu.org/Images and images/pagemap.proto. The file {@code pagemap-PID.img} lists them, and
 * {@code pages-ID.img} holds them one behind the other.
 *
 * <pre>
 *   pagemap   | common magic | magic | length | head: pages_id = 1 | length | entry: vaddr = 1, nr_pages = 2, in_parent = 3, flags = 4 | ...
 * </pre>
 *
 * Pages in the image of a parent are left out.
 */
final class CriuImage {

    private static final int COMMON_MAGIC = 0x54564319;
    private static final int PAGEMAP_MAGIC = 0x56084025;
    private static final int PRESENT = 4;
    private static final int MOST_MESSAGE_BYTES = 1 << 16;
    private static final int PAGE_BYTES = 4096;

    /** Fields of a message that hold numbers. */
    private record Message(long one, long two, long three, long four, boolean hasFlags) {}

    /**
     * The pages of an image.
     *
     * @param pagesId the number of the file that holds them
     * @param ranges where they lie in it
     */
    record Image(long pagesId, List<PageRange> ranges) {}

    private CriuImage() {}

    static Image read(DumpFile pagemap) throws IOException {
        ByteBuffer magics = pagemap.bytes(0, 8);
        long at = magics.getInt(0) == COMMON_MAGIC ? 8 : 4;
        if (magics.getInt((int) at - 4) != PAGEMAP_MAGIC) {
            throw new IOException("no pagemap of CRIU");
        }
        long pagesId = -1;
        long offset = 0;
        List<PageRange> ranges = new ArrayList<>();
        while (at < pagemap.sizeBytes()) {
            int length = pagemap.bytes(at, 4).getInt();
            if (length < 0 || length > MOST_MESSAGE_BYTES) {
                throw new IOException("a pagemap of CRIU with an entry of " + length + " bytes");
            }
            Message message = message(pagemap.bytes(at + 4, length));
            at += 4L + length;
            if (pagesId < 0) {
                pagesId = message.one;
                continue;
            }
            boolean isHere = message.hasFlags ? (message.four & PRESENT) != 0 : message.three == 0;
            long pages = message.two;
            if (pages < 0 || pages > 1L << 40 || message.one % PAGE_BYTES != 0) {
                throw new IOException("a pagemap of CRIU with an entry of " + pages + " pages at an odd address");
            }
            if (isHere) {
                if (message.one >= 0 && pages > 0) {
                    ranges.add(new PageRange(message.one, offset, pages));
                }
                offset += pages * PAGE_BYTES;
            }
        }
        return new Image(pagesId, ranges);
    }

    /** Protocol buffers: a key with number and type, then a number of 7 bits a byte, 8 or 4 bytes, or bytes behind their length. */
    private static Message message(ByteBuffer bytes) throws IOException {
        long[] fields = new long[6];
        boolean hasFlags = false;
        while (bytes.hasRemaining()) {
            long key = varint(bytes);
            int type = (int) (key & 7);
            long value = 0;
            switch (type) {
                case 0 -> value = varint(bytes);
                case 1 -> skip(bytes, 8);
                case 2 -> skip(bytes, varint(bytes));
                case 5 -> skip(bytes, 4);
                default -> throw new IOException("a pagemap of CRIU with a field of an unknown type " + type);
            }
            long field = key >>> 3;
            if (type == 0 && field >= 1 && field <= 5) {
                fields[(int) field] = value;
                hasFlags |= field == 4;
            }
        }
        // From version 4.1 on, the number of pages has 64 bits and the number 5.
        return new Message(fields[1], Math.max(fields[2], fields[5]), fields[3], fields[4], hasFlags);
    }

    private static void skip(ByteBuffer bytes, long count) throws IOException {
        if (count < 0 || count > bytes.remaining()) {
            throw new IOException("a pagemap of CRIU with an entry that is cut off");
        }
        bytes.position(bytes.position() + (int) count);
    }

    private static long varint(ByteBuffer bytes) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64 && bytes.hasRemaining(); shift += 7) {
            byte next = bytes.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IOException("a pagemap of CRIU with a damaged number");
    }
}
