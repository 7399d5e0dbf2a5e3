package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Rule;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.index.sketch.ChoosingIndex;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which index counts the distinct chunks. */
public final class IndexMixin {

    private static final String EXACT = "exact";
    private static final String SKETCH = "sketch";
    private static final String AUTO = "auto";

    /** The rest of the budget is for threads that add chunks while the index becomes a sketch. */
    private static final double SHARE_OF_BUDGET = 0.9;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.RESOURCES, rank = 5, rare = true, idle = Rule.SETS)
    @Option(
            names = "--index",
            paramLabel = "exact|sketch[:ENTRIES]|auto",
            description =
                    "How to count distinct chunks: all of them (exact, the default), a random sample in bounded memory"
                            + " with 95 %% intervals (sketch; default 1048576 entries, 32 MiB a chunking), or all as long"
                            + " as --map-memory lasts and then the sample (auto).")
    private String index = EXACT;

    /** The index, under its name in results; null if it is exact. */
    public @Nullable String setting() {
        return isExact() ? null : index.equals(SKETCH) ? SKETCH + ":" + entries() : index;
    }

    /** Whether every distinct chunk is counted. */
    boolean isExact() {
        return index.equals(EXACT);
    }

    /**
     * Refuses an option that needs every chunk.
     *
     * @param option the option; null if the command line does not have it
     */
    public void refuse(@Nullable String option) {
        if (!isExact() && option != null) {
            throw usage(
                    option + " needs every chunk, and --index " + index + " keeps a sample; leave out one of the two");
        }
    }

    /** Refuses an option for which the kind of index must not depend on the data. */
    void refuseAuto(String option) {
        if (index.equals(AUTO)) {
            throw usage(option + " needs one kind of index for all scans; give --index exact or --index sketch");
        }
    }

    /** The request with the chosen kind of index. */
    public ScanRequest on(ScanRequest request, ScanOptions options) {
        if (isExact()) {
            return request;
        }
        if (!index.equals(AUTO)) {
            return request.withSketch(SketchIndex.factory(entries()), SketchIndex.mostSized(entries()));
        }
        int schemes = options.schemes().all().size();
        long mostBytes = (long) (options.memory().budgetBytes() * SHARE_OF_BUDGET / schemes);
        int entries = SketchIndex.DEFAULT_ENTRIES;
        return request.withSketch(ChoosingIndex.factory(entries, mostBytes), SketchIndex.mostSized(entries));
    }

    /** Refuses an unknown name, and options that do not go with a sample. */
    public void check(ScanOptions options) {
        if (isExact()) {
            return;
        }
        if (!index.equals(AUTO)) {
            entries();
        }
        CompressSample sample = options.schemes().compressSample();
        refuse(sample.kind() == CompressSample.Kind.RATE ? "--compress-sample " + sample.name() : null);
    }

    /**
     * The entries of the sketch of a cluster; 0 if all chunks are kept.
     *
     * <p>A task of a cluster cannot know how many chunks all others find.
     */
    public int sketchEntries() {
        if (index.equals(AUTO)) {
            throw usage("--index: auto is for compscan scan; a cluster takes exact or sketch");
        }
        return isExact() ? 0 : entries();
    }

    private int entries() {
        if (index.equals(SKETCH)) {
            return SketchIndex.DEFAULT_ENTRIES;
        }
        String prefix = SKETCH + ":";
        if (!index.startsWith(prefix)) {
            throw usage("--index: '" + index + "' is not exact, sketch, sketch:ENTRIES or auto");
        }
        long entries;
        try {
            entries = Long.parseLong(index.substring(prefix.length()));
        } catch (NumberFormatException e) {
            throw usage("--index: '" + index.substring(prefix.length()) + "' is not a number of entries");
        }
        if (entries < SketchIndex.LEAST_ENTRIES || entries > SketchIndex.MOST_ENTRIES) {
            throw usage("--index: " + entries + " entries are not in " + SketchIndex.LEAST_ENTRIES + " to "
                    + SketchIndex.MOST_ENTRIES);
        }
        return (int) entries;
    }

    private ParameterException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }
}
