package io.compscan.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Devices of Linux that never end, such as {@code /dev/zero}: a scan of one would never end either. */
final class EndlessDevice {

    private static final int TYPE_MASK = 0170000;
    private static final int CHARACTER_DEVICE = 0020000;
    /** Documentation/admin-guide/devices.txt of Linux: 1 is for memory devices. These here make up their bytes. */
    private static final int MEMORY_DEVICES = 1;

    private static final Set<Long> ZERO_FULL_RANDOM_URANDOM = Set.of(5L, 7L, 8L, 9L);

    private EndlessDevice() {}

    /** Whether the path leads to one. */
    static boolean isAt(Path path) {
        try {
            int mode = (int) Files.getAttribute(path, "unix:mode");
            long device = (long) Files.getAttribute(path, "unix:rdev");
            // As in makedev(3): twelve bits of the major number lie between two parts of the minor one.
            long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
            long minor = (device & 0xff) | (device >>> 12 & ~0xffL);
            return (mode & TYPE_MASK) == CHARACTER_DEVICE
                    && major == MEMORY_DEVICES
                    && ZERO_FULL_RANDOM_URANDOM.contains(minor)
                    && System.getProperty("os.name").equals("Linux");
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }
}
