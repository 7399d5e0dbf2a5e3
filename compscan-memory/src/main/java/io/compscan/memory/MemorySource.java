package io.compscan.memory;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.Frames;
import io.compscan.memory.page.LostPages;
import io.compscan.memory.page.MappedPages;
import io.compscan.memory.page.PageHash;
import io.compscan.memory.page.PageOrder;
import io.compscan.memory.page.PageUnit;
import io.compscan.result.ReadError;
import java.util.ArrayList;
import java.util.List;

/**
 * The frames of address spaces as units: slices of up to 256 MiB, each frame in the first address space that maps it.
 *
 * @param spaces in the order of the scan
 * @param frames takes the digests of the frames
 * @param errors address spaces that cannot be read
 * @param order how the pages are read
 */
record MemorySource(List<AddressSpace> spaces, Frames frames, List<ReadError> errors, PageUnit.Order order)
        implements Source {

    private static final int SLICE_PAGES = 1 << 16;
    private static final long SUPERPAGE_BYTES = (long) PageOrder.LARGEST_BLOCK * PageHash.PAGE_BYTES;

    /** Each address space is a path of its own, so that the ledger charges it. */
    @Override
    public List<String> paths() {
        return spaces.stream().map(AddressSpace::name).toList();
    }

    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        errors.forEach(visitor::error);
        for (AddressSpace space : spaces) {
            for (LostPages lost : space.lost()) {
                visitor.unit(lost);
            }
        }
        for (PageUnit unit : units()) {
            if (visitor.isStopped()) {
                return;
            }
            visitor.unit(unit);
        }
    }

    /** All slices with at least one page that stands for its frame. */
    List<PageUnit> units() {
        List<PageUnit> units = new ArrayList<>();
        for (AddressSpace space : spaces) {
            MappedPages pages = space.pages();
            for (int from = 0; from < pages.count(); ) {
                int to = sliceEnd(pages, from);
                int first = pages.nextOwned(from);
                if (first >= 0 && first < to) {
                    units.add(new PageUnit(space, frames, from, to, order));
                }
                from = to;
            }
        }
        return units;
    }

    /** Ends a slice at the start of a superpage, where there is one near the end. */
    private static int sliceEnd(MappedPages pages, int from) {
        int end = (int) Math.min(pages.count(), from + (long) SLICE_PAGES);
        if (end == pages.count()) {
            return end;
        }
        for (int at = end; at > end - PageOrder.LARGEST_BLOCK; at--) {
            if (pages.address(at) % SUPERPAGE_BYTES == 0) {
                return at;
            }
        }
        return end;
    }
}
