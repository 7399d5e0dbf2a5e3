package io.compscan.core.scan;

import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.Sampler;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.fold.calibrate.Calibrations;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.DurableIndex;
import io.compscan.core.index.IndexFactory;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.index.IndexSettings;
import io.compscan.core.index.IndexSpace;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.measure.ReductionSoFar;
import io.compscan.core.scan.read.task.StopReason;
import io.compscan.map.SpillException;
import io.compscan.map.SpillSettings;
import io.compscan.map.SpillStore;
import io.compscan.result.ScanResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of one scan, one for each scheme, with the memory and the disk space that they share.
 *
 * <p>Any thread may ask for figures, also after {@link #close}.
 */
public final class ScanIndexes implements AutoCloseable {

    /** Enough that two threads seldom want the same shard, few enough that a batch brings each shard many chunks at once. */
    private static final int SHARDS_PER_THREAD = 2;

    private static final int MAX_SHARDS = 256;

    private final IndexMemory memory;
    private final IndexFactory factory;
    /** The space of all indexes, those of single files included: none is full as long as there is memory left for another. */
    private final IndexSpace space;

    private final List<ChunkIndex> indexes = new ArrayList<>();
    private final List<List<Sampler>> samplers = new ArrayList<>();
    /** The state of the disk space at the end. */
    private @Nullable Spilling spilling;

    private volatile boolean closed;

    /**
     * Indexes that are not open yet.
     *
     * @param checkpoints the directory to save the indexes in; null for none
     */
    public ScanIndexes(IndexMemory memory, IndexFactory factory, @Nullable Path checkpoints) {
        this.memory = memory;
        this.factory = factory;
        SpillSettings spill = memory.spill().settings();
        space = new IndexSpace(
                memory.budgetBytes(), spill == null && checkpoints != null ? savedOnly(checkpoints) : spill);
    }

    /** The settings of indexes that a checkpoint saves, and that stay in memory otherwise. */
    private static SpillSettings savedOnly(Path directory) {
        return new SpillSettings(List.of(directory), 0, 1);
    }

    /**
     * Creates the spill directories that the user named, and removes the files that killed processes left in them.
     *
     * @throws ScanException naming a directory that no index can use
     */
    public void prepareNamedSpill() throws ScanException {
        SpillStore store = space.store();
        if (store != null && memory.spill().isNamed()) {
            try {
                store.prepare();
            } catch (SpillException e) {
                throw new ScanException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** Opens an index for each scheme, for so many threads. */
    public void open(Schemes schemes, int threadCount) {
        int shards = Math.min(MAX_SHARDS, Integer.highestOneBit(SHARDS_PER_THREAD * threadCount));
        synchronized (indexes) {
            for (Scheme scheme : schemes.all()) {
                samplers.add(scheme.samplers());
                indexes.add(factory.open(new IndexSettings(
                        schemes.fingerprint().digestBytes(),
                        scheme.maxChunkBytes(),
                        scheme.sized().size(),
                        shards,
                        memory.mapListSize(),
                        space)));
            }
        }
    }

    /** Opens an index for fingerprints that other processes have taken. One thread writes to it, and the caller closes it. */
    public ChunkIndex open(Scheme scheme, int fingerprintBytes) {
        return factory.open(new IndexSettings(
                fingerprintBytes,
                scheme.maxChunkBytes(),
                scheme.sized().size(),
                SHARDS_PER_THREAD,
                memory.mapListSize(),
                space));
    }

    /** The indexes of the schemes, in their order. */
    public List<ChunkIndex> all() {
        return indexes;
    }

    /** The sample of the chunks for each scheme and each of its compressors. */
    public List<List<Sampler>> samplers() {
        return samplers;
    }

    /**
     * The meaning of the sizes in each index. It compresses the blocks that the samples have left over. No thread may write to the indexes.
     *
     * @param threadCount threads to compress with
     */
    List<Calibrations> calibrations(int threadCount) {
        return samplers.stream()
                .map(own -> Sampler.calibrations(own, threadCount))
                .toList();
    }

    IndexFactory factory() {
        return factory;
    }

    /** The memory and the disk space that the indexes share. */
    public IndexSpace space() {
        return space;
    }

    /** Saves all indexes to a checkpoint; no thread may write to them. */
    public List<IndexRuns> save(Path directory) throws IOException {
        List<IndexRuns> runs = new ArrayList<>();
        for (DurableIndex index : durable()) {
            runs.add(index.save(directory, "chunking" + runs.size()));
        }
        return runs;
    }

    /** Fills the empty indexes from a checkpoint. */
    public void restore(Path directory, List<IndexRuns> runs) throws IOException {
        List<DurableIndex> durable = durable();
        for (int i = 0; i < durable.size(); i++) {
            durable.get(i).restore(directory, runs.get(i));
        }
    }

    private List<DurableIndex> durable() {
        return indexes.stream().map(DurableIndex.class::cast).toList();
    }

    boolean isClosed() {
        return closed;
    }

    /** The memory that the indexes hold, in bytes. */
    public long memoryBytes() {
        synchronized (indexes) {
            return closed
                    ? 0
                    : indexes.stream().mapToLong(ChunkIndex::memoryBytes).sum();
        }
    }

    /** The reduction ratio of the data so far; null if it is not known. */
    @Nullable Double ratio(ReductionSoFar reduction) {
        synchronized (indexes) {
            return closed ? null : reduction.ratio(indexes);
        }
    }

    /** Whether a thread writes to disk at this moment. */
    boolean isSpilling() {
        SpillStore store = space.store();
        return store != null && store.isFreezing();
    }

    /** The state of the indexes on disk; null if they have no place there. */
    public @Nullable Spilling spilling() {
        synchronized (indexes) {
            return closed
                    ? spilling
                    : Spilling.of(
                            space.store(),
                            indexes.stream()
                                    .mapToLong(ChunkIndex::distinctChunkCount)
                                    .sum());
        }
    }

    /**
     * The outcome of a scan whose indexes these are; before they are closed.
     *
     * @param stopReason why the scan ended early, null if it did not
     * @param sums of all data, with superblocks for each compressor
     */
    public ScanOutcome outcome(ScanResult result, @Nullable StopReason stopReason, ReferenceSums sums) {
        return new ScanOutcome(result, stopReason, sums, spilling(), space.isRefused());
    }

    /** Removes the files of the indexes, for a process that ends without waiting for the scan. */
    public void removeFiles() {
        SpillStore store = space.store();
        if (store != null) {
            store.removeFiles();
        }
    }

    @Override
    public void close() {
        synchronized (indexes) {
            spilling = Spilling.of(space.store(), 0);
            closed = true;
            indexes.forEach(ChunkIndex::close);
        }
        space.close();
    }
}
