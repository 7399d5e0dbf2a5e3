package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.core.scan.read.Throttle;
import picocli.CommandLine.Option;

/** The options that leave the machine to others. */
public final class GentleMixin {

    @Traits(heading = Heading.RESOURCES, rank = 2, mayChange = true)
    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = Converters.Rate.class,
            description = "Read no faster than this, such as 100MiB/s.")
    private long rateBytesPerSecond = Throttle.UNLIMITED;

    @Traits(heading = Heading.RESOURCES, rank = 3, mayChange = true)
    @Option(
            names = "--nice",
            description = {
                "Give way to every other process.",
                "That is the lowest priority for processors, on Linux for disks too."
            })
    private boolean nice;

    /** The most bytes that all threads read in a second. */
    public long rateBytesPerSecond() {
        return rateBytesPerSecond;
    }

    /** Takes the place behind all other processes, if that is asked for. */
    public void lowerPriority() throws CommandFailure {
        if (nice) {
            Priority.lower();
        }
    }
}
