package io.compscan.map.trie;

import io.compscan.map.memory.SizeClasses;

/**
 * The shape that tries of one kind share.
 *
 * @param layout the entries of a leaf
 * @param classes the sizes of blocks
 * @param listSize the most entries of a leaf
 * @param shardBits the number of leading key bits that choose the shard
 */
record TrieShape(LeafLayout layout, SizeClasses classes, int listSize, int shardBits) {

    /** Tries whose blocks are cut from pages of {@code pageBytes}. */
    static TrieShape of(LeafLayout layout, int listSize, int shardBits, int pageBytes) {
        int smallestEntryBytes = layout.entryBytes(layout.impliedBytes(Integer.MAX_VALUE));
        SizeClasses classes = new SizeClasses(
                pageBytes,
                LeafLayout.HEAD_BYTES + smallestEntryBytes,
                layout.usedBytes(listSize, 0),
                smallestEntryBytes);
        return new TrieShape(layout, classes, listSize, shardBits);
    }
}
