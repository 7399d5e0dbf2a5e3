package io.compscan.map.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A run, open for reading: what is in it, walks over its tables or parts of them, and lookups of single keys.
 *
 * <p>Any number of threads may use one at the same time, and any number may open the same file. Opening reads the ends of the file
 * and each table's index; blocks are read, and checked, when they are asked for. The index of a table (some 30 bytes for 1024
 * entries) is held from the first lookup or walk over a range on, as are some 50 KB for the next lookup; a walk over a whole table
 * does without either.
 */
public final class RunFile implements AutoCloseable {

    /** The buffer of a cursor where none is asked for: a few blocks, so that a hundred cursors stay within a processor's cache. */
    public static final int DEFAULT_BUFFER_BYTES = 64 * 1024;

    private final RunChannel channel;
    private final List<TableSummary> tables;
    private final byte[] metadata;
    private final AtomicReferenceArray<@Nullable BlockIndex> indexes;
    private final AtomicReference<@Nullable Probe> spare = new AtomicReference<>();

    private RunFile(RunChannel channel, Footer footer, byte[] metadata) {
        this.channel = channel;
        this.metadata = metadata;
        tables = footer.tables();
        indexes = new AtomicReferenceArray<>(tables.size());
    }

    /**
     * Opens a run and checks everything but its blocks.
     *
     * @throws RunFormatException if the file is not a run, not whole, damaged, or of a newer version
     * @throws IOException if it cannot be read
     */
    public static RunFile open(Path file) throws IOException {
        RunChannel channel = new RunChannel(file);
        try {
            Footer footer = readFooter(channel);
            for (TableSummary table : footer.tables()) {
                BlockIndex.check(channel, table);
            }
            return new RunFile(channel, footer, readMetadata(channel, footer));
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static Footer readFooter(RunChannel channel) throws IOException {
        Path file = channel.file();
        if (channel.size() < RunFormat.HEADER_BYTES) {
            throw new RunFormatException(file, 0, "too short for a run");
        }
        byte[] header = new byte[RunFormat.HEADER_BYTES];
        channel.read(0, header, 0, header.length);
        if (Words.getLong(header, 0) != RunFormat.MAGIC) {
            throw new RunFormatException(file, 0, "not a run: it does not begin as one");
        }
        if (Words.getInt(header, 12) != RunWriter.checksum(header, 0, 12)) {
            throw new RunFormatException(file, 8, "the header's checksum does not match");
        }
        requireVersion(file, 8, Words.getInt(header, 8));
        long trailerOffset = channel.size() - RunFormat.TRAILER_BYTES;
        if (trailerOffset < RunFormat.HEADER_BYTES) {
            throw new RunFormatException(file, channel.size(), "the run is not whole: it ends behind its header");
        }
        byte[] trailer = new byte[RunFormat.TRAILER_BYTES];
        channel.read(trailerOffset, trailer, 0, trailer.length);
        if (Words.getLong(trailer, 24) != RunFormat.END_MAGIC) {
            throw new RunFormatException(
                    file, trailerOffset, "the run is not whole: it was cut short, or its writing has not finished");
        }
        if (Words.getInt(trailer, 20) != RunWriter.checksum(trailer, 0, 20)) {
            throw new RunFormatException(file, trailerOffset, "the trailer's checksum does not match");
        }
        requireVersion(file, trailerOffset + 16, Words.getInt(trailer, 16));
        long footerOffset = Words.getLong(trailer, 0);
        int footerBytes = Words.getInt(trailer, 8);
        if (footerBytes < 0
                || footerBytes > RunFormat.MAX_FOOTER_BYTES
                || footerOffset < RunFormat.HEADER_BYTES
                || footerOffset != trailerOffset - footerBytes) {
            throw new RunFormatException(file, trailerOffset, "the trailer does not say where the footer is");
        }
        byte[] footer = new byte[footerBytes];
        channel.read(footerOffset, footer, 0, footerBytes);
        if (Words.getInt(trailer, 12) != RunWriter.checksum(footer, 0, footerBytes)) {
            throw new RunFormatException(file, footerOffset, "the footer's checksum does not match");
        }
        try {
            return Footer.decode(footer, footerOffset);
        } catch (IllegalArgumentException e) {
            throw new RunFormatException(file, footerOffset, "the footer is not well formed: " + e.getMessage());
        }
    }

    private static void requireVersion(Path file, long offset, int version) throws RunFormatException {
        if (version != RunFormat.VERSION) {
            throw new RunFormatException(
                    file,
                    offset,
                    "a run of format version " + Integer.toUnsignedString(version) + "; this program reads version "
                            + RunFormat.VERSION
                            + (Integer.compareUnsigned(version, RunFormat.VERSION) > 0
                                    ? ", a newer one is needed"
                                    : ""));
        }
    }

    private static byte[] readMetadata(RunChannel channel, Footer footer) throws IOException {
        byte[] metadata = new byte[footer.metadataBytes()];
        channel.read(footer.metadataOffset(), metadata, 0, metadata.length);
        if (RunWriter.checksum(metadata, 0, metadata.length) != footer.metadataChecksum()) {
            throw new RunFormatException(
                    channel.file(), footer.metadataOffset(), "the metadata's checksum does not match");
        }
        return metadata;
    }

    /** The file. */
    public Path path() {
        return channel.file();
    }

    /** The length of the file in bytes. */
    public long bytes() {
        return channel.size();
    }

    /** The tables, in the order in which they were written; elsewhere a table is named by its number here. */
    public List<TableSummary> tables() {
        return tables;
    }

    /** A copy of the metadata that the file was finished with. */
    public byte[] metadata() {
        return metadata.clone();
    }

    /** A walk over a whole table. */
    public RunCursor cursor(int table) {
        return cursor(table, DEFAULT_BUFFER_BYTES);
    }

    /** A walk over a whole table with a buffer of about this many bytes; it takes what a block needs where that is more. */
    public RunCursor cursor(int table, int bufferBytes) {
        return new RunCursor(this, table, null, null, false, bufferBytes);
    }

    /**
     * A walk over the entries whose keys are not below {@code from} and below {@code to}; null is no bound.
     *
     * @throws IllegalArgumentException if a bound has not the length of the table's keys
     */
    public RunCursor cursor(int table, byte @Nullable [] from, byte @Nullable [] to) {
        return cursor(table, from, to, DEFAULT_BUFFER_BYTES);
    }

    /** The same with a buffer of about this many bytes. */
    public RunCursor cursor(int table, byte @Nullable [] from, byte @Nullable [] to, int bufferBytes) {
        return new RunCursor(this, table, from, to, from != null || to != null, bufferBytes);
    }

    /**
     * Looks one key up, for which it reads the one block that may hold it.
     *
     * @param key holds the key from {@code offset}
     * @param fields receives the fields if the key is there; at least as long as the layout has fields
     * @return the reference count, or -1 if the key is not there (an entry made of fields alone has 0 references)
     * @throws RunFormatException if the block or the index is damaged
     */
    public long find(int table, byte[] key, int offset, int[] fields) throws IOException {
        BlockIndex index = index(table);
        int number = index.blockOf(key, offset);
        if (number < 0) {
            return -1;
        }
        Probe probe = spare.getAndSet(null);
        if (probe == null || probe.table != table) {
            probe = new Probe(table, tables.get(table).spec());
        }
        long references = probe.find(channel, index, number, key, offset, fields);
        spare.set(probe);
        return references;
    }

    /** One lookup at a time: a block, its bytes and its numbers. */
    private static final class Probe {
        private final int table;
        private final BlockDecoder block;
        private final int fieldCount;
        private final byte[] firstKey;
        private byte[] buffer = new byte[0];

        Probe(int table, TableSpec spec) {
            this.table = table;
            block = new BlockDecoder(spec);
            fieldCount = spec.layout().fieldCount();
            firstKey = new byte[spec.keyBytes()];
        }

        long find(RunChannel channel, BlockIndex index, int number, byte[] key, int offset, int[] fields)
                throws IOException {
            int length = index.bytes(number);
            long at = index.offset(number);
            if (buffer.length < length + RunFormat.SLACK_BYTES) {
                buffer = new byte[length + length / 8 + RunFormat.SLACK_BYTES];
            }
            channel.read(at, buffer, 0, length);
            if (block.blockBytes(buffer, 0) != length) {
                throw new RunFormatException(channel.file(), at, "the block is not as long as the index says");
            }
            String problem = block.decode(buffer, 0, length, at);
            if (!problem.isEmpty()) {
                throw new RunFormatException(channel.file(), at, problem);
            }
            block.key(0, firstKey);
            index.check(channel.file(), number, at, length, Words.getInt(buffer, BlockDecoder.CHECKSUM_AT), firstKey);
            int i = block.lowerBound(key, offset);
            if (i == block.size() || block.compareKey(i, key, offset) != 0) {
                return -1;
            }
            for (int f = 0; f < fieldCount; f++) {
                fields[f] = block.field(i, f);
            }
            return block.references(i);
        }
    }

    /**
     * Reads all of the file and compares it with every checksum and everything that one part says of another.
     *
     * @throws RunFormatException naming the first place that is wrong
     */
    public void verify() throws IOException {
        Footer footer = readFooter(channel);
        readMetadata(channel, footer);
        for (int t = 0; t < tables.size(); t++) {
            BlockIndex.check(channel, tables.get(t));
            verify(t, cursor(t));
            verify(t, new RunCursor(this, t, null, null, true, DEFAULT_BUFFER_BYTES));
        }
    }

    private void verify(int number, RunCursor entries) throws IOException {
        TableSummary table = tables.get(number);
        long count = 0;
        long references = 0;
        try (entries) {
            while (entries.next()) {
                if (count == 0 && !Arrays.equals(entries.key(), table.firstKey())) {
                    throw new RunFormatException(
                            path(), table.offset(), "the first key is not the one that the footer names");
                }
                count++;
                references = references + entries.references() < 0 ? Long.MAX_VALUE : references + entries.references();
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (count != table.entryCount() || references != table.references()) {
            throw new RunFormatException(
                    path(), table.offset(), "entries and references are not those that the footer names");
        }
    }

    /** The index of a table, read when it is first needed. */
    BlockIndex index(int table) throws IOException {
        BlockIndex index = indexes.get(table);
        if (index == null) {
            index = BlockIndex.read(channel, tables.get(table));
            indexes.set(table, index);
        }
        return index;
    }

    void read(long position, byte[] into, int at, int length) throws IOException {
        channel.read(position, into, at, length);
    }

    /** Closes the file; cursors over it fail when they read on. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
