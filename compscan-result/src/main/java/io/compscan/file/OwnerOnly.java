package io.compscan.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files and directories that nobody but their owner can read, whatever the umask says.
 *
 * <p>Everything that holds fingerprints is made here: fingerprints tell who has which known file. File systems without POSIX permissions
 * keep their own.
 */
public final class OwnerOnly {

    private OwnerOnly() {}

    /** Creates a file and opens it for writing; refuses a file or a symbolic link that is there already. */
    public static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                attributes(file.getFileSystem(), "rw-------"));
    }

    /** Opens a file for writing, creates it where it is missing, and follows no symbolic link. */
    public static FileChannel open(Path file) throws IOException {
        Set<OpenOption> options =
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, options, attributes(file.getFileSystem(), "rw-------"));
    }

    /** Creates a directory where it is missing, and those above it; one that exists keeps its permissions. */
    public static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory, attributes(directory.getFileSystem(), "rwx------"));
    }

    private static FileAttribute<?>[] attributes(FileSystem system, String permissions) {
        return system.supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
