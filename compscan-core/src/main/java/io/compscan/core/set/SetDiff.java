package io.compscan.core.set;

import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.profile.Profiles;
import io.compscan.map.MergeCursor;
import io.compscan.result.Compression;
import io.compscan.result.Grade;
import io.compscan.result.Layout;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.DiffResult.DiffLayout;
import io.compscan.result.set.DiffResult.DiffStep;
import io.compscan.result.set.Imported;
import io.compscan.result.set.NextBackup;
import io.compscan.result.set.SuperblockTotals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares sets of the same data at several times, each with the one before. */
public final class SetDiff {

    private final Sets sets;
    private final int keep;

    private SetDiff(Sets sets, int keep) {
        this.sets = sets;
        this.keep = keep;
    }

    /**
     * Compares in one walk over the entries of all sets; memory does not depend on how many there are.
     *
     * @param keep how many sets a backup keeps, 1 or more
     * @throws SetFormatException if the sets contradict themselves
     * @throws IOException if a set cannot be read or is damaged
     */
    public static DiffResult diff(Sets sets, int keep) throws IOException {
        for (FingerprintSet set : sets.all()) {
            if (set.isSketch()) {
                throw new SetFormatException(set.path()
                        + ": holds a sketch, and a comparison needs every chunk; save it with --index exact");
            }
        }
        try {
            SetDiff diff = new SetDiff(sets, keep);
            List<DiffLayout> layouts = new ArrayList<>();
            for (int i = 0; i < sets.schemes().size(); i++) {
                layouts.add(diff.layout(i));
            }
            return new DiffResult(keep, sets.results(), layouts);
        } catch (IllegalStateException | ArithmeticException e) {
            throw SetMerge.contradiction(e);
        }
    }

    /** A fold of chunks whose sizes by some of the compressors are known. */
    private static final class Group {
        private final Scheme scheme;
        private final SchemeFold fold;
        /** For each sized compressor its position among those of all sets. */
        private final int[] fields;

        private final int[] storedBytes;

        Group(Scheme scheme, Scheme all) {
            this.scheme = scheme;
            fold = new SchemeFold(scheme);
            List<String> names = scheme.sizedCompressors();
            fields = names.stream().mapToInt(all.sizedCompressors()::indexOf).toArray();
            storedBytes = new int[fields.length];
        }

        void add(byte[] key, int lengthBytes, int[] allStoredBytes) {
            for (int i = 0; i < fields.length; i++) {
                storedBytes[i] = allStoredBytes[fields[i]];
            }
            fold.visit(key, 1, lengthBytes, storedBytes);
        }

        /** @param layouts of the sets that know the compressors */
        ChunkGroup end(List<SuperblockTotals> superblocks, Layout... layouts) {
            List<Compression> whole = scheme.compressors().stream()
                    .map(name -> Arrays.stream(layouts)
                            .flatMap(layout -> layout.compression().stream())
                            .filter(one -> one.compressor().equals(name))
                            .findFirst()
                            .orElseThrow())
                    .toList();
            return fold.group(superblocks, whole);
        }
    }

    /** The folds for one set. */
    private record StepFolds(Group added, Group removed, Group common, Group kept) {}

    private DiffLayout layout(int number) throws IOException {
        List<Scheme> schemes =
                sets.all().stream().map(set -> set.schemes().get(number)).toList();
        Scheme all = JoinedSets.union(schemes);
        List<StepFolds> folds = new ArrayList<>();
        for (int i = 0; i < schemes.size(); i++) {
            Scheme before = schemes.get(Math.max(0, i - 1));
            List<Scheme> held = new ArrayList<>(schemes.subList(firstKept(i), i + 1));
            Collections.reverse(held);
            folds.add(new StepFolds(
                    new Group(schemes.get(i), all),
                    new Group(before, all),
                    new Group(JoinedSets.union(List.of(schemes.get(i), before)), all),
                    new Group(JoinedSets.intersection(held), all)));
        }
        JoinedSets.forEach(
                sets.all(), number, (chunk, lengthBytes, storedBytes) -> add(folds, chunk, lengthBytes, storedBytes));
        List<DiffStep> steps = new ArrayList<>();
        for (int i = 0; i < folds.size(); i++) {
            steps.add(step(number, i, folds.get(i)));
        }
        return new DiffLayout(all.chunking(), all.fingerprint(), steps);
    }

    private int firstKept(int number) {
        return Math.max(0, number - keep + 1);
    }

    /** Adds a chunk. Its references do not matter here: one copy of each chunk counts. */
    private void add(List<StepFolds> folds, MergeCursor chunk, int lengthBytes, int[] storedBytes) {
        int holder = 0;
        int last = -1;
        for (int i = 0; i < folds.size(); i++) {
            boolean wasHeld = last >= 0 && last == i - 1;
            boolean isHeld = holder < chunk.sourceCount() && chunk.source(holder) == i;
            if (isHeld) {
                last = i;
                holder++;
            }
            StepFolds step = folds.get(i);
            if (isHeld && wasHeld) {
                step.common().add(chunk.key(), lengthBytes, storedBytes);
            } else if (isHeld) {
                step.added().add(chunk.key(), lengthBytes, storedBytes);
            } else if (wasHeld) {
                step.removed().add(chunk.key(), lengthBytes, storedBytes);
            }
            if (last >= 0 && i - last < keep) {
                step.kept().add(chunk.key(), lengthBytes, storedBytes);
            }
        }
    }

    private DiffStep step(int layout, int number, StepFolds folds) {
        int before = Math.max(0, number - 1);
        Layout own = layoutOf(number, layout);
        Layout earlier = layoutOf(before, layout);
        List<SuperblockTotals> superblocks = superblocks(number, number);
        ChunkGroup added = folds.added.end(superblocks, own);
        ChunkGroup common = folds.common.end(superblocks, own, earlier);
        return new DiffStep(
                unique(own),
                added,
                folds.removed.end(superblocks(before, before), earlier),
                common,
                folds.kept.end(superblocks(firstKept(number), number), own),
                number == 0 ? null : next(sets.all().get(before), sets.all().get(number), added, common));
    }

    /** The superblocks of some sets. Where their compressors differ, no scheme compresses superblocks. */
    private List<SuperblockTotals> superblocks(int first, int last) {
        return sets.all().stream().anyMatch(set -> set.imported() != null)
                ? List.of()
                : sets.superblocks(first, last + 1);
    }

    /** What a backup of a scan adds to the repository of an index; null if the two sets are something else. */
    private static @Nullable NextBackup next(
            FingerprintSet before, FingerprintSet set, ChunkGroup added, ChunkGroup common) {
        Imported index = before.imported();
        if (index == null || set.imported() != null) {
            return null;
        }
        List<NextBackup.Stored> stored = added.physical().stream()
                .map(one -> new NextBackup.Stored(
                        one.compressor(), one.method(), one.physicalBytes(), grade(index, one.compressor())))
                .toList();
        boolean isPlain = index.isPlain() || common.chunks() > 0;
        return new NextBackup(
                index.format(),
                added.chunks(),
                added.bytes(),
                isPlain ? Grade.MEASURED : Grade.ASSUMED,
                stored,
                index.metadata());
    }

    /** The grade of sizes by a compressor of the scan, which the program does not use. */
    private static Grade grade(Imported index, String compressor) {
        String profile = index.profile();
        return profile != null && index.compressor().equals(compressor)
                ? Grade.ofModel(Profiles.named(profile).checked())
                : Grade.MODELLED;
    }

    private Layout layoutOf(int set, int layout) {
        return sets.all().get(set).metadata().result().layouts().get(layout);
    }

    private static ChunkGroup unique(Layout layout) {
        return new ChunkGroup(
                layout.uniqueChunkCount(),
                layout.uniqueBytes(),
                layout.compression().stream()
                        .map(one -> new ChunkGroup.Physical(one.compressor(), one.method(), one.physicalBytes()))
                        .toList());
    }
}
