package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.testing.Programs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/** Data sets of the half that no figure of a profile was set by; {@code dev/accuracy/make.py} makes them, small here. */
enum HeldOutData {
    MAIL(0.1),
    LOGS(0.1),
    KEYS(0.15),
    FLOATS(0.1),
    PACKAGES(0.1),
    TINY(0.1),
    IMAGES(1),
    /** States of a database, each stored as a backup of its own. */
    DATABASE(0.2),
    /** States of a tree, likewise: files of the JDK that runs the tests. */
    DAYS(0);

    private static final Path MAKE = Path.of("..", "dev", "accuracy", "make.py").toAbsolutePath();

    /** The number of states of data that changes. */
    private static final int STATES = 4;

    private final double scale;

    HeldOutData(double scale) {
        this.scale = scale;
    }

    /** Whether there are files that are cut into chunks. */
    boolean hasLongFiles() {
        return this != MAIL && this != TINY;
    }

    private boolean hasStates() {
        return this == DATABASE || this == DAYS;
    }

    /** Makes all of it in a directory, but for what takes a program that is missing. */
    static void make(Path directory) throws IOException {
        for (HeldOutData data : values()) {
            if (data.scale > 0 && (data != IMAGES || Files.isExecutable(Path.of("/usr/sbin/mkfs.ext4")))) {
                String kind = data.name().toLowerCase(Locale.ROOT);
                Programs.runIn(
                        directory, "python3", MAKE, kind, "held", data.in(directory), Double.toString(data.scale));
            }
        }
        Path day = DAYS.in(directory).resolve("1");
        Trees.copyJdk(List.of("conf", "legal", "include", "bin", "lib"), day, 2 << 20);
        for (int i = 2; i <= STATES; i++) {
            Path next = DAYS.in(directory).resolve(Integer.toString(i));
            Trees.copy(day, next, Long.MAX_VALUE);
            change(next, new Random(i));
            day = next;
        }
    }

    private Path in(Path directory) {
        return directory.resolve("data-" + this);
    }

    /** Its states, one after the other; skips the test where they could not be made. */
    List<Path> states(Path directory) throws IOException {
        Path place = in(directory);
        assumeTrue(Files.exists(place), this + " cannot be made");
        if (!hasStates()) {
            return List.of(place);
        }
        try (Stream<Path> states = Files.list(place)) {
            return states.sorted().limit(STATES).toList();
        }
    }

    /** The directory that a backup sees: the state itself, or one tree that changes in place and touches nothing else. */
    Path inPlace(Path state, Path tree) throws IOException {
        if (!hasStates()) {
            return state;
        }
        List<Path> gone;
        try (Stream<Path> files = Files.exists(tree) ? Files.walk(tree) : Stream.of()) {
            gone = files.filter(Files::isRegularFile)
                    .filter(file -> !Files.exists(state.resolve(tree.relativize(file))))
                    .toList();
        }
        for (Path file : gone) {
            Files.delete(file);
        }
        List<Path> there;
        try (Stream<Path> files = Files.walk(state)) {
            there = files.filter(Files::isRegularFile).toList();
        }
        for (Path file : there) {
            Path target = tree.resolve(state.relativize(file));
            Files.createDirectories(target.getParent());
            if (!Files.exists(target) || Files.mismatch(file, target) >= 0) {
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return tree;
    }

    /** Changes a few bytes in every tenth file, and appends to a log. */
    private static void change(Path tree, Random random) throws IOException {
        List<Path> paths;
        try (Stream<Path> files = Files.walk(tree)) {
            paths = files.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path path : paths) {
            if (random.nextInt(10) == 0 && Files.size(path) > 0) {
                assertThat(path.toFile().setWritable(true)).isTrue();
                try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                    file.seek(random.nextInt((int) file.length()));
                    file.write(random.nextInt());
                }
            }
        }
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            log.append("request ")
                    .append(random.nextInt(1 << 20))
                    .append(" took ")
                    .append(random.nextInt(900))
                    .append(" ms\n");
        }
        Files.writeString(tree.resolve("log"), log);
    }
}
