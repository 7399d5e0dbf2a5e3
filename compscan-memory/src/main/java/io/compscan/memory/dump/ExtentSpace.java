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
final class ExtentSpace extends DumpSpace {

    private static final int PAGE_BYTES = PageHash.PAGE_BYTES;
    private static final long LAST_ADDRESS = 1L << 62;

    private final DumpFile file;
    private final TreeMap<Long, Extent> extents = new TreeMap<>();

    private ExtentSpace(String name, String type, DumpFile file) {
        super(name, type, file);
        this.file = file;
    }

    /**
     * The dump with these pages. Pages beyond the end of the file are lost. The second of two pages with the same address is left out.
     */
    static ExtentSpace of(String name, String type, DumpFile file, Collection<Extent> all, FrameIntake intake)
            throws IOException {
        ExtentSpace space = new ExtentSpace(name, type, file);
        long next = 0;
        long left = 2 * (file.storedBytes() / PAGE_BYTES);
        long namedTo = 0;
        long missing = 0;
        for (Extent extent : all.stream()
                .sorted(Comparator.comparingLong(Extent::address).thenComparingLong(Extent::offset))
                .toList()) {
            if (extent.address() > LAST_ADDRESS) {
                throw new IOException("pages at impossible addresses");
            }
            long end = extent.address() + extent.pages() * PAGE_BYTES;
            missing += Math.max(0, end - Math.max(namedTo, extent.address())) / PAGE_BYTES;
            namedTo = Math.max(namedTo, end);
            long skipped = Math.max(0, (next - extent.address() + PAGE_BYTES - 1) / PAGE_BYTES);
            long inFile = Math.max(0, file.sizeBytes() - extent.offset()) / PAGE_BYTES;
            long pages = Math.min(extent.pages(), inFile);
            if (pages > skipped) {
                left -= pages - skipped;
                if (left < 0) {
                    throw new IOException("it names more than twice as many pages as the file holds");
                }
                long address = extent.address() + skipped * PAGE_BYTES;
                Extent rest = new Extent(address, extent.offset() + skipped * PAGE_BYTES, pages - skipped);
                space.extents.put(address, rest);
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
                    Map.Entry<Long, Extent> entry = extents.floorEntry(from);
                    if (entry == null) {
                        return;
                    }
                    Extent extent = entry.getValue();
                    long inside = (from - extent.address()) / PAGE_BYTES;
                    int count = (int) Math.min(pages - page, extent.pages() - inside);
                    if (count <= 0) {
                        return;
                    }
                    int at = offset + page * PAGE_BYTES;
                    int read = readExtent(extent.offset() + inside * PAGE_BYTES, data, at, count);
                    got.set(page, page + read);
                    unreadPages += count - read;
                    page += count;
                }
            }

            private int readExtent(long place, byte[] data, int at, int count) {
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
