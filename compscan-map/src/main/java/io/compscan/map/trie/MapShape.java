package io.compscan.map.trie;

import io.compscan.map.MapOptions;
import io.compscan.map.memory.SizeClasses;

/**
 * The shape that all shards of a map share.
 *
 * @param records the records of the entries
 * @param entries the tries of the entries
 * @param largeCounts the tries of the counts that outgrew their byte; see {@link LargeCounts}
 * @param pageBytes the size of the pages that blocks are cut from
 */
record MapShape(RecordFormat records, TrieShape entries, TrieShape largeCounts, int pageBytes) {

    private static final int LEAVES_PER_PAGE = 8;
    private static final int MIN_PAGE_BYTES = 2048;
    /** With more pages than this, a shard's half-filled pages, one or two for each of some ten sizes, weigh little. */
    private static final long PAGES_PER_SHARD = 256;

    private static final int CACHE_LINE_BYTES = 64;

    /** With pages of a given size, at least {@link #leastPageBytes}. */
    static MapShape of(MapOptions options, int pageBytes) {
        RecordFormat records = new RecordFormat(options.layout());
        int shardBits = Integer.numberOfTrailingZeros(options.shardCount());
        return new MapShape(
                records,
                TrieShape.of(entryLayout(options), options.mapListSize(), shardBits, pageBytes),
                TrieShape.of(largeCountLayout(options), options.mapListSize(), shardBits, pageBytes),
                pageBytes);
    }

    /** The size of page that suits these options. */
    static int pageBytes(MapOptions options) {
        int fullLeafBytes = entryLayout(options).usedBytes(options.mapListSize(), 0);
        int wantedPageBytes = Math.max(MIN_PAGE_BYTES, LEAVES_PER_PAGE * fullLeafBytes);
        long affordablePageBytes = options.memoryBudgetBytes() / (PAGES_PER_SHARD * options.shardCount());
        return roundUp(
                (int) Math.max(leastPageBytes(options), Math.min(wantedPageBytes, affordablePageBytes)),
                CACHE_LINE_BYTES);
    }

    /** The smallest page that holds the largest leaf. */
    static int leastPageBytes(MapOptions options) {
        int listSize = options.mapListSize();
        return SizeClasses.PAGE_HEADER_BYTES
                + Math.max(
                        entryLayout(options).usedBytes(listSize, 0),
                        largeCountLayout(options).usedBytes(listSize, 0));
    }

    private static LeafLayout entryLayout(MapOptions options) {
        return new LeafLayout(options.keyBytes(), 1 + options.layout().fieldBytes());
    }

    private static LeafLayout largeCountLayout(MapOptions options) {
        return new LeafLayout(options.keyBytes(), LargeCounts.RECORD_BYTES);
    }

    private static int roundUp(int bytes, int multiple) {
        return (bytes + multiple - 1) / multiple * multiple;
    }
}
