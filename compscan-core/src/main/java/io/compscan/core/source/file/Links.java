package io.compscan.core.source.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The symbolic links that may lie on the way to a file that was found below a path.
 *
 * <p>A walk finds files and opens them hours later perhaps. By then a link may have taken the place of a file, or of a directory above it.
 * Such a link leads out of the tree, so it is refused. Links in the given path itself are those of the user: they are resolved once, before
 * the walk.
 *
 * @param areFollowed whether each link is followed
 * @param given the path below which no link is followed
 * @param real the same path without links; null where it has none, or cannot be resolved
 */
record Links(boolean areFollowed, Path given, @Nullable Path real) {

    /** Each link is followed. */
    static final Links FOLLOWED = new Links(true, Path.of(""), null);

    /** No link below the path is followed. */
    static Links below(Path given) {
        try {
            Path real = given.toRealPath();
            if (isWithoutLinks(given, real)) {
                return new Links(false, given, null);
            }
            // The links of /proc/PID/root lead to places that their texts do not name.
            boolean isSame = FileStatus.following(given)
                    .identity()
                    .equals(FileStatus.following(real).identity());
            return isSame ? new Links(false, given, real) : FOLLOWED;
        } catch (IOException e) {
            return FOLLOWED;
        }
    }

    private static boolean isWithoutLinks(Path given, Path real) {
        Path absolute = given.toAbsolutePath();
        for (Path name : absolute) {
            if (name.toString().equals("..")) {
                return false;
            }
        }
        return Objects.equals(absolute.normalize(), real);
    }

    /** The path that opens a file: one on which no link of the given path lies. */
    Path way(Path found) {
        return real == null ? found : real.resolve(given.relativize(found));
    }
}
