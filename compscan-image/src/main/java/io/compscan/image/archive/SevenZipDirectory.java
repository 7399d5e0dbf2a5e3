package io.compscan.image.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The header at the end of a 7z (DOC/7zFormat.txt of 7-Zip).
 *
 * <p>The walk parses it itself. {@code SevenZFile} of Commons Compress does not say which files share a block, and takes a wrong checksum of
 * one file for damage of those behind it.
 *
 * @param files all entries, in the order of the header
 * @param blocks the packed blocks, whose files are those entries that have bytes
 */
record SevenZipDirectory(List<Entry> files, List<SevenZipBlock> blocks) {

    private static final int HEADER = 0x01;
    private static final int PROPERTIES = 0x02;
    private static final int OTHER_STREAMS = 0x03;
    private static final int STREAMS = 0x04;
    private static final int FILES = 0x05;
    private static final int PACKED_HEADER = 0x17;

    private static final int END = 0x00;
    private static final int WITHOUT_BYTES = 0x0e;
    private static final int EMPTY_FILES = 0x0f;
    private static final int ANTI_ITEMS = 0x10;
    private static final int NAMES = 0x11;
    private static final int ATTRIBUTES = 0x15;

    private static final int SIGNATURE_BYTES = 6;
    private static final int SUMMED_FROM = 12;

    /** A header is packed once. */
    private static final int MAX_PACKINGS = 4;

    private static final int MAX_HEADER_BYTES = 256 << 20;

    /**
     * An entry.
     *
     * @param hasBytes whether a block holds it
     * @param isFile whether it is a file, and no link, directory, or file to be removed
     */
    record Entry(String name, boolean hasBytes, boolean isFile) {

        private static final long IS_UNIX = 0x8000;
        private static final long IS_REPARSE_POINT = 0x400;
        private static final int UNIX_SHIFT = 16;
        private static final int TYPE = 0170000;
        private static final int REGULAR = 0100000;

        /** Whether an entry of these attributes of Windows, which may have those of Unix in front, is a plain file. */
        static boolean isPlain(long attributes) {
            long type = (attributes >> UNIX_SHIFT) & TYPE;
            boolean isOther = (attributes & IS_UNIX) != 0 && type != 0 && type != REGULAR;
            return !isOther && (attributes & IS_REPARSE_POINT) == 0;
        }
    }

    static SevenZipDirectory of(ArchiveBytes bytes, Unpacker unpacker) throws IOException {
        if (bytes.sizeBytes() < SevenZipBlocks.FIRST_BYTES) {
            throw new IOException("truncated: it ends within its first header");
        }
        byte[] first = new byte[SevenZipBlocks.FIRST_BYTES];
        bytes.copy(0, first, first.length);
        SevenZipInput in = new SevenZipInput(Arrays.copyOfRange(first, SIGNATURE_BYTES + 2, first.length));
        long sum = in.unsignedInt();
        if (sum != sumOf(Arrays.copyOfRange(first, SUMMED_FROM, first.length))) {
            throw new IOException("damaged: the checksum of its first header is wrong");
        }
        long from = in.unsignedInt() | in.unsignedInt() << Integer.SIZE;
        long length = in.unsignedInt() | in.unsignedInt() << Integer.SIZE;
        long headerSum = in.unsignedInt();
        if (length == 0) {
            return new SevenZipDirectory(List.of(), List.of());
        }
        long restBytes = bytes.sizeBytes() - SevenZipBlocks.FIRST_BYTES;
        if (from < 0 || length < 0 || from > restBytes - length) {
            throw new IOException("truncated, or one part of several: its header lies behind its end");
        }
        if (length > MAX_HEADER_BYTES) {
            throw new IOException("its header of " + length + " bytes is larger than the limit");
        }
        byte[] header = new byte[(int) length];
        bytes.read(SevenZipBlocks.FIRST_BYTES + from, header, header.length);
        if (sumOf(header) != headerSum) {
            throw new IOException("damaged: the checksum of its header is wrong");
        }
        return new Reader(new SevenZipInput(unpacked(header, unpacker))).read();
    }

    /** Unpacks a header that is packed. */
    @FunctionalInterface
    interface Unpacker {
        byte[] unpack(SevenZipBlock block, int mostBytes) throws IOException;
    }

    private static byte[] unpacked(byte[] header, Unpacker unpacker) throws IOException {
        byte[] data = header;
        for (int i = 0; i < MAX_PACKINGS && data.length > 0 && data[0] == PACKED_HEADER; i++) {
            SevenZipInput in = new SevenZipInput(data);
            in.next();
            List<SevenZipBlock> blocks = SevenZipBlocks.read(in);
            if (blocks.size() != 1 || blocks.get(0).fileCount() != 1) {
                throw SevenZipInput.damaged();
            }
            SevenZipBlock block = blocks.get(0);
            data = unpacker.unpack(block, MAX_HEADER_BYTES);
            if (block.sum(0) >= 0 && block.sum(0) != sumOf(data)) {
                throw new IOException("damaged: the checksum of its header is wrong");
            }
        }
        return data;
    }

    private static long sumOf(byte[] data) {
        CRC32 sum = new CRC32();
        sum.update(data);
        return sum.getValue();
    }

    /** One thread. */
    private static final class Reader {

        private final SevenZipInput in;
        private List<SevenZipBlock> blocks = List.of();
        private int count;
        private String[] names = {};
        private BitSet withoutBytes = new BitSet();
        private BitSet emptyFiles = new BitSet();
        private BitSet antiItems = new BitSet();
        private BitSet special = new BitSet();

        Reader(SevenZipInput in) {
            this.in = in;
        }

        SevenZipDirectory read() throws IOException {
            if (in.next() != HEADER) {
                throw SevenZipInput.damaged();
            }
            for (int id = in.next(); id != END; id = in.next()) {
                switch (id) {
                    case PROPERTIES -> {
                        while (in.next() != END) {
                            in.part();
                        }
                    }
                    case OTHER_STREAMS -> SevenZipBlocks.read(in);
                    case STREAMS -> blocks = SevenZipBlocks.read(in);
                    case FILES -> readFiles();
                    default -> throw SevenZipInput.damaged();
                }
            }
            return new SevenZipDirectory(entries(), blocks);
        }

        private void readFiles() throws IOException {
            count = in.count(MemberList.MAX_MEMBERS);
            for (int id = in.next(); id != END; id = in.next()) {
                SevenZipInput part = in.part();
                switch (id) {
                    case WITHOUT_BYTES -> withoutBytes = part.bits(count);
                    case EMPTY_FILES -> emptyFiles = part.bits(withoutBytes.cardinality());
                    case ANTI_ITEMS -> antiItems = part.bits(withoutBytes.cardinality());
                    case NAMES -> {
                        requireInside(part);
                        names = new String[count];
                        for (int i = 0; i < count; i++) {
                            names[i] = part.name();
                        }
                    }
                    case ATTRIBUTES -> readAttributes(part);
                    default -> {
                        // Times, and what fills the header up.
                    }
                }
            }
        }

        private void readAttributes(SevenZipInput part) throws IOException {
            BitSet defined = part.bitsUnlessAll(count);
            requireInside(part);
            for (int i = defined.nextSetBit(0); i >= 0; i = defined.nextSetBit(i + 1)) {
                special.set(i, !Entry.isPlain(part.unsignedInt()));
            }
        }

        private static void requireInside(SevenZipInput part) throws IOException {
            if (part.next() != 0) {
                throw new IOException("its header lies in a stream of its own, which is not supported");
            }
        }

        private List<Entry> entries() throws IOException {
            List<Entry> entries = new ArrayList<>(count);
            int empty = 0;
            for (int i = 0; i < count; i++) {
                boolean hasBytes = !withoutBytes.get(i);
                boolean isFile = !special.get(i);
                if (!hasBytes) {
                    isFile &= emptyFiles.get(empty) && !antiItems.get(empty);
                    empty++;
                }
                // A program that packs its input gives it no name.
                String name = names.length == 0 || names[i].isEmpty() ? "(file " + i + ")" : names[i];
                entries.add(new Entry(name, hasBytes, isFile));
            }
            long withBytes = entries.stream().filter(Entry::hasBytes).count();
            if (withBytes != blocks.stream().mapToLong(SevenZipBlock::fileCount).sum()) {
                throw SevenZipInput.damaged();
            }
            return entries;
        }
    }
}
