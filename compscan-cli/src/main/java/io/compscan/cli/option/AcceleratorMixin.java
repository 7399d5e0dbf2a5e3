package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.core.accelerator.Accelerator;
import io.compscan.core.accelerator.AcceleratorException;
import io.compscan.core.accelerator.AcceleratorProvider;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.measure.AcceleratorPlan;
import io.compscan.core.scan.measure.ScanDevice;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a scan uses a GPU. Without the option no driver is loaded. */
public final class AcceleratorMixin {

    private static final String OFF = "off";

    @Traits(heading = Heading.RESOURCES, rank = 6, rare = true, mayChange = true)
    @Option(
            names = "--accelerator",
            paramLabel = "NAME",
            description =
                    "Find the ends of chunks and their SHA-1 on a GPU: off (default), auto for the first GPU, or what"
                            + " 'compscan devices' lists. Without it the scan runs on the processor.")
    private String name = OFF;

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
