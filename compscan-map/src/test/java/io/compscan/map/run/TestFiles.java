package io.compscan.map.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Names for files that tests write, and their end. */
final class TestFiles {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TestFiles() {}

    /** A path in the directory at which there is nothing yet. */
    static Path fresh(Path directory) {
        return directory.resolve(NUMBER.incrementAndGet() + ".run");
    }

    static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
