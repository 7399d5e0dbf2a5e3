package io.compscan.map.spill;

import io.compscan.map.EntryCursor;
import io.compscan.map.TableSpec;

/** A buffer of entries on their way from memory to a run. */
final class EntryBlock {

    private static final int ENTRIES = 1024;

    private final int keyBytes;
    private final byte[] keys;
    private final long[] references = new long[ENTRIES];
    private final int[][] fields;

    EntryBlock(TableSpec spec) {
        keyBytes = spec.keyBytes();
        keys = new byte[ENTRIES * keyBytes];
        fields = new int[ENTRIES][spec.layout().fieldCount()];
    }

    /** Takes as many entries as fit from a cursor and returns their number. */
    int fill(EntryCursor cursor) {
        int n = 0;
        while (n < ENTRIES && cursor.next()) {
            System.arraycopy(cursor.key(), 0, keys, n * keyBytes, keyBytes);
            references[n] = cursor.references();
            int[] row = fields[n];
            for (int f = 0; f < row.length; f++) {
                row[f] = cursor.field(f);
            }
            n++;
        }
        return n;
    }

    byte[] keys() {
        return keys;
    }

    int keyAt(int i) {
        return i * keyBytes;
    }

    long references(int i) {
        return references[i];
    }

    int[] fields(int i) {
        return fields[i];
    }
}
