package io.compscan.spark;

import io.compscan.core.chunk.CutObserver;
import java.util.List;

/**
 * Observes the cuts of a content-defined chunker on a stretch of a unit. It keeps the chunks that this stretch counts, and remembers where
 * they begin and end.
 *
 * <pre>
 *   segment    |--x--|----x---|==chunk==|===chunk===|==  ...  ==|--unfinished
 *              from      skipTo ^ begin                          ^ end
 *
 *   seam       |==chunk==|====chunk====|--x--
 *              from                    ^ end: the first cut that is a target
 * </pre>
 *
 * The cuts before {@code begin} are guesses, because the chunk that reaches across {@code from} depends on the bytes before it. Two chains
 * of cuts over the same bytes that have one cut in common have all further ones in common.
 */
final class StretchCuts implements CutObserver {

    private static final long UNKNOWN = -1;

    private final Piece stretch;
    private final long skipTo;
    private final List<Long> targets;

    private long begin = UNKNOWN;
    private long end;
    private boolean hasMet;

    private StretchCuts(Piece stretch, long skipTo, List<Long> targets) {
        this.stretch = stretch;
        this.skipTo = skipTo;
        this.targets = targets;
        end = stretch.from();
        note(stretch.from());
    }

    /** @param skipTo where in the unit chunks begin to count */
    static StretchCuts ofSegment(Piece stretch, long skipTo) {
        return new StretchCuts(stretch, skipTo, List.of());
    }

    /** @param targets places in the unit; chunks count up to the first cut at one of them */
    static StretchCuts ofSeam(Piece stretch, List<Long> targets) {
        return new StretchCuts(stretch, stretch.from(), targets);
    }

    /** Where in the unit the first chunk that counts begins, -1 if there is none. */
    synchronized long begin() {
        return begin;
    }

    /** Where in the unit the last chunk that counts ends. */
    synchronized long end() {
        return end;
    }

    /** Whether that end is one of the targets. */
    synchronized boolean hasMet() {
        return hasMet;
    }

    @Override
    public synchronized boolean chunk(long from, long to) {
        boolean counts = begin != UNKNOWN && !hasMet;
        note(stretch.from() + to);
        return counts;
    }

    @Override
    public synchronized void zeros(long from, long to) {
        if (begin == UNKNOWN || !targets.isEmpty()) {
            throw new IllegalStateException("a hole where every byte was to be read");
        }
        note(stretch.from() + to);
    }

    private void note(long cut) {
        if (hasMet) {
            return;
        }
        if (begin == UNKNOWN && cut >= skipTo) {
            begin = cut;
        }
        end = cut;
        hasMet = begin != UNKNOWN && targets.contains(cut);
    }
}
