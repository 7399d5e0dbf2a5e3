package io.compscan.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Archives as {@code tar} makes them. */
public final class TarFile {

    private TarFile() {}

    /** Packs the regular files of a tree under their paths in it, in the order of these paths. */
    public static Path of(Path tar, Path tree) throws IOException {
        String names;
        try (Stream<Path> all = Files.walk(tree)) {
            names = all.filter(Files::isRegularFile)
                    .sorted()
                    .map(file -> tree.relativize(file) + "\0")
                    .collect(Collectors.joining());
        }
        Programs.pipe(tree, names, "tar", "--format=posix", "-cf", tar.toAbsolutePath(), "--null", "-T", "-");
        return tar;
    }
}
