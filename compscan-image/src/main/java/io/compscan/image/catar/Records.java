package io.compscan.image.catar;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The records of an archive, as bytes. Each has a head of its size and its type; all numbers are little-endian and have 8 bytes.
 *
 * <pre>
 * FILENAME                                                of all but the directory at the top
 * ENTRY [USER] [GROUP] {@link XattrRecords}                 of each file
 *   PAYLOAD and the file's bytes, or SYMLINK, or DEVICE
 *   ... and of a directory, its files in order of their names, then GOODBYE
 * </pre>
 */
final class Records {

    private static final int HEAD_BYTES = 16;
    private static final int ENTRY_BYTES = HEAD_BYTES + 48;

    private static final long ENTRY = 0x1396fabcea5bbb51L;
    private static final long USER = 0xf453131aaeeaccb3L;
    private static final long GROUP = 0x25eb6ac969396a52L;
    private static final long SYMLINK = 0x664a6fb6830e0d6cL;
    private static final long DEVICE = 0xac3dace369dfe643L;
    private static final long PAYLOAD = 0x8b9e1d93d6dcffc9L;
    private static final long FILENAME = 0x6dbb6ebcb3161f0bL;
    private static final long GOODBYE = 0xdfd35c5e8327c403L;
    private static final long GOODBYE_TAIL = 0x57446fa533702943L;

    /** The features that casync stores by default: all that it knows, chunks named by SHA-512/256, no files with the flag "no dump". */
    private static final long FEATURES = 0xb0000001ffeffe26L;

    private Records() {}

    /** The name of a file in its directory. */
    static ByteBuffer name(byte[] name) {
        return finished(text(buffer(textBytes(name)), FILENAME, name));
    }

    /**
     * The records of a file, up to its bytes.
     *
     * @param attributes the records of its attributes
     * @param target the target of a symbolic link
     */
    static ByteBuffer entry(FileFacts file, byte[] attributes, byte[] target) {
        byte[] user = bytes(file.user().name());
        byte[] group = bytes(file.group().name());
        int size = ENTRY_BYTES + textBytes(user) + textBytes(group) + attributes.length;
        size += file.isFile() ? HEAD_BYTES : 0;
        size += file.isLink() ? textBytes(target) : 0;
        size += file.isDevice() ? HEAD_BYTES + 16 : 0;

        ByteBuffer to = head(buffer(size), ENTRY_BYTES, ENTRY)
                .putLong(FEATURES)
                .putLong(file.storedMode())
                .putLong(0)
                .putLong(Integer.toUnsignedLong(file.user().number()))
                .putLong(Integer.toUnsignedLong(file.group().number()))
                .putLong(file.modifiedNanos());
        if (user.length > 0) {
            text(to, USER, user);
        }
        if (group.length > 0) {
            text(to, GROUP, group);
        }
        to.put(attributes);
        if (file.isFile()) {
            head(to, HEAD_BYTES + file.sizeBytes(), PAYLOAD);
        } else if (file.isLink()) {
            text(to, SYMLINK, target);
        } else if (file.isDevice()) {
            head(to, HEAD_BYTES + 16, DEVICE).putLong(file.deviceMajor()).putLong(file.deviceMinor());
        }
        return finished(to);
    }

    /** The table that ends a directory: where in the archive its files are, by the hashes of their names. */
    static ByteBuffer goodbye(NameTable names, long position, long entryPosition) {
        int size = HEAD_BYTES + (names.size() + 1) * 24;
        ByteBuffer to = head(buffer(size), size, GOODBYE);
        names.writeTree(to, position);
        return finished(to.putLong(position - entryPosition).putLong(size).putLong(GOODBYE_TAIL));
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer head(ByteBuffer to, long size, long type) {
        return to.putLong(size).putLong(type);
    }

    /** Writes the record of a text, which ends with a zero byte. */
    private static ByteBuffer text(ByteBuffer to, long type, byte[] text) {
        return head(to, textBytes(text), type).put(text).put((byte) 0);
    }

    /** The length of the record of a text; 0 for an empty text, which is not written. */
    private static int textBytes(byte[] text) {
        return text.length == 0 ? 0 : HEAD_BYTES + text.length + 1;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ByteBuffer finished(ByteBuffer record) {
        return record.flip();
    }
}
