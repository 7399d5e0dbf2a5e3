package io.compscan.memory.dump;

import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.PageHash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ELF cores: of the kernel, of gcore, of QEMU's {@code dump-guest-memory}; see elf(5).
 *
 * <p>Each {@code PT_LOAD} is a range of addresses whose first {@code p_filesz} bytes lie at {@code p_offset}, which need not be a multiple
 * of the page size. In dumps of machines, physical addresses count. Dumps of processes have only virtual addresses, so these count.
 */
final class ElfCore {

    static final int MAGIC = 0x464c457f;

    private static final int PAGE_BYTES = PageHash.PAGE_BYTES;
    private static final int CLASS_32 = 1;
    private static final int CLASS_64 = 2;
    private static final int LITTLE_ENDIAN = 1;
    private static final int ET_CORE = 4;
    private static final int PT_LOAD = 1;
    /** With this number of segments, the true one stands in the first section header. */
    private static final int PN_XNUM = 0xffff;

    /** More areas than Linux lets any process have by default, many times over. */
    private static final long MOST_SEGMENTS = 1 << 22;

    /** No processor that writes such a core has more bits of physical or of virtual addresses. */
    private static final long MOST_BYTES = 1L << 52;

    private static final long LAST_ADDRESS = 1L << 57;

    private ElfCore() {}

    /** A loaded range. */
    private record Segment(long virtual, long physical, long offset, long fileBytes) {

        long address(boolean isMachine) {
            return isMachine ? physical : virtual;
        }

        /** What no core can have; null if there is nothing. */
        @Nullable String fault(boolean isMachine) {
            if (fileBytes < 0 || fileBytes > MOST_BYTES) {
                return "an impossible size";
            }
            if (address(isMachine) > LAST_ADDRESS || (isMachine && physical < 0)) {
                return "an impossible address";
            }
            return offset < 0 || offset > Long.MAX_VALUE - MOST_BYTES ? "an impossible place in the file" : null;
        }
    }

    /** The dump in this file. */
    static DumpSpace open(String name, DumpFile file, FrameIntake intake) throws IOException {
        List<Segment> segments = segments(file);
        boolean isMachine = segments.stream().anyMatch(segment -> segment.physical != 0);
        DumpSpace space = RangeSpace.of(name, "elf", file, ranges(segments, isMachine), intake);
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            String fault = segment.fault(isMachine);
            if (fault != null) {
                boolean isSizeKnown = segment.fileBytes >= 0 && segment.fileBytes <= MOST_BYTES;
                space.lose(isSizeKnown ? segment.fileBytes : 0, "damaged: segment " + i + " has " + fault);
            }
        }
        return space;
    }

    private static List<Segment> segments(DumpFile file) throws IOException {
        ByteBuffer ident = file.bytes(0, 64);
        int width = ident.get(4);
        if (width != CLASS_32 && width != CLASS_64) {
            throw new IOException("ELF of an unknown class " + width);
        }
        if (ident.get(5) != LITTLE_ENDIAN) {
            throw new IOException("ELF of a big-endian machine, which is not supported");
        }
        if (ident.getShort(16) != ET_CORE) {
            throw new IOException("ELF, but no core: a program or library is no dump");
        }
        boolean is64 = width == CLASS_64;
        long table = is64 ? ident.getLong(32) : Integer.toUnsignedLong(ident.getInt(28));
        int entryBytes = Short.toUnsignedInt(ident.getShort(is64 ? 54 : 42));
        long count = Short.toUnsignedInt(ident.getShort(is64 ? 56 : 44));
        if (count == PN_XNUM) {
            long sections = is64 ? ident.getLong(40) : Integer.toUnsignedLong(ident.getInt(32));
            count = Integer.toUnsignedLong(file.bytes(sections, is64 ? 64 : 40).getInt(is64 ? 44 : 28));
        }
        if (entryBytes < (is64 ? 56 : 32)) {
            throw new IOException("ELF with program headers of " + entryBytes + " bytes");
        }
        if (count > Math.min(MOST_SEGMENTS, file.sizeBytes() / entryBytes)) {
            throw new IOException("ELF with " + count + " program headers, which the file cannot hold");
        }
        List<Segment> segments = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            ByteBuffer header = file.bytes(table + i * entryBytes, is64 ? 56 : 32);
            if (header.getInt(0) == PT_LOAD) {
                segments.add(is64 ? wide(header) : narrow(header));
            }
        }
        return segments;
    }

    private static Segment wide(ByteBuffer header) {
        return new Segment(header.getLong(16), header.getLong(24), header.getLong(8), header.getLong(32));
    }

    private static Segment narrow(ByteBuffer header) {
        return new Segment(
                Integer.toUnsignedLong(header.getInt(8)),
                Integer.toUnsignedLong(header.getInt(12)),
                Integer.toUnsignedLong(header.getInt(4)),
                Integer.toUnsignedLong(header.getInt(16)));
    }

    /** Where the pages of all sound segments lie. */
    private static List<PageRange> ranges(List<Segment> segments, boolean isMachine) {
        List<PageRange> ranges = new ArrayList<>();
        for (Segment segment : segments) {
            long address = segment.address(isMachine);
            long head = Math.floorMod(-address, (long) PAGE_BYTES);
            long pages = (segment.fileBytes - head) / PAGE_BYTES;
            // The upper half of the address space belongs to the kernel: vsyscall.
            if (segment.fault(isMachine) == null && address >= 0 && pages > 0) {
                ranges.add(new PageRange(address + head, segment.offset + head, pages));
            }
        }
        return ranges;
    }
}
