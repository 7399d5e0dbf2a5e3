package io.compscan.memory.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A control group, of version 1 or 2, with all groups in it.
 *
 * @param directory of the group
 */
public record ControlGroup(Path directory) {

    private static final String PROCESSES = "cgroup.procs";
    private static final List<Path> ROOTS = Stream.of("", "unified", "memory", "systemd")
            .map(Path.of("/sys/fs/cgroup")::resolve)
            .toList();

    /** The group of this path, absolute or below where groups are mounted, such as {@code system.slice/ssh.service}; null if there is none. */
    public static @Nullable ControlGroup of(String name) {
        try {
            List<Path> places = new ArrayList<>();
            places.add(Path.of(name));
            ROOTS.forEach(root -> places.add(root.resolve(name)));
            for (Path place : places) {
                if (Files.isRegularFile(place.resolve(PROCESSES))) {
                    return new ControlGroup(place.toAbsolutePath());
                }
            }
            return null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static void add(List<String> lines, Path file, NavigableSet<Long> pids) throws IOException {
        for (String line : lines) {
            if (!line.matches("[0-9]{1,9}")) {
                throw new IOException(file + " is no list of process numbers");
            }
            pids.add(Long.valueOf(line));
        }
    }

    /** The numbers of its processes. */
    public NavigableSet<Long> pids() throws IOException {
        NavigableSet<Long> pids = new TreeSet<>();
        try (Stream<Path> tree = Files.walk(directory)) {
            for (Path group : tree.filter(Files::isDirectory).toList()) {
                Path file = group.resolve(PROCESSES);
                if (Files.isRegularFile(file)) {
                    add(Files.readAllLines(file, StandardCharsets.ISO_8859_1), file, pids);
                }
            }
        }
        return pids;
    }
}
