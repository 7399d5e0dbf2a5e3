package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Rule;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.core.scan.AvailableMemory;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.SpillSpace;
import io.compscan.core.source.Source;
import io.compscan.report.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The share of the machine that the scan may take. */
public final class ResourceMixin {

    private static final int MOST_THREADS = 1024;
    private static final long LEAST_MAP_MEMORY_BYTES = 8 << 20;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.RESOURCES, rank = 1, mayChange = true)
    @Option(
            names = "--readers",
            paramLabel = "N",
            description = {
                "Threads that read; 1 suits a single spinning disk.",
                "The default is one for each processor, 16 for a store."
            })
    private @Nullable Integer readers;

    @Traits(heading = Heading.RESOURCES, rank = 1, rare = true, mayChange = true)
    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Threads that fingerprint and compress (default: one for each processor).")
    private int workers = Runtime.getRuntime().availableProcessors();

    @Mixin
    private GentleMixin gentle = new GentleMixin();

    @Traits(heading = Heading.RESOURCES, rank = 4, mayChange = true, idle = Rule.SKETCH_SIZE)
    @Option(
            names = "--map-memory",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "Memory for the index (default: half of what is available).")
    private @Nullable Long mapMemoryBytes;

    @Traits(
            heading = Heading.RESOURCES,
            rank = 2,
            rare = true,
            mayChange = true,
            idle = {Rule.SKETCH_TAKES_NO_DISK, Rule.AUTO_TAKES_NO_DISK})
    @Option(
            names = "--spill-dir",
            paramLabel = "DIR",
            converter = Converters.Output.class,
            split = ",",
            splitSynopsisLabel = ",",
            description =
                    "Where the index goes on when its memory is used up, best on SSDs of their own, several of which are used at"
                            + " the same time (default: the directory for temporary files, and at most half of what is free there).")
    private List<Path> spillDirectories = new ArrayList<>();

    @Traits(
            heading = Heading.RESOURCES,
            rank = 3,
            rare = true,
            mayChange = true,
            idle = {Rule.SKETCH_SPILLS_NOTHING, Rule.AUTO_SPILLS_NOTHING})
    @Option(
            names = "--spill-limit",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "The most that the index may take there; 0 stops the scan early instead.")
    private @Nullable Long spillLimitBytes;

    @Traits(heading = Heading.RESOURCES, rank = 4, rare = true, mayChange = true, idle = Rule.SKETCH_SIZE)
    @Option(
            names = "--map-list-size",
            paramLabel = "N",
            description = "Entries in one of the index's sorted lists, 8 to 512 (default: ${DEFAULT-VALUE}).")
    private int mapListSize = IndexMemory.DEFAULT_MAP_LIST_SIZE;

    /** How many threads read local files at a time. */
    public int readers() {
        return readers == null ? Runtime.getRuntime().availableProcessors() : threads("--readers", readers);
    }

    /**
     * How many threads read this source at a time.
     *
     * @param source if its readers wait for a network, more of them are wanted
     */
    public int readers(Source source) {
        return readers == null ? Math.max(source.leastReaders(), readers()) : readers();
    }

    /** How many threads fingerprint and compress at a time. */
    public int workers() {
        return threads("--workers", workers);
    }

    /** The most bytes that all readers read in a second. */
    public long rateBytesPerSecond() {
        return gentle.rateBytesPerSecond();
    }

    /** Takes the place behind all other processes, if that is asked for. */
    public void lowerPriority() throws CommandFailure {
        gentle.lowerPriority();
    }

    /**
     * The memory of the index, and where it goes on when that is used up.
     *
     * @param warning takes a line if the machine has less memory than the options ask for
     */
    public IndexMemory memory(Consumer<String> warning) {
        if (mapListSize < 8 || mapListSize > 512) {
            throw usage("--map-list-size: " + mapListSize + " is not in 8 to 512");
        }
        return new IndexMemory(budgetBytes(warning), mapListSize, spillSpace());
    }

    private long budgetBytes(Consumer<String> warning) {
        long availableBytes = AvailableMemory.bytes();
        if (mapMemoryBytes == null) {
            return Math.max(LEAST_MAP_MEMORY_BYTES, availableBytes / 2);
        }
        long totalBytes = AvailableMemory.totalBytes();
        long addressSpaceBytes = AvailableMemory.addressSpaceBytes();
        if (mapMemoryBytes <= Math.min(totalBytes, addressSpaceBytes)) {
            return mapMemoryBytes;
        }
        String reason = addressSpaceBytes < totalBytes
                ? "ulimit -v leaves " + Figures.human(Math.max(0, addressSpaceBytes))
                : "this machine has " + Figures.human(totalBytes);
        long budgetBytes = Math.max(LEAST_MAP_MEMORY_BYTES, availableBytes);
        warning.accept("--map-memory " + Figures.human(mapMemoryBytes) + ": " + reason
                + ", so the index takes at most " + Figures.human(budgetBytes) + ", and then "
                + (spillLimitBytes != null && spillLimitBytes == 0 ? "the scan stops early" : "goes on on disk"));
        return budgetBytes;
    }

    private SpillSpace spillSpace() {
        long limitBytes = spillLimitBytes == null ? Long.MAX_VALUE : spillLimitBytes;
        if (limitBytes == 0) {
            if (namesSpillDirectory()) {
                throw usage("--spill-limit 0 leaves --spill-dir nothing to do");
            }
            return SpillSpace.NONE;
        }
        return namesSpillDirectory() ? SpillSpace.in(spillDirectories, limitBytes) : SpillSpace.temporary(limitBytes);
    }

    /** The directory for temporary files of the scan. */
    public Path temporaryDirectory() {
        return namesSpillDirectory() ? spillDirectories.get(0) : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Whether there is a {@code --spill-dir}. */
    boolean namesSpillDirectory() {
        return !spillDirectories.isEmpty();
    }

    private int threads(String option, int count) {
        if (count < 1 || count > MOST_THREADS) {
            throw usage(option + ": " + count + " is not in 1 to " + MOST_THREADS);
        }
        return count;
    }

    private ParameterException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }
}
