package io.compscan.core.profile;

import java.io.Serializable;
import java.util.Random;

/**
 * The number of blocks that small chunks take together, from the number of chunks of each size.
 *
 * <p>The rule is the one of VDO's packer. A few blocks are open, and a fragment goes into the fullest one that has room for it. If none has
 * room, the fullest is written and begun anew. If the fragment is at least as large as the bytes in that block, the fragment is stored in a
 * block of its own instead. Sizes do not tell the order in which fragments arrive. So they arrive in random order, always in the same one.
 * If there are very many, a part with the same share of each size is packed, and the rest counts as packed as densely.
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

    /** Adds the fragments of another. */
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

    /** The number of blocks that the fragments take. */
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
        // The sequence of Random is specified, so it is the same on every JDK.
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
