package io.compscan.image.disk;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file that belongs to an image. It reads numbers through pages of 64 KiB, and keeps 64 pages in memory. Several threads may read it at
 * once. The {@link ImageChain} that opened it closes it.
 */
public final class ImageFile {

    private static final int PAGE_BYTES = 64 << 10;
    private static final int MAX_PAGES = 64;
    /** Where a page cannot be read, so many bytes are read at a time. */
    private static final int SECTOR_BYTES = 4096;
    /** The most bytes that a format reads at once: the longest descriptor, the largest log. */
    private static final int MAX_BYTES = 32 << 20;

    private final Unit unit;
    private final UnitChannel channel;
    private final Map<Long, Page> pages = new LinkedHashMap<>(2 * MAX_PAGES, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Page> eldest) {
            return size() > MAX_PAGES;
        }
    };

    private volatile @Nullable Page latest;

    /**
     * A part of the file.
     *
     * @param lost the sectors of it that cannot be read; empty in general
     * @param failure why not; null if all can be read
     */
    private record Page(
            long number,
            ByteBuffer bytes,
            BitSet lost,
            @Nullable IOException failure) {

        /** The bytes, unless those of a number cannot be read. */
        ByteBuffer bytesFor(int at, int length) throws IOException {
            if (failure != null) {
                int last = Math.min(at + length, PAGE_BYTES) - 1;
                if (lost.get(at / SECTOR_BYTES) || lost.get(last / SECTOR_BYTES)) {
                    throw new IOException(failure.getMessage(), failure);
                }
            }
            return bytes;
        }
    }

    /** A file that is read through this channel, which belongs to the caller. */
    public ImageFile(Unit unit, UnitChannel channel) {
        this.unit = unit;
        this.channel = channel;
    }

    /** This file, read through another channel, such as one that adds what a journal holds. */
    public ImageFile through(UnitChannel other) {
        return new ImageFile(unit, other);
    }

    /** The unit. */
    public Unit unit() {
        return unit;
    }

    /** The channel to its bytes. */
    public UnitChannel channel() {
        return channel;
    }

    /** The size of the file when it was found. */
    public long sizeBytes() {
        return unit.sizeBytes();
    }

    /** Reads all of these bytes; fails if they reach beyond the end of the file. */
    public void read(long position, byte[] data, int offset, int length) throws IOException {
        if (position < 0 || position > sizeBytes() - length) {
            throw new EOFException("truncated or damaged: it refers to byte " + Long.toUnsignedString(position)
                    + ", but the file has " + sizeBytes());
        }
        int done = 0;
        while (done < length) {
            int got = channel.read(position + done, data, offset + done, length - done);
            if (got < 0) {
                throw new EOFException("the file ended at byte " + (position + done) + " while it was read");
            }
            done += got;
        }
    }

    /** A copy of these bytes. */
    public byte[] bytes(long position, long length) throws IOException {
        if (length < 0 || length > MAX_BYTES) {
            throw new IOException("damaged: a part of " + Long.toUnsignedString(length) + " bytes");
        }
        if (position < 0 || position > sizeBytes() - length) {
            throw new EOFException("truncated or damaged: it refers to byte " + Long.toUnsignedString(position)
                    + ", but the file has " + sizeBytes());
        }
        byte[] data = new byte[(int) length];
        read(position, data, 0, data.length);
        return data;
    }

    /** A number of one byte. */
    public int u8(long position) throws IOException {
        return page(position, 1).get((int) (position % PAGE_BYTES)) & 0xff;
    }

    /** A number of two bytes. */
    public int u16(long position, ByteOrder order) throws IOException {
        return order == ByteOrder.BIG_ENDIAN
                ? u8(position) << 8 | u8(position + 1)
                : u8(position + 1) << 8 | u8(position);
    }

    /** A number of four bytes without sign. */
    public long u32(long position, ByteOrder order) throws IOException {
        ByteBuffer page = page(position, Integer.BYTES);
        int at = (int) (position % PAGE_BYTES);
        int number;
        if (at > PAGE_BYTES - Integer.BYTES) {
            number = ByteBuffer.wrap(bytes(position, Integer.BYTES)).getInt();
        } else {
            number = page.getInt(at);
        }
        return (order == ByteOrder.BIG_ENDIAN ? number : Integer.reverseBytes(number)) & 0xffff_ffffL;
    }

    /** A number of eight bytes; one above 2^63 comes out negative. */
    public long u64(long position, ByteOrder order) throws IOException {
        ByteBuffer page = page(position, Long.BYTES);
        int at = (int) (position % PAGE_BYTES);
        long number;
        if (at > PAGE_BYTES - Long.BYTES) {
            number = ByteBuffer.wrap(bytes(position, Long.BYTES)).getLong();
        } else {
            number = page.getLong(at);
        }
        return order == ByteOrder.BIG_ENDIAN ? number : Long.reverseBytes(number);
    }

    /** The page that holds the byte at this position; refuses a number that reaches beyond the file. */
    private ByteBuffer page(long position, int length) throws IOException {
        if (position < 0 || position > sizeBytes() - length) {
            throw new EOFException("truncated or damaged: it refers to byte " + Long.toUnsignedString(position)
                    + ", but the file has " + sizeBytes());
        }
        long number = position / PAGE_BYTES;
        Page page = latest;
        if (page == null || page.number() != number) {
            synchronized (pages) {
                page = pages.get(number);
            }
            if (page == null) {
                page = readPage(number);
                synchronized (pages) {
                    pages.put(number, page);
                }
            }
            latest = page;
        }
        return page.bytesFor((int) (position % PAGE_BYTES), length);
    }

    private Page readPage(long number) throws IOException {
        long start = number * PAGE_BYTES;
        byte[] data = new byte[(int) Math.min(PAGE_BYTES, sizeBytes() - start)];
        BitSet lost = new BitSet();
        IOException failure = null;
        try {
            read(start, data, 0, data.length);
        } catch (IOException whole) {
            // A table must not be lost for a bad sector beside it.
            for (int at = 0; at < data.length; at += SECTOR_BYTES) {
                try {
                    read(start + at, data, at, Math.min(SECTOR_BYTES, data.length - at));
                } catch (IOException e) {
                    failure = e;
                    lost.set(at / SECTOR_BYTES);
                }
            }
        }
        return new Page(number, ByteBuffer.wrap(data), lost, failure);
    }
}
