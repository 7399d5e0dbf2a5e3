package io.compscan.core.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.CutObserver;
import io.compscan.core.chunk.CutRange;
import io.compscan.core.chunk.Cutter;

/** Shows an observer every cut of a cutter and keeps the chunks that count. Belongs to one thread. */
final class ObservedCutter implements Cutter {

    private final Cutter cutter;
    private final CutObserver observer;
    private final ChunkList all = new ChunkList();

    ObservedCutter(Cutter cutter, CutObserver observer) {
        this.cutter = cutter;
        this.observer = observer;
    }

    @Override
    public void scan(byte[] data, int from, int to) {
        cutter.scan(data, from, to);
    }

    @Override
    public int cut(byte[] data, CutRange range, ChunkList chunks) {
        all.clear();
        int unfinished = cutter.cut(data, range, all);
        long from = range.unitOffset();
        for (int i = 0; i < all.size(); i++) {
            long to = from + all.length(i);
            if (observer.chunk(from, to)) {
                chunks.add(all.offset(i), all.length(i));
            }
            from = to;
        }
        return unfinished;
    }
}
