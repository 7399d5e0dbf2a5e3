package io.compscan.map.run;

import io.compscan.map.RecordLayout;
import java.util.zip.CRC32C;

/**
 * The constants of the format; {@code docs/reference/run-format.md} has the whole of it.
 *
 * <pre>
 *   header    | magic 8 | version 4 | checksum 4 |
 *   table     | block | block | ... | index |                for each table
 *   metadata  | bytes |
 *   footer    | what is in the tables, the length of the metadata |
 *   trailer   | footer offset 8 | footer bytes 4 | footer checksum 4 | version 4 | checksum 4 | magic 8 |
 * </pre>
 */
final class RunFormat {

    static final int VERSION = 1;

    /** "\x89csrun\r\n": not text, and damaged by programs that convert line ends. */
    static final long MAGIC = littleEndian(0x89, 'c', 's', 'r', 'u', 'n', '\r', '\n');

    static final long END_MAGIC = littleEndian('c', 's', 'r', 'u', 'n', 'e', 'n', 'd');

    static final int HEADER_BYTES = 16;
    static final int TRAILER_BYTES = 32;

    /** A reader rejects longer footers; a footer has a few hundred bytes a table. */
    static final int MAX_FOOTER_BYTES = 1 << 26;

    static final int MAX_METADATA_BYTES = 1 << 28;

    /** The maximum number of entries in a block. */
    static final int BLOCK_ENTRIES = 1024;

    static final int BLOCK_HEADER_BYTES = 20;
    static final int COLUMN_HEADER_BYTES = 12;

    /** The maximum width of a packed number: eight bytes from its first byte on hold all of it. */
    static final int MAX_PACKED_BITS = 56;

    /** A packed number of 56 bits, and for each a patch of 7 bits and its position. */
    private static final int MAX_COLUMN_ENTRY_BYTES = 10;

    /** The readable bytes required behind packed numbers. */
    static final int SLACK_BYTES = 8;

    /** The length of a lead: the leading bytes of a key, coded as a number. The other bytes are stored unchanged. */
    static final int LEAD_BYTES = 8;

    private RunFormat() {}

    /** First key, bytes of the block, its checksum, its entries. */
    static int indexEntryBytes(int keyBytes) {
        return keyBytes + 4 + 4 + 2;
    }

    /** The maximum length of a block in such a table. */
    static int maxBlockBytes(int keyBytes, RecordLayout layout) {
        int columns = 1 + layout.fieldCount();
        int entryBytes = keyBytes + 1 + MAX_COLUMN_ENTRY_BYTES * columns;
        return BLOCK_HEADER_BYTES + 64 + columns * COLUMN_HEADER_BYTES + BLOCK_ENTRIES * entryBytes;
    }

    static int checksum(byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at, length);
        return (int) crc.getValue();
    }

    private static long littleEndian(int... bytes) {
        long value = 0;
        for (int i = bytes.length - 1; i >= 0; i--) {
            value = value << 8 | bytes[i];
        }
        return value;
    }
}
