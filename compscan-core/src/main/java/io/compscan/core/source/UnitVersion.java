package io.compscan.core.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes a changed unit from an unchanged one by the attributes in the file system, without reading.
 *
 * @param sizeBytes its size
 * @param modifiedNanos the time of the last change of its bytes, since 1970; 0 if it is unknown
 * @param changedNanos the time of the last change of its bytes or its inode, which no program can set back; 0 if it is unknown
 * @param inode its number in the file system; 0 if there is none
 */
public record UnitVersion(long sizeBytes, long modifiedNanos, long changedNanos, long inode) {

    private static final String UNIX_ATTRIBUTES = "unix:size,lastModifiedTime,ctime,ino";

    /** The version of a unit with a known size and nothing else. */
    public static UnitVersion ofSize(long sizeBytes) {
        return new UnitVersion(sizeBytes, 0, 0, 0);
    }

    /** The version of the file that the path leads to; of size -1 if it cannot be looked at. */
    public static UnitVersion of(Path path) {
        try {
            if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
                return new UnitVersion(
                        Files.size(path), Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS), 0, 0);
            }
            return of(Files.readAttributes(path, UNIX_ATTRIBUTES));
        } catch (IOException e) {
            return ofSize(-1);
        }
    }

    /** The version that Java's {@code size}, {@code lastModifiedTime}, {@code ctime} and {@code ino} of a Unix file give. */
    public static UnitVersion of(Map<String, Object> attributes) {
        return new UnitVersion(
                number(attributes, "size"),
                nanos(attributes, "lastModifiedTime"),
                nanos(attributes, "ctime"),
                number(attributes, "ino"));
    }

    /** As the generated method compares, which links a method handle at its first call; short scans feel that. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof UnitVersion version
                && sizeBytes == version.sizeBytes
                && modifiedNanos == version.modifiedNanos
                && changedNanos == version.changedNanos
                && inode == version.inode;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sizeBytes ^ modifiedNanos ^ changedNanos ^ inode);
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name), name)).longValue();
    }

    private static long nanos(Map<String, Object> attributes, String name) {
        return ((FileTime) Objects.requireNonNull(attributes.get(name), name)).to(TimeUnit.NANOSECONDS);
    }
}
