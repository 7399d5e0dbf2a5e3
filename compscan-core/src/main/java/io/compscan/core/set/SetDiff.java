package io.compscan.core.set;

import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.map.MergeCursor;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.DiffResult.DiffLayout;
import io.compscan.result.set.DiffResult.DiffStep;
import io.compscan.result.set.SuperblockTotals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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

    /** The folds for one set. */
    private record StepFolds(SchemeFold added, SchemeFold removed, SchemeFold common, SchemeFold kept) {}

    private DiffLayout layout(int number) throws IOException {
        Scheme spec = sets.schemes().get(number);
        List<StepFolds> folds = new ArrayList<>();
        for (int i = 0; i < sets.all().size(); i++) {
            folds.add(new StepFolds(
                    new SchemeFold(spec), new SchemeFold(spec), new SchemeFold(spec), new SchemeFold(spec)));
        }
        JoinedSets.forEach(
                sets.all(), number, (chunk, lengthBytes, storedBytes) -> add(folds, chunk, lengthBytes, storedBytes));
        List<DiffStep> steps = new ArrayList<>();
        for (int i = 0; i < folds.size(); i++) {
            steps.add(step(number, i, folds.get(i)));
        }
        return new DiffLayout(spec.chunking(), spec.fingerprint(), steps);
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
                step.common().visit(chunk.key(), 1, lengthBytes, storedBytes);
            } else if (isHeld) {
                step.added().visit(chunk.key(), 1, lengthBytes, storedBytes);
            } else if (wasHeld) {
                step.removed().visit(chunk.key(), 1, lengthBytes, storedBytes);
            }
            if (last >= 0 && i - last < keep) {
                step.kept().visit(chunk.key(), 1, lengthBytes, storedBytes);
            }
        }
    }

    private DiffStep step(int layout, int number, StepFolds folds) {
        int before = Math.max(0, number - 1);
        int firstKept = Math.max(0, number - keep + 1);
        List<Compression> whole = layoutOf(number, layout).compression();
        List<SuperblockTotals> superblocks = sets.superblocks(number, number + 1);
        return new DiffStep(
                unique(layoutOf(number, layout)),
                folds.added.group(superblocks, whole),
                folds.removed.group(
                        sets.superblocks(before, before + 1),
                        layoutOf(before, layout).compression()),
                folds.common.group(superblocks, whole),
                folds.kept.group(sets.superblocks(firstKept, number + 1), whole));
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
