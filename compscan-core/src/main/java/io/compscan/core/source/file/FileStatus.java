package io.compscan.core.source.file;

import io.compscan.core.source.UnitVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The answer of one {@code stat}.
 *
 * @param kind the kind of file
 * @param linkCount the number of its names; 1 if the platform does not report it
 * @param identity the identity, equal for two paths exactly if they lead to the same file
 * @param device the number of its file system; 0 if the platform does not report it
 * @param version the version of the file
 */
record FileStatus(Kind kind, int linkCount, Object identity, long device, UnitVersion version) {

    private static final String UNIX_ATTRIBUTES = "unix:mode,size,nlink,dev,ino,lastModifiedTime,ctime";
    private static final int FORMAT_MASK = 0170000;
    private static final LinkOption[] FOLLOW = {};
    private static final LinkOption[] NO_FOLLOW = {LinkOption.NOFOLLOW_LINKS};

    enum Kind {
        FILE,
        DIRECTORY,
        SYMLINK,
        BLOCK_DEVICE,
        CHARACTER_DEVICE,
        FIFO,
        OTHER
    }

    /** The identity of a file on a file system with inodes. */
    record Inode(long device, long number) {

        /** Written out, since a scan would wait at its start for the code that Java generates for a record. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Inode inode && device == inode.device && number == inode.number;
        }

        @Override
        public int hashCode() {
            return 31 * Long.hashCode(device) + Long.hashCode(number);
        }
    }

    /** The size of the file. */
    long sizeBytes() {
        return version.sizeBytes();
    }

    /** The status of the file that the path leads to; links are followed. */
    static FileStatus following(Path path) throws IOException {
        return read(path, FOLLOW);
    }

    /** The status of the path itself. */
    static FileStatus of(Path path) throws IOException {
        return read(path, NO_FOLLOW);
    }

    private static FileStatus read(Path path, LinkOption[] options) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return readBasic(path, options);
        }
        Map<String, Object> attributes = Files.readAttributes(path, UNIX_ATTRIBUTES, options);
        long device = number(attributes, "dev");
        UnitVersion version = UnitVersion.of(attributes);
        return new FileStatus(
                kindOf((int) number(attributes, "mode")),
                (int) number(attributes, "nlink"),
                new Inode(device, version.inode()),
                device,
                version);
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name), name)).longValue();
    }

    /** The kind that a file's mode gives. */
    static Kind kindOf(int mode) {
        return switch (mode & FORMAT_MASK) {
            case 0100000 -> Kind.FILE;
            case 0040000 -> Kind.DIRECTORY;
            case 0120000 -> Kind.SYMLINK;
            case 0060000 -> Kind.BLOCK_DEVICE;
            case 0020000 -> Kind.CHARACTER_DEVICE;
            case 0010000 -> Kind.FIFO;
            default -> Kind.OTHER;
        };
    }

    /** The status without a Unix view. Such file systems do not count hard links either; the real path is the identity. */
    private static FileStatus readBasic(Path path, LinkOption[] options) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class, options);
        Kind kind;
        if (attributes.isRegularFile()) {
            kind = Kind.FILE;
        } else if (attributes.isDirectory()) {
            kind = Kind.DIRECTORY;
        } else {
            kind = attributes.isSymbolicLink() ? Kind.SYMLINK : Kind.OTHER;
        }
        long modifiedNanos = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        return new FileStatus(
                kind, 1, path.toRealPath(options), 0, new UnitVersion(attributes.size(), modifiedNanos, 0, 0));
    }
}
