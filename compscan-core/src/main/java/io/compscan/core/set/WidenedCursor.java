package io.compscan.core.set;

import io.compscan.core.fold.Scheme;
import io.compscan.map.EntryCursor;

/** The entries of a set as those of a scheme with other compressors; the sizes by those that the set lacks are 0. */
final class WidenedCursor implements EntryCursor {

    private static final int LACKING = -1;

    private final EntryCursor entries;
    /** For each field of the wider scheme that of the set. */
    private final int[] fields;

    private WidenedCursor(EntryCursor entries, int[] fields) {
        this.entries = entries;
        this.fields = fields;
    }

    /**
     * The same entries with the fields of another scheme.
     *
     * @param own the scheme of the entries
     * @param wide the scheme of the fields
     * @param isFull whether they are chunks of full length, which have no field for it
     */
    static EntryCursor of(EntryCursor entries, Scheme own, Scheme wide, boolean isFull) {
        if (own.sizedCompressors().equals(wide.sizedCompressors())) {
            return entries;
        }
        int first = isFull ? 0 : 1;
        int[] fields = new int[first + wide.sizedCompressors().size()];
        for (int i = first; i < fields.length; i++) {
            int at = own.sizedCompressors().indexOf(wide.sizedCompressors().get(i - first));
            fields[i] = at < 0 ? LACKING : first + at;
        }
        return new WidenedCursor(entries, fields);
    }

    @Override
    public boolean next() {
        return entries.next();
    }

    @Override
    public byte[] key() {
        return entries.key();
    }

    @Override
    public long references() {
        return entries.references();
    }

    @Override
    public int field(int field) {
        return fields[field] == LACKING ? 0 : entries.field(fields[field]);
    }

    @Override
    public void close() {
        entries.close();
    }
}
