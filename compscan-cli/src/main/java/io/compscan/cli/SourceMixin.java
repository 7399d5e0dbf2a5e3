package io.compscan.cli;

import io.compscan.core.source.FileTreeSource;
import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import io.compscan.core.source.StreamSource;
import io.compscan.core.source.WalkOptions;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What to read. */
final class SourceMixin {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Parameters(
            paramLabel = "PATH",
            arity = "0..*",
            description = "Directories, files, block devices or pipes to read.")
    private List<Path> paths = new ArrayList<>();

    @Option(names = "--stdin", description = "Read standard input instead of paths.")
    private boolean stdin;

    @Option(
            names = "--include",
            paramLabel = "GLOB",
            split = ",",
            description =
                    "Read only files that match, such as '*.vmdk'. A glob with a slash is matched against the path below PATH.")
    private List<String> includes = new ArrayList<>();

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            split = ",",
            description = "Leave out files and directories that match.")
    private List<String> excludes = new ArrayList<>();

    @Option(names = "--follow-symlinks", description = "Follow symbolic links met while walking.")
    private boolean followSymlinks;

    @Option(names = "--one-file-system", description = "Do not enter directories on other file systems.")
    private boolean oneFileSystem;

    List<String> includes() {
        return includes;
    }

    List<String> excludes() {
        return excludes;
    }

    boolean followSymlinks() {
        return followSymlinks;
    }

    boolean oneFileSystem() {
        return oneFileSystem;
    }

    /** The source that the options name. */
    Source source() throws CommandFailure {
        if (stdin == !paths.isEmpty()) {
            throw usage(stdin ? "--stdin and PATH exclude each other" : "PATH is missing: what is to be scanned?");
        }
        if (stdin) {
            return StreamSource.of("-", () -> System.in);
        }
        for (Path path : paths) {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new CommandFailure(ExitCode.FAILED, PathName.of(path) + ": no such file or directory");
            }
            if (!Files.exists(path) && Files.isSymbolicLink(path)) {
                throw new CommandFailure(ExitCode.FAILED, PathName.of(path) + ": a symbolic link to nothing");
            }
        }
        try {
            return new FileTreeSource(paths, new WalkOptions(includes, excludes, followSymlinks, oneFileSystem));
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }
}
