package io.compscan.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files of a target, in the directory of temporary files; {@code dev/fuzz} removes them. */
public final class Scratch {

    private Scratch() {}

    /** A new directory. */
    public static Path directory() {
        try {
            return Files.createTempDirectory("fuzz").toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a file or a tree, if it is there. */
    public static void remove(Path top) throws IOException {
        if (Files.exists(top)) {
            List<Path> all;
            try (Stream<Path> tree = Files.walk(top)) {
                all = tree.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path path : all) {
                Files.delete(path);
            }
        }
    }

    /** Copies a tree. */
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> tree = Files.walk(from)) {
            for (Path path : tree.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }
}
