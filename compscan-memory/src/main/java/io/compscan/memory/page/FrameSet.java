package io.compscan.memory.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A set of page frames that numbers its members from 0, without gaps. One thread adds; after {@link #seal} any thread asks.
 *
 * <pre>
 *   frame number   | block: 48 bits | 16 bits |
 *   slot           | number of the block: 15 bits | 16 bits |     known at once, fits an int
 *   index          members before the slot                        known once the set is sealed
 * </pre>
 *
 * A block takes 10 KiB and covers 256 MiB, so all frames of 1 TiB take 40 MiB.
 */
public final class FrameSet {

    private static final int BLOCK_BITS = 16;
    private static final int BLOCK_MASK = (1 << BLOCK_BITS) - 1;
    private static final int WORDS = (1 << BLOCK_BITS) / Long.SIZE;
    private static final int MAX_BLOCKS = 1 << 15;

    private final Map<Long, Integer> numbers = new HashMap<>();
    private final List<long[]> blocks = new ArrayList<>();
    private final List<char[]> before = new ArrayList<>();
    private int[] base = {};
    private int count;
    private long lastBlock = -1;
    private int lastNumber;

    /**
     * The slot of a frame, which need not be a member.
     *
     * @throws UncheckedIOException if the frames lie in more than 8 TiB
     */
    public int slot(long frame) {
        long block = frame >>> BLOCK_BITS;
        if (block != lastBlock) {
            Integer number = numbers.get(block);
            if (number == null) {
                if (blocks.size() == MAX_BLOCKS) {
                    throw new UncheckedIOException(new IOException("pages from more than 8 TiB of memory"));
                }
                number = blocks.size();
                numbers.put(block, number);
                blocks.add(new long[WORDS]);
            }
            lastBlock = block;
            lastNumber = number;
        }
        return lastNumber << BLOCK_BITS | (int) (frame & BLOCK_MASK);
    }

    /** Makes the frame at this slot a member; returns false if it is one already. */
    public boolean add(int slot) {
        long[] words = blocks.get(slot >>> BLOCK_BITS);
        int bit = slot & BLOCK_MASK;
        long mask = 1L << bit;
        if ((words[bit >>> 6] & mask) != 0) {
            return false;
        }
        words[bit >>> 6] |= mask;
        count++;
        return true;
    }

    /** The number of members. */
    public int count() {
        return count;
    }

    /** Ends the adding. */
    public void seal() {
        base = new int[blocks.size()];
        int members = 0;
        for (int i = 0; i < base.length; i++) {
            base[i] = members;
            char[] prefix = new char[WORDS];
            int inBlock = 0;
            for (int word = 0; word < WORDS; word++) {
                prefix[word] = (char) inBlock;
                inBlock += Long.bitCount(blocks.get(i)[word]);
            }
            before.add(prefix);
            members += inBlock;
        }
    }

    /** The index of the member at this slot, from 0 to {@link #count} - 1. */
    public int index(int slot) {
        int block = slot >>> BLOCK_BITS;
        int bit = slot & BLOCK_MASK;
        int word = bit >>> 6;
        long below = blocks.get(block)[word] & ((1L << bit) - 1);
        return base[block] + before.get(block)[word] + Long.bitCount(below);
    }
}
