package io.compscan.memory.dump;

import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.FrameIntake;
import io.compscan.memory.page.Frames;
import io.compscan.memory.page.MappedPages;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The pages of a dump, each in a frame of its own. */
abstract class DumpSpace implements AddressSpace {

    /** More would not fit an array. */
    private static final int MOST_PAGES = Integer.MAX_VALUE - 64;

    private final String name;
    private final String type;
    private final DumpFile file;
    private final MappedPages pages = new MappedPages();
    private @Nullable IOException damage;

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

    /** Notes why a part of the dump is missing. The reader reports it after the rest. */
    final void fail(IOException reason) {
        damage = reason;
    }

    final @Nullable IOException damage() {
        return damage;
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
