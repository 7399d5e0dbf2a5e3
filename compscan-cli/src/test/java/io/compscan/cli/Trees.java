package io.compscan.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Trees of files to copy and to count. */
final class Trees {

    private Trees() {}

    /** Copies parts of the JDK that runs the tests, as {@link #copy} does. */
    static void copyJdk(List<String> parts, Path to, long maxFileBytes) throws IOException {
        Path home = Path.of(System.getProperty("java.home"));
        for (String part : parts) {
            if (Files.isDirectory(home.resolve(part))) {
                copy(home.resolve(part), to.resolve(part), maxFileBytes);
            }
        }
    }

    /** Copies regular files up to a size, links followed. */
    static void copy(Path from, Path to, long maxFileBytes) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.size(file) <= maxFileBytes) {
                    Path copy = to.resolve(from.relativize(file));
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
    }

    /** The total of the files of a tree. */
    static long bytesIn(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.filter(Files::isRegularFile).mapToLong(Trees::size).sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
