package io.compscan.memory;

import io.compscan.memory.process.ControlGroup;
import io.compscan.memory.process.Freeze;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The targets of a scan: processes by number, control groups, all processes, dumps.
 *
 * @param pids numbers of processes
 * @param groups control groups
 * @param all whether all processes are meant
 * @param dumps files, or directories with a checkpoint
 */
record Targets(Set<Long> pids, List<ControlGroup> groups, boolean all, List<Path> dumps) {

    private static final String ALL = "all";
    private static final Path PROC = Path.of("/proc");

    static Targets parse(List<String> names) throws MemoryException {
        NavigableSet<Long> pids = new TreeSet<>();
        List<ControlGroup> groups = new ArrayList<>();
        List<Path> dumps = new ArrayList<>();
        boolean all = false;
        for (String name : names) {
            // An empty name is that of the root, the group of all processes.
            ControlGroup group = name.isEmpty() ? null : ControlGroup.of(name);
            if (name.equals(ALL)) {
                all = true;
            } else if (name.matches("[0-9]{1,9}")) {
                pids.add(Long.valueOf(name));
            } else if (group != null) {
                groups.add(group);
            } else {
                dumps.add(dump(name));
            }
        }
        return new Targets(pids, groups, all, dumps);
    }

    private static Path dump(String name) throws MemoryException {
        try {
            Path path = Path.of(name);
            if (!name.isEmpty() && Files.exists(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // The exception below tells it.
        }
        throw new MemoryException(
                "'" + name + "': neither a process number, a control group, 'all', nor a dump that exists");
    }

    boolean hasProcesses() {
        return all || !pids.isEmpty() || !groups.isEmpty();
    }

    /** The processes as of now, without this one unless it was named. */
    NavigableSet<Long> processes() throws MemoryException {
        NavigableSet<Long> found = new TreeSet<>(pids);
        for (long pid : pids) {
            if (!Files.isDirectory(PROC.resolve(Long.toString(pid)))) {
                throw new MemoryException("process " + pid + ": there is none of this number");
            }
        }
        NavigableSet<Long> others = new TreeSet<>();
        try {
            for (ControlGroup group : groups) {
                others.addAll(group.pids());
            }
            if (all) {
                others.addAll(everyProcess());
            }
        } catch (IOException e) {
            throw new MemoryException("the processes cannot be listed: " + e.getMessage());
        }
        others.remove(ProcessHandle.current().pid());
        found.addAll(others);
        return found;
    }

    private static List<Long> everyProcess() throws IOException {
        try (Stream<Path> list = Files.list(PROC)) {
            return list.map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("[0-9]{1,9}"))
                    .map(Long::valueOf)
                    .toList();
        }
    }

    /** Stops the processes. */
    Freeze freeze() throws MemoryException, InterruptedException {
        if (all) {
            throw new MemoryException(
                    "--freeze needs PID or CGROUP: to stop all processes would stop those that let them go on");
        }
        requireNotOurs();
        List<Path> frozen = new ArrayList<>();
        List<ControlGroup> byProcess = new ArrayList<>();
        for (ControlGroup group : groups) {
            if (Freeze.canFreeze(group.directory())) {
                frozen.add(group.directory());
            } else {
                byProcess.add(group);
            }
        }
        try {
            return Freeze.of(frozen, () -> {
                Set<Long> found = new HashSet<>(pids);
                for (ControlGroup group : byProcess) {
                    found.addAll(group.pids());
                }
                return found;
            });
        } catch (IOException e) {
            throw new MemoryException("--freeze: " + e.getMessage());
        }
    }

    /** A stop of the process that started this one, such as a shell, may stop the answer, too. */
    private void requireNotOurs() throws MemoryException {
        Set<Long> wanted = new HashSet<>(pids);
        wanted.addAll(processes());
        try {
            for (ControlGroup group : groups) {
                wanted.addAll(group.pids());
            }
        } catch (IOException e) {
            throw new MemoryException("the processes cannot be listed: " + e.getMessage());
        }
        Optional<ProcessHandle> ours = Optional.of(ProcessHandle.current());
        while (ours.isPresent()) {
            if (wanted.contains(ours.get().pid())) {
                throw new MemoryException("--freeze: process " + ours.get().pid() + " is this one or has started it");
            }
            ours = ours.get().parent();
        }
    }
}
