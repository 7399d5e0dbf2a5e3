package io.compscan.map.trie;

import io.compscan.map.memory.Bytes;
import io.compscan.map.memory.RawMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Walks every invariant of one shard. */
final class Verifier {

    private final Trie trie;
    private final TrieShape shape;
    private final LeafLayout layout;
    private final int shard;
    private final List<long[]> blocksOfClass = new ArrayList<>();
    private final int[] blockCounts;
    private long entries;
    private long leaves;
    private long largeEntries;

    Verifier(Trie trie, TrieShape shape, int shard) {
        this.trie = trie;
        this.shape = shape;
        this.shard = shard;
        layout = shape.layout();
        blockCounts = new int[shape.classes().count()];
        for (int c = 0; c < blockCounts.length; c++) {
            blocksOfClass.add(new long[16]);
        }
    }

    /**
     * Checks the shard.
     *
     * @return how many pages it holds
     */
    long verify() {
        LeafWalk walk = new LeafWalk(trie, shape.shardBits());
        while (walk.next()) {
            verifyLeaf(walk);
        }
        Invariant.holds(
                entries == trie.entryCount(), "shard %d counts %d entries, has %d", shard, trie.entryCount(), entries);
        Invariant.holds(
                leaves == trie.leafCount(), "shard %d counts %d leaves, has %d", shard, trie.leafCount(), leaves);
        Invariant.holds(
                largeEntries == trie.largeEntries(),
                "shard %d counts %d large counts, has %d",
                shard,
                trie.largeEntries(),
                largeEntries);
        verifyNodes();
        long pages = trie.nodes().pageCount();
        for (int c = 0; c < blockCounts.length; c++) {
            pages += trie.blocks().verify(c, Arrays.copyOf(blocksOfClass.get(c), blockCounts[c]));
        }
        return pages;
    }

    private void verifyLeaf(LeafWalk walk) {
        long slot = walk.slot();
        int n = Slot.entries(slot);
        int depth = walk.depth();
        Invariant.holds(n >= 1 && n <= shape.listSize(), "shard %d: a leaf of %d entries", shard, n);
        verifySpan(walk);
        int implied = layout.impliedBytes(depth);
        int size = layout.entryBytes(implied);
        long block = Slot.address(slot);
        long first = block + LeafLayout.HEAD_BYTES;
        int large = layout.largeCounts(first, n, implied);
        Invariant.holds(
                Slot.isLarge(slot) == large > 0, "shard %d: a leaf of %d large counts says otherwise", shard, large);
        byte[] key = new byte[layout.keyBytes()];
        for (int p = 0; p < n; p++) {
            long entry = first + (long) p * size;
            if (p > 0) {
                Invariant.holds(
                        layout.compare(entry - size, entry, implied) < 0,
                        "shard %d: entry %d of a leaf is not above the one before it",
                        shard,
                        p);
            }
            layout.readKey(block, entry, implied, key);
            long reached = slotReachedBy(block, key, depth);
            Invariant.holds(reached == slot, "shard %d: the key of entry %d of a leaf does not lead to it", shard, p);
            Invariant.holds(layout.references(first, n, p, implied) >= 0, "shard %d: a count below zero", shard);
        }
        long byHead = (long) Bytes.bigEndianInt(block) << 32;
        int headBits = Math.min(depth, Integer.SIZE);
        Invariant.holds(
                (byHead ^ LeafLayout.word(key, 0)) >>> (Long.SIZE - headBits) == 0,
                "shard %d: the head of a leaf is not on its path",
                shard);
        int sizeClass = shape.classes().classFor(trie.usedBytes(slot, implied));
        long[] blocks = blocksOfClass.get(sizeClass);
        if (blockCounts[sizeClass] == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blocks.length);
            blocksOfClass.set(sizeClass, blocks);
        }
        blocks[blockCounts[sizeClass]++] = block;
        entries += n;
        leaves++;
        largeEntries += large;
    }

    /** Follows a key from its shard down to a leaf. */
    private long slotReachedBy(long block, byte[] key, int depth) {
        long word = LeafLayout.word(key, 0);
        long shardOfKey = word >>> 1 >>> (Long.SIZE - 1 - shape.shardBits());
        Invariant.holds(shardOfKey == shard, "shard %d holds a key of shard %d", shard, shardOfKey);
        long slot = RawMemory.getLong(trie.directory().slotFor(word));
        int level = trie.directory().depth() - Slot.span(slot);
        while (Slot.isNode(slot)) {
            int bit = (key[level >>> 3] >>> (7 - (level & 7))) & 1;
            Invariant.holds(
                    level >= Integer.SIZE || layout.pathBit(block, level) == bit,
                    "shard %d: the head of a leaf leaves its path at bit %d",
                    shard,
                    level);
            slot = RawMemory.getLong(Slot.address(slot) + (long) Long.BYTES * bit);
            level++;
        }
        Invariant.holds(level == depth, "shard %d: a leaf at depth %d and %d", shard, depth, level);
        return slot;
    }

    private void verifySpan(LeafWalk walk) {
        int span = Slot.span(walk.slot());
        if (span > 0) {
            long count = 1L << span;
            Invariant.holds(walk.number() % count == 0, "shard %d: a span that begins out of line", shard);
            for (long i = 0; i < count; i++) {
                Invariant.holds(
                        RawMemory.getLong(trie.directory().slotAt(walk.number() + i)) == walk.slot(),
                        "shard %d: slots that share a leaf differ",
                        shard);
            }
        }
    }

    private void verifyNodes() {
        long topNodes = 0;
        long nodes = 0;
        if (trie.directory().isOpen()) {
            for (long number = 0; number < trie.directory().size(); number++) {
                long slot = RawMemory.getLong(trie.directory().slotAt(number));
                if (Slot.isNode(slot)) {
                    topNodes++;
                    nodes += nodesUnder(slot);
                }
            }
        }
        Invariant.holds(
                topNodes == trie.directory().topNodes(),
                "shard %d counts %d nodes in its directory, has %d",
                shard,
                trie.directory().topNodes(),
                topNodes);
        Invariant.holds(
                nodes == trie.nodes().nodesInUse(),
                "shard %d counts %d nodes in use, has %d",
                shard,
                trie.nodes().nodesInUse(),
                nodes);
    }

    private static long nodesUnder(long slot) {
        if (!Slot.isNode(slot)) {
            return 0;
        }
        long node = Slot.address(slot);
        return 1 + nodesUnder(RawMemory.getLong(node)) + nodesUnder(RawMemory.getLong(node + Long.BYTES));
    }
}
