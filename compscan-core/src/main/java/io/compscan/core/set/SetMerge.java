package io.compscan.core.set;

import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SuperblockTally;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.profile.Profile;
import io.compscan.core.report.OutputException;
import io.compscan.core.result.Layout;
import io.compscan.core.result.MergeResult;
import io.compscan.core.result.Overlap;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.Totals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes sets together: what one scan of everything would have found, and what the sets share. */
public final class SetMerge {

    private final Sets sets;
    private final @Nullable SetWriter writer;
    private final List<Profile> profiles;

    private SetMerge(Sets sets, @Nullable SetWriter writer, List<Profile> profiles) {
        this.sets = sets;
        this.writer = writer;
        this.profiles = profiles;
    }

    /** A writer for the union of these sets, to be handed to {@link #merge}. */
    public static SetWriter writer(Path place, boolean overwrite, Sets sets) throws OutputException {
        FingerprintSet first = sets.all().get(0);
        return SetWriter.create(
                place,
                overwrite,
                sets.layouts(),
                first.fingerprintBytes(),
                first.metadata().saltId());
    }

    /** {@link #merge(Sets, SetWriter, List)} without target systems. */
    public static MergeResult merge(Sets sets, @Nullable SetWriter writer) throws IOException {
        return merge(sets, writer, List.of());
    }

    /**
     * Merges in one walk over the entries of all sets; memory does not depend on how many there are.
     *
     * @param writer receives the union as a set of its own; null if nobody wants it
     * @param profiles target systems to tell what the union takes on
     * @throws OutputException if that cannot be written
     * @throws SetFormatException if the sets contradict themselves, or do not hold what a target system needs
     * @throws IOException if a set cannot be read or is damaged
     */
    public static MergeResult merge(Sets sets, @Nullable SetWriter writer, List<Profile> profiles) throws IOException {
        requireServed(sets, profiles);
        try {
            return new SetMerge(sets, writer, profiles).merge();
        } catch (IllegalStateException | ArithmeticException e) {
            throw new SetFormatException("the sets contradict themselves or each other: " + e.getMessage(), e);
        }
    }

    /**
     * Makes sure that the sets hold what target systems need.
     *
     * @throws SetFormatException naming one of whose chunks there are none
     */
    public static void requireServed(Sets sets, List<Profile> profiles) throws SetFormatException {
        for (Profile profile : profiles) {
            if (sets.layouts().stream().noneMatch(layout -> layout.serves(profile))) {
                throw new SetFormatException(sets.all().get(0).path() + ": has no chunks of " + profile.needs()
                        + ", which profile " + profile.name() + " needs");
            }
        }
    }

    /**
     * Folds some of the chunks of the union: those whose fingerprints begin with certain bits. The folds of all of them merge to what
     * {@link #union} takes.
     *
     * @param prefix the leading bits, as a number
     * @param bits how many these are, 0 to 30; with 0 all chunks are folded
     * @param profiles target systems that the union is folded for
     * @return for each layout
     * @throws IOException if a set cannot be read or is damaged
     */
    public static List<SchemeFold> fold(Sets sets, int prefix, int bits, List<Profile> profiles) throws IOException {
        int keyBytes = sets.all().get(0).fingerprintBytes();
        byte[] from = prefix == 0 ? null : key(prefix, bits, keyBytes);
        byte[] to = prefix + 1 == 1 << bits ? null : key(prefix + 1, bits, keyBytes);
        List<SchemeFold> folds = new ArrayList<>();
        for (int i = 0; i < sets.layouts().size(); i++) {
            SchemeFold fold = new SchemeFold(sets.layouts().get(i), profiles);
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
     * What one scan of everything would have found.
     *
     * @param folds for each layout, of all chunks
     * @param profiles the target systems that they were folded for
     */
    public static ScanResult union(Sets sets, List<SchemeFold> folds, List<Profile> profiles) {
        SuperblockTally superblocks = sets.superblocks(0, sets.all().size());
        List<ScanResult> results =
                sets.all().stream().map(set -> set.metadata().result()).toList();
        Totals totals = UnionResult.totals(results);
        List<Layout> layouts = new ArrayList<>();
        List<ProfileResult> profiled = new ArrayList<>();
        for (int i = 0; i < folds.size(); i++) {
            Layout layout = folds.get(i).layout(tally(sets, i), superblocks);
            layouts.add(layout);
            profiled.addAll(folds.get(i).profiles(profiles, layout, totals));
        }
        return UnionResult.of(
                results, layouts, profiles.stream().map(Profile::name).toList(), profiled);
    }

    private static ChunkTally tally(Sets sets, int layout) {
        ChunkTally tally = new ChunkTally();
        for (FingerprintSet set : sets.all()) {
            tally.merge(set.metadata().result().layouts().get(layout));
        }
        return tally;
    }

    private MergeResult merge() throws IOException {
        SuperblockTally superblocks = sets.superblocks(0, sets.all().size());
        List<ScanResult> results =
                sets.all().stream().map(set -> set.metadata().result()).toList();
        Totals totals = UnionResult.totals(results);
        List<Layout> layouts = new ArrayList<>();
        List<ProfileResult> profiled = new ArrayList<>();
        List<Overlap> overlaps = new ArrayList<>();
        for (int i = 0; i < sets.layouts().size(); i++) {
            Scheme spec = sets.layouts().get(i);
            OverlapTally overlap = new OverlapTally(sets.all().size());
            Layout layout = fold(i, spec, superblocks, overlap, totals, profiled);
            layouts.add(layout);
            overlaps.add(overlap.overlap(spec.chunking(), layout.uniqueBytes()));
        }
        ScanResult union = UnionResult.of(
                results, layouts, profiles.stream().map(Profile::name).toList(), profiled);
        MergeResult result = new MergeResult(union, sets.results(), overlaps);
        if (writer != null) {
            List<String> hosts = sets.all().stream()
                    .flatMap(set -> set.metadata().hosts().stream())
                    .distinct()
                    .toList();
            writer.finish(union, superblocks.totals(), hosts, Instant.now());
        }
        return result;
    }

    /** @param profiled receives what the layout comes to on target systems */
    private Layout fold(
            int number,
            Scheme spec,
            SuperblockTally superblocks,
            OverlapTally overlap,
            Totals totals,
            List<ProfileResult> profiled)
            throws IOException {
        ChunkTally tally = tally(sets, number);
        SchemeFold fold = new SchemeFold(spec, profiles);
        DistinctChunkVisitor onlooker = writer == null ? null : writer.layout(number);
        JoinedSets.forEach(sets.all(), number, (chunk, lengthBytes, storedBytes) -> {
            fold.visit(chunk.key(), chunk.references(), lengthBytes, storedBytes);
            overlap.add(chunk, lengthBytes);
            if (onlooker != null) {
                onlooker.visit(chunk.key(), chunk.references(), lengthBytes, storedBytes);
            }
        });
        Layout layout = fold.layout(tally, superblocks);
        profiled.addAll(fold.profiles(profiles, layout, totals));
        return layout;
    }
}
