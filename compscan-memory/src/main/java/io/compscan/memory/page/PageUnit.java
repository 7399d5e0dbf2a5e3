package io.compscan.memory.page;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.List;

/**
 * A slice of the pages of an address space; its size is known once it is read, because pages may go meanwhile.
 *
 * @param space whose pages they are
 * @param frames takes the digest of each frame
 * @param from the number of the first page
 * @param to the number of the page behind the last
 * @param order how the pages are read
 */
public record PageUnit(AddressSpace space, Frames frames, int from, int to, Order order) implements Unit {

    /**
     * How the pages of a scan are read.
     *
     * @param isSecond whether there was a pass before
     * @param longestChunkBytes to which pages are aligned; see {@link PageOrder}
     */
    public record Order(boolean isSecond, int longestChunkBytes) {}

    @Override
    public String name() {
        return space.name() + "/" + Long.toHexString(space.pages().address(from));
    }

    @Override
    public String extension() {
        return space.type();
    }

    @Override
    public long sizeBytes() {
        return UNKNOWN_SIZE;
    }

    @Override
    public UnitChannel open() throws IOException {
        MappedPages pages = space.pages();
        List<PageOrder.Stretch> stretches = PageOrder.of(pages, from, to, order.longestChunkBytes());
        return new PageStream(pages, frames, space.open(), stretches, order.isSecond());
    }
}
