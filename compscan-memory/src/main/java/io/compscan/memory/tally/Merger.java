package io.compscan.memory.tally;

import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.Frames;
import io.compscan.memory.page.MappedPages;
import io.compscan.result.memory.MemoryResult.Merging;
import java.util.BitSet;
import java.util.List;

/**
 * Predicts the outcome of the kernel's merging, for the pages of areas with some property.
 *
 * <p>The kernel merges a content that lies in two frames or more. From then on it counts every page that is mapped, also those that share a
 * frame since a fork. A saving is a frame that nobody maps any longer.
 */
final class Merger {

    private final KsmSettings settings;
    private final Frames frames;
    private final Contents contents;
    /** Pages of each content. */
    private final int[] pages;
    /** Frames of each content. */
    private final int[] held;
    /** Frames of each content that a page outside of the merging maps, too. */
    private final int[] pinned;
    /** Contents with a frame that is merged already. */
    private final BitSet merged;

    private final int zeroContent;
    private final long candidates;
    private long alreadySharing;
    private long zeroPages;
    private long shared;
    private long sharing;
    private long savedFrames;

    /**
     * Counts.
     *
     * @param property of the areas: {@link Frames#ADVISED} or {@link Frames#MERGEABLE}
     */
    Merger(List<? extends AddressSpace> spaces, Frames frames, Contents contents, KsmSettings settings, int property) {
        this.settings = settings;
        this.frames = frames;
        this.contents = contents;
        pages = new int[contents.count()];
        held = new int[contents.count()];
        pinned = new int[contents.count()];
        merged = new BitSet(contents.count());
        int wanted = Frames.ANONYMOUS | property;
        int[] mapped = new int[frames.count()];
        BitSet kept = new BitSet(frames.count());
        long taking = 0;
        for (AddressSpace space : spaces) {
            MappedPages all = space.pages();
            for (int page = 0; page < all.count(); page++) {
                if (all.is(page, wanted)) {
                    taking++;
                    mapped[all.frame(page)]++;
                } else {
                    kept.set(all.frame(page));
                }
            }
        }
        candidates = taking;
        count(mapped, kept);
        zeroContent = zeroContent();
        for (int i = 0; i < pages.length; i++) {
            sum(i);
        }
    }

    private void count(int[] mapped, BitSet kept) {
        for (int frame = 0; frame < mapped.length; frame++) {
            if (mapped[frame] > 0 && frames.isStable(frame)) {
                int content = contents.of(frame);
                pages[content] += mapped[frame];
                held[content]++;
                pinned[content] += kept.get(frame) ? 1 : 0;
                if (frames.is(frame, Frames.MERGED)) {
                    merged.set(content);
                    alreadySharing += mapped[frame] - 1;
                }
            }
        }
    }

    private void sum(int content) {
        if (isRemoved(content)) {
            zeroPages += pages[content];
        } else if (isMerged(content)) {
            shared += settings.shared(pages[content]);
            sharing += settings.sharing(pages[content]);
        }
        savedFrames += saved(content);
    }

    /** Whether the page of zeros takes the place of a content. */
    private boolean isRemoved(int content) {
        return settings.useZeroPages() && content == zeroContent;
    }

    private boolean isMerged(int content) {
        return held[content] > 1 || merged.get(content);
    }

    /** The frames of a content that nobody maps any longer. */
    private int saved(int content) {
        int removable = held[content] - pinned[content];
        if (isRemoved(content)) {
            return removable;
        }
        int left = (int) (pages[content] - settings.sharing(pages[content]));
        return isMerged(content) ? Math.max(0, removable - left) : 0;
    }

    private int zeroContent() {
        for (int frame = 0; frame < frames.count(); frame++) {
            if (frames.isZero(frame)) {
                return contents.of(frame);
            }
        }
        return -1;
    }

    Merging merging() {
        return settings.merging(candidates, shared, sharing, zeroPages, savedFrames);
    }

    /** Pages that share a frame already because the kernel has merged them. */
    long alreadySharing() {
        return alreadySharing;
    }

    /** Frames that are saved if all that can be merged is merged. */
    long savedFrames() {
        return savedFrames;
    }

    /** The part of one frame that merging with others of its content saves. */
    double saving(int frame) {
        if (!frames.isStable(frame) || pages[contents.of(frame)] == 0) {
            return 0;
        }
        int content = contents.of(frame);
        return (double) saved(content) / held[content];
    }
}
