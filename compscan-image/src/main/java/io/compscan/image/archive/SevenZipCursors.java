package io.compscan.image.archive;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cursors in the blocks of one 7z that nobody reads by now. Any thread.
 *
 * <p>A file in a block can be unpacked only after all files before it. So whoever has read a file leaves its cursor here, and the next file
 * goes on with it. As the files come about in their order, each cursor goes over its block once, and a block has no more cursors than
 * threads read it. Whoever comes late finds a cursor that was left behind, because each takes the one that has come farthest.
 */
final class SevenZipCursors {

    /** A cursor that is not here costs time, never a number. */
    private static final int MAX_IDLE = Math.max(4, Runtime.getRuntime().availableProcessors());

    private final Unit archive;
    private final UnpackBounds bounds;
    /** The eldest first. Guarded by this. */
    private final Deque<SevenZipCursor> idle = new ArrayDeque<>();
    /** The files of each block that have been read. Guarded by this. */
    private final Map<SevenZipBlock, BitSet> done = new HashMap<>();
    /** The first damage of each block. Guarded by this. */
    private final Map<SevenZipBlock, Damage> damages = new HashMap<>();

    /** Nothing behind a place can be read. */
    private record Damage(long position, IOException failure) {}

    SevenZipCursors(Unit archive, UnpackBounds bounds) {
        this.archive = archive;
        this.bounds = bounds;
    }

    /** The failure of an exception while a file is read, in one line. */
    IOException failure(Exception e) {
        return bounds.failure(e);
    }

    /** A cursor before this place, or at it. */
    SevenZipCursor take(SevenZipBlock block, long position) throws IOException {
        SevenZipCursor best = takeIdle(block, position);
        return best == null ? new SevenZipCursor(archive, block, bounds) : best;
    }

    private synchronized @Nullable SevenZipCursor takeIdle(SevenZipBlock block, long position) throws IOException {
        requireSound(block, position);
        SevenZipCursor best = null;
        for (SevenZipCursor cursor : idle) {
            boolean isBefore = cursor.block() == block && cursor.position() <= position;
            if (isBefore && (best == null || cursor.position() > best.position())) {
                best = cursor;
            }
        }
        if (best != null) {
            idle.remove(best);
        }
        return best;
    }

    /** Fails as an earlier reader has failed, if that was before this place. Otherwise each file behind damage would unpack all before it. */
    synchronized void requireSound(SevenZipBlock block, long position) throws IOException {
        Damage damage = damages.get(block);
        if (damage != null && damage.position <= position) {
            throw damage.failure;
        }
    }

    synchronized void damaged(SevenZipBlock block, long position, IOException failure) {
        damages.merge(block, new Damage(position, failure), (a, b) -> a.position <= b.position ? a : b);
    }

    /** Takes a cursor back for whoever reads on. */
    synchronized void giveBack(SevenZipCursor cursor) {
        idle.addLast(cursor);
        if (idle.size() > MAX_IDLE) {
            idle.removeFirst();
        }
    }

    /** Notes that a file has been read to its end, or to damage. Behind the last file of a block nobody needs its cursors. */
    synchronized void done(SevenZipBlock block, int file) {
        BitSet files = done.computeIfAbsent(block, any -> new BitSet());
        files.set(file);
        if (files.cardinality() == block.fileCount()) {
            done.remove(block);
            idle.removeIf(cursor -> cursor.block() == block);
        }
    }
}
