package io.compscan.memory.page;

/** Takes the pages of one address space after another and tells which of them is the first of its frame. One thread. */
public final class FrameIntake {

    /** Above all frames of hardware. */
    private static final long FIRST_MADE_UP = 1L << 52;

    private final FrameSet set = new FrameSet();
    private long nextMadeUp = FIRST_MADE_UP;

    /** Adds a page in a known frame to an address space. */
    public void add(MappedPages pages, long address, long frame, int properties) {
        int slot = set.slot(frame);
        pages.add(address, slot, properties, set.add(slot));
    }

    /** Adds a page with an unknown frame, which counts as a frame of its own. */
    public void add(MappedPages pages, long address, int properties) {
        add(pages, address, nextMadeUp++, properties);
    }

    /** Ends the adding and numbers the frames of all pages. */
    public Frames seal(Iterable<? extends AddressSpace> spaces) {
        set.seal();
        Frames frames = new Frames(set.count());
        for (AddressSpace space : spaces) {
            space.pages().number(set, frames);
        }
        return frames;
    }
}
