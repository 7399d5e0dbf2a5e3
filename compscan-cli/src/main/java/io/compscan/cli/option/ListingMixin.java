package io.compscan.cli.option;

import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.source.Source;
import io.compscan.report.CsvReports;
import io.compscan.report.DuplicatesJson;
import io.compscan.report.OutputFile;
import io.compscan.report.console.ListingReport;
import io.compscan.report.console.Screen;
import io.compscan.result.duplicate.ListedDuplicates;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of an estimate that reads the list of a store alone, and its outputs. */
public final class ListingMixin {

    private static final String FROM_LISTING = "--from-listing";
    private static final String CSV = "--csv";

    private static final Set<String> TOGETHER =
            Set.of(FROM_LISTING, CSV, "--json", "--include", "--exclude", "--overwrite", "--details", "--quiet");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.SAMPLE, rank = 4)
    @Option(
            names = FROM_LISTING,
            description = {
                "Only list an object store: a bound of what remains.",
                "No object is read. Objects with the same ETag and size count as equal."
            })
    private boolean fromListing;

    @Traits(heading = Heading.OUTPUT, rank = 5, rare = true)
    @Option(
            names = CSV,
            paramLabel = "FILE",
            description = "With --from-listing: write the table to this file, too; - prints it instead of the report.")
    private @Nullable Path csv;

    /** Whether objects are listed, and not read. */
    public boolean isAsked() {
        return fromListing;
    }

    /** Refuses the outputs of a list where data is read. */
    public void checkUnasked() {
        if (csv != null) {
            throw usage(CSV + " goes with " + FROM_LISTING);
        }
    }

    /**
     * Refuses options that say how data is read, and outputs that exclude each other.
     *
     * @param json whether the document is printed
     * @param overwrite whether the table may replace a file
     */
    public void check(boolean json, boolean overwrite) {
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
            if (!TOGETHER.contains(option.longestName())) {
                throw usage(option.longestName() + " does not go with " + FROM_LISTING + ", which reads no data");
            }
        }
        if (json && StandardOutput.isAt(csv)) {
            throw usage("--json and --csv - both write to standard output");
        }
        if (overwrite && csv == null) {
            throw usage("--overwrite goes with " + CSV + " here");
        }
    }

    /**
     * Refuses a source whose list has no digests, and a place that lies in another one, whose objects would be copies of themselves.
     *
     * @throws CommandFailure if the source's list has no digests
     */
    public void check(Source source) throws CommandFailure {
        if (!source.listsDigests()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    FROM_LISTING + ": only the list of an object store (s3://BUCKET) has digests of what it lists");
        }
        List<String> places = source.paths();
        for (int i = 0; i < places.size(); i++) {
            for (int j = 0; j < places.size(); j++) {
                if (i != j && below(places.get(j)).startsWith(below(places.get(i)))) {
                    throw usage("PATH: " + places.get(j) + " lies in " + places.get(i)
                            + ", so its objects would be copies of themselves");
                }
            }
        }
    }

    private static String below(String place) {
        return place.endsWith("/") ? place : place + "/";
    }

    /** Shows what was found. */
    public void deliver(ListedDuplicates listed, Screen screen, boolean json, boolean overwrite) throws CommandFailure {
        PrintWriter stdout = command.commandLine().getOut();
        boolean isPrinted = StandardOutput.isAt(csv);
        if (csv != null && !isPrinted) {
            try (OutputFile target = OutputFile.at(csv, overwrite)) {
                target.write(out -> CsvReports.listing(listed, out));
            } catch (IOException e) {
                throw new CommandFailure(ExitCode.FAILED, CSV + ": " + e.getMessage());
            }
        }
        if (isPrinted) {
            OutputMixin.show(stdout, true, "", out -> CsvReports.listing(listed, out));
        } else {
            OutputMixin.show(
                    stdout, json, ListingReport.render(listed, screen), out -> DuplicatesJson.write(listed, out));
        }
    }

    private ParameterException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }
}
