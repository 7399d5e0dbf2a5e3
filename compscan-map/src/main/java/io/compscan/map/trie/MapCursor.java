package io.compscan.map.trie;

import io.compscan.map.EntryCursor;
import java.util.Iterator;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Walks the entries of tries, one trie after another. */
final class MapCursor implements EntryCursor {

    private final Iterator<CountingTrie> tries;
    private final RecordFormat records;
    private final LeafLayout layout;
    private final BooleanSupplier closed;
    private final byte[] key;
    private @Nullable CountingTrie trie;
    private @Nullable LeafWalk leaves;
    private long block;
    private int n;
    private int implied;
    private int position;
    private long entry;

    /** A walk over tries in key order; {@code closed} tells that their memory is gone. */
    MapCursor(Iterator<CountingTrie> tries, MapShape shape, BooleanSupplier closed) {
        this.tries = tries;
        this.closed = closed;
        records = shape.records();
        layout = shape.entries().layout();
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
            CountingTrie next = tries.next();
            trie = next;
            walk = new LeafWalk(next.trie().table());
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
        CountingTrie current = trie;
        if (current == null) {
            throw new IllegalStateException("the cursor stands on no entry");
        }
        return current.references(layout.record(entry, implied), key, 0);
    }

    @Override
    public int field(int field) {
        return records.field(layout.record(entry, implied), field);
    }
}
