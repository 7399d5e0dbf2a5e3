package io.compscan.cli;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.ResultFile;
import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.PageMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.Versions;
import io.compscan.core.scan.catalog.CatalogDirectory;
import io.compscan.core.set.SetDiff;
import io.compscan.core.set.Sets;
import io.compscan.core.source.PathName;
import io.compscan.page.HtmlPage;
import io.compscan.report.HistoryJson;
import io.compscan.report.OutputDirectory;
import io.compscan.report.SetJson;
import io.compscan.report.console.ChangesReport;
import io.compscan.report.console.DiffReport;
import io.compscan.result.Changes;
import io.compscan.result.ScanResult;
import io.compscan.result.history.ChangesResult;
import io.compscan.result.set.DiffResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan diff}. */
@Command(
        name = "diff",
        description =
                "Compares the fingerprint sets of the same data at several times, each with the one before: what is"
                        + " new, gone and common, and how a backup of them grows. Of a catalog, lists which files the last"
                        + " scan has found changed.",
        footer = {
            "",
            "Sets are written by 'compscan scan --save FILE.fpr', catalogs by 'compscan scan --catalog DIR'.",
            "'compscan import restic|casync|proxmox FILE --save REPO.fpr' writes one of a repository's index, and names the",
            "scan to compare with. The comparison says what the next backup adds."
        })
final class DiffCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SET", arity = "1..*", description = "Fingerprint sets, the oldest first; or one catalog.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--keep",
            paramLabel = "N",
            description = "How many sets a backup keeps, such as 7 of daily ones (default: all).")
    private @Nullable Integer keep;

    @Mixin
    private PageMixin page;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws CommandFailure {
        if (files.size() == 1 && CatalogDirectory.isAt(files.get(0))) {
            return changes(files.get(0));
        }
        if (files.size() < 2) {
            throw new ParameterException(
                    spec.commandLine(),
                    "SET: " + files.get(0) + " is no catalog; of sets, two or more are needed to compare");
        }
        if (keep != null && keep < 1) {
            throw new ParameterException(spec.commandLine(), "--keep: " + keep + " is not 1 or more");
        }
        try (OutputDirectory outputs = output.prepare(page.isAsked());
                HtmlOutput html = page.prepare(output)) {
            return diff(keep == null ? files.size() : keep, outputs, html);
        }
    }

    private int changes(Path catalog) throws CommandFailure {
        if (keep != null || page.isAsked()) {
            throw new ParameterException(
                    spec.commandLine(),
                    (keep != null ? "--keep" : "--html")
                            + " goes with fingerprint sets; the page of a catalog is that of 'compscan history'");
        }
        try (OutputDirectory outputs = output.prepare(false)) {
            ScanResult scan = ResultFile.read(catalog);
            Changes changes = scan.timing().changes();
            if (changes == null) {
                throw new CommandFailure(
                        ExitCode.FAILED, PathName.of(catalog) + ": has one scan so far, with none to compare it with");
            }
            ChangesResult result = ChangesResult.of(scan, changes);
            output.deliver(
                    ChangesReport.render(result, output.screen()),
                    out -> HistoryJson.write(result, out),
                    outputs,
                    directory -> directory.write(result));
            return ExitCode.ofRecorded(ExitCode.isMissing(scan.partial(), scan.totals()));
        }
    }

    private int diff(int kept, @Nullable OutputDirectory outputs, @Nullable HtmlOutput html) throws CommandFailure {
        SetInputs.check(files);
        DiffResult result;
        List<String> conflicts;
        try (Sets sets = Sets.openToCompare(files)) {
            result = SetDiff.diff(sets, kept);
            conflicts = sets.conflicts();
        } catch (IOException e) {
            throw SetInputs.failure(e);
        }
        try {
            output.deliver(
                    page.report(DiffReport.render(result, output.screen())),
                    out -> SetJson.write(result, out),
                    outputs,
                    directory -> directory.write(result));
        } finally {
            page.write(html, out -> HtmlPage.write(result, Versions.compscan(), out));
        }
        output.talkOfVersions(conflicts);
        return ExitCode.ofRecorded(
                result.sets().stream().anyMatch(set -> ExitCode.isMissing(set.partial(), set.totals())));
    }
}
