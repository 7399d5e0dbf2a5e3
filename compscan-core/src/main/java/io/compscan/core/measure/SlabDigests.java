package io.compscan.core.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fingerprint.Fingerprinter;
import java.util.Arrays;

/**
 * The digests of a slab's chunks, so that a chunk that several chunkings have in common is digested once: most small files are such chunks.
 *
 * <p>A table of hashes of (offset, length) with linear probing; a slot holds the number of a chunk plus one. Belongs to one thread.
 */
final class SlabDigests {

    private static final int INITIAL_SLOTS = 1024;

    private final int digestBytes;
    private int[] slots = new int[INITIAL_SLOTS];
    private final ChunkList known = new ChunkList();
    private byte[] digests = {};

    private final ChunkList missing = new ChunkList();
    private byte[] fresh = {};

    SlabDigests(int digestBytes) {
        this.digestBytes = digestBytes;
    }

    /** Begins a slab: forgets the one before. */
    void begin() {
        Arrays.fill(slots, 0);
        known.clear();
    }

    /** Fingerprints the chunks; asks for those that are not known from another chunking. */
    void fingerprint(Fingerprinter fingerprinter, byte[] data, ChunkList chunks, byte[] fingerprints) {
        int[] numbers = new int[chunks.size()];
        missing.clear();
        for (int i = 0; i < chunks.size(); i++) {
            int number = slots[slotOf(chunks.offset(i), chunks.length(i))] - 1;
            numbers[i] = number;
            if (number < 0) {
                missing.add(chunks.offset(i), chunks.length(i));
            }
        }
        if (fresh.length < missing.size() * digestBytes) {
            fresh = new byte[2 * missing.size() * digestBytes];
        }
        fingerprinter.fingerprint(data, missing, fresh);
        int next = 0;
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] >= 0) {
                System.arraycopy(digests, numbers[i] * digestBytes, fingerprints, i * digestBytes, digestBytes);
            } else {
                System.arraycopy(fresh, next++ * digestBytes, fingerprints, i * digestBytes, digestBytes);
            }
        }
        keep();
    }

    private void keep() {
        int from = known.size();
        int to = from + missing.size();
        if (2 * to > slots.length) {
            grow(to);
        }
        if (digests.length < to * digestBytes) {
            digests = Arrays.copyOf(digests, 2 * to * digestBytes);
        }
        System.arraycopy(fresh, 0, digests, from * digestBytes, missing.size() * digestBytes);
        for (int i = 0; i < missing.size(); i++) {
            known.add(missing.offset(i), missing.length(i));
            slots[slotOf(missing.offset(i), missing.length(i))] = from + i + 1;
        }
    }

    private void grow(int chunks) {
        slots = new int[Integer.highestOneBit(chunks) * 4];
        for (int i = 0; i < known.size(); i++) {
            slots[slotOf(known.offset(i), known.length(i))] = i + 1;
        }
    }

    /** The slot of the chunk, or the empty one where it belongs. */
    private int slotOf(int offset, int length) {
        int hash = (int) (((offset * 31L + length) * 0x9e3779b97f4a7c15L) >>> 32);
        int slot = hash & slots.length - 1;
        while (slots[slot] != 0 && !isAt(slots[slot] - 1, offset, length)) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private boolean isAt(int number, int offset, int length) {
        return known.offset(number) == offset && known.length(number) == length;
    }
}
