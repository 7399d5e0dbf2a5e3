package io.compscan.cli.option;

import io.compscan.cli.file.SetInputs;
import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.ProfileFile;
import io.compscan.core.profile.ProfileFormatException;
import io.compscan.core.profile.Profiles;
import io.compscan.core.source.PathName;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The target systems of the command line. */
public final class ProfileMixin {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Traits(heading = Heading.SYSTEMS, rank = 1)
    @Option(
            names = "--profile",
            paramLabel = "NAME",
            converter = Converters.ProfileList.class,
            completionCandidates = Completions.ProfileNames.class,
            description = "Compute what the data takes on these systems, such as vdo,zfs-lz4-128k; 'compscan profiles'"
                    + " lists them.")
    private List<Profile> named = new ArrayList<>();

    @Traits(heading = Heading.SYSTEMS, rank = 1, rare = true)
    @Option(
            names = "--profile-file",
            paramLabel = "FILE",
            converter = Converters.Place.class,
            description = "Likewise for the system that this TOML file describes.")
    private List<Path> files = new ArrayList<>();

    /** Whether there are any. */
    public boolean isAsked() {
        return !named.isEmpty() || !files.isEmpty();
    }

    /** Whether any of them comes from a file. */
    public boolean hasFiles() {
        return !files.isEmpty();
    }

    /**
     * All of them, each once, in the order of the options.
     *
     * @throws ParameterException if a file holds no profile, or one whose name is taken
     */
    public List<Profile> profiles() throws CommandFailure {
        Map<String, Profile> profiles = new LinkedHashMap<>();
        named.forEach(profile -> profiles.put(profile.name(), profile));
        try {
            read(files, profiles);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
        return List.copyOf(profiles.values());
    }

    /**
     * Reads the systems of files of {@code --profile-file}.
     *
     * @param profiles takes them by their names
     * @throws IllegalArgumentException with one line for a person, if a file holds no profile, or one whose name is taken
     */
    static void read(List<Path> files, Map<String, Profile> profiles) throws CommandFailure {
        for (Path file : files) {
            Profile profile = read(file);
            boolean isTaken = Profiles.names().contains(profile.name());
            if (isTaken || profiles.put(profile.name(), profile) != null) {
                throw new IllegalArgumentException("--profile-file: " + PathName.of(file)
                        + ": name: there is another profile '" + profile.name() + "'");
            }
        }
    }

    /**
     * What to scan instead if a system makes one archive of a directory, and the files of one are scanned; null if there is none.
     *
     * @param paths the paths of the scan
     */
    public static @Nullable String betterPath(List<Profile> profiles, List<String> paths) {
        for (Profile profile : profiles) {
            Profile.Archive archive = profile.archive();
            if (archive != null) {
                for (String path : paths) {
                    if (new File(path).isDirectory()) {
                        return "--profile " + profile.name() + ": scan " + archive.of(path) + ". " + archive.reason();
                    }
                }
            }
        }
        return null;
    }

    private static Profile read(Path file) throws CommandFailure {
        try {
            return ProfileFile.read(file, PathName.of(file));
        } catch (ProfileFormatException e) {
            throw new IllegalArgumentException("--profile-file: " + e.getMessage(), e);
        } catch (IOException e) {
            throw SetInputs.failure("--profile-file: " + PathName.of(file), e);
        }
    }
}
