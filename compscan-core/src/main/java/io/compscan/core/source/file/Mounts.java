package io.compscan.core.source.file;

import io.compscan.core.source.PathName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of file systems that a walk can meet at two places, because they are mounted at both; see proc_pid_mountinfo(5).
 *
 * <pre>
 *   mount        of device   its root on the file system
 *   /            8:1         /
 *   /srv/copy    8:1         /data           a bind mount of /data: a walk of / meets its files twice
 *   /mnt         8:2         /@home          and /@root at another place: they have no file in common
 * </pre>
 *
 * <p>Few trees have any, so the walk remembers the files of these file systems alone.
 */
final class Mounts {

    private static final Path TABLE = Path.of("/proc/self/mountinfo");
    /** Their files have other numbers of devices than their mounts, one for each subvolume or layer. */
    private static final Set<String> OF_MANY_DEVICES = Set.of("btrfs", "bcachefs", "overlay");

    /**
     * A mount, or the part of it below a path.
     *
     * @param id the number of the mount
     * @param device its device, as text
     * @param root its place on the file system
     * @param place the path where it is
     * @param type the type of the file system
     */
    private record Mount(String id, String device, String root, String place, String type) {

        /** The part below a path in it. */
        Mount below(String path) {
            return new Mount(id, device, joined(root, relative(place, path)), path, type);
        }
    }

    private final Set<Long> devices = new HashSet<>();
    private boolean isAnyDevice;
    private final Map<String, String> otherPlaces = new LinkedHashMap<>();
    private final Map<Path, String> realRoots = new HashMap<>();
    /** The longer ones first. */
    private List<String> places = List.of();

    private Mounts() {}

    /** The mounts that a walk from these paths can meet. */
    static Mounts of(List<Path> roots) {
        Mounts found = new Mounts();
        try {
            List<Mount> table = new ArrayList<>();
            // Names are bytes, and this charset has one character for each.
            for (String line :
                    Files.readString(TABLE, StandardCharsets.ISO_8859_1).split("\n", -1)) {
                add(line, table);
            }
            addRoot(table);
            List<Mount> visible = found.visible(roots, table);
            found.compare(visible);
            found.places = visible.stream()
                    .map(Mount::place)
                    .distinct()
                    .sorted(Comparator.comparingInt(String::length).reversed())
                    .toList();
        } catch (IOException e) {
            // There is no /proc: whether something is mounted twice is unknown.
        }
        return found;
    }

    private static void add(String line, List<Mount> table) {
        String[] fields = line.split(" ", -1);
        int separator = Arrays.asList(fields).indexOf("-");
        if (separator >= 6 && separator + 1 < fields.length) {
            table.add(
                    new Mount(fields[0], fields[2], unescaped(fields[3]), unescaped(fields[4]), fields[separator + 1]));
        }
    }

    /**
     * Adds the mount of the root, if the root is none: the table of a process in a plain chroot lacks it.
     *
     * <pre>
     *   mount        of device   its root on the file system
     *   /srv/copy    8:1         /jail/srv/data      shows /srv/data, so the root is /jail
     * </pre>
     */
    private static void addRoot(List<Mount> table) {
        if (table.stream().anyMatch(mount -> mount.place.equals("/"))) {
            return;
        }
        for (Mount mount : List.copyOf(table)) {
            for (int slash = mount.root.lastIndexOf('/'); slash > 0; slash = mount.root.lastIndexOf('/', slash - 1)) {
                if (isSame(mount.root.substring(slash), mount.place)) {
                    table.add(new Mount("", mount.device, mount.root.substring(0, slash), "/", mount.type));
                    return;
                }
            }
        }
    }

    /** Whether two places have the same file or directory. */
    private static boolean isSame(String place, String other) {
        try {
            return !place.equals(other) && Files.isSameFile(path(place), path(other));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    /** The kernel writes blanks and backslashes as three octal digits. */
    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\' && i + 3 < text.length()) {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 4), 8));
                i += 3;
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }

    private List<Mount> visible(List<Path> roots, List<Mount> table) {
        List<Mount> visible = new ArrayList<>();
        for (Path root : roots) {
            String path;
            try {
                path = text(root.toRealPath());
                realRoots.put(root, path);
            } catch (IOException e) {
                continue;
            }
            Mount around = null;
            for (Mount mount : table) {
                if (isWithin(path, mount.place)) {
                    // Of two mounts at one place, the later one is seen.
                    around = around == null || mount.place.length() >= around.place.length() ? mount : around;
                } else if (isWithin(mount.place, path)) {
                    visible.add(mount);
                }
            }
            if (around != null) {
                visible.add(around.below(path));
            }
        }
        return visible;
    }

    private void compare(List<Mount> visible) {
        Map<String, List<Mount>> byDevice = new LinkedHashMap<>();
        visible.forEach(mount -> byDevice.computeIfAbsent(mount.device, device -> new ArrayList<>())
                .add(mount));
        for (List<Mount> mounts : byDevice.values()) {
            mounts.sort((a, b) -> a.place.compareTo(b.place));
            for (Mount one : mounts) {
                for (Mount other : mounts) {
                    if (!one.id.equals(other.id) && isWithin(other.root, one.root)) {
                        seenTwice(one, other);
                    }
                }
            }
        }
    }

    /** @param inside its root is that of {@code around}, or lies below it */
    private void seenTwice(Mount around, Mount inside) {
        isAnyDevice |= OF_MANY_DEVICES.contains(around.type);
        devices.add(number(around.device));
        String first = joined(around.place, relative(around.root, inside.root));
        otherPlaces.putIfAbsent(inside.place, first);
        otherPlaces.putIfAbsent(first, inside.place);
    }

    /** As {@code stat} gives it. */
    private static long number(String device) {
        int colon = device.indexOf(':');
        long major = Long.parseLong(device.substring(0, colon));
        long minor = Long.parseLong(device.substring(colon + 1));
        return (major & 0xFFFFF000L) << 32 | (major & 0xFFF) << 8 | (minor & 0xFFFFFF00L) << 12 | (minor & 0xFF);
    }

    private static boolean isWithin(String path, String directory) {
        return path.startsWith(directory)
                && (path.length() == directory.length()
                        || directory.endsWith("/")
                        || path.charAt(directory.length()) == '/');
    }

    private static String relative(String directory, String path) {
        String rest = path.substring(directory.length());
        return rest.startsWith("/") ? rest.substring(1) : rest;
    }

    private static String joined(String directory, String below) {
        return below.isEmpty() ? directory : directory.endsWith("/") ? directory + below : directory + "/" + below;
    }

    /** Whether files of this device may be met at two places. */
    boolean mayShowTwice(long device) {
        return isAnyDevice || (!devices.isEmpty() && devices.contains(device));
    }

    /** The place of the mount, or of the walk's root, that a path without links leads through; empty if it is outside of all. */
    String around(Path real) {
        String path = text(real);
        return places.stream()
                .filter(place -> isWithin(path, place))
                .findFirst()
                .orElse("");
    }

    /**
     * The other place of a file or directory that is mounted at two, as reports show it; null if its place is none of the mounts.
     *
     * @param root the path of the walk that has found it
     */
    @Nullable String otherPlace(Path root, Path found) {
        String real = realRoots.get(root);
        if (real == null || otherPlaces.isEmpty()) {
            return null;
        }
        String place = found.equals(root) ? real : joined(real, text(root.relativize(found)));
        String other = otherPlaces.get(place);
        return other == null ? null : PathName.escape(other.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Path path(String text) {
        return Path.of(new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
    }

    private static String text(Path path) {
        return new String(PathName.bytesOf(path), StandardCharsets.ISO_8859_1);
    }
}
