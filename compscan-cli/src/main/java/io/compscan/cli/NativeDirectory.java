package io.compscan.cli;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.DirectoryStream;
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
 *
 * <p>They lie in a directory of this process that no other user may enter: others could exchange a library before it is loaded. It is
 * removed at the end.
 */
final class NativeDirectory {

    private static final String OF_JNA = "jna.tmpdir";
    private static final String JNA_LEAVES_OFF = "jna.nounpack";
    private static final String OF_ZSTD = "ZstdTempFolder";

    /** All libraries together take less. */
    private static final long WANTED_BYTES = 4 << 20;

    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("rwx------");

    private NativeDirectory() {}

    /** The directory of this process; null before one is made, and where there is none. */
    private static @Nullable Path own;

    /** Names the directory to all libraries. By default, JNA unpacks into the user's home, and users such as nobody have none. */
    static void choose(Map<String, String> environment) {
        Path usual = Path.of(System.getProperty("java.io.tmpdir"));
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            nameToJna(usual);
            return;
        }
        Path found = Stream.concat(Stream.of(usual), others(environment))
                .flatMap(directory -> Stream.ofNullable(within(directory)))
                .findFirst()
                .orElse(null);
        own = found;
        if (found == null) {
            // It would print a stack trace. Without it, scans take longer.
            System.setProperty(JNA_LEAVES_OFF, "true");
        } else {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(found), "compscan-native"));
            nameToJna(found);
            if (System.getProperty(OF_ZSTD) == null) {
                System.setProperty(OF_ZSTD, found.toString());
            }
        }
    }

    /**
     * Loads LZ4, which has no property for its directory, and tells it so. By itself it would use a file that others may write to where the
     * umask lets them. To be called before anybody compresses.
     */
    static void loadLz4() {
        Path directory = own;
        if (directory == null) {
            return;
        }
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

    /** A new directory for this user alone, in which a program could be written and run; null if there is none. */
    static @Nullable Path within(Path directory) {
        try {
            Path made =
                    Files.createTempDirectory(directory, "compscan-", PosixFilePermissions.asFileAttribute(EXECUTABLE));
            if (isUsable(made)) {
                return made;
            }
            Files.delete(made);
            return null;
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    private static void remove(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // What is left is small, and the user's own.
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
            Path path = name == null || name.isEmpty() ? null : Path.of(name);
            return path == null || path.isAbsolute() ? path : null;
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
