package io.compscan.core.profile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The index of VDO as it works, chapter by chapter, with every record in it: slow and obvious. */
public final class UdsModel {

    private final ChapterIndex size;
    /** All chapters that were begun, with the names of their records. Those that are gone are empty. */
    private final List<Set<Long>> chapters = new ArrayList<>();
    /** The names of the volume index, and the chapter that it thinks them in. */
    private final Map<Long, Integer> volumeIndex = new HashMap<>();

    private final Deque<Integer> cache = new ArrayDeque<>();

    public UdsModel(ChapterIndex size) {
        this.size = size;
        chapters.add(new HashSet<>());
    }

    private boolean isHook(long name) {
        return Long.remainderUnsigned(name, size.hookEvery()) == 0;
    }

    private boolean isSparse(int chapter) {
        return size.sparseChapters() > 0 && chapter + size.chapters() - size.sparseChapters() < chapters.size();
    }

    /** Asks for a name, as for each block that is written; returns whether it is found. */
    public boolean post(long name) {
        int open = chapters.size() - 1;
        Integer known = volumeIndex.get(name);
        boolean found;
        if (known != null) {
            if (isSparse(known)) {
                use(known);
            }
            found = chapters.get(known).contains(name);
        } else {
            found = false;
            for (int cached : List.copyOf(cache)) {
                if (chapters.get(cached).contains(name)) {
                    use(cached);
                    found = true;
                    break;
                }
            }
        }
        if (known == null || known != open) {
            volumeIndex.put(name, open);
            chapters.get(open).add(name);
            if (chapters.get(open).size() == size.chapterChunks()) {
                openNext();
            }
        }
        return found;
    }

    private void use(int chapter) {
        if (!cache.remove(chapter) && cache.size() == size.cachedChapters()) {
            cache.removeLast();
        }
        cache.addFirst(chapter);
    }

    private void openNext() {
        chapters.add(new HashSet<>());
        int oldest = chapters.size() - size.chapters() - 1;
        if (oldest >= 0) {
            forget(oldest, true);
            chapters.get(oldest).clear();
            cache.remove(oldest);
        }
        int oldestDense = chapters.size() - size.chapters() + size.sparseChapters();
        if (size.sparseChapters() > 0 && oldestDense > 0) {
            forget(oldestDense - 1, false);
        }
    }

    /** Forgets the names of a chapter in the volume index, but perhaps not the hooks. */
    private void forget(int chapter, boolean hooksToo) {
        for (long name : chapters.get(chapter)) {
            if (hooksToo || !isHook(name)) {
                volumeIndex.remove(name, chapter);
            }
        }
    }
}
