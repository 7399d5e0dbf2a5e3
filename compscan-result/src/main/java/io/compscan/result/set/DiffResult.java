package io.compscan.result.set;

import io.compscan.result.LeftOut;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fingerprint sets of the same data at several times, compared one after the other.
 *
 * @param format always {@value #FORMAT}
 * @param version of the format, {@value #VERSION}
 * @param keep how many sets a backup keeps
 * @param sets each by itself, in the order given
 * @param layouts one for each chunking
 */
public record DiffResult(String format, int version, int keep, List<SetResult> sets, List<DiffLayout> layouts) {

    /** The name of the format. */
    public static final String FORMAT = "compscan-diff";
    /** The version of the format that this code writes. */
    public static final int VERSION = 1;

    /**
     * One chunking.
     *
     * @param chunking canonical name
     * @param fingerprint the name of the digest
     * @param steps one for each set
     */
    public record DiffLayout(String chunking, String fingerprint, List<DiffStep> steps) {

        /** Copies the list; refuses steps that do not follow from each other. */
        public DiffLayout {
            steps = List.copyOf(steps);
            long before = 0;
            for (DiffStep step : steps) {
                if (step.removed().bytes() + step.common().bytes() != before
                        || step.added().bytes() + step.common().bytes()
                                != step.unique().bytes()
                        || step.kept().bytes() < step.unique().bytes()) {
                    throw new IllegalStateException("the steps of " + chunking + " do not add up: from " + before
                            + " bytes, added " + step.added().bytes() + ", removed "
                            + step.removed().bytes() + ", common "
                            + step.common().bytes() + ", unique "
                            + step.unique().bytes() + ", kept " + step.kept().bytes());
                }
                before = step.unique().bytes();
            }
        }

        private DiffLayout withoutWeights() {
            return new DiffLayout(
                    chunking,
                    fingerprint,
                    steps.stream().map(DiffStep::withoutWeights).toList());
        }

        /** The names of the compressors of any set, each once. */
        public List<String> compressors() {
            return steps.stream()
                    .flatMap(step -> step.unique().physical().stream())
                    .map(ChunkGroup.Physical::compressor)
                    .distinct()
                    .toList();
        }

        private boolean hasCompressor() {
            return steps.stream().anyMatch(step -> !step.unique().physical().isEmpty());
        }
    }

    /**
     * One set and how it differs from the one before; before the first there was nothing.
     *
     * @param unique its distinct non-zero chunks: {@code common} and {@code added}
     * @param added those that the set before does not hold
     * @param removed those of the set before that it does not hold
     * @param common those that both hold
     * @param kept the distinct chunks of it and of the sets before it that a backup still keeps
     * @param nextBackup what a backup of it adds to the repository whose index the set before is; null unless the two are a scan and an index
     */
    public record DiffStep(
            ChunkGroup unique,
            ChunkGroup added,
            ChunkGroup removed,
            ChunkGroup common,
            ChunkGroup kept,
            @LeftOut @Nullable NextBackup nextBackup) {

        /** A step between two scans. */
        public DiffStep(ChunkGroup unique, ChunkGroup added, ChunkGroup removed, ChunkGroup common, ChunkGroup kept) {
            this(unique, added, removed, common, kept, null);
        }

        private DiffStep withoutWeights() {
            return new DiffStep(
                    unique.withoutWeights(),
                    added.withoutWeights(),
                    removed.withoutWeights(),
                    common.withoutWeights(),
                    kept.withoutWeights(),
                    nextBackup);
        }
    }

    /** Copies the lists; refuses sets and steps that do not belong together. */
    public DiffResult {
        sets = List.copyOf(sets);
        layouts = List.copyOf(layouts);
        if (keep < 1) {
            throw new IllegalStateException("a backup that keeps " + keep + " sets is none");
        }
        for (int i = 0; i < layouts.size(); i++) {
            DiffLayout layout = layouts.get(i);
            if (layout.steps().size() != sets.size()) {
                throw new IllegalStateException(
                        layout.chunking() + " has " + layout.steps().size() + " steps for " + sets.size() + " sets");
            }
            for (int j = 0; j < sets.size(); j++) {
                long uniqueBytes = sets.get(j).layouts().get(i).uniqueBytes();
                if (layout.steps().get(j).unique().bytes() != uniqueBytes) {
                    throw new IllegalStateException(layout.chunking() + " of "
                            + sets.get(j).name() + " has "
                            + layout.steps().get(j).unique().bytes() + " bytes, not uniqueBytes " + uniqueBytes);
                }
            }
        }
    }

    /** A result in the current format. */
    public DiffResult(int keep, List<SetResult> sets, List<DiffLayout> layouts) {
        this(FORMAT, VERSION, keep, sets, layouts);
    }

    /**
     * The layouts for a person to see: without weights, and without the chunkings that have nothing else, which are draws of a target system. All
     * where nothing else is there.
     */
    public List<DiffLayout> shownLayouts() {
        List<DiffLayout> shown = layouts.stream()
                .filter(layout ->
                        !layout.hasCompressor() || layout.withoutWeights().hasCompressor())
                .map(DiffLayout::withoutWeights)
                .toList();
        return shown.isEmpty() ? layouts : shown;
    }
}
