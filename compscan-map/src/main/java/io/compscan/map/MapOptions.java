package io.compscan.map;

/**
 * The options of a map; immutable, made by {@link #of} and refined by the {@code with} methods.
 *
 * @param keyBytes the length of every key in bytes, 8 to 64; keys should be uniformly distributed
 * @param layout the record of each entry
 * @param shardCount the number of independently locked parts, a power of two from 1 to 65536. Each part costs about 100 KB of half-filled
 *     pages. Twice as many parts as writers avoid most conflicts.
 * @param mapListSize the most entries of one sorted list (leaf), 8 to 512. Longer lists cost less memory an entry and move more bytes an
 *     insertion; docs/internals/map.md has the curve.
 * @param memoryBudgetBytes the most memory of the map, everything included; see {@link FingerprintMap#addAll}
 */
public record MapOptions(int keyBytes, RecordLayout layout, int shardCount, int mapListSize, long memoryBudgetBytes) {

    private static final int DEFAULT_SHARD_COUNT = 8;
    /** The default length of the sorted lists, chosen by the measured curve in {@code docs/internals/map.md}. */
    public static final int DEFAULT_MAP_LIST_SIZE = 24;

    /** Rejects values outside the documented ranges. */
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

    /** The defaults for this key length and layout, without a memory limit. */
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
