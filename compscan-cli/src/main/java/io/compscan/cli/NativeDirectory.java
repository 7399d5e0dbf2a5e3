package io.compscan.cli;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.jpountz.util.Native;
import org.jspecify.annotations.Nullable;

/**
 * Where native libraries are unpacked: the directory for temporary files, or else another one. On servers that were made secure nothing may
 * run in {@code /tmp} (noexec), and on others it is full or may not be written.
 */
final class NativeDirectory {

    private static final String OF_JNA = "jna.tmpdir";
    private static final String JNA_LEAVES_OFF = "jna.nounpack";
    private static final String OF_ZSTD = "ZstdTempFolder";

    /** All libraries together take less. */
    private static final long WANTED_BYTES = 4 << 20;

    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("rwx------");

    private NativeDirectory() {}

    /** Names the directory to all libraries. By default, JNA unpacks into the user's home, and users such as nobody have none. */
    static void choose(Map<String, String> environment) {
        Path usual = Path.of(System.getProperty("java.io.tmpdir"));
        boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        if (!isPosix || isUsable(usual)) {
            nameToJna(usual);
            return;
        }
        Path other = others(environment)
                .filter(NativeDirectory::isUsable)
                .findFirst()
                .orElse(null);
        if (other == null) {
            // It would print a stack trace. Without it, scans take longer.
            System.setProperty(JNA_LEAVES_OFF, "true");
        } else {
            nameToJna(other);
            System.setProperty(OF_ZSTD, other.toString());
            loadLz4(other);
        }
    }

    /** LZ4 has no property for its directory, so it is loaded here, and told so. */
    private static void loadLz4(Path directory) {
        try {
            Method resourceName = Native.class.getDeclaredMethod("resourceName");
            resourceName.setAccessible(true);
            Field loaded = Native.class.getDeclaredField("loaded");
            loaded.setAccessible(true);
            Path library = Files.createTempFile(directory, "liblz4-java-", ".so");
            try (InputStream packed = Native.class.getResourceAsStream((String) resourceName.invoke(null))) {
                if (packed != null) {
                    Files.copy(packed, library, StandardCopyOption.REPLACE_EXISTING);
                    System.load(library.toAbsolutePath().toString());
                    loaded.setBoolean(null, true);
                }
            } finally {
                Files.deleteIfExists(library);
            }
        } catch (IOException | ReflectiveOperationException | LinkageError e) {
            // The compressor tries the usual directory, and tells what is wrong with it.
        }
    }

    private static void nameToJna(Path directory) {
        if (System.getProperty(OF_JNA) == null) {
            System.setProperty(OF_JNA, directory.toString());
        }
    }

    private static Stream<Path> others(Map<String, String> environment) {
        return Stream.of(
                        environment.get("XDG_RUNTIME_DIR"),
                        "/var/tmp",
                        "/dev/shm",
                        environment.get("XDG_CACHE_HOME"),
                        environment.get("HOME"))
                .flatMap(name -> Stream.ofNullable(path(name)));
    }

    private static @Nullable Path path(@Nullable String name) {
        try {
            return name == null || name.isEmpty() ? null : Path.of(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** Whether a program could be written there and run. The kernel says of no file on a noexec file system that it may be executed. */
    static boolean isUsable(Path directory) {
        try {
            Path probe = Files.createTempFile(
                    directory, "compscan-", ".probe", PosixFilePermissions.asFileAttribute(EXECUTABLE));
            try {
                return Files.isExecutable(probe) && probe.toFile().getUsableSpace() >= WANTED_BYTES;
            } finally {
                Files.deleteIfExists(probe);
            }
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
