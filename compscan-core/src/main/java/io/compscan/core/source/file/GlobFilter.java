package io.compscan.core.source.file;

import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * The include and exclude globs of a walk.
 *
 * <p>A glob without a slash is matched against the last name of a path. A glob with a slash is matched against the whole path below the
 * directory that was given to scan. There {@code **} crosses directories, and {@code **}{@code /} may also stand for none. A slash at the
 * start stands for that directory, one at the end for nothing. So {@code *.log} excludes every log, {@code /cache} only the topmost cache.
 */
public final class GlobFilter {

    private static final String ANY_DEPTH = "**/";

    private record Glob(boolean lastNameOnly, List<PathMatcher> alternatives) {

        static Glob compile(FileSystem fileSystem, String text) {
            String glob = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
            boolean lastNameOnly = glob.indexOf('/') < 0;
            if (glob.startsWith("/")) {
                glob = glob.substring(1);
            }
            List<PathMatcher> alternatives = new ArrayList<>();
            alternatives.add(fileSystem.getPathMatcher("glob:" + glob));
            while (glob.startsWith(ANY_DEPTH)) {
                glob = glob.substring(ANY_DEPTH.length());
                alternatives.add(fileSystem.getPathMatcher("glob:" + glob));
            }
            return new Glob(lastNameOnly, alternatives);
        }

        boolean matches(Path relative) {
            Path subject = lastNameOnly ? relative.getFileName() : relative;
            return alternatives.stream().anyMatch(matcher -> matcher.matches(subject));
        }
    }

    private final List<Glob> includes;
    private final List<Glob> excludes;

    /** @throws IllegalArgumentException naming the malformed glob */
    public GlobFilter(FileSystem fileSystem, WalkOptions options) {
        includes = compile(fileSystem, options.includes(), "include");
        excludes = compile(fileSystem, options.excludes(), "exclude");
    }

    private static List<Glob> compile(FileSystem fileSystem, List<String> globs, String option) {
        return globs.stream()
                .map(glob -> {
                    if (glob.isEmpty()) {
                        throw new IllegalArgumentException("--" + option + ": a glob is empty");
                    }
                    try {
                        return Glob.compile(fileSystem, glob);
                    } catch (PatternSyntaxException e) {
                        throw new IllegalArgumentException(
                                "--" + option + " " + glob + ": not a glob: " + e.getDescription(), e);
                    }
                })
                .toList();
    }

    /** Whether there is no glob, so that no path needs a check. */
    public boolean acceptsAll() {
        return includes.isEmpty() && excludes.isEmpty();
    }

    /** Whether the walk reads a file. */
    public boolean acceptsFile(Path relative) {
        return (includes.isEmpty() || includes.stream().anyMatch(glob -> glob.matches(relative)))
                && acceptsDirectory(relative);
    }

    /** Whether the walk enters a directory. */
    public boolean acceptsDirectory(Path relative) {
        return excludes.stream().noneMatch(glob -> glob.matches(relative));
    }
}
