package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.core.scan.measure.FileSelection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which files are also reported on their own. */
public final class PerFileMixin {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.OUTPUT, rank = 4, rare = true)
    @Option(names = "--per-file", description = "Report files on their own too, each deduplicated within itself.")
    private boolean enabled;

    @Traits(heading = Heading.OUTPUT, rank = 5, rare = true)
    @Option(
            names = "--min-size",
            paramLabel = "SIZE",
            converter = Converters.Size.class,
            description = "With --per-file: only files of at least this size, such as 1200m.")
    private long minBytes;

    @Traits(heading = Heading.OUTPUT, rank = 6, rare = true)
    @Option(
            names = "--ext",
            paramLabel = "EXT",
            split = ",",
            description = "With --per-file: only files with these extensions, such as vmdk,vhd,vhdx,qcow2,img.")
    private Set<String> extensions = new LinkedHashSet<>();

    /** The files that get a row of their own. */
    public FileSelection selection() {
        if (!enabled && (minBytes > 0 || !extensions.isEmpty())) {
            throw new ParameterException(
                    command.commandLine(), (minBytes > 0 ? "--min-size" : "--ext") + " goes with --per-file");
        }
        Set<String> wanted = new LinkedHashSet<>();
        for (String extension : extensions) {
            String bare = extension.startsWith(".") ? extension.substring(1) : extension;
            wanted.add(bare.toLowerCase(Locale.ROOT));
        }
        return enabled ? new FileSelection(true, minBytes, wanted) : FileSelection.NONE;
    }
}
