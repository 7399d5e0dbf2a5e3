package io.compscan.map.trie;

import io.compscan.map.MapOptions;

/**
 * What all shards of a map have in common.
 *
 * @param listSize the most entries of a leaf
 * @param shardBits the leading bits of a key that choose its shard
 * @param pageBytes the size of the pages that blocks are cut from
 */
record TrieShape(LeafLayout layout, SizeClasses classes, int listSize, int shardBits, int pageBytes) {

    private static final int LEAVES_PER_PAGE = 8;
    private static final int MIN_PAGE_BYTES = 2048;
    /** A shard has a page or two of some ten classes: more pages than this, and they are well filled. */
    private static final long PAGES_PER_SHARD = 256;

    private static final int CACHE_LINE_BYTES = 64;

    static TrieShape of(MapOptions options) {
        return of(options, pageBytes(options));
    }

    /** With pages of a size decided elsewhere, at least {@link #leastPageBytes}. */
    static TrieShape of(MapOptions options, int pageBytes) {
        LeafLayout layout = new LeafLayout(options);
        int listSize = options.mapListSize();
        int smallestEntryBytes = layout.entryBytes(layout.impliedBytes(Integer.MAX_VALUE));
        SizeClasses classes = new SizeClasses(
                pageBytes,
                LeafLayout.HEAD_BYTES + smallestEntryBytes,
                fullLeafBytes(options) + listSize * LeafLayout.LARGE_COUNT_BYTES,
                smallestEntryBytes);
        int shardBits = Integer.numberOfTrailingZeros(options.shardCount());
        return new TrieShape(layout, classes, listSize, shardBits, pageBytes);
    }

    /** The size of page that suits these options. */
    static int pageBytes(MapOptions options) {
        int wantedPageBytes = Math.max(MIN_PAGE_BYTES, LEAVES_PER_PAGE * fullLeafBytes(options));
        long affordablePageBytes = options.memoryBudgetBytes() / (PAGES_PER_SHARD * options.shardCount());
        return roundUp(
                (int) Math.max(leastPageBytes(options), Math.min(wantedPageBytes, affordablePageBytes)),
                CACHE_LINE_BYTES);
    }

    /** The smallest page that holds the largest leaf. */
    static int leastPageBytes(MapOptions options) {
        int largeCountBytes = options.mapListSize() * LeafLayout.LARGE_COUNT_BYTES;
        return fullLeafBytes(options) + largeCountBytes + SizeClasses.PAGE_HEADER_BYTES;
    }

    private static int fullLeafBytes(MapOptions options) {
        return LeafLayout.HEAD_BYTES + options.mapListSize() * new LeafLayout(options).entryBytes(0);
    }

    private static int roundUp(int bytes, int multiple) {
        return (bytes + multiple - 1) / multiple * multiple;
    }
}
