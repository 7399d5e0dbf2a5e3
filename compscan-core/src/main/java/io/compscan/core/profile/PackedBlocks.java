package io.compscan.core.profile;

import java.io.Serializable;
import java.util.Random;

/**
 * The number of blocks that small chunks take together, from the number of chunks of each size.
 *
 * <p>{@link OpenBlocks} has the rule. Sizes do not say in which order fragments arrive, so they arrive in random order, always in the same
 * one. If there are very many, a part with the same share of each size is packed, and the rest counts as packed as densely. Where a
 * {@link Packing} depends on the order of the data, {@link ArrivalSample} measures what that order costs.
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

    /** The mean number of fragments in a block; 1 without blocks. */
    public double fragmentsOfBlock(long blocks) {
        return blocks == 0 ? 1 : (double) fragments / blocks;
    }

    /** The number of blocks that the fragments take in random order. */
    public long blockCount() {
        if (fragments == 0) {
            return 0;
        }
        int[] arriving = shuffled();
        long blocks = pack(packing, arriving);
        return arriving.length == fragments ? blocks : possible((double) blocks / arriving.length * fragments);
    }

    /**
     * The number of blocks that the fragments take in another order.
     *
     * @param shuffled the outcome of {@link #blockCount}
     * @param growth how many times these blocks they take
     */
    public long blockCount(long shuffled, double growth) {
        return growth == 1 ? shuffled : possible(shuffled * growth);
    }

    /** The nearest possible number of blocks. */
    private long possible(double blocks) {
        long least = (fragmentBytes + packing.capacityBytes() - 1) / packing.capacityBytes();
        return Math.min(fragments, Math.max(least, (long) Math.ceil(blocks)));
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
        return shuffle(sizes);
    }

    /** Shuffles in place. */
    private static int[] shuffle(int[] sizes) {
        // The sequence of Random is specified, so it is the same on every JDK.
        Random random = new Random(SEED);
        for (int i = sizes.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int moved = sizes[i];
            sizes[i] = sizes[other];
            sizes[other] = moved;
        }
        return sizes;
    }

    /** The number of blocks that fragments of these sizes take in random order. */
    static long shuffledBlockCount(Packing packing, int[] sizes) {
        return pack(packing, shuffle(sizes));
    }

    private static long pack(Packing packing, int[] arriving) {
        OpenBlocks blocks = new OpenBlocks(packing);
        for (int bytes : arriving) {
            blocks.put(bytes);
        }
        return blocks.blockCount();
    }
}
