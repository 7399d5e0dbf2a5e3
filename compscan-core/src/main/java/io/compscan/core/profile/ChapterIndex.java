package io.compscan.core.profile;

import java.io.Serializable;

/**
 * The size of an index that remembers the chunks written last, chapter by chapter: the one of VDO (UDS).
 *
 * <p>A chunk that is not found takes a place in the open chapter. So does one that is found in another chapter: its record moves, and its
 * old place stays taken. A chunk of the open chapter takes none. Once a chapter is full the next one opens, and the oldest one goes.
 *
 * <pre>
 *   chapters   | sparse ............................... | dense ............ | open |     the oldest one first
 *   found      | hooks; all others of a cached chapter  | all                | all  |
 * </pre>
 *
 * <p>In sparse chapters the index knows the hooks alone, one name in {@code hookEvery}. A hook found there loads its chapter into a cache
 * of few chapters, which are searched for all other names. The chapter used longest ago leaves the cache.
 *
 * <p>Source: {@code drivers/md/dm-vdo/indexer} of Linux 6.12. {@code config.c} has the sizes, {@code index.c} the moves
 * ({@code search_index_zone}), {@code geometry.c} which chapters are sparse, {@code sparse-cache.c} the cache. Not modelled: several
 * threads fill their parts of a chapter unevenly, and a cached chapter without a hit for 20,000 searches is skipped until its next hook.
 *
 * @param chapters how many chapters there are, the open one included
 * @param chapterChunks the chunks in a full chapter
 * @param sparseChapters how many of the chapters are sparse
 * @param hookEvery one name in so many is a hook
 * @param cachedChapters how many sparse chapters the cache holds
 */
public record ChapterIndex(
        int chapters,
        int chapterChunks,
        @Key(usual = "0") int sparseChapters,
        @Key(usual = "" + VDO_HOOK_EVERY, isLeftOut = true) int hookEvery,

        @Key(usual = "" + VDO_CACHED_CHAPTERS, isLeftOut = true)
        int cachedChapters)
        implements Serializable {

    /** The hooks of VDO ({@code DEFAULT_SPARSE_SAMPLE_RATE}). */
    static final int VDO_HOOK_EVERY = 32;

    /** The cache of VDO ({@code DEFAULT_CACHE_CHAPTERS}). */
    static final int VDO_CACHED_CHAPTERS = 7;

    /** Refuses values that contradict each other, naming the key. */
    public ChapterIndex {
        check(chapters >= 2, "index.chapters must be 2 or more");
        check(chapterChunks >= 1, "index.chapterChunks must be 1 or more");
        check(
                sparseChapters >= 0 && sparseChapters <= chapters - 2,
                "index.sparseChapters must be in 0 to index.chapters - 2");
        check(hookEvery >= 1, "index.hookEvery must be 1 or more");
        check(cachedChapters >= 1 && cachedChapters <= 255, "index.cachedChapters must be in 1 to 255");
    }

    /** An index without sparse chapters. */
    static ChapterIndex dense(int chapters, int chapterChunks) {
        return new ChapterIndex(chapters, chapterChunks, 0, VDO_HOOK_EVERY, VDO_CACHED_CHAPTERS);
    }

    /** The chapters that are not sparse. */
    int denseChapters() {
        return chapters - sparseChapters;
    }

    /** The chunks in all chapters. */
    public long chunks() {
        return (long) chapters * chapterChunks;
    }

    /** The number of writes behind which a chunk is surely found, whatever they are: those of all full dense chapters. */
    public long sureChunks() {
        return (denseChapters() - 1L) * chapterChunks;
    }

    private static void check(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
