package io.compscan.map;

/**
 * How a map is to be built; immutable, made by {@link #of} and refined by the {@code with} methods.
 *
 * @param keyBytes length of every key in bytes, 8 to 64; keys are taken to be uniformly distributed
 * @param layout what each entry holds besides its key
 * @param shardCount how many independently locked parts the map has, a power of two from 1 to 65536; each part costs some 100 KB
 *     of half-filled pages, and twice as many parts as writers keep these out of each other's way
 * @param mapListSize the most entries that one sorted list (leaf) holds, 8 to 512: longer lists cost less memory an entry and
 *     more bytes moved an insert; docs/map.md has the curve
 * @param memoryBudgetBytes the most memory the map may hold, everything included; entries beyond it are rejected, see {@link
 *     FingerprintMap#addAll}
 */
public record MapOptions(int keyBytes, RecordLayout layout, int shardCount, int mapListSize, long memoryBudgetBytes) {

    private static final int DEFAULT_SHARD_COUNT = 8;
    /** The length of the sorted lists where none is asked for: what the measured curve in {@code docs/map.md} says. */
    public static final int DEFAULT_MAP_LIST_SIZE = 24;

    /** Refuses what lies outside the documented ranges. */
    public MapOptions {
        require(keyBytes >= 8 && keyBytes <= 64, "keyBytes", keyBytes, "8..64");
        require(
                shardCount >= 1 && shardCount <= 65536 && Integer.bitCount(shardCount) == 1,
                "shardCount",
                shardCount,
                "the powers of two from 1 to 65536");
        require(mapListSize >= 8 && mapListSize <= 512, "mapListSize", mapListSize, "8..512");
        require(memoryBudgetBytes > 0, "memoryBudgetBytes", memoryBudgetBytes, "1 and up");
    }

    /** The defaults for keys of this length and this layout: no budget but the machine's memory. */
    public static MapOptions of(int keyBytes, RecordLayout layout) {
        return new MapOptions(keyBytes, layout, DEFAULT_SHARD_COUNT, DEFAULT_MAP_LIST_SIZE, Long.MAX_VALUE);
    }

    /** These options with another number of shards. */
    public MapOptions withShardCount(int count) {
        return new MapOptions(keyBytes, layout, count, mapListSize, memoryBudgetBytes);
    }

    /** These options with another length of the sorted lists. */
    public MapOptions withMapListSize(int entries) {
        return new MapOptions(keyBytes, layout, shardCount, entries, memoryBudgetBytes);
    }

    /** These options with another memory budget. */
    public MapOptions withMemoryBudgetBytes(long bytes) {
        return new MapOptions(keyBytes, layout, shardCount, mapListSize, bytes);
    }

    private static void require(boolean holds, String name, long value, String range) {
        if (!holds) {
            throw new IllegalArgumentException(name + " = " + value + " is not in " + range);
        }
    }
}
