package io.compscan.image.filesystem;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Which bytes of a file system are free, by its bitmaps. Several threads may ask at once. */
abstract class FreeSpace {

    /** The value of {@link Area#bitmap} for bytes that are all in use. */
    static final long USED = -1;
    /** The value of {@link Area#bitmap} for bytes that are all free. */
    static final long FREE = -2;

    /**
     * Bytes that one bitmap describes. It has a bit for each of their blocks, the lowest bit of a byte first; a one is a block in use.
     *
     * @param start the first byte
     * @param end behind the last byte
     * @param blockBytes how many bytes belong to a bit
     * @param bitmap where the bitmap begins, or {@link #USED}, or {@link #FREE}
     */
    record Area(long start, long end, long blockBytes, long bitmap) {

        static Area used(long start, long end) {
            return new Area(start, end, 1, USED);
        }

        static Area free(long start, long end) {
            return new Area(start, end, 1, FREE);
        }
    }

    /**
     * Consecutive bytes that are all free, or all in use.
     *
     * @param isFree whether they are free
     * @param end behind the last of them
     */
    record Stretch(boolean isFree, long end) {}

    private final ImageFile file;
    private volatile @Nullable Area latest;

    FreeSpace(ImageFile file) {
        this.file = file;
    }

    /** The area that holds this byte. */
    abstract Area areaAt(long position) throws IOException;

    /** The bytes from this one on that are free or in use like it, as far as one area tells. */
    final Stretch at(long position) throws IOException {
        Area area = latest;
        if (area == null || position < area.start() || position >= area.end()) {
            area = areaAt(position);
            latest = area;
        }
        if (area.bitmap() < 0) {
            return new Stretch(area.bitmap() == FREE, area.end());
        }
        long first = (position - area.start()) / area.blockBytes();
        long bits = (area.end() - area.start() + area.blockBytes() - 1) / area.blockBytes();
        boolean isFree = !isUsed(area, first);
        long bit = first + 1;
        while (bit < bits) {
            if (bit % Long.SIZE == 0 && bits - bit >= Long.SIZE) {
                long word = file.u64(area.bitmap() + bit / Byte.SIZE, LITTLE_ENDIAN);
                int alike = Long.numberOfTrailingZeros(isFree ? word : ~word);
                bit += alike;
                if (alike < Long.SIZE) {
                    break;
                }
            } else if (isUsed(area, bit) == isFree) {
                break;
            } else {
                bit++;
            }
        }
        return new Stretch(isFree, Math.min(area.end(), area.start() + bit * area.blockBytes()));
    }

    private boolean isUsed(Area area, long bit) throws IOException {
        return (file.u8(area.bitmap() + bit / Byte.SIZE) >> (bit % Byte.SIZE) & 1) != 0;
    }
}
