package io.compscan.core.source.file;

import java.util.List;

/**
 * Which of the files below a path are units.
 *
 * @param includes globs; if there are any, only files that match one of them are read
 * @param excludes globs; files that match one of them are not read, directories that match one are not entered
 * @param followSymlinks whether symbolic links met while walking are followed
 * @param oneFileSystem whether directories on another file system than the path they were reached from are left alone
 */
public record WalkOptions(List<String> includes, List<String> excludes, boolean followSymlinks, boolean oneFileSystem) {

    /** Every file, links not followed, across file systems. */
    public static final WalkOptions ALL = new WalkOptions(List.of(), List.of(), false, false);

    /** Copies the lists. */
    public WalkOptions {
        includes = List.copyOf(includes);
        excludes = List.copyOf(excludes);
    }
}
