package io.compscan.cli.option;

import io.compscan.cli.file.StandardInput;
import io.compscan.cli.option.OptionTraits.Heading;
import io.compscan.cli.option.OptionTraits.Rule;
import io.compscan.cli.option.OptionTraits.Traits;
import io.compscan.cli.terminal.CommandFailure;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.cli.terminal.WorkingDirectory;
import io.compscan.core.Versions;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.source.PathName;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Source;
import io.compscan.core.source.StreamSource;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.HiddenOutputs;
import io.compscan.core.source.file.PageCachePolicy;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.file.Reason;
import io.compscan.result.ScanSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options that choose the data to read. */
public final class SourceMixin {

    /** A comma, but not one within braces, which belongs to the glob. */
    private static final String SEPARATOR = ",(?![^{]*})";

    /** The character that Java puts in place of bytes that are not UTF-8. */
    private static final char NOT_UTF8 = '\uFFFD';

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Parameters(
            paramLabel = "PATH",
            arity = "0..*",
            description = "Directories, files, block devices or pipes to read.")
    private List<String> paths = new ArrayList<>();

    @Traits(heading = Heading.SOURCE, rank = 4, idle = Rule.SETS)
    @Option(names = "--stdin", description = "Read standard input instead of paths.")
    private boolean stdin;

    @Traits(
            heading = Heading.SOURCE,
            rank = 2,
            idle = {Rule.STDIN, Rule.SETS})
    @Option(
            names = "--include",
            paramLabel = "GLOB",
            split = SEPARATOR,
            splitSynopsisLabel = ",",
            description = {
                "Read only files that match, such as '*.vmdk'.",
                "A glob with a slash is matched against the path below PATH."
            })
    private List<String> includes = new ArrayList<>();

    @Traits(
            heading = Heading.SOURCE,
            rank = 3,
            idle = {Rule.STDIN, Rule.SETS})
    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            split = SEPARATOR,
            splitSynopsisLabel = ",",
            description = "Leave out files and directories that match.")
    private List<String> excludes = new ArrayList<>();

    @Traits(
            heading = Heading.SOURCE,
            rank = 5,
            rare = true,
            idle = {Rule.STDIN, Rule.SETS})
    @Option(names = "--follow-symlinks", description = "Follow symbolic links met while walking.")
    private boolean followSymlinks;

    @Traits(
            heading = Heading.SOURCE,
            rank = 1,
            rare = true,
            idle = {Rule.STDIN, Rule.SETS})
    @Option(names = "--one-file-system", description = "Do not enter directories on other file systems.")
    private boolean oneFileSystem;

    @Traits(
            heading = Heading.SOURCE,
            rank = 6,
            rare = true,
            mayChange = true,
            idle = {Rule.STDIN, Rule.SETS})
    @Option(
            names = "--keep-cache",
            description = "Leave what is read in the page cache; by default large files leave it as it was.")
    private boolean keepCache;

    /** The paths as they were given. */
    public List<String> paths() {
        return paths;
    }

    /** Whether to read standard input instead. */
    public boolean stdin() {
        return stdin;
    }

    /** The rules for the walk below the paths. */
    public WalkOptions walk() {
        return new WalkOptions(includes, excludes, followSymlinks, oneFileSystem);
    }

    /** The state in which the scan leaves the page cache. */
    public PageCachePolicy pageCache() {
        return keepCache ? PageCachePolicy.KEEP : PageCachePolicy.RESTORE;
    }

    /** The settings, as a result shows them. */
    public ScanSettings plan(Source source, ScanOptions options) {
        return options.settings(Versions.compscan(), source.paths(), includes, excludes, followSymlinks, oneFileSystem);
    }

    /** The source that the options name. */
    Source source() throws CommandFailure {
        if (stdin == !paths.isEmpty()) {
            throw usage(stdin ? "--stdin and PATH exclude each other" : "PATH is missing: what is to be scanned?");
        }
        if (stdin) {
            StandardInput.requireOpen("--stdin");
            refuseEndless("standard input", StandardInput.DEVICE);
            return StreamSource.of("-", () -> System.in);
        }
        return tree(paths);
    }

    /** The source without the files that the scan itself writes. */
    static Source hiding(Source source, HiddenOutputs outputs) {
        return source instanceof FileTreeSource tree ? tree.hiding(outputs) : source;
    }

    /** The files and directories of these names, below which the options hold. */
    public FileTreeSource tree(List<String> names) throws CommandFailure {
        List<Path> roots = new ArrayList<>();
        for (String text : names) {
            Path path = path(text);
            check(path, text);
            roots.add(path);
        }
        try {
            return new FileTreeSource(roots, walk(), pageCache());
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private Path path(String text) {
        if (text.isEmpty()) {
            throw usage("PATH is empty; the current directory is '.'");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw usage("PATH '" + text + "': the character set of the locale does not have this name; try again with "
                    + WorkingDirectory.UTF8_LOCALE);
        }
    }

    /** Checks a path before any reading, so that the user does not learn of a mistyped one after hours on the others. */
    private void check(Path path, String text) throws CommandFailure {
        String name = PathName.of(path);
        if (StandardInput.isAt(path)) {
            StandardInput.requireOpen(name);
        }
        try {
            Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            String refusal = path.isAbsolute() ? "" : WorkingDirectory.refusal();
            if (!refusal.isEmpty()) {
                throw usage("PATH '" + text + "': " + refusal);
            }
            String reason = Files.isSymbolicLink(path) ? "a symbolic link to nothing" : Reason.of(e);
            throw new CommandFailure(ExitCode.FAILED, name + ": " + reason + hint(name));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, name + ": " + ReadErrors.of(name, e, 0).reason());
        }
        refuseEndless(name, path);
    }

    private static String hint(String name) {
        if (name.equals("-")) {
            return "; standard input is --stdin";
        }
        return name.indexOf(NOT_UTF8) < 0 ? "" : "; Java cannot be given a name that is not UTF-8: scan its directory";
    }

    private static void refuseEndless(String name, Path path) throws CommandFailure {
        if (EndlessDevice.isAt(path)) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    name + ": a device that never ends; scan a part of it: head -c 1g DEVICE | compscan scan --stdin");
        }
    }

    private ParameterException usage(String line) {
        return new ParameterException(command.commandLine(), line);
    }
}
