package io.compscan.core.source.attribute;

import com.sun.jna.Pointer;
import io.compscan.core.libc.PrincipalCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access list of POSIX, as an attribute holds it: a version of 4 bytes, and entries of 8.
 *
 * <pre>
 *   0 tag, 2 bytes   2 rights, 2 bytes   4 number of a user or a group, 4 bytes        little-endian
 * </pre>
 *
 * @param entries in the order of the attribute
 */
public record AccessList(List<Entry> entries) {

    /** The name of the attribute with the list of a file. */
    public static final String OF_FILE = "system.posix_acl_access";
    /** The name of the attribute with the list that new files in a directory get. */
    public static final String DEFAULT = "system.posix_acl_default";

    private static final int HEAD_BYTES = 4;
    private static final int ENTRY_BYTES = 8;

    /** Who an entry is about. */
    public enum Tag {
        OWNER(1),
        USER(2),
        OWNING_GROUP(4),
        GROUP(8),
        MASK(0x10),
        OTHER(0x20);

        private final int number;

        Tag(int number) {
            this.number = number;
        }
    }

    /**
     * What somebody may do.
     *
     * @param rights reading, writing, executing, as in a mode
     * @param number of the user or group, where the tag is one
     */
    public record Entry(Tag tag, int rights, int number) {

        /** The name of the user or group; empty for root, and where the number has no name. */
        public String name() {
            return number == 0 || !PrincipalCalls.load() ? "" : nameOf(number, tag == Tag.USER);
        }
    }

    /** Copies the list. */
    public AccessList {
        entries = List.copyOf(entries);
    }

    /** The list in the value of an attribute; entries with unknown tags are left out. */
    public static AccessList of(byte[] value) {
        ByteBuffer from = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        List<Entry> entries = new ArrayList<>();
        for (int at = HEAD_BYTES; at + ENTRY_BYTES <= value.length; at += ENTRY_BYTES) {
            Tag tag = tagOf(from.getShort(at));
            if (tag != null) {
                entries.add(new Entry(tag, from.getShort(at + 2), from.getInt(at + 4)));
            }
        }
        return new AccessList(entries);
    }

    /** One thread at a time, as the C library has one answer. */
    private static synchronized String nameOf(int number, boolean isUser) {
        Pointer entry = isUser ? PrincipalCalls.getpwuid(number) : PrincipalCalls.getgrgid(number);
        return entry == null ? "" : entry.getPointer(0).getString(0);
    }

    private static @Nullable Tag tagOf(int number) {
        for (Tag tag : Tag.values()) {
            if (tag.number == number) {
                return tag;
            }
        }
        return null;
    }

    /** The entries of one tag. */
    public List<Entry> of(Tag tag) {
        return entries.stream().filter(entry -> entry.tag() == tag).toList();
    }
}
