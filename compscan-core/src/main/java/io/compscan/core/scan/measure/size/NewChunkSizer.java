package io.compscan.core.scan.measure.size;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.Sampler;
import io.compscan.core.fold.calibrate.QuickBlocks;
import io.compscan.core.index.NewChunks;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.scan.read.Slab;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stored sizes of new chunks: a batch at a time, each chunk once for each compressor, for all who ask. Belongs to one thread.
 *
 * <p>A chunk that shares a block with others is sized at each place where it lies. Its size would otherwise depend on which place the
 * scan reads first.
 */
public final class NewChunkSizer {

    /** The compressors whose sizes the index keeps, in the order of its fields. */
    private final List<Compressor> compressors;

    /** The quick companion that replaces each requested compressor; null if the compressor is the requested one. */
    private final List<@Nullable QuickBlocks> companions = new ArrayList<>();

    /** For each of them the sizes that depend on places; null if none do. */
    private final List<@Nullable PlacedSizes> placed = new ArrayList<>();

    private final boolean anyPlaced;

    private byte[] data = {};
    private ChunkList chunks = new ChunkList();
    /** The keys by which samples choose the chunks of a slab. */
    private IntToLongFunction keys = i -> 0;

    /** The sizes that are known of the slab's chunks. */
    private final StoredSizes known;

    private int[] asked = {};

    /**
     * A compressor whose sizes the index keeps.
     *
     * @param spec the requested one
     * @param compressor the one that sizes chunks
     * @param companion the quick companion behind it, if there is one
     */
    public record Sizing(
            CompressorSpec spec,
            Compressor compressor,
            @Nullable QuickBlocks companion) {}

    /**
     * A sizer that knows no chunk.
     *
     * @param sizings in the order of the index's fields
     * @param opened opens the other compressors that the rules of file systems ask for
     * @param sparseFileBytes longer files are cut at their holes, see {@link io.compscan.core.chunk.FileRules}
     */
    public NewChunkSizer(List<Sizing> sizings, SlabCompressors opened, long sparseFileBytes) {
        compressors = sizings.stream().map(Sizing::compressor).toList();
        known = new StoredSizes(sizings.size());
        for (Sizing sizing : sizings) {
            CompressorSpec spec = sizing.spec();
            placed.add(
                    spec.sharesBlocks()
                            ? new SharedBlocks(
                                    sizing.compressor(),
                                    opened.open(CompressorSpec.fast()),
                                    sizing.companion(),
                                    spec.blockBytes())
                            : spec.runBytes() > 0
                                    ? new RawRuns(
                                            sizing.compressor(),
                                            opened.savedPages(spec),
                                            spec.runBytes(),
                                            placed.size(),
                                            known,
                                            sparseFileBytes)
                                    : null);
            companions.add(sizing.companion());
        }
        anyPlaced = placed.stream().anyMatch(sizes -> sizes != null);
    }

    /** The number of compressors. */
    public int compressorCount() {
        return compressors.size();
    }

    /** Whether there is no compressor. */
    public boolean isIdle() {
        return compressors.isEmpty();
    }

    /** Begins a slab: forgets the sizes of the last one. */
    public void begin(Slab slab, ChunkList itsChunks, IntToLongFunction itsKeys) {
        data = slab.data;
        chunks = itsChunks;
        keys = itsKeys;
        known.clear(0, chunks.size());
        if (asked.length < chunks.size()) {
            asked = new int[chunks.size()];
        }
    }

    /**
     * Finds the sizes that depend on places, before anybody asks for single chunks.
     *
     * @param firstOfPiece the first chunk of each piece of the slab, and the count of all
     * @param anyPerFile whether an index of a single file asks, too
     */
    public void measurePlaced(
            Slab slab,
            int[] firstOfPiece,
            byte[] fingerprints,
            int fingerprintBytes,
            List<Sampler> controls,
            boolean anyPerFile) {
        if (!anyPlaced) {
            return;
        }
        for (int c = 0; c < compressors.size(); c++) {
            PlacedSizes own = placed.get(c);
            if (own != null) {
                Sampler control = controls.get(c);
                IntPredicate isWanted = chunk -> anyPerFile || control.wants(keys.applyAsLong(chunk));
                own.measure(slab, chunks, firstOfPiece, fingerprints, fingerprintBytes, keys, isWanted);
            }
        }
    }

    /**
     * Sizes the new chunks among {@code [from, to)} that the samples want, and reports them to the samples.
     *
     * @param controls for each compressor the sample of the index that asks
     * @param sizes receives the sizes
     */
    public void sizeNew(int from, int to, NewChunks fresh, List<Sampler> controls, StoredSizes sizes) {
        boolean areCertain = fresh.areCertain();
        for (int c = 0; c < compressors.size(); c++) {
            Sampler control = controls.get(c);
            int count = 0;
            for (int i = from; i < to; i++) {
                if (fresh.isNew(i) && control.wants(keys.applyAsLong(i))) {
                    asked[count++] = i;
                }
            }
            size(c, count, sizes);
            for (int k = 0; areCertain && k < count; k++) {
                control.report(keys.applyAsLong(asked[k]), sampledBytes(c, asked[k]));
            }
        }
    }

    /** Sizes the chunks among {@code [from, to)} that the index knows and whose size depends on their place. */
    public void sizePlaced(int from, int to, NewChunks fresh, List<Sampler> controls, StoredSizes sizes) {
        if (!anyPlaced) {
            return;
        }
        for (int c = 0; c < compressors.size(); c++) {
            PlacedSizes own = placed.get(c);
            if (own == null) {
                continue;
            }
            int count = 0;
            for (int i = from; i < to; i++) {
                if (!fresh.isNew(i)
                        && fresh.wantsSize(i)
                        && own.concerns(i, chunks.length(i))
                        && controls.get(c).wants(keys.applyAsLong(i))) {
                    asked[count++] = i;
                }
            }
            size(c, count, sizes);
        }
    }

    private void size(int compressor, int count, StoredSizes sizes) {
        for (int k = 0; k < count; k++) {
            int i = asked[k];
            int here = placedBytes(compressor, i);
            sizes.set(i, compressor, here > 0 ? here : aloneBytes(compressor, i));
        }
    }

    private int placedBytes(int compressor, int chunk) {
        PlacedSizes own = placed.get(compressor);
        return own == null ? 0 : own.storedBytes(chunk);
    }

    private int aloneBytes(int compressor, int chunk) {
        int bytes = known.get(chunk, compressor);
        if (bytes == 0) {
            bytes = compressedAlone(compressor, chunk);
            known.set(chunk, compressor, bytes);
        }
        return bytes;
    }

    private int compressedAlone(int compressor, int chunk) {
        Compressor own = compressors.get(compressor);
        QuickBlocks companion = companions.get(compressor);
        int offset = chunks.offset(chunk);
        int length = chunks.length(chunk);
        return companion == null
                ? own.storedBytes(data, offset, length)
                : companion.chunkBytes(keys.applyAsLong(chunk), own, data, offset, length);
    }

    /** The size that decides how large a sample must be; it does not depend on which of a chunk's places the scan reads first. */
    private int sampledBytes(int compressor, int chunk) {
        PlacedSizes own = placed.get(compressor);
        return own == null || own.storedBytes(chunk) == 0 ? known.get(chunk, compressor) : own.aloneBytes(chunk);
    }
}
