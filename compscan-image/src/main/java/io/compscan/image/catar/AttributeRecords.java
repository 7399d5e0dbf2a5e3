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
 * security are not stored, but Proxmox Backup has the access lists of Samba, and no labels.
 *
 * <pre>
 * XATTR*   ACL_USER* ACL_GROUP* ACL_GROUP_OBJ   ACL_DEFAULT ACL_DEFAULT_USER* ACL_DEFAULT_GROUP*   SELINUX   FCAPS
 * </pre>
 */
final class AttributeRecords {

    /**
     * Whose records they are, with the numbers that stand for their kinds. casync also stores labels of SELinux, names the users in access
     * lists, and has the rights of a file's group in each list.
     */
    enum Program {
        CASYNC(
                RecordHead.SIZE_FIRST,
                0xb8157091f80bc486L,
                0x297dc88b2ef12fafL,
                0x36f2acb56cb3dd0bL,
                0x23047110441f38f3L,
                0xfe3eeda6823c8cd0L,
                0xbdf03df9bd010a91L,
                0xa0cb1168782d1f51L,
                0xf7267db0afed0629L),
        PROXMOX(
                RecordHead.TYPE_FIRST,
                0x0dab0229b57dcd03L,
                0x2ce8540a457d55b8L,
                0x136e3eceb04c03abL,
                0x10868031e9582876L,
                0xbbbb13415a6896f5L,
                0xc89357b40532cd1fL,
                0xf90a8a5816038ffeL,
                0x2da9dd9db5f7fb67L);

        private final RecordHead head;
        private final long attribute;
        private final long user;
        private final long group;
        private final long owningGroup;
        private final long byDefault;
        private final long userByDefault;
        private final long groupByDefault;
        private final long capabilities;

        Program(
                RecordHead head,
                long attribute,
                long user,
                long group,
                long owningGroup,
                long byDefault,
                long userByDefault,
                long groupByDefault,
                long capabilities) {
            this.head = head;
            this.attribute = attribute;
            this.user = user;
            this.group = group;
            this.owningGroup = owningGroup;
            this.byDefault = byDefault;
            this.userByDefault = userByDefault;
            this.groupByDefault = groupByDefault;
            this.capabilities = capabilities;
        }
    }

    private static final long SELINUX = 0x46faf0602fd26c59L;

    private static final String LABEL = "security.selinux";
    private static final String SAMBA = "security.NTACL";
    private static final String CAPABILITIES = "security.capability";
    /** Stands for a right that the list does not name. */
    private static final long NONE = -1;

    private final ByteArrayOutputStream records = new ByteArrayOutputStream();
    private final Program program;

    private AttributeRecords(Program program) {
        this.program = program;
    }

    /** @param attributes in the order of the archive */
    static byte[] of(Map<String, byte[]> attributes, Program program) {
        if (attributes.isEmpty()) {
            return new byte[0];
        }
        AttributeRecords all = new AttributeRecords(program);
        attributes.forEach((name, value) -> {
            boolean isOfSamba = name.equals(SAMBA) && program == Program.PROXMOX;
            if (name.startsWith("user.") || name.startsWith("trusted.") || isOfSamba) {
                all.add(program.attribute, terminated(bytes(name)), value);
            }
        });
        all.addAccess(attributes.get(AccessList.OF_FILE), attributes.get(AccessList.DEFAULT));
        byte[] label = attributes.get(LABEL);
        if (label != null && program == Program.CASYNC) {
            all.add(SELINUX, terminated(untilZero(label)));
        }
        byte[] capabilities = attributes.get(CAPABILITIES);
        if (capabilities != null) {
            all.add(program.capabilities, capabilities);
        }
        return all.records.toByteArray();
    }

    private void addAccess(byte @Nullable [] ofFile, byte @Nullable [] ofNewFiles) {
        if (ofFile != null) {
            AccessList list = AccessList.of(ofFile);
            list.of(Tag.USER).forEach(entry -> addEntry(program.user, entry));
            list.of(Tag.GROUP).forEach(entry -> addEntry(program.group, entry));
            if (program == Program.CASYNC || rights(list, Tag.MASK) != NONE) {
                add(program.owningGroup, numbers(rights(list, Tag.OWNING_GROUP)));
            }
        }
        if (ofNewFiles != null) {
            AccessList list = AccessList.of(ofNewFiles);
            add(
                    program.byDefault,
                    numbers(
                            rights(list, Tag.OWNER),
                            rights(list, Tag.OWNING_GROUP),
                            rights(list, Tag.OTHER),
                            rights(list, Tag.MASK)));
            list.of(Tag.USER).forEach(entry -> addEntry(program.userByDefault, entry));
            list.of(Tag.GROUP).forEach(entry -> addEntry(program.groupByDefault, entry));
        }
    }

    private void addEntry(long type, Entry entry) {
        byte[] name = program == Program.CASYNC ? bytes(entry.name()) : new byte[0];
        byte[] numbers = numbers(Integer.toUnsignedLong(entry.number()), entry.rights());
        add(type, numbers, name.length == 0 ? name : terminated(name));
    }

    private static long rights(AccessList list, Tag tag) {
        List<Entry> entries = list.of(tag);
        return entries.isEmpty() ? NONE : entries.get(0).rights();
    }

    private void add(long type, byte[]... parts) {
        long length = RecordHead.BYTES
                + Arrays.stream(parts).mapToLong(part -> part.length).sum();
        records.writeBytes(program.head
                .write(RecordHead.buffer(RecordHead.BYTES), length, type)
                .array());
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
