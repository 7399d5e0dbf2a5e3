package io.compscan.core.fold;

import io.compscan.core.fingerprint.WholeFiles;
import io.compscan.core.fold.calibrate.CalibratedSizes;
import io.compscan.core.fold.calibrate.Calibration;
import io.compscan.core.fold.calibrate.Calibrations;
import io.compscan.core.fold.histogram.ChunkSizeHistogram;
import io.compscan.core.fold.histogram.ReferenceHistogram;
import io.compscan.core.fold.histogram.SizeHistogram;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.KeptSample;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.profile.Profile;
import io.compscan.core.statistics.WeightSlope;
import io.compscan.result.Compressibility;
import io.compscan.result.Compression;
import io.compscan.result.Cover;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.Totals;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.SuperblockTotals;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The one fold: computes all numbers about distinct chunks from the final entries of an index.
 *
 * <p>A scan, a file that is reported on its own, a merge of sets and a cluster all end here. A fold sees each distinct chunk once, in any
 * order, and then gives the {@link #layout}. Folds that share no chunk merge to the fold of all their chunks.
 */
public final class SchemeFold implements DistinctChunkVisitor, Serializable {

    private final Scheme scheme;
    /** Positions of the sized compressors among all compressors of the scheme, in the order of the index fields. */
    private final List<Integer> sized;

    private final ReferenceHistogram refcounts = new ReferenceHistogram();
    private final ChunkSizeHistogram chunkSizes = new ChunkSizeHistogram();
    private final long[] physicalBytes;
    private final List<SizeHistogram> sizes;
    /** For each sized compressor; null where it compresses all chunks. */
    private final List<@Nullable SampleFold> samples = new ArrayList<>();

    private final Calibrations calibrations;
    private final CalibratedSizes calibrated;
    private final boolean hasSamples;
    private final boolean filesApart;
    /** Whether a target system packs in an order that is known. */
    private boolean hasOrder;

    private long uniqueChunkCount;
    private long uniqueBytes;
    /** Why some chunks have not been seen; null if all have. */
    private @Nullable String damage;

    /** For each target system that the scheme serves. */
    private final List<ProfileFold> profiles = new ArrayList<>();

    /** Null unless the chunks seen are a sample of those of the data. */
    private final @Nullable SketchTally sketch;

    /** A fold of no chunk, without target systems. */
    public SchemeFold(Scheme scheme) {
        this(scheme, List.of());
    }

    /**
     * A fold of no chunk.
     *
     * @param targets target systems; the fold leaves out those that the scheme does not {@linkplain Scheme#serves serve}
     */
    public SchemeFold(Scheme scheme, List<Profile> targets) {
        this(scheme, targets, Map.of());
    }

    /**
     * A fold of no chunk.
     *
     * @param arrivals by the name of a target system that packs in the order of the data; lacks those for which that order is not known
     */
    public SchemeFold(Scheme scheme, List<Profile> targets, Map<String, ArrivalSample> arrivals) {
        this(scheme, targets, false, 1, Calibrations.NONE, arrivals);
    }

    /** A fold of no chunk of this index, which nobody writes to any more. */
    public static SchemeFold empty(Scheme scheme, List<Profile> targets, ChunkIndex index) {
        return empty(scheme, targets, index, Calibrations.NONE, Map.of());
    }

    /**
     * Likewise, of an index that keeps quick sizes.
     *
     * @param calibrations the meaning of these
     * @param arrivals by the name of a target system that packs in the order of the data; lacks those for which that order is not known
     */
    static SchemeFold empty(
            Scheme scheme,
            List<Profile> targets,
            ChunkIndex index,
            Calibrations calibrations,
            Map<String, ArrivalSample> arrivals) {
        return new SchemeFold(
                scheme, targets, index.sample() != null, index.inclusionProbability(), calibrations, arrivals);
    }

    private SchemeFold(
            Scheme scheme,
            List<Profile> targets,
            boolean isSampled,
            double inclusionProbability,
            Calibrations calibrations,
            Map<String, ArrivalSample> arrivals) {
        this.scheme = scheme;
        this.calibrations = calibrations;
        sized = scheme.sized();
        filesApart = scheme.filesApart();
        sketch = inclusionProbability == 1 ? null : new SketchTally(inclusionProbability, scheme.maxChunkBytes());
        List<SampleRule> rules =
                isSampled ? scheme.rules().stream().map(SampleRule::ofSketch).toList() : scheme.rules();
        physicalBytes = new long[sized.size()];
        calibrated = new CalibratedSizes(calibrations, sized.size());
        sizes = IntStream.range(0, sized.size())
                .mapToObj(i -> new SizeHistogram())
                .toList();
        for (SampleRule rule : rules) {
            samples.add(rule.samples() ? new SampleFold(rule, scheme.maxChunkBytes()) : null);
        }
        hasSamples = isSampled || rules.stream().anyMatch(SampleRule::samples);
        for (Profile target : targets) {
            if (scheme.serves(target)) {
                ArrivalSample order = target.needsOrder() ? arrivals.get(target.name()) : null;
                int field = sized.indexOf(compressor(target));
                profiles.add(new ProfileFold(
                        target.allocation(),
                        scheme.maxChunkBytes(),
                        field,
                        field >= 0
                                ? rules.get(field)
                                : isSampled ? SampleRule.EVERYTHING.ofSketch() : SampleRule.EVERYTHING,
                        DrawnChunkings.Weights.of(target, scheme.sizedCompressors()),
                        order == null ? null : order.references()));
                hasOrder |= order != null;
            }
        }
    }

    /** The fold of a whole index, without target systems. */
    public static SchemeFold of(Scheme scheme, ChunkIndex index) {
        return of(scheme, List.of(), index);
    }

    /** The fold of a whole index. */
    public static SchemeFold of(Scheme scheme, List<Profile> targets, ChunkIndex index) {
        return of(scheme, targets, index, Map.of());
    }

    /**
     * The fold of a whole index.
     *
     * @param arrivals of {@link ReferenceSums#arrivals}
     */
    public static SchemeFold of(
            Scheme scheme, List<Profile> targets, ChunkIndex index, Map<String, ArrivalSample> arrivals) {
        SchemeFold fold = empty(scheme, targets, index, Calibrations.NONE, arrivals);
        for (ChunkIndex.Part part : index.parts()) {
            try {
                part.forEach(fold);
            } catch (UncheckedIOException e) {
                fold.lose(e);
            }
        }
        return fold;
    }

    /** Notes that some chunks will never be seen, as their entries cannot be read back. */
    public void lose(UncheckedIOException reason) {
        Throwable cause = reason.getCause() == null ? reason : reason.getCause();
        damage = damage == null ? String.valueOf(cause.getMessage()) : damage;
    }

    /** Why some chunks have not been seen, so that the {@link #layout} is an upper bound; null if all have. */
    public @Nullable String damage() {
        return damage;
    }

    /**
     * Whether a compressor has not compressed all chunks of the sample that its rule asks for.
     *
     * @param kept what the index keeps; null for all
     */
    public boolean lacksSizes(@Nullable KeptSample kept) {
        int firstLevel = kept == null ? 0 : kept.sizedLevel();
        return samples.stream().anyMatch(sample -> sample != null && sample.lacksSizes(firstLevel));
    }

    /** The number of chunks seen. */
    public long uniqueChunkCount() {
        return uniqueChunkCount;
    }

    /** The bytes of the chunks seen. */
    public long uniqueBytes() {
        return uniqueBytes;
    }

    @Override
    public void visit(byte[] fingerprint, long references, int lengthBytes, int[] notedSizes) {
        uniqueChunkCount++;
        uniqueBytes += lengthBytes;
        refcounts.add(references, lengthBytes);
        chunkSizes.add(references, lengthBytes);
        if (sketch != null) {
            sketch.add(references, lengthBytes);
        }
        long key = hasSamples || hasOrder || calibrated.hasAny()
                ? SampleLevels.key(fingerprint, 0, fingerprint.length)
                : 0;
        int[] storedBytes = calibrated.of(key, lengthBytes, notedSizes);
        for (int i = 0; i < physicalBytes.length; i++) {
            SampleFold sample = samples.get(i);
            if (storedBytes[i] < (sample == null ? 1 : 0) || storedBytes[i] > lengthBytes) {
                throw new IllegalStateException("a chunk of " + lengthBytes + " bytes is stored in " + storedBytes[i]);
            }
            if (sample != null) {
                sample.add(key, lengthBytes, storedBytes[i]);
                continue;
            }
            physicalBytes[i] += storedBytes[i];
            sizes.get(i).add(lengthBytes, storedBytes[i]);
        }
        boolean isEndOfFile = filesApart && !WholeFiles.isMarked(fingerprint);
        for (int i = 0; i < profiles.size(); i++) {
            profiles.get(i).add(key, references, lengthBytes, storedBytes, isEndOfFile);
        }
    }

    /** Adds the chunks of another fold of the same scheme, which must not be used any more; the two share no chunk. */
    public void merge(SchemeFold other) {
        uniqueChunkCount += other.uniqueChunkCount;
        uniqueBytes += other.uniqueBytes;
        damage = damage == null ? other.damage : damage;
        calibrated.merge(other.calibrated);
        refcounts.merge(other.refcounts);
        chunkSizes.merge(other.chunkSizes);
        if (sketch != null && other.sketch != null) {
            sketch.merge(other.sketch);
        }
        for (int i = 0; i < physicalBytes.length; i++) {
            physicalBytes[i] += other.physicalBytes[i];
            sizes.get(i).merge(other.sizes.get(i));
            SampleFold sample = samples.get(i);
            SampleFold more = other.samples.get(i);
            if (sample != null && more != null) {
                sample.merge(more);
            }
        }
        for (int i = 0; i < profiles.size(); i++) {
            profiles.get(i).merge(other.profiles.get(i));
        }
    }

    /**
     * The numbers of all chunks seen. Where some were not seen it is an upper bound: their references count as distinct chunks that do not
     * shrink, and there are no histograms.
     *
     * @param references the references to them, and to zero chunks
     * @param superblocks for each compressor; read only where the scheme compresses superblocks
     */
    public Layout layout(ChunkSums references, List<SuperblockTotals> superblocks) {
        if (sketch != null) {
            return sketch.layout(
                    scheme, references, refcounts.rows(), each(c -> estimate(sketch, c, references, superblocks)));
        }
        List<Compression> seen = each(c -> compression(c, references.chunkBytes(), superblocks));
        if (damage != null) {
            return LostChunks.of(references, refcounts.rows())
                    .layout(scheme, references, uniqueChunkCount, uniqueBytes, seen, superblocks);
        }
        return references.layout(scheme, uniqueChunkCount, uniqueBytes, chunkSizes.rows(), refcounts.rows(), seen);
    }

    private List<Compression> each(IntFunction<Compression> outcome) {
        return IntStream.range(0, scheme.compressors().size()).mapToObj(outcome).toList();
    }

    private Compression estimate(SketchTally tally, int i, ChunkSums references, List<SuperblockTotals> superblocks) {
        String name = scheme.compressors().get(i);
        if (scheme.bySuperblock()) {
            return tally.superblocks(name, scheme.superblockBytes(), references, superblocks.get(i));
        }
        int field = sized.indexOf(i);
        SampleFold sample = field < 0 ? null : samples.get(field);
        return sample == null ? tally.raw(name, references) : tally.compression(name, references, sample);
    }

    /**
     * The numbers of all chunks seen on the target systems that the scheme serves, in their order.
     *
     * @param targets the same as at the beginning
     * @param layout the outcome of {@link #layout}
     * @param totals of the data
     * @param slopes receives, by the name of a system, how the entropy of its chunks tells their stored sizes
     */
    List<ProfileResult> profiles(List<Profile> targets, Layout layout, Totals totals, Map<String, WeightSlope> slopes) {
        List<ProfileResult> results = new ArrayList<>();
        for (Profile target : targets) {
            if (!scheme.serves(target)) {
                continue;
            }
            Compression compression = layout.compression().get(compressor(target));
            int field = sized.indexOf(compressor(target));
            SampleFold sample = field < 0 ? null : samples.get(field);
            ProfileFold fold = profiles.get(results.size());
            int level = sample == null ? 0 : sample.level();
            Long mostDuplicates = layout.duplicateBytesHigh();
            long mostCopies = target.allocation()
                    .mostCopiesBytes(mostDuplicates == null ? layout.duplicateBytes() : mostDuplicates);
            SketchTally.Allocated allocated = allocated(fold, level, compression, mostCopies);
            slopes.put(target.name(), fold.slope(level));
            List<Cover> covers = ProfileCharge.covers(target, layout, compression, fold.knowsOrder());
            double ownShare = fold.ownShare(level);
            ProfileResult result = ProfileCharge.result(
                    target, layout, compression, allocated, totals, ownShare, covers, fold.arrivals());
            ProfileFold special = fold.onSpecial();
            results.add(
                    special == null
                            ? result
                            : ProfileCharge.withSpecial(
                                    result,
                                    target,
                                    layout,
                                    totals,
                                    ownShare,
                                    allocated(special, level, compression, mostCopies)
                                            .estimated()));
        }
        return results;
    }

    private SketchTally.Allocated allocated(ProfileFold fold, int level, Compression compression, long mostCopies) {
        return sketch == null
                ? fold.allocated(level, uniqueChunkCount, uniqueBytes, compression, mostCopies)
                : fold.allocated(level, sketch, compression, mostCopies);
    }

    /** The position of the compressor among those of the scheme. */
    private int compressor(Profile target) {
        return scheme.compressors().indexOf(target.compressor().name());
    }

    /**
     * The stored bytes of the chunks seen, where they are part of a larger whole.
     *
     * @param superblocks of the whole, for each compressor
     * @param whole the outcome of each compressor for the whole; its ratio holds where a sample has too few of these chunks
     */
    public ChunkGroup group(List<SuperblockTotals> superblocks, List<Compression> whole) {
        List<ChunkGroup.Physical> physical = new ArrayList<>();
        for (int i = 0; i < whole.size(); i++) {
            String name = scheme.compressors().get(i);
            int field = sized.indexOf(i);
            SampleFold sample = field < 0 ? null : samples.get(field);
            if (sample != null) {
                physical.add(sample.physical(name, uniqueChunkCount, uniqueBytes, whole.get(i)));
            } else {
                Compression compression = compression(i, uniqueBytes, superblocks);
                physical.add(new ChunkGroup.Physical(name, compression.method(), compression.physicalBytes()));
            }
        }
        return new ChunkGroup(uniqueChunkCount, uniqueBytes, physical);
    }

    /**
     * The largest key, unsigned, up to which the compressor has compressed every chunk seen. Beyond it the compressor may have compressed
     * some chunks, depending on the order of the scan.
     */
    long lastCompressedKey(int compressor) {
        int field = sized.indexOf(compressor);
        SampleFold sample = field < 0 ? null : samples.get(field);
        return sample == null ? -1L : sample.lastKey();
    }

    private Compression compression(int compressor, long scannedBytes, List<SuperblockTotals> superblocks) {
        String name = scheme.compressors().get(compressor);
        if (scheme.bySuperblock()) {
            return superblocks.get(compressor).compression(name, scheme.superblockBytes(), scannedBytes, uniqueBytes);
        }
        int field = sized.indexOf(compressor);
        if (field < 0) {
            return Compression.ofChunks(name, scannedBytes, uniqueBytes, uniqueBytes, rawSizes());
        }
        SampleFold sample = samples.get(field);
        if (sample != null) {
            return sample.compression(name, scannedBytes, uniqueChunkCount, uniqueBytes);
        }
        Calibration calibration = calibrations.of(field);
        if (calibration != null && !calibration.isExact()) {
            return SampleFold.compression(
                    name, scannedBytes, uniqueChunkCount, uniqueBytes, calibration, calibrated.quickBytes(field));
        }
        return Compression.ofChunks(
                name,
                scannedBytes,
                uniqueBytes,
                physicalBytes[field],
                sizes.get(field).rows());
    }

    /** Without a compressor every chunk is stored at its length. */
    private List<Compressibility> rawSizes() {
        return uniqueChunkCount == 0 ? List.of() : List.of(new Compressibility(100, uniqueChunkCount, uniqueBytes));
    }
}
