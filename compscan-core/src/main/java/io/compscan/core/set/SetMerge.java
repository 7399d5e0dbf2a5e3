package io.compscan.core.set;

import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.KeptSample;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.profile.Profile;
import io.compscan.map.MergeCursor;
import io.compscan.report.OutputException;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.set.Alone;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.SetResult;
import io.compscan.result.set.SuperblockTotals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Merges sets into the result of one scan of everything, and computes the bytes that the sets share. */
public final class SetMerge {

    /** The number of entries for a scheme that counts all chunks. */
    public static final int NO_SKETCH = 0;

    private final Sets sets;
    private final @Nullable SetWriter writer;
    private final List<Profile> profiles;
    private final boolean allPairs;
    /** By the name of a target system; empty unless somebody needs it. */
    private final Map<String, ArrivalSample> arrivals;

    private SetMerge(Sets sets, @Nullable SetWriter writer, List<Profile> profiles, boolean allPairs)
            throws IOException {
        this.sets = sets;
        this.allPairs = allPairs;
        this.writer = writer;
        this.profiles = profiles;
        arrivals = writer != null || profiles.stream().anyMatch(Profile::needsOrder) ? sets.arrivals() : Map.of();
    }

    /** A writer for the union of these sets; the caller hands it to {@link #merge}. */
    public static SetWriter writer(Path place, boolean overwrite, Sets sets) throws OutputException {
        FingerprintSet first = sets.all().get(0);
        return SetWriter.create(
                place,
                overwrite,
                sets.schemes(),
                first.fingerprintBytes(),
                first.metadata().saltId());
    }

    /** {@link #merge(Sets, SetWriter, List)} without target systems. */
    public static MergeResult merge(Sets sets, @Nullable SetWriter writer) throws IOException {
        return merge(sets, writer, List.of());
    }

    /** {@link #merge(Sets, SetWriter, List, boolean)}; of many sets the pairs that matter. */
    public static MergeResult merge(Sets sets, @Nullable SetWriter writer, List<Profile> profiles) throws IOException {
        return merge(sets, writer, profiles, false);
    }

    /**
     * Merges in one walk over the entries of all sets; memory does not depend on their number. Of more sets than {@link PairTally} holds
     * pairs of, the walks are several.
     *
     * @param writer receives the union as a set; null for none
     * @param profiles target systems to model for the union and for each set; with several sets they cost a second walk over the entries
     * @param allPairs whether the overlaps have every pair, however many sets there are. Memory then grows with their square
     * @throws OutputException if the union cannot be written
     * @throws SetFormatException if the sets contradict themselves, or lack the chunks that a target system needs
     * @throws IOException if a set cannot be read or is damaged
     */
    public static MergeResult merge(Sets sets, @Nullable SetWriter writer, List<Profile> profiles, boolean allPairs)
            throws IOException {
        requireServed(sets, profiles);
        try {
            return new SetMerge(sets, writer, profiles, allPairs).merge();
        } catch (IllegalStateException | ArithmeticException e) {
            throw contradiction(e);
        }
    }

    /**
     * Makes sure that the sets hold the chunks that target systems need.
     *
     * @throws SetFormatException naming a target system without chunks
     */
    public static void requireServed(Sets sets, List<Profile> profiles) throws SetFormatException {
        for (Profile profile : profiles) {
            if (!sets.serve(profile)) {
                throw new SetFormatException(sets.all().get(0).path() + ": has no chunks of " + profile.needs()
                        + ", which profile " + profile.name() + " needs");
            }
        }
    }

    /**
     * Folds the chunks of the union whose fingerprints begin with certain bits. The folds for all prefixes merge to the folds that
     * {@link #union} needs. They do not know the order of the data.
     *
     * @param prefix the leading bits, as a number
     * @param bits the number of these bits, 0 to 30; 0 folds all chunks
     * @param profiles target systems that the union is folded for
     * @return the fold of each scheme
     * @throws IOException if a set cannot be read or is damaged
     */
    public static List<SchemeFold> fold(Sets sets, int prefix, int bits, List<Profile> profiles) throws IOException {
        int keyBytes = sets.all().get(0).fingerprintBytes();
        byte[] from = prefix == 0 ? null : key(prefix, bits, keyBytes);
        byte[] to = prefix + 1 == 1 << bits ? null : key(prefix + 1, bits, keyBytes);
        List<SchemeFold> folds = new ArrayList<>();
        for (int i = 0; i < sets.schemes().size(); i++) {
            SchemeFold fold = new SchemeFold(sets.schemes().get(i), profiles);
            JoinedSets.forEach(
                    sets.all(),
                    i,
                    from,
                    to,
                    (chunk, lengthBytes, storedBytes) ->
                            fold.visit(chunk.key(), chunk.references(), lengthBytes, storedBytes));
            folds.add(fold);
        }
        return folds;
    }

    private static byte[] key(int prefix, int bits, int keyBytes) {
        return ByteBuffer.allocate(keyBytes)
                .putInt(prefix << (Integer.SIZE - bits))
                .array();
    }

    /**
     * The result of the union, equal to that of one scan of everything.
     *
     * @param folds the folds of all chunks, for each scheme
     * @param profiles the target systems that they were folded for
     * @throws SetFormatException if the sets contradict themselves
     */
    public static ScanResult union(Sets sets, List<SchemeFold> folds, List<Profile> profiles)
            throws SetFormatException {
        try {
            return UnionResult.of(sets, folds, profiles);
        } catch (IllegalStateException | ArithmeticException e) {
            throw contradiction(e);
        }
    }

    /** The reason why sets that are whole do not go together. */
    static SetFormatException contradiction(RuntimeException e) {
        if (e instanceof ArithmeticException) {
            return new SetFormatException("the sets together have 2^63 bytes or references, or more", e);
        }
        return new SetFormatException("the sets contradict themselves or each other: " + e.getMessage(), e);
    }

    /** Whether a set holds a sample of the chunks of some scheme. */
    public static boolean hasSketch(Sets sets) {
        return sets.all().stream().anyMatch(FingerprintSet::isSketch);
    }

    /** The schemes of the sets. */
    public static List<Scheme> schemes(Sets sets) {
        return sets.schemes();
    }

    /** The number of entries of the sketch that holds the union, for each scheme; {@link #NO_SKETCH} if all chunks are counted. */
    public static List<Integer> sketchEntries(Sets sets) {
        return IntStream.range(0, sets.schemes().size())
                .mapToObj(scheme -> SketchUnion.entries(sets.all(), scheme).orElse(NO_SKETCH))
                .toList();
    }

    /**
     * The sketch of the union for each scheme; it may be added to others.
     *
     * @param entries the number of entries of each
     * @throws IOException if a set cannot be read or is damaged
     */
    public static List<SketchIndex> sketches(Sets sets, List<Integer> entries) throws IOException {
        List<SketchIndex> sketches = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            sketches.add(SketchUnion.of(sets.all(), i, entries.get(i)));
        }
        return sketches;
    }

    /**
     * Folds all chunks of the union. Any set may be a sketch.
     *
     * @param profiles target systems that the union is folded for
     * @return the fold of each scheme
     * @throws IOException if a set cannot be read or is damaged
     */
    public static List<SchemeFold> fold(Sets sets, List<Profile> profiles) throws IOException {
        SetMerge merge = new SetMerge(sets, null, profiles, false);
        List<SchemeFold> folds = new ArrayList<>();
        for (int i = 0; i < sets.schemes().size(); i++) {
            folds.add(merge.fold(i));
        }
        return folds;
    }

    private MergeResult merge() throws IOException {
        List<SchemeFold> folds = new ArrayList<>();
        List<LayoutToOverlap> overlapping = new ArrayList<>();
        for (int i = 0; i < sets.schemes().size(); i++) {
            Part part = part(i);
            folds.add(part.fold);
            overlapping.add(part.overlap);
        }
        ScanResult union = UnionResult.of(sets, folds, profiles);
        List<Overlap> overlaps = new ArrayList<>();
        for (int i = 0; i < overlapping.size(); i++) {
            overlaps.add(overlapping.get(i).of(union.layouts().get(i)));
        }
        MergeResult result = new MergeResult(union, sets.results(), overlaps, alone(union));
        if (writer != null) {
            List<String> hosts = sets.all().stream()
                    .flatMap(set -> set.metadata().hosts().stream())
                    .distinct()
                    .toList();
            List<SuperblockTotals> superblocks = sets.superblocks(0, sets.all().size());
            writer.finish(union, ReferenceSums.of(union, superblocks).withArrivals(arrivals), hosts, Instant.now());
        }
        return result;
    }

    /** What each set takes by itself on the target systems; it reads each set once more, if there are several. */
    private List<Alone> alone(ScanResult union) throws IOException {
        List<Alone> alone = new ArrayList<>();
        List<SetResult> results = sets.results();
        if (results.size() == 1 && !profiles.isEmpty()) {
            return List.of(new Alone(results.get(0).name(), union.profiles()));
        }
        for (int i = 0; i < results.size() && !profiles.isEmpty(); i++) {
            alone.add(new Alone(results.get(i).name(), onSystems(sets.only(List.of(i)), profiles)));
        }
        return alone;
    }

    /**
     * What the union takes on target systems: the same as in the result of a merge, in one walk and without overlaps.
     *
     * @param profiles systems whose chunks the sets hold
     * @throws SetFormatException if the sets contradict themselves
     * @throws IOException if a set cannot be read or is damaged
     */
    public static List<ProfileResult> onSystems(Sets sets, List<Profile> profiles) throws IOException {
        return union(sets, fold(sets, profiles), profiles).profiles();
    }

    /** Builds the overlap of a scheme when its layout is known. */
    @FunctionalInterface
    private interface LayoutToOverlap {
        Overlap of(Layout union);
    }

    /** The outcome of one walk over a scheme. */
    private record Part(SchemeFold fold, LayoutToOverlap overlap) {}

    private Part part(int scheme) throws IOException {
        OptionalInt entries = SketchUnion.entries(sets.all(), scheme);
        if (entries.isPresent()) {
            return foldSketch(scheme, entries.getAsInt());
        }
        OverlapTally tally = new OverlapTally(sets.all().size(), allPairs);
        SchemeFold fold = foldAll(scheme, tally::add);
        while (tally.needsAnotherWalk()) {
            JoinedSets.forEach(sets.all(), scheme, (chunk, lengthBytes, sizes) -> tally.add(chunk, lengthBytes));
        }
        return new Part(fold, union -> tally.overlap(union.chunking(), union.uniqueBytes()));
    }

    /** The fold of a scheme without an overlap, which would cost another walk over sketches. */
    private SchemeFold fold(int scheme) throws IOException {
        OptionalInt entries = SketchUnion.entries(sets.all(), scheme);
        if (entries.isEmpty()) {
            return foldAll(scheme, (chunk, lengthBytes) -> {});
        }
        try (SketchIndex index = SketchUnion.of(sets.all(), scheme, entries.getAsInt())) {
            return SchemeFold.of(sets.schemes().get(scheme), profiles, index, arrivals);
        }
    }

    /** @param overlap receives each chunk with its length */
    private SchemeFold foldAll(int scheme, ObjIntConsumer<MergeCursor> overlap) throws IOException {
        SchemeFold fold = new SchemeFold(sets.schemes().get(scheme), profiles, arrivals);
        DistinctChunkVisitor visitor = writer == null ? null : writer.scheme(scheme);
        if (visitor != null) {
            visitor.begin(null);
        }
        JoinedSets.forEach(sets.all(), scheme, (chunk, lengthBytes, storedBytes) -> {
            fold.visit(chunk.key(), chunk.references(), lengthBytes, storedBytes);
            overlap.accept(chunk, lengthBytes);
            if (visitor != null) {
                visitor.visit(chunk.key(), chunk.references(), lengthBytes, storedBytes);
            }
        });
        return fold;
    }

    private Part foldSketch(int scheme, int entries) throws IOException {
        List<FingerprintSet> all = sets.all();
        Scheme spec = sets.schemes().get(scheme);
        try (SketchIndex index = SketchUnion.of(all, scheme, entries)) {
            if (writer != null) {
                index.forEach(writer.scheme(scheme));
            }
            SchemeFold fold = SchemeFold.of(spec, profiles, index, arrivals);
            KeptSample kept = index.sample();
            if (kept.rate() == 1) {
                OverlapTally tally = new OverlapTally(all.size(), allPairs);
                do {
                    SketchUnion.forEach(
                            all, scheme, kept, (chunk, lengthBytes, sizes) -> tally.add(chunk, lengthBytes));
                } while (tally.needsAnotherWalk());
                return new Part(fold, union -> tally.overlap(union.chunking(), union.uniqueBytes()));
            }
            List<Layout> alone = all.stream()
                    .map(set -> set.metadata().result().layouts().get(scheme))
                    .toList();
            SketchOverlap tally = new SketchOverlap(spec.maxChunkBytes(), kept.rate(), alone, allPairs);
            do {
                SketchUnion.forEach(all, scheme, kept, (chunk, lengthBytes, sizes) -> tally.add(chunk, lengthBytes));
            } while (tally.needsAnotherWalk());
            return new Part(fold, tally::overlap);
        }
    }
}
