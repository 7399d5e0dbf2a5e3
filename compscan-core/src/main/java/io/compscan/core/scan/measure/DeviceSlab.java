package io.compscan.core.scan.measure;

import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.SlabQueue;
import io.compscan.core.accelerator.WrongResultException;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.chunk.rolling.CandidateRule;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.read.Slab;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slab of one thread, on a device: candidates for its cuts, digests of its chunks. Belongs to the thread.
 *
 * <pre>
 *   load      upload, and begin the search. Readers mirror the slab in pinned memory, save for the thread's first slab
 *   offer     wait for the search; candidates for a cutter
 *   digest    upload what the slab before left unfinished; digests and zeros of all chunks
 *   end       wait for the rest, for readers will overwrite the memory
 * </pre>
 *
 * <p>A call that returns false has done nothing, and the caller computes the same itself. After a failure all calls do.
 */
final class DeviceSlab implements AutoCloseable {

    /** The part of bytes without a mirror that is copied at a time. While one part is on its way to the device, the next one is copied. */
    private static final int PART_BYTES = 1 << 20;

    private static final int NO_RULE = -1;
    private static final int CHUNKS_A_CHECK = 1024;
    private static final int SLABS_A_CHECK = 64;

    private final ScanDevice device;
    private final int capacityBytes;
    private final boolean hasDigests;
    private final List<CandidateRule> rules = new ArrayList<>();
    /** For each chunker the number of its rule, or {@link #NO_RULE}. */
    private final int[] ruleNumbers;

    private @Nullable SlabQueue queue;
    /** The slab that readers mirror in the queue's memory; null if there is none. */
    private @Nullable Slab mirrored;

    private boolean isLoaded;
    /** The start of the bytes that are on the device. */
    private int uploadedFrom;

    private long slabCount;
    private boolean isCheckedSlab;

    private int digestCount;
    private byte[] digests = {};
    private byte[] zeros = {};
    private long digestedChunkCount;
    private @Nullable Fingerprinter plain;
    private final ChunkList checked = new ChunkList();
    private final byte[] check = new byte[FingerprintAlgorithm.SHA1.digestBytes()];

    /**
     * A slab that takes memory when it is first used.
     *
     * @param capacityBytes the capacity of the thread's slabs
     */
    DeviceSlab(ScanDevice device, int capacityBytes, Schemes schemes) {
        this.device = device;
        this.capacityBytes = capacityBytes;
        hasDigests = ScanDevice.digests(schemes);
        List<Chunker> chunkers = schemes.cutters();
        ruleNumbers = new int[chunkers.size()];
        for (int i = 0; i < ruleNumbers.length; i++) {
            CandidateRule rule = chunkers.get(i).candidateRule();
            ruleNumbers[i] = rule == null ? NO_RULE : rules.size();
            if (rule != null) {
                rules.add(rule);
            }
        }
    }

    /** Whether the device finds the candidates of a chunker. */
    boolean finds(int chunker) {
        return ruleNumbers[chunker] != NO_RULE;
    }

    /** Brings the pieces of a slab to the device, and begins to look for candidates. */
    void load(Slab slab) {
        isLoaded = false;
        if (device.isRetired()) {
            close();
            return;
        }
        int from = slab.pieces.isEmpty() ? 0 : slab.pieces.get(0).start();
        int to = slab.pieces.isEmpty()
                ? 0
                : slab.pieces.get(slab.pieces.size() - 1).end();
        if (from == to || (rules.isEmpty() && !hasDigests)) {
            return;
        }
        try {
            SlabQueue own = queue();
            if (slab.mirror() == null) {
                upload(own, slab.data, from, to);
                mirror(slab, own);
            } else {
                own.upload(from, to);
            }
            uploadedFrom = from;
            if (!rules.isEmpty()) {
                own.search(from / SlabQueue.ALIGNMENT_BYTES * SlabQueue.ALIGNMENT_BYTES, to);
            }
            isLoaded = true;
            isCheckedSlab = slabCount++ % SLABS_A_CHECK == 0;
        } catch (AcceleratorException e) {
            retire(e);
        }
    }

    private SlabQueue queue() throws AcceleratorException {
        if (queue == null) {
            // A reader may find one more byte in a file than the slab keeps.
            queue = device.openQueue(capacityBytes + 1, rules);
        }
        return queue;
    }

    /** The slab belongs to the same thread, which fills it again and again. */
    private void mirror(Slab slab, SlabQueue own) {
        if (mirrored == null) {
            slab.mirrorTo(own.slab());
            mirrored = slab;
        }
    }

    private static void upload(SlabQueue queue, byte[] data, int from, int to) throws AcceleratorException {
        for (int at = from, end; at < to; at = end) {
            end = Math.min(to, at + PART_BYTES);
            queue.slab().put(at, data, at, end - at);
            queue.upload(at, end);
        }
    }

    private void retire(AcceleratorException failure) {
        device.retire(failure);
        isLoaded = false;
        close();
    }

    /** Lets a cutter take the candidates in {@code [from, to)} of the loaded slab; false if the cutter must scan. */
    boolean offer(int chunker, Cutter cutter, int from, int to) {
        if (!isLoaded || queue == null) {
            return false;
        }
        try {
            cutter.take(queue.candidates(ruleNumbers[chunker]), from, to);
            return true;
        } catch (AcceleratorException e) {
            retire(e);
            return false;
        }
    }

    /** Whether the loaded slab is one of those whose candidates the processor finds again. */
    boolean isCheckedSlab() {
        return isCheckedSlab;
    }

    /** The failure for a result of the device that differs from the processor's own. */
    WrongResultException wrong(String what) {
        return new WrongResultException(
                device.name() + " gets " + what + " wrong, so there is no result; scan without --accelerator");
    }

    /**
     * Digests the chunks of the loaded slab; false if the caller must digest them.
     *
     * @param data the slab
     * @param chunks in the order of their offsets
     */
    boolean digest(byte[] data, ChunkList chunks) {
        if (!isLoaded || queue == null || !hasDigests) {
            return false;
        }
        digestCount = chunks.size();
        if (zeros.length < digestCount) {
            zeros = new byte[2 * digestCount];
            digests = new byte[zeros.length * check.length];
        }
        if (digestCount == 0) {
            return true;
        }
        try {
            // The first chunk may have begun in the slab before; its bytes came when the cuts were chosen.
            int from = chunks.offset(0);
            if (from < uploadedFrom) {
                upload(queue, data, from, uploadedFrom);
                uploadedFrom = from;
            }
            queue.digest(chunks, digests, zeros);
        } catch (AcceleratorException e) {
            retire(e);
            return false;
        }
        checkDigests(data, chunks);
        return true;
    }

    private void checkDigests(byte[] data, ChunkList chunks) {
        int untilNext = Math.floorMod(-digestedChunkCount, CHUNKS_A_CHECK);
        for (int i = untilNext; i < digestCount; i += CHUNKS_A_CHECK) {
            check(data, chunks.offset(i), chunks.length(i), i);
        }
        digestedChunkCount += digestCount;
    }

    private void check(byte[] data, int offset, int length, int chunk) {
        if (plain == null) {
            plain = FingerprintAlgorithm.SHA1.open();
        }
        checked.clear();
        checked.add(offset, length);
        plain.fingerprint(data, checked, check);
        int at = chunk * check.length;
        if (!Arrays.equals(check, 0, check.length, digests, at, at + check.length)) {
            throw wrong("SHA-1");
        }
        if (ZeroBytes.isZero(data, offset, length) != isZero(chunk)) {
            throw wrong("zeros");
        }
    }

    /** Whether a chunk of the last digested slab is all zero. */
    boolean isZero(int chunk) {
        return zeros[chunk] != 0;
    }

    /** Writes the digests of the chunks of the last digested slab that are not all zero, one after another. */
    void copyNonZero(byte[] fingerprints) {
        int at = 0;
        for (int i = 0; i < digestCount; i++) {
            if (!isZero(i)) {
                System.arraycopy(digests, i * check.length, fingerprints, at, check.length);
                at += check.length;
            }
        }
    }

    /** Ends the work on the slab. */
    void end() {
        if (isLoaded && queue != null) {
            isLoaded = false;
            try {
                queue.finish();
            } catch (AcceleratorException e) {
                retire(e);
            }
        }
    }

    /** Gives its memory back; the next slab takes new memory unless the device has failed. */
    @Override
    public void close() {
        if (mirrored != null) {
            mirrored.mirrorTo(null);
            mirrored = null;
        }
        if (queue != null) {
            queue.close();
            queue = null;
        }
    }
}
