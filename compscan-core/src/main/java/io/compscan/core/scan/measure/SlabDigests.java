package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.scan.measure.size.SlabTable;
import java.util.Arrays;

/**
 * The digests of a slab's chunks, so that a chunk that several chunkings have in common is digested once: most small files are such chunks.
 * Belongs to one thread.
 */
final class SlabDigests {

    private final int digestBytes;
    private final SlabTable known = new SlabTable();
    private byte[] digests = {};

    private final ChunkList missing = new ChunkList();
    private byte[] fresh = {};

    SlabDigests(int digestBytes) {
        this.digestBytes = digestBytes;
    }

    /** Begins a slab: forgets the one before. */
    void begin() {
        known.clear();
    }

    /** Fingerprints the chunks; asks for those that are not known from another chunking. */
    void fingerprint(Fingerprinter fingerprinter, byte[] data, ChunkList chunks, byte[] fingerprints) {
        int[] numbers = new int[chunks.size()];
        missing.clear();
        for (int i = 0; i < chunks.size(); i++) {
            int number = known.find(chunks.offset(i), chunks.length(i));
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
        if (digests.length < to * digestBytes) {
            digests = Arrays.copyOf(digests, 2 * to * digestBytes);
        }
        System.arraycopy(fresh, 0, digests, from * digestBytes, missing.size() * digestBytes);
        for (int i = 0; i < missing.size(); i++) {
            known.add(missing.offset(i), missing.length(i));
        }
    }
}
