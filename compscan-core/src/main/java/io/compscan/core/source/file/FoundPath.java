package io.compscan.core.source.file;

import io.compscan.core.source.PathName;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A path that a walk has found.
 *
 * @param base the deep directory from which the path starts; null for an ordinary path
 * @param path as the walk reached it
 * @param open a path that the system accepts until the walk opens another directory
 */
record FoundPath(@Nullable DeepDirectory base, Path path, Path open) {

    static FoundPath of(Path path) {
        return new FoundPath(null, path, path);
    }

    String name() {
        return nameOf(base, path);
    }

    Path relativize(Path root) {
        return base == null ? root.relativize(path) : base.relativize(root, path);
    }

    static String nameOf(@Nullable DeepDirectory base, Path path) {
        if (base == null) {
            return PathName.of(path);
        }
        return path.toString().isEmpty() ? base.name() : base.name() + "/" + PathName.of(path);
    }

    static Path lastName(Path path) {
        Path name = path.getFileName();
        return name == null ? path : name;
    }
}
