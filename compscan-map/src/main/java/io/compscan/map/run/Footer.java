package io.compscan.map.run;

import io.compscan.map.RecordLayout;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The footer: the tables in file order, and the metadata behind them.
 *
 * <pre>
 *   footer | tables 4 | table ... | metadata bytes 4 | metadata checksum 4 |
 *   table  | name | key bytes 2 | fields 2 | (name, bytes 1) ... | attributes 4 | (name, value) ... |
 *          | entries 8 | references 8 | blocks 8 | bytes of blocks 8 | checksum of blocks 4 | checksum of index 4 |
 *          | first key | last key |                                      keys only if there are entries
 *   text   | bytes 4 | UTF-8 |
 * </pre>
 *
 * <p>It stores no offsets: the tables, the metadata and the footer follow one another without a gap.
 */
record Footer(List<StoredTable> tables, int metadataBytes, int metadataChecksum) {

    Footer {
        tables = List.copyOf(tables);
    }

    /** The file offset of the metadata. */
    long metadataOffset() {
        if (tables.isEmpty()) {
            return RunFormat.HEADER_BYTES;
        }
        return tables.get(tables.size() - 1).endOffset();
    }

    byte[] encode() {
        Sink sink = new Sink();
        sink.putInt(tables.size());
        for (StoredTable table : tables) {
            TableSpec spec = table.spec();
            sink.putText(spec.name());
            sink.putShort(spec.keyBytes());
            sink.putShort(spec.layout().fieldCount());
            for (RecordLayout.Field field : spec.layout().fields()) {
                sink.putText(field.name());
                sink.write(field.bytes());
            }
            sink.putInt(spec.attributes().size());
            for (Map.Entry<String, String> attribute : spec.attributes().entrySet()) {
                sink.putText(attribute.getKey());
                sink.putText(attribute.getValue());
            }
            TableSummary summary = table.summary();
            sink.putLong(summary.entryCount());
            sink.putLong(summary.references());
            sink.putLong(summary.blockCount());
            sink.putLong(table.blocksBytes());
            sink.putInt(table.blocksChecksum());
            sink.putInt(table.indexChecksum());
            sink.writeBytes(summary.firstKey());
            sink.writeBytes(summary.lastKey());
        }
        sink.putInt(metadataBytes);
        sink.putInt(metadataChecksum);
        return sink.toByteArray();
    }

    /**
     * Reads a footer. Its tables must end {@code metadataBytes} before it.
     *
     * @throws IllegalArgumentException describing the damage
     */
    static Footer decode(byte[] bytes, long footerOffset) {
        Source source = new Source(bytes);
        int tableCount = source.getCount("tables");
        List<StoredTable> tables = new ArrayList<>();
        long offset = RunFormat.HEADER_BYTES;
        for (int t = 0; t < tableCount; t++) {
            StoredTable table = decodeTable(source, offset, footerOffset);
            offset = table.endOffset();
            tables.add(table);
        }
        int metadataBytes = source.getInt();
        int metadataChecksum = source.getInt();
        source.requireEnd();
        require(metadataBytes >= 0 && metadataBytes <= RunFormat.MAX_METADATA_BYTES, "the length of the metadata");
        require(offset + metadataBytes == footerOffset, "the lengths of tables and metadata do not add up");
        return new Footer(tables, metadataBytes, metadataChecksum);
    }

    private static StoredTable decodeTable(Source source, long offset, long footerOffset) {
        TableSpec spec = decodeSpec(source);
        long entryCount = source.getLong();
        long references = source.getLong();
        long blockCount = source.getLong();
        long blocksBytes = source.getLong();
        int blocksChecksum = source.getInt();
        int indexChecksum = source.getInt();
        require(entryCount >= 0 && references >= 0, "a negative count");
        long room = footerOffset - offset;
        require(blocksBytes >= 0 && blocksBytes <= room, "the length of the blocks");
        require(
                blockCount >= 0 && blockCount <= (room - blocksBytes) / RunFormat.indexEntryBytes(spec.keyBytes()),
                "the number of blocks");
        require(
                entryCount >= blockCount
                        && entryCount <= blockCount * RunFormat.BLOCK_ENTRIES
                        && blocksBytes >= blockCount * RunFormat.BLOCK_HEADER_BYTES
                        && blocksBytes <= blockCount * RunFormat.maxBlockBytes(spec.keyBytes(), spec.layout()),
                "entries, blocks and bytes do not go together");
        byte[] firstKey = source.getBytes(entryCount == 0 ? 0 : spec.keyBytes());
        byte[] lastKey = source.getBytes(entryCount == 0 ? 0 : spec.keyBytes());
        TableSummary summary = new TableSummary(
                spec,
                entryCount,
                references,
                firstKey,
                lastKey,
                blockCount,
                blocksBytes + StoredTable.indexBytes(spec, blockCount));
        return new StoredTable(summary, offset, blocksBytes, blocksChecksum, indexChecksum);
    }

    private static TableSpec decodeSpec(Source source) {
        String name = source.getText();
        int keyBytes = source.getShort();
        int fieldCount = source.getShort();
        List<RecordLayout.Field> fields = new ArrayList<>();
        for (int f = 0; f < fieldCount; f++) {
            String fieldName = source.getText();
            fields.add(new RecordLayout.Field(fieldName, source.getByte()));
        }
        int attributeCount = source.getCount("attributes");
        TreeMap<String, String> attributes = new TreeMap<>();
        for (int a = 0; a < attributeCount; a++) {
            String attribute = source.getText();
            require(attributes.put(attribute, source.getText()) == null, "an attribute that comes twice");
        }
        return new TableSpec(name, keyBytes, new RecordLayout(fields), attributes);
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** Appends little-endian numbers and texts. */
    private static final class Sink extends ByteArrayOutputStream {
        private void put(long value, int bytes) {
            for (int i = 0; i < bytes; i++) {
                write((int) (value >>> (8 * i)));
            }
        }

        void putShort(int value) {
            put(value, Short.BYTES);
        }

        void putInt(int value) {
            put(value, Integer.BYTES);
        }

        void putLong(long value) {
            put(value, Long.BYTES);
        }

        void putText(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            putInt(utf8.length);
            writeBytes(utf8);
        }
    }

    /** Takes values off again and checks that they are there. */
    private static final class Source {
        private final ByteBuffer bytes;

        Source(byte[] bytes) {
            this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        private ByteBuffer next(int length) {
            require(length >= 0 && length <= bytes.remaining(), "it ends in the middle of a value");
            ByteBuffer slice = bytes.slice().order(ByteOrder.LITTLE_ENDIAN).limit(length);
            bytes.position(bytes.position() + length);
            return slice;
        }

        byte getByte() {
            return next(1).get();
        }

        int getShort() {
            return next(Short.BYTES).getShort() & 0xFFFF;
        }

        int getInt() {
            return next(Integer.BYTES).getInt();
        }

        long getLong() {
            return next(Long.BYTES).getLong();
        }

        /** A number of elements with at least four bytes each, limited by the bytes that are left. */
        int getCount(String what) {
            int count = getInt();
            require(count >= 0 && count <= bytes.remaining() / Integer.BYTES, "the number of " + what);
            return count;
        }

        byte[] getBytes(int length) {
            byte[] copy = new byte[length];
            next(length).get(copy);
            return copy;
        }

        String getText() {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(next(getInt()))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException("a text that is not UTF-8", e);
            }
        }

        void requireEnd() {
            require(!bytes.hasRemaining(), "bytes behind its end");
        }
    }
}
