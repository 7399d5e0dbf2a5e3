package io.compscan.memory.dump;

import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.PageHash;
import io.compscan.memory.page.PageReader;
import java.io.IOException;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A dump whose pages lie in a file unpacked. */
final class RangeSpace extends DumpSpace {

    private static final int PAGE_BYTES = PageHash.PAGE_BYTES;
    private static final long LAST_ADDRESS = 1L << 62;

    private final DumpFile file;
    private final TreeMap<Long, PageRange> ranges = new TreeMap<>();

    private RangeSpace(String name, String type, DumpFile file) {
        super(name, type, file);
        this.file = file;
    }

    /**
     * The dump with these pages. Pages beyond the end of the file are lost. The second of two pages with the same address is left out.
     */
    static RangeSpace of(String name, String type, DumpFile file, Collection<PageRange> all, FrameIntake intake)
            throws IOException {
        RangeSpace space = new RangeSpace(name, type, file);
        long next = 0;
        long left = 2 * (file.storedBytes() / PAGE_BYTES);
        long namedTo = 0;
        long missing = 0;
        for (PageRange range : all.stream()
                .sorted(Comparator.comparingLong(PageRange::address).thenComparingLong(PageRange::offset))
                .toList()) {
            if (range.address() > LAST_ADDRESS) {
                throw new IOException("pages at impossible addresses");
            }
            long end = range.address() + range.pages() * PAGE_BYTES;
            missing += Math.max(0, end - Math.max(namedTo, range.address())) / PAGE_BYTES;
            namedTo = Math.max(namedTo, end);
            long skipped = Math.max(0, (next - range.address() + PAGE_BYTES - 1) / PAGE_BYTES);
            long inFile = Math.max(0, file.sizeBytes() - range.offset()) / PAGE_BYTES;
            long pages = Math.min(range.pages(), inFile);
            if (pages > skipped) {
                left -= pages - skipped;
                if (left < 0) {
                    throw new IOException("it names more than twice as many pages as the file holds");
                }
                long address = range.address() + skipped * PAGE_BYTES;
                PageRange rest = new PageRange(address, range.offset() + skipped * PAGE_BYTES, pages - skipped);
                space.ranges.put(address, rest);
                for (long page = 0; page < rest.pages(); page++) {
                    space.add(intake, address + page * PAGE_BYTES);
                }
                missing -= rest.pages();
                next = address + rest.pages() * PAGE_BYTES;
            }
        }
        if (missing > 0) {
            space.lose(missing * PAGE_BYTES, "the file is cut off: it ends at " + file.sizeBytes() + " bytes");
        }
        return space;
    }

    @Override
    public PageReader open() {
        return new PageReader() {
            private @Nullable IOException failure;
            private long unreadPages;

            @Override
            public void read(long address, int pages, byte[] data, int offset, BitSet got) {
                got.clear();
                for (int page = 0; page < pages; ) {
                    long from = address + (long) page * PAGE_BYTES;
                    Map.Entry<Long, PageRange> entry = ranges.floorEntry(from);
                    if (entry == null) {
                        return;
                    }
                    PageRange range = entry.getValue();
                    long inside = (from - range.address()) / PAGE_BYTES;
                    int count = (int) Math.min(pages - page, range.pages() - inside);
                    if (count <= 0) {
                        return;
                    }
                    int at = offset + page * PAGE_BYTES;
                    int read = readRange(range.offset() + inside * PAGE_BYTES, data, at, count);
                    got.set(page, page + read);
                    unreadPages += count - read;
                    page += count;
                }
            }

            private int readRange(long place, byte[] data, int at, int count) {
                try {
                    int read = file.read(place, data, at, count * PAGE_BYTES) / PAGE_BYTES;
                    if (read < count) {
                        failure = new IOException("the file is shorter than it was");
                    }
                    return read;
                } catch (IOException e) {
                    failure = e;
                    return 0;
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
            public void close() {}
        };
    }
}
