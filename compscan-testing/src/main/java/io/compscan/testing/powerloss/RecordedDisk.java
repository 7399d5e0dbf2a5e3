package io.compscan.testing.powerloss;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A disk that remembers in which order it was written, and what it could hold if the power had failed at any moment; thread-safe.
 *
 * <p>The rules are those of POSIX. Bytes of a file are safe once the file was forced. Names in a directory (of new files, links, renamed and
 * removed ones) are safe once the directory was forced. Everything later may be there or not, each file and each directory on its own.
 */
public final class RecordedDisk {

    /** One change, or one force. */
    private interface Step {
        void applyTo(State state);
    }

    private static final class Content {
        private byte[] bytes = {};

        void write(long position, byte[] more) {
            int end = (int) position + more.length;
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, end);
            }
            System.arraycopy(more, 0, bytes, (int) position, more.length);
        }
    }

    /** What the disk holds at one moment: as the process sees it, and what is safe of that. */
    private static final class State {
        private final Map<Integer, Content> now = new HashMap<>();
        private final Map<Integer, byte[]> safe = new HashMap<>();
        /** A number for each name; directories have number 0. */
        private final Map<Path, Integer> namesNow = new TreeMap<>();

        private final Map<Path, Integer> namesSafe = new TreeMap<>();

        Content content(int file) {
            return Objects.requireNonNull(now.get(file));
        }
    }

    /** Something that may or may not have reached the disk: a file's bytes, or a directory's names. */
    public record Unsafe(boolean isDirectory, String name) {}

    private static final int DIRECTORY = 0;

    private final List<Step> steps = new ArrayList<>();
    private final Map<Path, Integer> files = new HashMap<>();
    private int lastFile;
    /** The state that was last asked for. */
    private State seen = new State();

    private int seenSteps;

    /** The number of steps so far. */
    public synchronized int stepCount() {
        return steps.size();
    }

    synchronized int create(Path name) {
        int file = ++lastFile;
        files.put(name, file);
        steps.add(state -> {
            state.now.put(file, new Content());
            state.namesNow.put(name, file);
        });
        return file;
    }

    synchronized int fileAt(Path name) {
        return files.getOrDefault(name, -1);
    }

    synchronized void createDirectory(Path name) {
        steps.add(state -> state.namesNow.put(name, DIRECTORY));
    }

    synchronized void write(int file, long position, ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        steps.add(state -> state.content(file).write(position, bytes));
    }

    synchronized void truncate(int file, long size) {
        steps.add(state -> {
            Content content = state.content(file);
            if (size < content.bytes.length) {
                content.bytes = Arrays.copyOf(content.bytes, (int) size);
            }
        });
    }

    synchronized void force(int file) {
        steps.add(state -> state.safe.put(file, state.content(file).bytes.clone()));
    }

    synchronized void forceDirectory(Path directory) {
        steps.add(state -> {
            state.namesSafe.keySet().removeIf(name -> directory.equals(name.getParent()));
            state.namesNow.forEach((name, file) -> {
                if (directory.equals(name.getParent())) {
                    state.namesSafe.put(name, file);
                }
            });
        });
    }

    synchronized void link(Path name, Path existing) {
        int file = Objects.requireNonNull(files.get(existing));
        files.put(name, file);
        steps.add(state -> state.namesNow.put(name, file));
    }

    synchronized void rename(Path from, Path to) {
        int file = Objects.requireNonNull(files.remove(from));
        files.put(to, file);
        steps.add(state -> {
            state.namesNow.remove(from);
            state.namesNow.put(to, file);
        });
    }

    synchronized void remove(Path name) {
        files.remove(name);
        steps.add(state -> state.namesNow.remove(name));
    }

    private State stateAfter(int stepCount) {
        if (stepCount < seenSteps) {
            seen = new State();
            seenSteps = 0;
        }
        for (; seenSteps < stepCount; seenSteps++) {
            steps.get(seenSteps).applyTo(seen);
        }
        return seen;
    }

    /** What could be lost if the power failed after so many steps. */
    public synchronized Set<Unsafe> unsafeAfter(int stepCount) {
        State state = stateAfter(stepCount);
        Set<Unsafe> found = new HashSet<>();
        Set<Path> names = new HashSet<>(state.namesNow.keySet());
        names.addAll(state.namesSafe.keySet());
        for (Path name : names) {
            Integer file = state.namesNow.get(name);
            if (!Objects.equals(file, state.namesSafe.get(name))) {
                found.add(new Unsafe(true, String.valueOf(name.getParent())));
            }
            if (file != null && file != DIRECTORY && !Arrays.equals(state.content(file).bytes, state.safe.get(file))) {
                found.add(new Unsafe(false, "file " + file));
            }
        }
        return found;
    }

    /** What the disk could hold below a directory after so many steps and a power cut: two that are equal need no two checks. */
    public synchronized Object signature(int stepCount, Predicate<Unsafe> isLost, Path directory) {
        State state = stateAfter(stepCount);
        Map<Path, Object> signature = new TreeMap<>();
        namesAfter(state, isLost).forEach((name, file) -> {
            if (name.startsWith(directory)) {
                signature.put(
                        name, file == DIRECTORY ? "" : List.of(file, Arrays.hashCode(bytes(state, file, isLost))));
            }
        });
        return signature;
    }

    private static Map<Path, Integer> namesAfter(State state, Predicate<Unsafe> isLost) {
        Map<Path, Integer> names = new TreeMap<>();
        for (Map<Path, Integer> from : List.of(state.namesNow, state.namesSafe)) {
            from.forEach((name, file) -> {
                boolean lost = isLost.test(new Unsafe(true, String.valueOf(name.getParent())));
                if (lost == (from == state.namesSafe)) {
                    names.put(name, file);
                }
            });
        }
        return names;
    }

    private static byte[] bytes(State state, int file, Predicate<Unsafe> isLost) {
        return isLost.test(new Unsafe(false, "file " + file))
                ? state.safe.getOrDefault(file, new byte[0])
                : state.content(file).bytes;
    }

    /**
     * Writes what the disk could hold after so many steps and a power cut to a directory, which must be empty.
     *
     * @param isLost decides what of that which is not safe has been lost
     */
    public synchronized void restore(int stepCount, Predicate<Unsafe> isLost, Path root, Path target)
            throws IOException {
        State state = stateAfter(stepCount);
        Map<Integer, Path> written = new HashMap<>();
        for (Map.Entry<Path, Integer> entry : namesAfter(state, isLost).entrySet()) {
            int file = entry.getValue();
            Path place = target.resolve(root.relativize(entry.getKey()).toString());
            if (!Files.isDirectory(Objects.requireNonNull(place.getParent()))) {
                // The directory around it was lost, and all that is in it.
                continue;
            }
            if (file == DIRECTORY) {
                Files.createDirectory(place);
            } else if (written.containsKey(file)) {
                Files.createLink(place, written.get(file));
            } else {
                Files.write(place, bytes(state, file, isLost));
                written.put(file, place);
            }
        }
    }
}
