package io.compscan.image.catar;

import io.compscan.core.source.attribute.AccessList;
import io.compscan.core.source.attribute.AccessList.Entry;
import io.compscan.core.source.attribute.AccessList.Tag;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of a file's attributes. Access lists, labels and capabilities have records of their own; other attributes of the system and of
 * security are not stored.
 *
 * <pre>
 * XATTR*   ACL_USER* ACL_GROUP* ACL_GROUP_OBJ   ACL_DEFAULT ACL_DEFAULT_USER* ACL_DEFAULT_GROUP*   SELINUX   FCAPS
 * </pre>
 */
final class XattrRecords {

    private static final int HEAD_BYTES = 16;

    private static final long XATTR = 0xb8157091f80bc486L;
    private static final long ACL_USER = 0x297dc88b2ef12fafL;
    private static final long ACL_GROUP = 0x36f2acb56cb3dd0bL;
    private static final long ACL_GROUP_OBJ = 0x23047110441f38f3L;
    private static final long ACL_DEFAULT = 0xfe3eeda6823c8cd0L;
    private static final long ACL_DEFAULT_USER = 0xbdf03df9bd010a91L;
    private static final long ACL_DEFAULT_GROUP = 0xa0cb1168782d1f51L;
    private static final long SELINUX = 0x46faf0602fd26c59L;
    private static final long FCAPS = 0xf7267db0afed0629L;

    private static final String LABEL = "security.selinux";
    private static final String CAPABILITIES = "security.capability";
    /** Stands for a right that the list does not name. */
    private static final long NONE = -1;

    private final ByteArrayOutputStream records = new ByteArrayOutputStream();

    private XattrRecords() {}

    /** @param attributes in the order of their names */
    static byte[] of(Map<String, byte[]> attributes) {
        if (attributes.isEmpty()) {
            return new byte[0];
        }
        XattrRecords all = new XattrRecords();
        attributes.forEach((name, value) -> {
            if (name.startsWith("user.") || name.startsWith("trusted.")) {
                all.add(XATTR, terminated(bytes(name)), value);
            }
        });
        all.addAccess(attributes.get(AccessList.OF_FILE), attributes.get(AccessList.DEFAULT));
        byte[] label = attributes.get(LABEL);
        if (label != null) {
            all.add(SELINUX, terminated(untilZero(label)));
        }
        byte[] capabilities = attributes.get(CAPABILITIES);
        if (capabilities != null) {
            all.add(FCAPS, capabilities);
        }
        return all.records.toByteArray();
    }

    private void addAccess(byte @Nullable [] ofFile, byte @Nullable [] ofNewFiles) {
        if (ofFile != null) {
            AccessList list = AccessList.of(ofFile);
            list.of(Tag.USER).forEach(entry -> addEntry(ACL_USER, entry));
            list.of(Tag.GROUP).forEach(entry -> addEntry(ACL_GROUP, entry));
            add(ACL_GROUP_OBJ, numbers(rights(list, Tag.OWNING_GROUP)));
        }
        if (ofNewFiles != null) {
            AccessList list = AccessList.of(ofNewFiles);
            add(
                    ACL_DEFAULT,
                    numbers(
                            rights(list, Tag.OWNER),
                            rights(list, Tag.OWNING_GROUP),
                            rights(list, Tag.OTHER),
                            rights(list, Tag.MASK)));
            list.of(Tag.USER).forEach(entry -> addEntry(ACL_DEFAULT_USER, entry));
            list.of(Tag.GROUP).forEach(entry -> addEntry(ACL_DEFAULT_GROUP, entry));
        }
    }

    private void addEntry(long type, Entry entry) {
        byte[] name = bytes(entry.name());
        byte[] numbers = numbers(Integer.toUnsignedLong(entry.number()), entry.rights());
        add(type, numbers, name.length == 0 ? name : terminated(name));
    }

    private static long rights(AccessList list, Tag tag) {
        List<Entry> entries = list.of(tag);
        return entries.isEmpty() ? NONE : entries.get(0).rights();
    }

    private void add(long type, byte[]... parts) {
        long length =
                HEAD_BYTES + Arrays.stream(parts).mapToLong(part -> part.length).sum();
        records.writeBytes(numbers(length, type));
        for (byte[] part : parts) {
            records.writeBytes(part);
        }
    }

    private static byte[] numbers(long... numbers) {
        ByteBuffer to = ByteBuffer.allocate(Long.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long number : numbers) {
            to.putLong(number);
        }
        return to.array();
    }

    private static byte[] untilZero(byte[] text) {
        int end = 0;
        while (end < text.length && text[end] != 0) {
            end++;
        }
        return Arrays.copyOf(text, end);
    }

    private static byte[] terminated(byte[] text) {
        return Arrays.copyOf(text, text.length + 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
