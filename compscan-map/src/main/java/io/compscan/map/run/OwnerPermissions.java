package io.compscan.map.run;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Permissions of whatever holds keys: nobody but the owner can read it. File systems without POSIX permissions keep their own. */
public final class OwnerPermissions {

    private OwnerPermissions() {}

    /** Those of a file in a directory. */
    public static FileAttribute<?>[] file(Path directory) {
        return attributes(directory, "rw-------");
    }

    /** Those of a directory in a directory. */
    public static FileAttribute<?>[] directory(Path directory) {
        return attributes(directory, "rwx------");
    }

    private static FileAttribute<?>[] attributes(Path directory, String permissions) {
        return directory.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
