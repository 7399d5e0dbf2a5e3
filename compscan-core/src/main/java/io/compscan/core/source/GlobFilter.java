package io.compscan.core.source;

import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * The include and exclude globs of a walk.
 *
 * <p>A glob without a slash is matched against the last name of a path; one with a slash against the whole path below the directory
 * that was given to scan, where {@code **} crosses directories. So {@code *.log} rules out every log, {@code cache/**} only what is
 * in the topmost cache.
 */
final class GlobFilter {

    private record Glob(boolean lastNameOnly, PathMatcher matcher) {
        boolean matches(Path relative) {
            return matcher.matches(lastNameOnly ? relative.getFileName() : relative);
        }
    }

    private final List<Glob> includes;
    private final List<Glob> excludes;

    /** @throws IllegalArgumentException naming the glob that is none */
    GlobFilter(FileSystem fileSystem, WalkOptions options) {
        includes = compile(fileSystem, options.includes(), "include");
        excludes = compile(fileSystem, options.excludes(), "exclude");
    }

    private static List<Glob> compile(FileSystem fileSystem, List<String> globs, String option) {
        return globs.stream()
                .map(glob -> {
                    try {
                        return new Glob(glob.indexOf('/') < 0, fileSystem.getPathMatcher("glob:" + glob));
                    } catch (PatternSyntaxException e) {
                        throw new IllegalArgumentException(
                                "--" + option + " " + glob + ": not a glob: " + e.getDescription(), e);
                    }
                })
                .toList();
    }

    /** Whether a file is to be read. */
    boolean acceptsFile(Path relative) {
        return (includes.isEmpty() || includes.stream().anyMatch(glob -> glob.matches(relative)))
                && acceptsDirectory(relative);
    }

    /** Whether a directory is to be entered. */
    boolean acceptsDirectory(Path relative) {
        return excludes.stream().noneMatch(glob -> glob.matches(relative));
    }
}
