package io.compscan.cli;

import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.StandardOutput;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.ProfileJson;
import io.compscan.core.profile.ProfileText;
import io.compscan.core.profile.Profiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compscan profiles}. */
@Command(
        name = "profiles",
        description = "Lists the target systems that scan --profile knows, or explains some of them.",
        footer = {
            "",
            "To describe another system: 'compscan profiles NAME --toml > FILE', change FILE, and scan with --profile-file FILE."
        })
final class ProfilesCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "What to explain, with or without the word 'explain' before it (default: all are listed).")
    private List<String> names = new ArrayList<>();

    @Option(names = "--json", description = "Print them as JSON.")
    private boolean json;

    @Option(names = "--toml", description = "Print the file of one of them, to begin another with.")
    private boolean toml;

    @Override
    public Integer call() throws CommandFailure, IOException {
        if (json && toml) {
            throw new ParameterException(spec.commandLine(), "--json and --toml exclude each other");
        }
        if (toml && names.size() != 1) {
            throw new ParameterException(spec.commandLine(), "--toml goes with one NAME");
        }
        List<Profile> named = named();
        PrintWriter stdout = spec.commandLine().getOut();
        List<Profile> profiles = named.isEmpty() ? Profiles.all() : named;
        if (toml) {
            stdout.print(Profiles.toml(profiles.get(0).name()));
        } else if (json) {
            ProfileJson.write(profiles, new StandardOutput(stdout));
        } else {
            stdout.print(named.isEmpty() ? ProfileText.list(profiles) : ProfileText.explain(profiles));
        }
        StandardOutput.finish(stdout);
        return ExitCode.OK;
    }

    private List<Profile> named() {
        try {
            boolean isWord = !names.isEmpty() && names.get(0).equals("explain");
            List<String> wanted = isWord ? names.subList(1, names.size()) : names;
            if (isWord && wanted.isEmpty()) {
                throw new IllegalArgumentException("explain: NAME is missing; 'compscan profiles' lists them");
            }
            return wanted.isEmpty() ? List.of() : Profiles.parse(String.join(",", wanted));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }
}
