package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.AcceleratorProvider;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.measure.AcceleratorPlan;
import io.compscan.core.scan.measure.ScanDevice;
import java.io.PrintWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a scan uses a GPU. Without the option no driver is loaded. */
public final class AcceleratorMixin {

    private static final String OFF = "off";
    private static final String LIST = "list";

    @Traits(heading = Heading.RESOURCES, rank = 6, rare = true, mayChange = true)
    @Option(
            names = "--accelerator",
            paramLabel = "NAME",
            description =
                    "Find the ends of chunks and their SHA-1 on a GPU: off (default), auto for the first GPU, or what"
                            + " list shows, which scans nothing. Without it the scan runs on the processor.")
    private String name = OFF;

    /** Whether the devices are to be listed, and nothing to be scanned. */
    public boolean lists() {
        return name.equalsIgnoreCase(LIST);
    }

    /** Prints the devices there are, and returns the exit code. */
    public static int list(PrintWriter stdout) throws CommandFailure {
        try {
            stdout.print(AcceleratorProvider.find().table());
        } catch (AcceleratorException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        StandardOutput.finish(stdout);
        return ExitCode.OK;
    }

    /**
     * Takes the device into use.
     *
     * @param say told in a line which device it is, or why there is none
     * @return null if none is asked for or there is none
     */
    public @Nullable Accelerator open(Schemes schemes, Consumer<String> say) {
        if (name.equalsIgnoreCase(OFF)) {
            return null;
        }
        if (!ScanDevice.canHelp(schemes)) {
            say.accept(
                    "--accelerator: devices find chunks of rabin, gear and fastcdc, and SHA-1; this scan goes on without");
            return null;
        }
        try {
            Accelerator accelerator = AcceleratorProvider.find().open(name);
            say.accept("accelerator: " + accelerator.name());
            return accelerator;
        } catch (AcceleratorException e) {
            say.accept("--accelerator: " + e.getMessage() + "; the scan goes on without");
            return null;
        }
    }

    /** The part of a request; null if there is no device. */
    public static @Nullable AcceleratorPlan plan(@Nullable Accelerator accelerator, Consumer<String> say) {
        return accelerator == null ? null : new AcceleratorPlan(accelerator, say);
    }
}
