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
 * The facts about a file that the archive holds.
 *
 * @param mode type and permissions
 * @param device the number of the device, if the file is one
 * @param names how many names the file has
 * @param inode which of its file system's files it is
 */
record FileFacts(
        int mode, Owner user, Owner group, long sizeBytes, long modifiedNanos, long device, int names, Inode inode) {

    /**
     * Which file it is.
     *
     * @param fileSystem the number of the device that the file lies on
     */
    record Inode(long fileSystem, long number) {}

    /**
     * A user or a group.
     *
     * @param name empty for root, and where the number has no name
     */
    record Owner(int number, String name) {

        /** Where a number has no name, Java gives the number as the name. */
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

    /** The facts about a path; about the link itself, if the path is one. */
    static FileFacts of(Path path) throws IOException {
        Map<String, Object> all = Files.readAttributes(
                path,
                "unix:mode,uid,gid,owner,group,size,lastModifiedTime,rdev,nlink,dev,ino",
                LinkOption.NOFOLLOW_LINKS);
        Instant modified = ((FileTime) value(all, "lastModifiedTime")).toInstant();
        return new FileFacts(
                number(all, "mode").intValue(),
                Owner.of(number(all, "uid"), value(all, "owner")),
                Owner.of(number(all, "gid"), value(all, "group")),
                number(all, "size").longValue(),
                modified.getEpochSecond() * 1_000_000_000 + modified.getNano(),
                number(all, "rdev").longValue(),
                number(all, "nlink").intValue(),
                new Inode(number(all, "dev").longValue(), number(all, "ino").longValue()));
    }

    private static Number number(Map<String, Object> all, String name) {
        return (Number) value(all, name);
    }

    private static Object value(Map<String, Object> all, String name) {
        return Objects.requireNonNull(all.get(name), name);
    }

    long fileSystem() {
        return inode.fileSystem;
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

    /** The mode that casync stores. Links have permissions on some systems, but casync stores the same ones for all links. */
    long storedMode() {
        return isLink() ? LINK | 0777 : mode & (TYPE | 07777);
    }

    /** The major number of the device, as glibc takes it from the whole number. */
    long deviceMajor() {
        return (device >>> 8 & 0xfff) | (device >>> 32 & 0xfffff000L);
    }

    long deviceMinor() {
        return (device & 0xff) | (device >>> 12 & 0xffffff00L);
    }
}
