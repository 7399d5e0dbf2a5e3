package io.compscan.image.vhdx;

import io.compscan.core.source.UnitChannel;
import io.compscan.image.disk.ImageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The log of a VHDX file that was not closed. It is replayed in memory; the file does not change.
 *
 * <pre>
 *   entry        0 "loge"   4 CRC-32C   8 length   12 tail   16 sequence number   24 descriptors   32 log   48 flushed size   56 last size
 *   descriptor   0 "zero"   8 length   16 offset in the file   24 sequence number
 *                0 "desc"   4 last 4 bytes   8 first 8 bytes   16 offset in the file   24 sequence number
 *   data         0 "data"   4 sequence number, high   8 the 4084 bytes between   4092 sequence number, low       one for each "desc"
 * </pre>
 *
 * Entries lie one behind another in a ring of sectors of 4 KiB. The last one names the first that is still needed, its tail.
 */
final class VhdxLog {

    private static final int SECTOR = 4096;
    private static final int DESCRIPTOR = 32;
    private static final int ENTRY_HEADER = 64;
    /** Hyper-V makes logs of 1 MiB. */
    private static final long MAX_LOG_BYTES = 16 << 20;

    private static final int ENTRY = 0x65676f6c;
    private static final int ZERO = 0x6f72657a;
    private static final int DATA = 0x63736564;
    private static final int DATA_SECTOR = 0x61746164;

    private final VhdxHeader header;
    private final byte[] ring;
    /** The content in the log, by the offset of the sector in the file. */
    private final TreeMap<Long, byte[]> sectors = new TreeMap<>();
    /** The ranges of zeros. A sector that comes later in the log replaces a part of them. */
    private final List<Range> zeros = new ArrayList<>();

    private record Range(long from, long to) {}

    private record Entry(int at, int length, int tail, long sequence, ByteBuffer bytes) {}

    private VhdxLog(VhdxHeader header, byte[] ring) {
        this.header = header;
        this.ring = ring;
    }

    /** The file as it would be after a replay. */
    static ImageFile replayed(ImageFile file, VhdxHeader header) throws IOException {
        if (!header.hasLog()) {
            return file;
        }
        long length = header.logBytes();
        if (length == 0 || length % SECTOR != 0 || length > MAX_LOG_BYTES) {
            throw new IOException("damaged: a log of " + length + " bytes");
        }
        VhdxLog log = new VhdxLog(header, file.bytes(header.logOffset(), length));
        List<Entry> entries = log.active();
        if (entries.isEmpty()) {
            throw new IOException("damaged: the log that must be replayed has no valid entry");
        }
        for (Entry entry : entries) {
            log.replay(entry);
        }
        return file.through(log.new Overlay(file.channel()));
    }

    /** The entries from the tail of the newest to the newest. */
    private List<Entry> active() throws IOException {
        List<Entry> best = List.of();
        int at = 0;
        while (at < ring.length) {
            List<Entry> found = sequenceFrom(at);
            if (!found.isEmpty()
                    && (best.isEmpty() || last(found).sequence() > last(best).sequence())) {
                best = found;
            }
            // Every sector may begin a sequence, but a sequence that begins within the one just found is not longer.
            at = found.isEmpty()
                    ? at + SECTOR
                    : Math.max(at + SECTOR, last(found).at() + SECTOR);
        }
        if (best.isEmpty()) {
            return best;
        }
        int tail = last(best).tail();
        for (int i = 0; i < best.size(); i++) {
            if (best.get(i).at() == tail) {
                return best.subList(i, best.size());
            }
        }
        List<Entry> wrapped = sequenceFrom(tail);
        if (wrapped.isEmpty() || last(wrapped).sequence() != last(best).sequence()) {
            throw new IOException("damaged: the log begins with an entry that is not there");
        }
        return wrapped;
    }

    private static Entry last(List<Entry> entries) {
        return entries.get(entries.size() - 1);
    }

    private List<Entry> sequenceFrom(int start) {
        List<Entry> found = new ArrayList<>();
        int at = start;
        long total = 0;
        while (true) {
            Entry entry = entryAt(at);
            if (entry == null
                    || (!found.isEmpty() && entry.sequence() != last(found).sequence() + 1)) {
                return found;
            }
            total += entry.length();
            if (total > ring.length) {
                return found;
            }
            found.add(entry);
            at = (at + entry.length()) % ring.length;
        }
    }

    /** The entry at this place of the ring; null if there is no valid one. */
    private @Nullable Entry entryAt(int at) {
        if (at < 0 || at % SECTOR != 0 || at >= ring.length) {
            return null;
        }
        ByteBuffer head = ByteBuffer.wrap(ring, at, SECTOR).slice().order(ByteOrder.LITTLE_ENDIAN);
        int length = head.getInt(8);
        boolean isSound = head.getInt(0) == ENTRY
                && length >= SECTOR
                && length % SECTOR == 0
                && length <= ring.length
                && head.getLong(16) > 0
                && VhdxHeader.id(head, 32).equals(header.logId());
        if (!isSound) {
            return null;
        }
        byte[] bytes = new byte[length];
        int toEnd = Math.min(length, ring.length - at);
        System.arraycopy(ring, at, bytes, 0, toEnd);
        System.arraycopy(ring, 0, bytes, toEnd, length - toEnd);
        if (!Crc32c.isRight(bytes, 4)) {
            return null;
        }
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new Entry(at, length, all.getInt(12), all.getLong(16), all);
    }

    private void replay(Entry entry) throws IOException {
        ByteBuffer bytes = entry.bytes();
        long count = bytes.getInt(24) & 0xffff_ffffL;
        long described = ENTRY_HEADER + count * DESCRIPTOR;
        if (described > entry.length()) {
            throw new IOException("damaged: a log entry with " + count + " descriptors");
        }
        long data = (described + SECTOR - 1) / SECTOR * SECTOR;
        for (int i = 0; i < count; i++) {
            int at = ENTRY_HEADER + i * DESCRIPTOR;
            long offset = bytes.getLong(at + 16);
            int signature = bytes.getInt(at);
            boolean isSound = offset >= 0 && offset % SECTOR == 0 && bytes.getLong(at + 24) == entry.sequence();
            if (isSound && signature == ZERO) {
                zero(offset, bytes.getLong(at + 8));
            } else if (isSound && signature == DATA && data + SECTOR <= entry.length()) {
                sectors.put(offset, sector(bytes, at, (int) data, entry.sequence()));
                data += SECTOR;
            } else {
                throw new IOException("damaged: a log entry that does not make sense");
            }
        }
    }

    private void zero(long offset, long length) throws IOException {
        if (length < 0 || length % SECTOR != 0 || offset + length < 0) {
            throw new IOException("damaged: a log entry that does not make sense");
        }
        zeros.add(new Range(offset, offset + length));
        sectors.subMap(offset, offset + length).clear();
    }

    private static byte[] sector(ByteBuffer bytes, int descriptor, int data, long sequence) throws IOException {
        boolean isWhole = bytes.getInt(data) == DATA_SECTOR
                && bytes.getInt(data + 4) == (int) (sequence >>> 32)
                && bytes.getInt(data + SECTOR - 4) == (int) sequence;
        if (!isWhole) {
            throw new IOException("damaged: a log entry without its data");
        }
        byte[] sector = new byte[SECTOR];
        bytes.get(data + 8, sector, 8, SECTOR - 12);
        bytes.get(descriptor + 8, sector, 0, 8);
        bytes.get(descriptor + 4, sector, SECTOR - 4, 4);
        return sector;
    }

    /** The file with the content of the log over it. */
    private final class Overlay implements UnitChannel {

        private final UnitChannel file;

        Overlay(UnitChannel file) {
            this.file = file;
        }

        @Override
        public int read(long position, byte[] data, int offset, int length) throws IOException {
            int got = file.read(position, data, offset, length);
            if (got < 0) {
                return got;
            }
            for (Range range : zeros) {
                long from = Math.max(position, range.from());
                long to = Math.min(position + got, range.to());
                for (long at = from; at < to; at++) {
                    data[offset + (int) (at - position)] = 0;
                }
            }
            for (var sector :
                    sectors.subMap(position - SECTOR + 1, position + got).entrySet()) {
                long from = Math.max(position, sector.getKey());
                long to = Math.min(position + got, sector.getKey() + SECTOR);
                System.arraycopy(
                        sector.getValue(), (int) (from - sector.getKey()), data, offset + (int) (from - position), (int)
                                (to - from));
            }
            return got;
        }

        @Override
        public long nextData(long position) throws IOException {
            // A sector of the log may lie in a hole.
            return position;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
