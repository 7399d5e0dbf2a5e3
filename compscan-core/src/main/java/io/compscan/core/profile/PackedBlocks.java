package io.compscan.core.profile;

import java.io.Serializable;
import java.util.Random;

/**
 * How many blocks small chunks take together, given how many there are of each size.
 *
 * <p>The rule is that of VDO's packer: a few blocks are open; a fragment goes into the fullest one that has room for it. Where none has,
 * the fullest is written and begun anew, unless the fragment alone is larger than what that block holds; then the fragment is stored in a
 * block of its own. In what order fragments arrive is not known from their sizes, so they arrive in random order, always in the same one.
 * Of very many a part is packed, with the same share of each size, and the rest is taken to be packed as densely.
 */
public final class PackedBlocks implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final int MAX_SIMULATED = 1 << 20;
    static final long SEED = 0x7061636b;

    private final Packing packing;
    private final long[] counts;
    private long fragments;
    private long fragmentBytes;

    /** No fragment yet. */
    public PackedBlocks(Packing packing) {
        this.packing = packing;
        counts = new long[packing.maxFragmentBytes() + 1];
    }

    /** Adds so many fragments of this size, header included. */
    public void add(int bytes, long count) {
        counts[bytes] += count;
        fragments += count;
        fragmentBytes += bytes * count;
    }

    /** Adds those of another. */
    public void merge(PackedBlocks other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        fragments += other.fragments;
        fragmentBytes += other.fragmentBytes;
    }

    /** The bytes of all fragments. */
    public long fragmentBytes() {
        return fragmentBytes;
    }

    /** How many blocks they take. */
    public long blockCount() {
        if (fragments == 0) {
            return 0;
        }
        int[] arriving = shuffled();
        long blocks = pack(arriving);
        if (arriving.length == fragments) {
            return blocks;
        }
        double scaled = Math.ceil((double) blocks / arriving.length * fragments);
        long least = (fragmentBytes + packing.capacityBytes() - 1) / packing.capacityBytes();
        return Math.min(fragments, Math.max(least, (long) scaled));
    }

    /** The sizes, or a part of them, in the order of their arrival. */
    private int[] shuffled() {
        int length = (int) Math.min(fragments, MAX_SIMULATED);
        int[] sizes = new int[length];
        double share = (double) length / fragments;
        long seen = 0;
        int filled = 0;
        for (int bytes = 0; bytes < counts.length && filled < length; bytes++) {
            seen += counts[bytes];
            int to = seen == fragments ? length : (int) Math.min(length, Math.round(seen * share));
            while (filled < to) {
                sizes[filled++] = bytes;
            }
        }
        // Its sequence is specified, so it is the same on every JDK.
        Random random = new Random(SEED);
        for (int i = length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int moved = sizes[i];
            sizes[i] = sizes[other];
            sizes[other] = moved;
        }
        return sizes;
    }

    private long pack(int[] arriving) {
        int[] usedBytes = new int[packing.openBlocks()];
        int[] held = new int[packing.openBlocks()];
        long written = 0;
        for (int bytes : arriving) {
            int fullest = 0;
            int chosen = -1;
            for (int i = 0; i < usedBytes.length; i++) {
                if (usedBytes[i] > usedBytes[fullest]) {
                    fullest = i;
                }
                if (usedBytes[i] + bytes <= packing.capacityBytes()
                        && (chosen < 0 || usedBytes[i] > usedBytes[chosen])) {
                    chosen = i;
                }
            }
            if (chosen < 0) {
                written++;
                if (bytes >= usedBytes[fullest]) {
                    continue;
                }
                chosen = fullest;
                usedBytes[chosen] = 0;
                held[chosen] = 0;
            }
            usedBytes[chosen] += bytes;
            held[chosen]++;
            if (held[chosen] == packing.maxFragments() || usedBytes[chosen] == packing.capacityBytes()) {
                written++;
                usedBytes[chosen] = 0;
                held[chosen] = 0;
            }
        }
        for (int count : held) {
            written += count > 0 ? 1 : 0;
        }
        return written;
    }
}
