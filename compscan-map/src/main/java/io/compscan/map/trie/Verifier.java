package io.compscan.map.trie;

import io.compscan.map.memory.Bytes;
import io.compscan.map.memory.Invariant;
import io.compscan.map.memory.RawMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Checks every invariant of one trie. */
final class Verifier {

    private final Trie trie;
    private final TrieShape shape;
    private final LeafLayout layout;
    private final int shard;
    private final RecordCheck records;
    private final List<long[]> blocksOfClass = new ArrayList<>();
    private final int[] blockCounts;
    private long entries;
    private long leaves;

    /** Checks one record and its key. */
    private interface RecordCheck {
        void check(long record, byte[] key);
    }

    private Verifier(Trie trie, TrieShape shape, int shard, RecordCheck records) {
        this.trie = trie;
        this.shape = shape;
        this.shard = shard;
        this.records = records;
        layout = shape.layout();
        blockCounts = new int[shape.classes().count()];
        for (int c = 0; c < blockCounts.length; c++) {
            blocksOfClass.add(new long[16]);
        }
    }

    /**
     * Checks a shard: its entries and its large counts.
     *
     * @return the number of its pages
     */
    static long verify(CountingTrie counting, MapShape shape, int shard) {
        long[] large = new long[1];
        long pages = new Verifier(counting.trie(), shape.entries(), shard, (record, key) -> {
                    long count = counting.references(record, key, 0);
                    Invariant.holds(count >= 0, "shard %d: a count below zero", shard);
                    if (RecordFormat.isLarge(record)) {
                        large[0]++;
                        Invariant.holds(
                                count > RecordFormat.MAX_SMALL_COUNT, "shard %d: a large count of %d", shard, count);
                    }
                })
                .verify();
        Invariant.holds(
                large[0] == counting.largeEntries(),
                "shard %d counts %d large counts, has %d",
                shard,
                counting.largeEntries(),
                large[0]);
        Trie highParts = counting.largeCounts().trie();
        return highParts == null
                ? pages
                : pages + new Verifier(highParts, shape.largeCounts(), shard, (record, key) -> {}).verify();
    }

    private long verify() {
        LeafWalk walk = new LeafWalk(trie.table());
        while (walk.next()) {
            verifyLeaf(walk);
        }
        Invariant.holds(
                entries == trie.entryCount(), "shard %d counts %d entries, has %d", shard, trie.entryCount(), entries);
        Invariant.holds(
                leaves == trie.leafCount(), "shard %d counts %d leaves, has %d", shard, trie.leafCount(), leaves);
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
        long block = Slot.address(slot);
        byte[] key = new byte[layout.keyBytes()];
        long previous = 0;
        for (int p = 0; p < n; p++) {
            long entry = layout.entry(block, p, implied);
            Invariant.holds(
                    p == 0 || layout.compare(previous, entry, implied) < 0,
                    "shard %d: entry %d of a leaf is not above the one before it",
                    shard,
                    p);
            previous = entry;
            layout.readKey(block, entry, implied, key);
            verifyPath(key, slot, depth);
            records.check(layout.record(entry, implied), key);
        }
        long byHead = (long) Bytes.bigEndianInt(block) << 32;
        int headBits = Math.min(depth, Integer.SIZE);
        Invariant.holds(
                (byHead ^ LeafLayout.word(key, 0)) >>> (Long.SIZE - headBits) == 0,
                "shard %d: the head of a leaf is not on its path",
                shard);
        int sizeClass = shape.classes().classFor(layout.usedBytes(n, implied));
        long[] blocks = blocksOfClass.get(sizeClass);
        if (blockCounts[sizeClass] == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blocks.length);
            blocksOfClass.set(sizeClass, blocks);
        }
        blocks[blockCounts[sizeClass]++] = block;
        entries += n;
        leaves++;
    }

    /** Checks that a key leads to its shard and to its leaf. */
    private void verifyPath(byte[] key, long slot, int depth) {
        long word = LeafLayout.word(key, 0);
        long shardOfKey = word >>> 1 >>> (Long.SIZE - 1 - shape.shardBits());
        Invariant.holds(shardOfKey == shard, "shard %d holds a key of shard %d", shard, shardOfKey);
        Descent descent = new Descent();
        descent.to(trie.table(), word, key, 0);
        Invariant.holds(descent.slot() == slot, "shard %d: the key of an entry does not lead to its leaf", shard);
        Invariant.holds(descent.depth() == depth, "shard %d: a leaf at depth %d and %d", shard, depth, descent.depth());
    }

    private void verifySpan(LeafWalk walk) {
        int span = Slot.span(walk.slot());
        if (span > 0) {
            long count = 1L << span;
            Invariant.holds(walk.number() % count == 0, "shard %d: a span that begins out of line", shard);
            for (long i = 0; i < count; i++) {
                Invariant.holds(
                        RawMemory.getLong(trie.table().slotAt(walk.number() + i)) == walk.slot(),
                        "shard %d: slots that share a leaf differ",
                        shard);
            }
        }
    }

    private void verifyNodes() {
        long topNodes = 0;
        long nodes = 0;
        if (trie.table().isOpen()) {
            for (long number = 0; number < trie.table().size(); number++) {
                long slot = RawMemory.getLong(trie.table().slotAt(number));
                if (Slot.isNode(slot)) {
                    topNodes++;
                    nodes += nodesUnder(slot);
                }
            }
        }
        Invariant.holds(
                topNodes == trie.table().topNodes(),
                "shard %d counts %d nodes in its directory, has %d",
                shard,
                trie.table().topNodes(),
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
