package io.compscan.cli;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.PageMixin;
import io.compscan.cli.option.PlaceOptions;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.Versions;
import io.compscan.core.set.Sets;
import io.compscan.core.set.place.PlaceRequest;
import io.compscan.core.set.place.Placement;
import io.compscan.page.HtmlPage;
import io.compscan.report.OutputDirectory;
import io.compscan.report.SetJson;
import io.compscan.report.console.PlaceReport;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.PlaceResult.PlacedSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan place}. */
@Command(
        name = "place",
        description = "Finds which fingerprint set goes on which pool, so that all together take least and every pool"
                + " has room.",
        footer = {"", "Sets are written by 'compscan scan --save FILE.fpr'."})
final class PlaceCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SET",
            arity = "1..*",
            description = "Fingerprint sets with the same options, one a volume.")
    private List<Path> files = new ArrayList<>();

    @ArgGroup(validate = false, heading = "%nPools and places:%n")
    private PlaceOptions places = new PlaceOptions();

    @Mixin
    private PageMixin page;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws CommandFailure {
        try (OutputDirectory outputs = output.prepare(page.isAsked());
                HtmlOutput html = page.prepare(output)) {
            return place(outputs, html);
        }
    }

    private int place(@Nullable OutputDirectory outputs, @Nullable HtmlOutput html) throws CommandFailure {
        PlaceResult result = result();
        try {
            output.deliver(
                    page.report(PlaceReport.render(result, output.screen())),
                    out -> SetJson.write(result, out),
                    outputs,
                    directory -> directory.write(result));
        } finally {
            page.write(html, out -> HtmlPage.write(result, Versions.compscan(), out));
        }
        if (!result.fits()) {
            throw new CommandFailure(ExitCode.FAILED, PlaceReport.unfit(result));
        }
        return ExitCode.ofRecorded(result.sets().stream().anyMatch(PlacedSet::incomplete));
    }

    private PlaceResult result() throws CommandFailure {
        try {
            PlaceRequest request = places.request();
            SetInputs.check(files);
            try (Sets sets = Sets.open(files)) {
                return Placement.of(sets, request);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw SetInputs.failure(e);
        }
    }
}
