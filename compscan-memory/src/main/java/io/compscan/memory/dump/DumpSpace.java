package io.compscan.memory.dump;

import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.Frames;
import io.compscan.memory.page.LostPages;
import io.compscan.memory.page.MappedPages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The pages of a dump, each in a frame of its own. */
abstract class DumpSpace implements AddressSpace {

    /** More would not fit an array. */
    private static final int MOST_PAGES = Integer.MAX_VALUE - 64;

    private final String name;
    private final String type;
    private final DumpFile file;
    private final MappedPages pages = new MappedPages();
    private final List<LostPages> lost = new ArrayList<>();

    DumpSpace(String name, String type, DumpFile file) {
        this.name = name;
        this.type = type;
        this.file = file;
    }

    /** Adds the page at this address; addresses ascend. */
    final void add(FrameIntake intake, long address) throws IOException {
        if (pages.count() == MOST_PAGES) {
            throw new IOException("more than 8 TiB of pages");
        }
        intake.add(pages, address, Frames.ANONYMOUS | Frames.MERGEABLE | Frames.EXCLUSIVE);
    }

    /**
     * Notes that a part of the dump is missing.
     *
     * @param bytes how much; 0 if that is not known
     */
    final void lose(long bytes, String reason) {
        lost.add(new LostPages(name, type, bytes, new IOException(reason)));
    }

    @Override
    public final List<LostPages> lost() {
        return lost;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String type() {
        return type;
    }

    @Override
    public final MappedPages pages() {
        return pages;
    }

    @Override
    public final long swappedBytes() {
        return 0;
    }

    @Override
    public final void close() {
        try {
            file.close();
        } catch (IOException e) {
            // Nothing was written.
        }
    }
}
