package io.compscan.image.catar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * What the archive says of a file.
 *
 * @param mode type and permissions
 * @param device which device it is, if it is one
 * @param fileSystem the device that it lies on
 */
record FileFacts(int mode, Owner user, Owner group, long sizeBytes, long modifiedNanos, long device, long fileSystem) {

    /**
     * A user or a group.
     *
     * @param name empty for root, and where the number has no name
     */
    record Owner(int number, String name) {

        /** Java names the number itself where it has no name. */
        static Owner of(Number number, Object principal) {
            String name = principal.toString();
            boolean isNameless = number.intValue() == 0 || name.equals(Integer.toUnsignedString(number.intValue()));
            return new Owner(number.intValue(), isNameless ? "" : name);
        }
    }

    private static final int TYPE = 0170000;
    private static final int DIRECTORY = 0040000;
    private static final int FILE = 0100000;
    private static final int LINK = 0120000;
    private static final int CHARACTERS = 0020000;
    private static final int BLOCKS = 0060000;

    /** Of the path itself, if it is a link. */
    static FileFacts of(Path path) throws IOException {
        Map<String, Object> all = Files.readAttributes(
                path, "unix:mode,uid,gid,owner,group,size,lastModifiedTime,rdev,dev", LinkOption.NOFOLLOW_LINKS);
        Instant modified = ((FileTime) value(all, "lastModifiedTime")).toInstant();
        return new FileFacts(
                number(all, "mode").intValue(),
                Owner.of(number(all, "uid"), value(all, "owner")),
                Owner.of(number(all, "gid"), value(all, "group")),
                number(all, "size").longValue(),
                modified.getEpochSecond() * 1_000_000_000 + modified.getNano(),
                number(all, "rdev").longValue(),
                number(all, "dev").longValue());
    }

    private static Number number(Map<String, Object> all, String name) {
        return (Number) value(all, name);
    }

    private static Object value(Map<String, Object> all, String name) {
        return Objects.requireNonNull(all.get(name), name);
    }

    boolean isDirectory() {
        return (mode & TYPE) == DIRECTORY;
    }

    boolean isFile() {
        return (mode & TYPE) == FILE;
    }

    boolean isLink() {
        return (mode & TYPE) == LINK;
    }

    boolean isDevice() {
        return (mode & TYPE) == CHARACTERS || (mode & TYPE) == BLOCKS;
    }

    /** Links have permissions on some systems, and casync stores the same ones for all. */
    long storedMode() {
        return isLink() ? LINK | 0777 : mode & (TYPE | 07777);
    }

    /** As glibc takes a number of a device apart. */
    long deviceMajor() {
        return (device >>> 8 & 0xfff) | (device >>> 32 & 0xfffff000L);
    }

    long deviceMinor() {
        return (device & 0xff) | (device >>> 12 & 0xffffff00L);
    }
}
