package io.compscan.core.fold.calibrate;

import io.compscan.core.PatientJoin;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A random sample of the blocks of all distinct chunks, which a slow compressor sees in place of them all. All threads share it.
 *
 * <p>Each block has a {@linkplain Spot rank}: a random number made of its chunk's fingerprint, over its length. The sample consists of the blocks
 * with the lowest ranks, so the probability of a block grows with its length. This is priority sampling (Duffield, Lund, Thorup 2007). The
 * rank behind the last one is the {@link #limit}: given it, a block is in the sample with the probability {@code length * limit}.
 * Neither threads nor their order count, and a block that comes twice counts once.
 *
 * <p>At first nearly every block is among the lowest. So blocks wait as long as there is memory for them, and only those that stay are
 * compressed.
 */
public final class BlockSample {

    /** Half of the interval is then some 0.6 %, where a block's sizes deviate by 10 % from one factor. */
    private static final int SIZE = 1024;

    private static final long MOST_PENDING_BYTES = 64 << 20;
    /** A small heap has room for little that waits; several compressors may have a sample each. */
    private static final int HEAP_PARTS = 32;

    private final CompressorSpec quick;
    private final CompressorSpec slow;
    private final int size;
    private final long mostPendingBytes;

    /** Up to one block more than the sample has: the last one marks its end. */
    private final TreeMap<Spot, SampledBlock> blocks = new TreeMap<>();
    /** The packed bytes of blocks that wait for the slow compressor. */
    private long pendingBytes;

    private volatile double limit = Double.POSITIVE_INFINITY;

    /** An empty sample for a compressor that has a {@linkplain CompressorSpec#quick quick} one. */
    public BlockSample(CompressorSpec slow) {
        this(slow, SIZE, Math.min(MOST_PENDING_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PARTS));
    }

    BlockSample(CompressorSpec slow, int size, long mostPendingBytes) {
        this.slow = slow;
        this.size = size;
        this.mostPendingBytes = mostPendingBytes;
        quick = Objects.requireNonNull(slow.quick(), () -> slow + " is quick enough for all chunks");
    }

    CompressorSpec quick() {
        return quick;
    }

    CompressorSpec slow() {
        return slow;
    }

    /** Whether a block of this rank may belong to the sample; once it does not, it never will. */
    boolean wants(double rank) {
        return rank < limit;
    }

    /** Adds a block, or another place of one that is there; does nothing if it does not belong to the sample. */
    synchronized void add(Spot spot, int lengthBytes, Place place) {
        if (!wants(spot.rank())) {
            return;
        }
        SampledBlock block = blocks.get(spot);
        if (block == null) {
            block = new SampledBlock(spot, lengthBytes);
            blocks.put(spot, block);
        }
        boolean keepsAll = holdsAll();
        block.add(keepsAll ? place : block.drawn(place), keepsAll, this::hold, this::release);
        if (blocks.size() > size) {
            cut(keepsAll);
        }
    }

    /** Leaves one block more than the sample has. */
    private void cut(boolean isFirst) {
        while (blocks.size() > size + 1) {
            blocks.pollLastEntry();
        }
        SampledBlock end = blocks.lastEntry().getValue();
        end.strip(this::release);
        if (isFirst) {
            for (SampledBlock block : blocks.headMap(end.spot()).values()) {
                block.reduce(this::hold, this::release);
            }
        }
        limit = end.spot().rank();
    }

    private void hold(Place place) {
        place.blocks().forEach(block -> pendingBytes += block.hold());
    }

    private void release(Place place) {
        place.blocks().forEach(block -> pendingBytes -= block.release());
    }

    /** Whether every block so far is in the sample. */
    private boolean holdsAll() {
        return limit == Double.POSITIVE_INFINITY;
    }

    /** Packed bytes that wait for the slow compressor. */
    synchronized long pendingBytes() {
        return pendingBytes;
    }

    /** Compresses blocks while too many bytes wait, those first that are the most certain to stay. */
    void relieve(Compressor compressor) {
        PendingBlock block = takeExcess();
        while (block != null) {
            settle(block, compressor);
            block = takeExcess();
        }
    }

    boolean isOverfull() {
        return pendingBytes() > mostPendingBytes;
    }

    private synchronized @Nullable PendingBlock takeExcess() {
        return pendingBytes > mostPendingBytes ? take() : null;
    }

    private synchronized @Nullable PendingBlock take() {
        for (SampledBlock block : blocks.values()) {
            for (Place place : block.places()) {
                for (PendingBlock pending : place.blocks()) {
                    if (pending.take()) {
                        return pending;
                    }
                }
            }
        }
        return null;
    }

    private void settle(PendingBlock block, Compressor compressor) {
        int bytes = block.compress(compressor);
        synchronized (this) {
            pendingBytes -= block.settle(bytes);
        }
    }

    /**
     * Compresses the blocks that are left, and returns the calibration of all chunks. No thread may add blocks any more.
     *
     * @param threadCount threads to compress with
     */
    public Calibration finish(int threadCount) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            Thread thread = new Thread(() -> settleAll(failure), "compscan-sample-" + i);
            threads.add(thread);
            thread.start();
        }
        threads.forEach(PatientJoin::of);
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("the sample of " + slow + " failed: " + thrown, thrown);
        }
        synchronized (this) {
            return holdsAll() ? Calibration.ofAll(blocks.values()) : Calibration.ofSample(sized(), limit);
        }
    }

    /** The sample, in the order of the ranks. */
    private List<SizedBlock> sized() {
        return blocks.headMap(blocks.lastKey()).values().stream()
                .map(SampledBlock::sized)
                .toList();
    }

    private void settleAll(AtomicReference<@Nullable Throwable> failure) {
        try (Compressor compressor = slow.ofWhole().open()) {
            for (PendingBlock block = take(); block != null && failure.get() == null; block = take()) {
                settle(block, compressor);
            }
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }
}
