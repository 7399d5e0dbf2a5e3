package io.compscan.memory.tally;

import io.compscan.memory.page.AddressSpace;
import io.compscan.memory.page.Frames;
import io.compscan.memory.page.PageHash;
import io.compscan.result.memory.MemoryResult;
import io.compscan.result.memory.MemoryResult.Account;
import io.compscan.result.memory.MemoryResult.Ksm;
import io.compscan.result.memory.MemoryResult.Overlap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds up the contents of the frames of some address spaces, after the last pass. */
public final class MemoryTally {

    private static final int PAGE_BYTES = PageHash.PAGE_BYTES;

    private final List<? extends AddressSpace> spaces;
    private final Frames frames;
    private final Contents contents;
    /** How many accounts map each frame, at most 65535. */
    private final char[] mappers;
    /** Contents that more than one account holds. */
    private final BitSet common = new BitSet();

    /** A tally of these address spaces. */
    public MemoryTally(List<? extends AddressSpace> spaces, Frames frames) {
        this.spaces = spaces;
        this.frames = frames;
        contents = new Contents(frames);
        mappers = new char[frames.count()];
        BitSet seen = new BitSet(contents.count());
        for (AddressSpace space : spaces) {
            BitSet own = new BitSet();
            for (int frame : space.pages().distinctFrames(frames.count())) {
                mappers[frame] = (char) Math.min(Character.MAX_VALUE, mappers[frame] + 1);
                if (isComparable(frame)) {
                    own.set(contents.of(frame));
                }
            }
            BitSet again = (BitSet) own.clone();
            again.and(seen);
            common.or(again);
            seen.or(own);
        }
    }

    /** Whether the tally compares the content of a frame with others: it is stable, and not all zeros. */
    private boolean isComparable(int frame) {
        return frames.isStable(frame) && !frames.isZero(frame);
    }

    /**
     * The result.
     *
     * @param framesVisible whether pages are known to share frames
     * @param settings of the kernel's merging
     */
    public MemoryResult result(boolean framesVisible, double intervalSeconds, boolean isFrozen, KsmSettings settings) {
        Merger all = framesVisible ? new Merger(spaces, frames, contents, settings, Frames.MERGEABLE) : null;
        Merger advised = framesVisible ? new Merger(spaces, frames, contents, settings, Frames.ADVISED) : null;
        List<Account> accounts = new ArrayList<>();
        long mapped = 0;
        long swapped = 0;
        for (AddressSpace space : spaces) {
            Account account = account(space, framesVisible, all);
            accounts.add(account);
            mapped += account.mappedBytes();
            swapped += account.swappedBytes();
        }
        OverlapMatrix matrix = new OverlapMatrix(contents);
        List<Overlap> overlaps = matrix.of(spaces, accounts, this::isComparable);
        long zero = 0;
        long changed = 0;
        long gone = 0;
        for (int frame = 0; frame < frames.count(); frame++) {
            zero += frames.isZero(frame) ? PAGE_BYTES : 0;
            changed += frames.is(frame, Frames.READ | Frames.VOLATILE) ? PAGE_BYTES : 0;
            gone += frames.is(frame, Frames.READ) ? 0 : PAGE_BYTES;
        }
        long high = (long) frames.count() * PAGE_BYTES;
        return new MemoryResult(
                framesVisible,
                intervalSeconds,
                isFrozen,
                mapped,
                framesVisible ? high : leastResidentBytes(),
                high,
                all == null ? null : high - all.savedFrames() * PAGE_BYTES,
                zero,
                changed,
                gone,
                swapped,
                accounts,
                overlaps,
                Math.min(spaces.size(), OverlapMatrix.MOST_ACCOUNTS),
                all == null || advised == null ? null : ksm(settings, all, advised));
    }

    private static Ksm ksm(KsmSettings settings, Merger all, Merger advised) {
        return new Ksm(
                settings.isRunning(),
                settings.maxPageSharing(),
                settings.useZeroPages(),
                settings.pagesToScan(),
                settings.sleepMillis(),
                all.alreadySharing() * PAGE_BYTES,
                advised.merging(),
                all.merging());
    }

    /**
     * The least memory that all pages can take. Pages that are mapped once have frames of their own. Other pages have different frames if
     * they hold different bytes.
     */
    private long leastResidentBytes() {
        BitSet shared = new BitSet();
        long exclusive = 0;
        for (int frame = 0; frame < frames.count(); frame++) {
            if (frames.is(frame, Frames.EXCLUSIVE)) {
                exclusive++;
            } else if (frames.isStable(frame)) {
                shared.set(contents.of(frame));
            }
        }
        return (exclusive + shared.cardinality()) * PAGE_BYTES;
    }

    private Account account(AddressSpace space, boolean framesVisible, @Nullable Merger merger) {
        int[] own = space.pages().distinctFrames(frames.count());
        BitSet held = new BitSet();
        long shared = 0;
        long zero = 0;
        long changed = 0;
        long self = 0;
        long other = 0;
        long gone = 0;
        double saved = 0;
        for (int frame : own) {
            int mapping = mappers[frame];
            shared += (framesVisible ? mapping > 1 : !frames.is(frame, Frames.EXCLUSIVE)) ? 1 : 0;
            gone += frames.is(frame, Frames.READ) ? 0 : 1;
            zero += frames.isZero(frame) ? 1 : 0;
            changed += frames.is(frame, Frames.READ | Frames.VOLATILE) ? 1 : 0;
            if (isComparable(frame)) {
                int content = contents.of(frame);
                self += held.get(content) ? 1 : 0;
                other += common.get(content) ? 1 : 0;
                held.set(content);
            }
            boolean isMergeable = frames.is(frame, Frames.ANONYMOUS | Frames.MERGEABLE);
            saved += merger != null && isMergeable ? merger.saving(frame) / mapping : 0;
        }
        return new Account(
                space.name(),
                (long) space.pages().count() * PAGE_BYTES,
                (long) own.length * PAGE_BYTES,
                shared * PAGE_BYTES,
                zero * PAGE_BYTES,
                changed * PAGE_BYTES,
                self * PAGE_BYTES,
                other * PAGE_BYTES,
                gone * PAGE_BYTES,
                space.swappedBytes(),
                merger == null ? null : Math.round(saved * PAGE_BYTES));
    }
}
