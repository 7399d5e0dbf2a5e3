package io.compscan.core.chunk;

/**
 * Finds the cuts in the bytes of one thread, in two steps.
 *
 * <p>{@link #scan} takes time in proportion to the bytes and needs no knowledge of the bytes before them. So threads may scan the slabs
 * of one unit in any order and at once. {@link #cut} then chooses among what was found, from the chunk on that the slab before left
 * unfinished; it touches few bytes. What comes out is what one pass over the whole region would give.
 */
public interface Cutter {

    /** Takes a look at {@code data[from, to)}, consecutive bytes of one region. Forgets what was scanned before. */
    void scan(byte[] data, int from, int to);

    /**
     * Appends the chunks that are known to end in the piece, whose bytes from {@link CutRange#scannedFrom} on were the last to be scanned.
     *
     * @return where the unfinished chunk starts in the buffer; the end of the piece if there is none
     */
    int cut(byte[] data, CutRange piece, ChunkList chunks);

    /** Both steps for a region that lies in {@code data[from, to)} whole. */
    default void cutRegion(byte[] data, int from, int to, long unitOffset, ChunkList chunks) {
        scan(data, from, to);
        cut(data, new CutRange(from, from, to, unitOffset, true), chunks);
    }
}
