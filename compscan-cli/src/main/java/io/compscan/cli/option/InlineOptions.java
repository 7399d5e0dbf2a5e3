package io.compscan.cli.option;

import io.compscan.forecast.DedupNodes;
import io.compscan.report.Figures;
import io.compscan.result.Footprint;
import io.compscan.result.InlineResult;
import io.compscan.result.InlineResult.Setting;
import io.compscan.result.ScanResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cluster whose nodes the plan divides. Values that are not given come from the scan. */
public final class InlineOptions {

    private static final String NEEDED = "without it there is no plan";

    @Option(names = "--nodes", paramLabel = "N", description = "How many nodes there are (n).")
    private @Nullable Integer nodes;

    @Option(names = "--phases", paramLabel = "N", description = "How often the nodes compute and then write (k).")
    private @Nullable Long phases;

    @Option(
            names = "--phase-data",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "What all nodes together write in a phase (W; default: what was scanned).")
    private @Nullable Long phaseBytes;

    @Option(
            names = "--compute-rate",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description = "How fast a node produces what it writes, such as 1.08MB/s (C).")
    private @Nullable Long computeRate;

    @Option(
            names = "--storage-bandwidth",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description = "How fast a node writes to the storage (b).")
    private @Nullable Long storageRate;

    @Option(
            names = "--interconnect-bandwidth",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description = "How fast a node sends to another node (b_h).")
    private @Nullable Long interconnectRate;

    @Option(
            names = "--dedup-rate",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description =
                    "How fast a node deduplicates (C'; default: as fast as --dedup-cores cores of the machine that"
                            + " scanned).")
    private @Nullable Long dedupRate;

    @Option(
            names = "--dedup-cores",
            paramLabel = "N",
            description = "Without --dedup-rate: how many cores of a node deduplicate (default: 1).")
    private @Nullable Integer dedupCores;

    @Option(
            names = "--reduction",
            paramLabel = "RATIO",
            converter = Converters.Positive.class,
            description = "How many times smaller the data gets (phi; default: the scan's reduction).")
    private @Nullable Double reduction;

    @Option(
            names = "--dedup-share",
            paramLabel = "PERCENT",
            converter = Converters.Percent.class,
            description = "Which part of the nodes deduplicates, rounded to whole nodes (r; default: the best).")
    private @Nullable Double dedupShare;

    /** Whether the reduction is given, and need not come from a scan. */
    public boolean hasReduction() {
        return reduction != null;
    }

    /**
     * The plan for the nodes.
     *
     * @throws picocli.CommandLine.ParameterException naming the option, if one is missing or makes no sense
     */
    public InlineResult plan(PlanInput input) {
        int count = given(input, "--nodes", nodes, NEEDED);
        if (count < 2) {
            throw input.usage("--nodes: " + count + " is not 2 or more, so that one can deduplicate for another");
        }
        long repetitions = given(input, "--phases", phases, NEEDED);
        if (repetitions < 1) {
            throw input.usage("--phases: " + repetitions + " is not 1 or more");
        }
        long compute = given(input, "--compute-rate", computeRate, NEEDED);
        long storage = given(input, "--storage-bandwidth", storageRate, NEEDED);
        long interconnect = given(input, "--interconnect-bandwidth", interconnectRate, NEEDED);
        Sourced<Long> data = phaseBytes(input);
        Sourced<Long> dedup = dedupRate(input);
        Sourced<Double> ratio = reduction(input);
        Setting setting = new Setting(
                count,
                repetitions,
                data.value,
                compute,
                storage,
                interconnect,
                dedup.value,
                ratio.value,
                data.source,
                dedup.source,
                ratio.source);
        return new DedupNodes(setting).plan(dedupNodes(input, count));
    }

    /** A value and where it is from. */
    private record Sourced<T>(T value, String source) {}

    private static <T> T given(PlanInput input, String name, @Nullable T value, String reason) {
        if (value == null) {
            throw input.usage(name + " is missing: " + reason);
        }
        return value;
    }

    private static ScanResult scan(PlanInput input, String insteadOf) {
        return given(input, insteadOf, input.result(), "without a RESULT it must be given");
    }

    private Sourced<Long> phaseBytes(PlanInput input) {
        if (phaseBytes != null) {
            if (phaseBytes == 0) {
                throw input.usage("--phase-data: nodes that write nothing need no plan");
            }
            return new Sourced<>(phaseBytes, Setting.GIVEN);
        }
        long scannedBytes = scan(input, "--phase-data").totals().scannedBytes();
        if (scannedBytes == 0) {
            throw input.usage("--phase-data is missing: nothing was scanned");
        }
        return new Sourced<>(scannedBytes, "what was scanned");
    }

    private Sourced<Long> dedupRate(PlanInput input) {
        if (dedupRate != null) {
            if (dedupCores != null) {
                throw input.usage("--dedup-cores goes without --dedup-rate: either says how fast a node is");
            }
            return new Sourced<>(dedupRate, Setting.GIVEN);
        }
        ScanResult scan = scan(input, "--dedup-rate");
        int cores = dedupCores == null ? 1 : dedupCores;
        if (cores < 1) {
            throw input.usage("--dedup-cores: " + cores + " is not 1 or more");
        }
        try {
            return new Sourced<>(
                    DedupNodes.measuredRate(scan, cores),
                    Figures.count(cores, "core", "cores") + " like the scan's: "
                            + Figures.rate(scan.timing().scannedBytesPerSecond()) + " on "
                            + Figures.exact(scan.timing().workers()) + " for "
                            + Figures.elapsed(scan.timing().elapsedNanos()));
        } catch (IllegalArgumentException e) {
            throw input.usage("--dedup-rate is missing: " + e.getMessage());
        }
    }

    private Sourced<Double> reduction(PlanInput input) {
        if (reduction != null) {
            return new Sourced<>(reduction, Setting.GIVEN);
        }
        Footprint footprint = input.footprint(scan(input, "--reduction"));
        Double ratio = footprint.reductionRatio();
        if (ratio == null || ratio == 0) {
            throw input.usage("--reduction is missing: the scan has none, for nothing is left of its data");
        }
        return new Sourced<>(ratio, "the scan, " + footprint.title());
    }

    /** 0 for as many as is best. */
    private int dedupNodes(PlanInput input, int count) {
        if (dedupShare == null) {
            return 0;
        }
        if (dedupShare <= 0 || dedupShare >= 1) {
            throw input.usage("--dedup-share: some nodes deduplicate and some compute, so it lies between 0% and 100%");
        }
        return (int) Math.min(Math.max(1, Math.round(dedupShare * count)), count - 1);
    }
}
