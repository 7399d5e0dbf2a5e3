package io.compscan.map.trie;

import io.compscan.map.EntryCursor;
import io.compscan.map.memory.RawMemory;
import java.util.Iterator;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Walks the entries of some tries, one after the other. */
final class MapCursor implements EntryCursor {

    private final Iterator<Trie> tries;
    private final TrieShape shape;
    private final LeafLayout layout;
    private final BooleanSupplier closed;
    private final byte[] key;
    private @Nullable LeafWalk leaves;
    private long block;
    private int n;
    private int implied;
    private int position;
    private long entry;

    /** Over tries in the order of their keys; {@code closed} says when their memory is gone. */
    MapCursor(Iterator<Trie> tries, TrieShape shape, BooleanSupplier closed) {
        this.tries = tries;
        this.shape = shape;
        this.closed = closed;
        layout = shape.layout();
        key = new byte[layout.keyBytes()];
    }

    @Override
    public boolean next() {
        if (closed.getAsBoolean()) {
            throw new IllegalStateException("the map is closed");
        }
        position++;
        entry += layout.entryBytes(implied);
        if (position >= n && !nextLeaf()) {
            return false;
        }
        layout.readKey(block, entry, implied, key);
        return true;
    }

    private boolean nextLeaf() {
        LeafWalk walk = leaves;
        while (walk == null || !walk.next()) {
            if (!tries.hasNext()) {
                n = 0;
                return false;
            }
            walk = new LeafWalk(tries.next(), shape.shardBits());
            leaves = walk;
        }
        block = Slot.address(walk.slot());
        n = Slot.entries(walk.slot());
        implied = layout.impliedBytes(walk.depth());
        position = 0;
        entry = block + LeafLayout.HEAD_BYTES;
        return true;
    }

    @Override
    public byte[] key() {
        return key;
    }

    @Override
    public long references() {
        return layout.references(block + LeafLayout.HEAD_BYTES, n, position, implied);
    }

    /** Takes all references from the entry; its key and fields stay. */
    void resetReferences() {
        long entries = block + LeafLayout.HEAD_BYTES;
        if (layout.smallCount(entry, implied) <= LeafLayout.MAX_SMALL_COUNT) {
            layout.setSmallCount(entry, implied, 0);
        } else {
            // It keeps its place among the large counts: to take it away could move leaves under the walk.
            RawMemory.putLong(layout.largeCountAt(entries, n, position, implied), 0);
        }
    }

    @Override
    public int field(int field) {
        return layout.field(entry, implied, field);
    }
}
