package io.compscan.core.source.space;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Several ascending lists of numbers as one. */
final class MergedLongs {

    private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(head -> head.first));

    private static final class Head {
        private final SortedLongs rest;
        private long first;

        Head(SortedLongs rest, long first) {
            this.rest = rest;
            this.first = first;
        }
    }

    MergedLongs(List<SortedLongs> lists) throws IOException {
        for (SortedLongs list : lists) {
            if (!list.isEmpty()) {
                heads.add(new Head(list, list.take()));
            }
        }
    }

    boolean isEmpty() {
        return heads.isEmpty();
    }

    /** The least that is left. */
    long first() {
        return heads.element().first;
    }

    /** Takes the least that is left. */
    void take() throws IOException {
        Head head = heads.remove();
        if (!head.rest.isEmpty()) {
            head.first = head.rest.take();
            heads.add(head);
        }
    }
}
