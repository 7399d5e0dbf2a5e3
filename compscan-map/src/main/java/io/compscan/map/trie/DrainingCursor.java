package io.compscan.map.trie;

import io.compscan.map.EntryCursor;

/** Leaves every entry it has stood on without references. */
final class DrainingCursor implements EntryCursor {

    private final MapCursor cursor;
    private boolean standsOnEntry;

    DrainingCursor(MapCursor cursor) {
        this.cursor = cursor;
    }

    @Override
    public boolean next() {
        if (standsOnEntry) {
            cursor.resetReferences();
        }
        standsOnEntry = cursor.next();
        return standsOnEntry;
    }

    @Override
    public byte[] key() {
        return cursor.key();
    }

    @Override
    public long references() {
        return cursor.references();
    }

    @Override
    public int field(int field) {
        return cursor.field(field);
    }
}
