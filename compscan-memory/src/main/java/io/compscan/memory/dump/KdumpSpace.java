package io.compscan.memory.dump;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.PageHash;
import io.compscan.memory.page.PageReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The kdump-compressed format of makedumpfile and of QEMU's {@code dump-guest-memory -z}; see makedumpfile's IMPLEMENTATION.
 *
 * <pre>
 *   block 0            header: signature "KDUMP   ", version, block size, size of the sub-header, of the bitmaps, number of frames
 *   block 1            sub-header; from version 6 on with the number of frames in 64 bits
 *   then               two bitmaps of equal size: which frames exist, which are in the dump
 *   then               a descriptor of 24 bytes for each frame in the dump: offset, size, flags, page flags
 *   then               pages
 * </pre>
 */
final class KdumpSpace extends DumpSpace {

    static final String MAGIC = "KDUMP   ";

    private static final int PAGE_BYTES = PageHash.PAGE_BYTES;
    private static final int DESCRIPTOR_BYTES = 24;
    private static final int BITMAP_STEP = 1 << 16;
    private static final int ZLIB = 1;
    private static final int LZO = 2;
    private static final int SNAPPY = 4;
    private static final int ZSTD = 0x20;
    private static final int METHODS = 0xff;

    private final DumpFile file;
    private final long descriptors;
    private final BitSet dumped = new BitSet();
    /** For every 2^16 frames, the number of frames in the dump before them. */
    private int[] before = {};

    private KdumpSpace(String name, DumpFile file, long descriptors) {
        super(name, "kdump", file);
        this.file = file;
        this.descriptors = descriptors;
    }

    static KdumpSpace open(String name, DumpFile file, FrameIntake intake) throws IOException {
        ByteBuffer header = file.bytes(0, 464);
        int version = header.getInt(8);
        int blockBytes = header.getInt(428);
        long subHeaderBlocks = Integer.toUnsignedLong(header.getInt(432));
        long bitmapBlocks = Integer.toUnsignedLong(header.getInt(436));
        long frames = Integer.toUnsignedLong(header.getInt(440));
        if (blockBytes != PAGE_BYTES) {
            throw new IOException(
                    "kdump with pages of " + blockBytes + " bytes; only " + PAGE_BYTES + " are supported");
        }
        if (version >= 6) {
            frames = file.bytes(blockBytes + 96L, 8).getLong();
        }
        long bitmaps = (1 + subHeaderBlocks) * blockBytes;
        long bitmapBytes = bitmapBlocks / 2 * blockBytes;
        if (bitmaps + 2 * bitmapBytes > file.sizeBytes() || frames < 0 || frames > bitmapBytes * 8) {
            throw new IOException("kdump with bitmaps for " + frames + " frames that do not fit the file");
        }
        KdumpSpace space = new KdumpSpace(name, file, bitmaps + bitmapBlocks * blockBytes);
        space.readBitmap(bitmaps + bitmapBytes, frames, intake);
        return space;
    }

    private void readBitmap(long offset, long frames, FrameIntake intake) throws IOException {
        if (frames > Integer.MAX_VALUE - 64) {
            throw new IOException("kdump of more than 8 TiB");
        }
        before = new int[(int) (frames / BITMAP_STEP) + 1];
        int count = 0;
        for (long first = 0; first < frames; first += BITMAP_STEP) {
            before[(int) (first / BITMAP_STEP)] = count;
            if ((long) count * DESCRIPTOR_BYTES > file.storedBytes()) {
                throw new IOException("kdump with more pages than descriptors fit the file");
            }
            int bits = (int) Math.min(BITMAP_STEP, frames - first);
            byte[] step = file.bytes(offset + first / 8, (bits + 7) / 8).array();
            for (int bit = 0; bit < bits; bit++) {
                if ((step[bit >> 3] & 1 << (bit & 7)) != 0) {
                    dumped.set((int) first + bit);
                    add(intake, (first + bit) * PAGE_BYTES);
                    count++;
                }
            }
        }
    }

    private long descriptor(int frame) {
        int first = frame / BITMAP_STEP * BITMAP_STEP;
        int number = before[frame / BITMAP_STEP];
        // Descriptors lie in the order of frames, so only the bits of one step remain to count.
        number += dumped.get(first, frame).cardinality();
        return descriptors + (long) number * DESCRIPTOR_BYTES;
    }

    @Override
    public PageReader open() {
        return new KdumpReader();
    }

    /** Keeps the place of the last descriptor, because frames come in ascending order nearly always. */
    private final class KdumpReader implements PageReader {

        private final Inflater inflater = new Inflater();
        private byte[] packed = new byte[2 * PAGE_BYTES];
        private int lastFrame = -2;
        private long lastDescriptor;
        private @Nullable IOException failure;
        private long unreadPages;

        @Override
        public void read(long address, int pages, byte[] data, int offset, BitSet got) {
            got.clear();
            for (int page = 0; page < pages; page++) {
                int frame = (int) (address / PAGE_BYTES) + page;
                try {
                    long place = frame == lastFrame + 1 ? lastDescriptor + DESCRIPTOR_BYTES : descriptor(frame);
                    readPage(place, data, offset + page * PAGE_BYTES);
                    got.set(page);
                    lastDescriptor = place;
                    lastFrame = frame;
                } catch (IOException e) {
                    failure = new IOException("frame " + frame + ": " + e.getMessage(), e);
                    lastFrame = -2;
                    unreadPages++;
                }
            }
        }

        private void readPage(long place, byte[] data, int at) throws IOException {
            ByteBuffer descriptor = file.bytes(place, DESCRIPTOR_BYTES);
            long offset = descriptor.getLong(0);
            int size = descriptor.getInt(8);
            int method = descriptor.getInt(12) & METHODS;
            if (size < 0 || size > packed.length) {
                throw new IOException("a page of " + size + " bytes");
            }
            if (offset < 0 || file.read(offset, packed, 0, size) < size) {
                throw new IOException("it lies beyond the end of the file");
            }
            if (unpack(method, size, data, at) != PAGE_BYTES) {
                throw new IOException("its compressed bytes are damaged");
            }
        }

        private int unpack(int method, int size, byte[] data, int at) throws IOException {
            switch (method) {
                case 0 -> {
                    System.arraycopy(packed, 0, data, at, Math.min(size, PAGE_BYTES));
                    return size;
                }
                case ZLIB -> {
                    return inflate(size, data, at);
                }
                case LZO -> {
                    return Lzo.unpack(packed, size, data, at, PAGE_BYTES);
                }
                case SNAPPY -> {
                    return Snappy.unpack(packed, size, data, at, PAGE_BYTES);
                }
                case ZSTD -> {
                    try {
                        return (int) Zstd.decompressByteArray(data, at, PAGE_BYTES, packed, 0, size);
                    } catch (ZstdException e) {
                        throw new IOException("zstd: " + e.getMessage(), e);
                    }
                }
                default -> throw new IOException("compressed by an unknown method 0x" + Integer.toHexString(method));
            }
        }

        private int inflate(int size, byte[] data, int at) throws IOException {
            inflater.reset();
            inflater.setInput(packed, 0, size);
            try {
                return inflater.inflate(data, at, PAGE_BYTES);
            } catch (DataFormatException e) {
                throw new IOException("zlib: " + e.getMessage(), e);
            }
        }

        @Override
        public @Nullable IOException failure() {
            return failure;
        }

        @Override
        public long unreadPages() {
            return unreadPages;
        }

        @Override
        public void close() {
            inflater.end();
        }
    }
}
