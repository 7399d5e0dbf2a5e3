package io.compscan.core.source.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The outputs of the scan itself: files and directories that a walk passes over, as if they were not there.
 *
 * <p>A file is known by its directory and its name, because it need not exist yet. Its temporary file is hidden with it:
 * {@code .NAME.ANYTHING.tmp}.
 *
 * @param files the files that the scan will write
 * @param directories directories that hold nothing but outputs
 */
public record HiddenOutputs(List<Path> files, List<Path> directories) {

    /** Nothing is hidden. */
    public static final HiddenOutputs NONE = new HiddenOutputs(List.of(), List.of());

    /** Copies the lists. */
    public HiddenOutputs {
        files = List.copyOf(files);
        directories = List.copyOf(directories);
    }

    /** Looks up the directories in their state at the beginning of a walk. */
    Lookup lookup() {
        Lookup lookup = new Lookup();
        directories.forEach(lookup::hide);
        for (Path file : files) {
            Path place = file.toAbsolutePath().normalize();
            Path name = place.getFileName();
            Path parent = place.getParent();
            if (name != null && parent != null) {
                lookup.hide(parent, name.toString());
            }
        }
        return lookup;
    }

    /** Answers the questions of one walk. */
    static final class Lookup {
        private final Set<Object> directories = new HashSet<>();
        private final Map<Object, Set<String>> namesByDirectory = new HashMap<>();

        private Lookup() {}

        private void hide(Path directory) {
            try {
                directories.add(FileStatus.following(directory).identity());
            } catch (IOException e) {
                // A walk cannot meet a directory that is not there.
            }
        }

        private void hide(Path parent, String name) {
            try {
                namesByDirectory
                        .computeIfAbsent(FileStatus.following(parent).identity(), unused -> new HashSet<>())
                        .add(name);
            } catch (IOException e) {
                // As above.
            }
        }

        /** Whether the directory with this identity is an output. */
        boolean hides(Object identity) {
            return !directories.isEmpty() && directories.contains(identity);
        }

        /** Whether the entry of this name in the directory with this identity is an output. */
        boolean hides(Object parentIdentity, Path listed) {
            Set<String> names = namesByDirectory.isEmpty() ? null : namesByDirectory.get(parentIdentity);
            return names != null && isOutput(FoundPath.lastName(listed).toString(), names);
        }

        private static boolean isOutput(String entry, Set<String> names) {
            return names.contains(entry)
                    || (entry.startsWith(".")
                            && entry.endsWith(".tmp")
                            && names.stream().anyMatch(name -> entry.startsWith("." + name + ".")));
        }
    }
}
