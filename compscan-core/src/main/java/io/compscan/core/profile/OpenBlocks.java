package io.compscan.core.profile;

/**
 * The blocks that a packer fills at a time.
 *
 * <p>The rule is the one of VDO's packer. A fragment goes into the fullest block that has room for it. If none has room, the fullest is
 * written and begun anew. If the fragment is at least as large as the bytes in that block, the fragment is stored in a block of its own
 * instead. A full block is written.
 *
 * <p>Source: {@code drivers/md/dm-vdo/packer.c} of Linux 6.12, {@code select_bin} and {@code add_to_bin}.
 */
final class OpenBlocks {

    /** The place of a fragment that has a block of its own. */
    static final long ALONE = -1;

    private final Packing packing;
    private final int[] usedBytes;
    private final int[] held;
    /** How often each block was begun. A place names the block and this number. */
    private final int[] begun;

    private long written;

    OpenBlocks(Packing packing) {
        this.packing = packing;
        usedBytes = new int[packing.openBlocks()];
        held = new int[packing.openBlocks()];
        begun = new int[packing.openBlocks()];
    }

    /** Packs a fragment, and returns its place. */
    long put(int bytes) {
        int fullest = 0;
        int chosen = -1;
        for (int i = 0; i < usedBytes.length; i++) {
            if (usedBytes[i] > usedBytes[fullest]) {
                fullest = i;
            }
            if (usedBytes[i] + bytes <= packing.capacityBytes() && (chosen < 0 || usedBytes[i] > usedBytes[chosen])) {
                chosen = i;
            }
        }
        if (chosen < 0) {
            if (bytes >= usedBytes[fullest]) {
                return alone();
            }
            chosen = fullest;
            write(chosen);
        }
        long place = (long) begun[chosen] << Integer.SIZE | chosen;
        usedBytes[chosen] += bytes;
        held[chosen]++;
        if (held[chosen] == packing.maxFragments() || usedBytes[chosen] == packing.capacityBytes()) {
            write(chosen);
        }
        return place;
    }

    /**
     * Takes a fragment out, which gets a block of its own.
     *
     * @return whether it was still there; if not, nothing changes
     */
    boolean takeOut(long place, int bytes) {
        int block = (int) place;
        if (place == ALONE || begun[block] != (int) (place >>> Integer.SIZE)) {
            return false;
        }
        usedBytes[block] -= bytes;
        held[block]--;
        written++;
        return true;
    }

    /** Writes all blocks that hold a fragment. */
    void flush() {
        for (int i = 0; i < held.length; i++) {
            if (held[i] > 0) {
                write(i);
            }
        }
    }

    /** Stores a fragment in a block of its own, and returns its place. */
    long alone() {
        written++;
        return ALONE;
    }

    private void write(int block) {
        written++;
        begun[block]++;
        usedBytes[block] = 0;
        held[block] = 0;
    }

    /** The blocks that all fragments take, those that are not full included. */
    long blockCount() {
        long open = 0;
        for (int count : held) {
            open += count > 0 ? 1 : 0;
        }
        return written + open;
    }
}
