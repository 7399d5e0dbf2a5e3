package io.compscan.cli;

import io.compscan.cli.file.HtmlOutput;
import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.Converters;
import io.compscan.cli.option.OutputMixin;
import io.compscan.cli.option.PageMixin;
import io.compscan.cli.option.ProfileMixin;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.profile.Profile;
import io.compscan.core.set.SetMerge;
import io.compscan.core.set.SetWriter;
import io.compscan.core.set.Sets;
import io.compscan.core.source.PathName;
import io.compscan.page.HtmlPage;
import io.compscan.report.OutputDirectory;
import io.compscan.report.OutputException;
import io.compscan.report.SafeText;
import io.compscan.report.SetJson;
import io.compscan.report.console.MergeReport;
import io.compscan.result.ScanResult;
import io.compscan.result.set.MergeResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan merge}. */
@Command(
        name = "merge",
        description =
                "Takes the fingerprint sets of several scans together: the union as if scanned at once, each alone,"
                        + " and what any two share.",
        footer = {"", "Sets are written by 'compscan scan --save FILE.fpr'."})
final class MergeCommand implements Callable<Integer> {

    private static final int NAMES_SHOWN = 5;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SET", arity = "1..*", description = "Fingerprint sets with the same options.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--save",
            paramLabel = "FILE",
            converter = Converters.Output.class,
            description = "Write the union as a fingerprint set of its own.")
    private @Nullable Path save;

    @Option(
            names = "--only",
            paramLabel = "NAMES",
            split = ",",
            description =
                    "Merge only the sets with these names, such as 'web*,db1'; a name is that of the file without .fpr.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--all-pairs",
            description =
                    "Write every pair to overlap.csv and merge.json, also of many sets; by default of more than 40"
                            + " each set has the 32 that it shares most with.")
    private boolean allPairs;

    @Mixin
    private ProfileMixin profile;

    @Mixin
    private PageMixin page;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws CommandFailure {
        try (OutputDirectory outputs = output.prepare(save != null || page.isAsked());
                HtmlOutput html = page.prepare(output)) {
            return merge(outputs, html);
        }
    }

    private int merge(@Nullable OutputDirectory outputs, @Nullable HtmlOutput html) throws CommandFailure {
        List<Profile> profiles = profile.profiles();
        List<Path> chosen = chosen();
        SetInputs.check(chosen);
        MergeResult result;
        List<String> foreign = List.of();
        Map<String, List<String>> leftOut;
        List<String> conflicts;
        try (Sets sets = Sets.openCommon(chosen);
                SetWriter writer = save == null ? null : SetMerge.writer(save, output.overwrite(), sets)) {
            leftOut = sets.leftOut();
            conflicts = sets.conflicts();
            if (profiles.isEmpty()) {
                profiles = sets.profiles();
                foreign = sets.foreignProfiles();
            }
            result = SetMerge.merge(sets, writer, profiles, allPairs);
        } catch (OutputException e) {
            throw new CommandFailure(ExitCode.FAILED, "--save: " + e.getMessage());
        } catch (IOException e) {
            throw SetInputs.failure(e);
        }
        try {
            output.deliver(
                    page.report(MergeReport.render(result, output.screen())),
                    out -> SetJson.write(result, out),
                    outputs,
                    directory -> directory.write(result));
        } finally {
            page.write(html, out -> HtmlPage.write(result, out));
        }
        tellRepeated(chosen);
        output.talkOfVersions(conflicts);
        if (!leftOut.isEmpty()) {
            output.talk("left out, since not all sets have its chunks: "
                    + leftOut.entrySet().stream()
                            .map(one -> one.getKey() + " (" + some(one.getValue())
                                    + (one.getValue().size() == 1 ? " lacks" : " lack") + " them)")
                            .collect(Collectors.joining(", ")));
        }
        if (!foreign.isEmpty()) {
            output.talk("the sets were scanned for " + String.join(", ", foreign)
                    + " too; --profile-file FILE shows a system of your own");
        }
        ScanResult union = result.union();
        return ExitCode.ofRecorded(ExitCode.isMissing(union.partial(), union.totals()));
    }

    private static String some(List<String> names) {
        int more = names.size() - NAMES_SHOWN;
        return String.join(
                        ", ",
                        names.stream().limit(NAMES_SHOWN).map(SafeText::oneLine).toList())
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** The files that {@code --only} names; all without it. */
    private List<Path> chosen() {
        if (only.isEmpty()) {
            return files;
        }
        Set<Integer> chosen = new TreeSet<>();
        for (String pattern : only) {
            List<Integer> matching = Sets.matching(files, pattern.strip());
            if (matching.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(), "--only " + pattern + ": there is no set of that name");
            }
            chosen.addAll(matching);
        }
        return chosen.stream().map(files::get).toList();
    }

    /** A set that is given twice counts twice. The user may mean that, or a pattern of the shell made it. */
    private void tellRepeated(List<Path> merged) {
        if (output.isQuiet()) {
            return;
        }
        Set<Object> seen = new HashSet<>();
        List<Path> repeated = merged.stream()
                .filter(file -> !seen.add(SetInputs.identity(file)))
                .toList();
        if (repeated.isEmpty()) {
            return;
        }
        String first = PathName.of(repeated.get(0));
        output.talk(
                repeated.size() == 1
                        ? first + " is the same set as one before it: its data counts once more"
                        : repeated.size() + " sets are the same as one before them, the first is " + first
                                + ": their data counts once more");
    }
}
