package io.compscan.core.tools.duplicate;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The best of many, at most a fixed number of them. One thread. */
final class Best<T> {

    private final int most;
    private final Comparator<T> bestFirst;
    private final PriorityQueue<T> worstFirst;

    Best(int most, Comparator<T> bestFirst) {
        this.most = most;
        this.bestFirst = bestFirst;
        worstFirst = new PriorityQueue<>(bestFirst.reversed());
    }

    /** The worst one kept, which the next one must surpass; null while there is room. */
    @Nullable T bar() {
        return worstFirst.size() < most ? null : worstFirst.peek();
    }

    void add(T one) {
        worstFirst.add(one);
        if (worstFirst.size() > most) {
            worstFirst.remove();
        }
    }

    /** The best first. */
    List<T> list() {
        return worstFirst.stream().sorted(bestFirst).toList();
    }
}
