package io.compscan.image.catar;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The records of an archive, as bytes. Each has a head of its size and its type; all numbers are little-endian.
 *
 * <pre>
 * FILENAME                                                of all but the directory at the top
 * ENTRY {@link AttributeRecords}                            of each file
 *   PAYLOAD and the file's bytes, or SYMLINK, or DEVICE
 *   ... and of a directory, its files in order of their names, then GOODBYE
 * </pre>
 */
abstract class ArchiveFormat {

    static final int HEAD_BYTES = RecordHead.BYTES;

    /** The numbers that stand for kinds of records, and for the end of a table. */
    record Types(long name, long payload, long link, long device, long goodbye, long goodbyeTail) {}

    private final RecordHead head;
    private final Types types;
    private final AttributeRecords.Program program;

    ArchiveFormat(RecordHead head, Types types, AttributeRecords.Program program) {
        this.head = head;
        this.types = types;
        this.program = program;
    }

    /** The table of one directory. */
    abstract NameTable names();

    /** Returns the records of a file beside those of its attributes: ENTRY and what follows it at once. */
    abstract byte[] facts(FileFacts file);

    /** Writes one item of the table that ends a directory. */
    abstract ByteBuffer item(ByteBuffer to, long hash, long offset, long size);

    /** The attributes of a file that the archive holds, in their order. */
    abstract Map<String, byte[]> attributes(FileFacts file, Map<String, byte[]> all);

    /** Whether the archive holds what lies in a directory of another file system than that of the directory at the top. */
    abstract boolean crossesFileSystems();

    /** Whether a further name of a file refers to the first; otherwise the file is stored again. */
    abstract boolean storesHardLinks();

    /**
     * The record of a file that lies in the archive under another name, in place of all its others.
     *
     * @param distance from the record of the other name to that of this one
     * @param other the path of the other name below the top
     * @throws UnsupportedOperationException if the format stores such a file again
     */
    ByteBuffer hardLink(long distance, byte[] other) {
        throw new UnsupportedOperationException();
    }

    /** The name of a file in its directory. */
    final ByteBuffer name(byte[] name) {
        return text(buffer(textBytes(name)), types.name, name).flip();
    }

    /**
     * The records of a file, up to its bytes.
     *
     * @param attributes all attributes of the file
     * @param target the target of a symbolic link
     */
    final ByteBuffer entry(FileFacts file, Map<String, byte[]> attributes, byte[] target) {
        byte[] facts = facts(file);
        byte[] records = AttributeRecords.of(attributes(file, attributes), program);
        int size = facts.length + records.length;
        size += file.isFile() ? HEAD_BYTES : 0;
        size += file.isLink() ? textBytes(target) : 0;
        size += file.isDevice() ? HEAD_BYTES + 16 : 0;

        ByteBuffer to = buffer(size).put(facts).put(records);
        if (file.isFile()) {
            head(to, HEAD_BYTES + file.sizeBytes(), types.payload);
        } else if (file.isLink()) {
            text(to, types.link, target);
        } else if (file.isDevice()) {
            head(to, HEAD_BYTES + 16, types.device).putLong(file.deviceMajor()).putLong(file.deviceMinor());
        }
        return to.flip();
    }

    /** The table that ends a directory: where in the archive its files are, by the hashes of their names. */
    final ByteBuffer goodbye(NameTable names, long position, long entryPosition) {
        int size = HEAD_BYTES + (names.size() + 1) * NameTable.ITEM_BYTES;
        ByteBuffer to = head(buffer(size), size, types.goodbye);
        names.writeTree(to, position, this::item);
        return item(to, types.goodbyeTail, position - entryPosition, size).flip();
    }

    static ByteBuffer buffer(int size) {
        return RecordHead.buffer(size);
    }

    /** Writes the head of a record. */
    final ByteBuffer head(ByteBuffer to, long size, long type) {
        return head.write(to, size, type);
    }

    /** Writes the record of a text, which ends with a zero byte; an empty text is not written. */
    final ByteBuffer text(ByteBuffer to, long type, byte[] text) {
        return text.length == 0 ? to : head(to, textBytes(text), type).put(text).put((byte) 0);
    }

    /** The length of the record of a text. */
    static int textBytes(byte[] text) {
        return text.length == 0 ? 0 : HEAD_BYTES + text.length + 1;
    }
}
