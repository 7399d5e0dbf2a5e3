package io.compscan.core.source.attribute;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import io.compscan.core.libc.AttributeCalls;
import io.compscan.core.source.FileAttribute;
import io.compscan.core.source.PathName;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads extended attributes by the calls of Linux, since Java shows those of users alone. One thread.
 *
 * <p>Attributes are an addition to a scan, so none of them ends it. One that may not be read, or is gone, is left out. The kernel hands out
 * lists and values of at most 64 KiB, so memory of that size never is too small.
 */
public final class AttributeReader {

    /** More of one file's attributes are left out; some file systems set no limit. */
    private static final int MOST_BYTES = 1 << 20;

    private final Memory memory = new Memory(AttributeCalls.LONGEST_BYTES);
    /** The last file system that said that it has none. */
    private @Nullable Long without;

    private AttributeReader() {}

    /** A reader; null where the system has no such calls. */
    public static @Nullable AttributeReader open() {
        return AttributeCalls.load() ? new AttributeReader() : null;
    }

    /**
     * The attributes of a file or directory, in the order of the file system.
     *
     * @param path a path of the default file system, else there are none
     * @param isLink whether the path was a symbolic link, which has attributes of its own
     * @param followsLink whether a link at the path is followed; else a link that has taken the place of a file is asked itself
     * @param device the file system, by any number that tells it from others
     */
    public List<FileAttribute> of(Path path, boolean isLink, boolean followsLink, long device) {
        if ((without != null && without == device) || path.getFileSystem() != FileSystems.getDefault()) {
            return List.of();
        }
        byte[] terminated = terminated(PathName.bytesOf(path));
        byte[] names;
        try {
            long length = !followsLink
                    ? AttributeCalls.llistxattr(terminated, memory, memory.size())
                    : AttributeCalls.listxattr(terminated, memory, memory.size());
            names = memory.getByteArray(0, (int) length);
        } catch (LastErrorException e) {
            if (e.getErrorCode() == AttributeCalls.EOPNOTSUPP && !isLink) {
                without = device;
            }
            return List.of();
        }
        return names.length == 0 ? List.of() : values(terminated, names, followsLink);
    }

    private List<FileAttribute> values(byte[] path, byte[] names, boolean followsLink) {
        List<FileAttribute> found = new ArrayList<>();
        int bytes = 0;
        for (int from = 0, to; from < names.length && bytes <= MOST_BYTES; from = to + 1) {
            to = from;
            while (to < names.length && names[to] != 0) {
                to++;
            }
            byte[] name = Arrays.copyOfRange(names, from, to);
            byte[] value = value(path, terminated(name), followsLink);
            if (value != null) {
                FileAttribute attribute = new FileAttribute(name, value);
                found.add(attribute);
                bytes += attribute.bytes();
            }
        }
        return found;
    }

    private byte @Nullable [] value(byte[] path, byte[] name, boolean followsLink) {
        try {
            long length = !followsLink
                    ? AttributeCalls.lgetxattr(path, name, memory, memory.size())
                    : AttributeCalls.getxattr(path, name, memory, memory.size());
            return memory.getByteArray(0, (int) length);
        } catch (LastErrorException e) {
            return null;
        }
    }

    private static byte[] terminated(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length + 1);
    }
}
