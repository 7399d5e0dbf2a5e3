package io.compscan.core.source.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A tree for each test, and what makes things in it. */
abstract class TreeFixture {

    @TempDir
    Path tempDir;

    Path tree;

    @BeforeEach
    void resolveTree() throws IOException {
        tree = Files.createDirectory(tempDir.toRealPath().resolve("tree"));
    }

    Path file(String name, int bytes) throws IOException {
        Path path = tree.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.write(path, new byte[bytes]);
    }

    Path directory(String name) throws IOException {
        return Files.createDirectories(tree.resolve(name));
    }

    Path link(String name, Path target) throws IOException {
        Path path = tree.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.createSymbolicLink(path, target);
    }
}
