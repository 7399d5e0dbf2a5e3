package io.compscan.map.run;

import io.compscan.map.EntryCursor;
import io.compscan.map.RecordLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run: tables one after another, in each the entries in ascending order of their keys, and then the end.
 *
 * <p>A file that was not finished is not whole, and no reader takes it. Of what is being written, a writer holds a buffer of 256
 * KiB and the index of one table, about 30 bytes for each 1024 entries. Not for use by several threads at once.
 *
 * <p>After an {@link IOException} nothing can be done but to close the writer and to delete the file.
 */
public final class RunWriter implements AutoCloseable {

    private static final int BUFFER_BYTES = 256 * 1024;

    private final Path file;
    private final int blockEntries;
    private final FileChannel channel;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final List<TableSummary> tables = new ArrayList<>();
    private int buffered;
    private long bytesWritten;
    private @Nullable TableWriter table;
    private boolean finished;

    private RunWriter(Path file, int blockEntries) throws IOException {
        this.file = file;
        this.blockEntries = blockEntries;
        channel = FileChannel.open(
                file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), OwnerOnly.file(file));
    }

    /**
     * Begins a new file, which only its owner can read: keys are fingerprints, and tell who has which known data.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is one of this name
     */
    public static RunWriter create(Path file) throws IOException {
        return create(file, RunFormat.BLOCK_ENTRIES);
    }

    /** The same with blocks of fewer entries than are good for anything but a test. */
    static RunWriter create(Path file, int blockEntries) throws IOException {
        RunWriter writer = new RunWriter(file, blockEntries);
        byte[] header = new byte[RunFormat.HEADER_BYTES];
        Words.putLong(header, 0, RunFormat.MAGIC);
        Words.putInt(header, 8, RunFormat.VERSION);
        Words.putInt(header, 12, checksum(header, 0, 12));
        writer.write(header, 0, header.length);
        return writer;
    }

    /** The file being written. */
    public Path path() {
        return file;
    }

    /**
     * Begins a table.
     *
     * @throws IllegalStateException if another one has not ended, or the file is finished
     */
    public void beginTable(TableSpec spec) {
        if (table != null || finished) {
            throw new IllegalStateException(finished ? "the run is finished" : "a table has not ended");
        }
        table = new TableWriter(spec);
    }

    /**
     * Appends an entry to the table.
     *
     * @param key holds the key from {@code offset}
     * @param references 0 or more
     * @param fields a value for each field of the layout
     * @throws IllegalArgumentException if the key is not above the one before, taken as unsigned bytes, or a value is out of range;
     *     the entry has not been taken
     */
    public void append(byte[] key, int offset, long references, int[] fields) throws IOException {
        table().append(key, offset, references, fields);
    }

    /** Appends all that remains of a cursor. */
    public void appendAll(EntryCursor entries) throws IOException {
        TableWriter into = table();
        int[] fields = new int[into.spec.layout().fieldCount()];
        while (entries.next()) {
            for (int f = 0; f < fields.length; f++) {
                fields[f] = entries.field(f);
            }
            into.append(entries.key(), 0, entries.references(), fields);
        }
    }

    /** Ends the table and says what it has come to. */
    public TableSummary endTable() throws IOException {
        TableSummary summary = table().end();
        tables.add(summary);
        table = null;
        return summary;
    }

    /**
     * Makes the file whole and lasting: writes the metadata and the end, and has the system write all of it to the device.
     *
     * @param metadata whatever the caller wants to find again, up to 256 MiB
     */
    public void finish(byte[] metadata) throws IOException {
        finishTemporary(metadata);
        channel.force(true);
    }

    /** Makes the file whole, and leaves it to the system when to write it: for files that need not outlive the machine's crash. */
    public void finishTemporary(byte[] metadata) throws IOException {
        if (table != null || finished) {
            throw new IllegalStateException(finished ? "the run is finished" : "a table has not ended");
        }
        if (metadata.length > RunFormat.MAX_METADATA_BYTES) {
            throw new IllegalArgumentException("metadata of " + metadata.length + " bytes");
        }
        write(metadata, 0, metadata.length);
        long footerOffset = bytesWritten;
        byte[] footer = new Footer(tables, metadata.length, checksum(metadata, 0, metadata.length)).encode();
        if (footer.length > RunFormat.MAX_FOOTER_BYTES) {
            throw new IllegalArgumentException("names and attributes of " + footer.length + " bytes");
        }
        write(footer, 0, footer.length);
        byte[] trailer = new byte[RunFormat.TRAILER_BYTES];
        Words.putLong(trailer, 0, footerOffset);
        Words.putInt(trailer, 8, footer.length);
        Words.putInt(trailer, 12, checksum(footer, 0, footer.length));
        Words.putInt(trailer, 16, RunFormat.VERSION);
        Words.putInt(trailer, 20, checksum(trailer, 0, 20));
        Words.putLong(trailer, 24, RunFormat.END_MAGIC);
        write(trailer, 0, trailer.length);
        flush();
        finished = true;
    }

    /** The length of the file, including what is still in the buffer. */
    public long bytesWritten() {
        return bytesWritten;
    }

    /** Closes the file; one that has not been finished is left as it is. */
    @Override
    public void close() throws IOException {
        channel.close();
    }

    private TableWriter table() {
        TableWriter current = table;
        if (current == null) {
            throw new IllegalStateException("no table has begun");
        }
        return current;
    }

    static int checksum(byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at, length);
        return (int) crc.getValue();
    }

    private void write(byte[] bytes, int at, int length) throws IOException {
        bytesWritten += length;
        int from = at;
        int left = length;
        while (left > 0) {
            if (buffered == buffer.length) {
                flush();
            }
            int some = Math.min(left, buffer.length - buffered);
            System.arraycopy(bytes, from, buffer, buffered, some);
            buffered += some;
            from += some;
            left -= some;
        }
    }

    private void flush() throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(buffer, 0, buffered);
        try {
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        buffered = 0;
    }

    /** The table that is being written. */
    private final class TableWriter {
        private final TableSpec spec;
        private final int keyBytes;
        private final int[] maxValues;
        private final BlockEncoder block;
        private final long offset = bytesWritten;
        private final CRC32C blockChecksums = new CRC32C();
        private final byte[] checksum = new byte[Integer.BYTES];
        private final byte[] firstKey;
        private final byte[] lastKey;
        private final byte[] blockKey;
        private byte[] index = new byte[256];
        private int indexBytes;
        private long blockCount;
        private long entryCount;
        private long references;

        TableWriter(TableSpec spec) {
            this.spec = spec;
            keyBytes = spec.keyBytes();
            maxValues = spec.layout().fields().stream()
                    .mapToInt(RecordLayout.Field::maxValue)
                    .toArray();
            block = new BlockEncoder(spec);
            firstKey = new byte[keyBytes];
            lastKey = new byte[keyBytes];
            blockKey = new byte[keyBytes];
        }

        void append(byte[] key, int at, long count, int[] fields) throws IOException {
            if (entryCount > 0 && !follows(key, at)) {
                throw new IllegalArgumentException(
                        "entry " + entryCount + " of table " + spec.name() + ": its key is not above the one before");
            }
            if (count < 0 || fields.length < maxValues.length) {
                throw new IllegalArgumentException(count + " references, " + fields.length + " fields");
            }
            for (int f = 0; f < maxValues.length; f++) {
                if (fields[f] < 0 || fields[f] > maxValues[f]) {
                    throw new IllegalArgumentException(
                            "field " + f + " holds 0 to " + maxValues[f] + ", not " + fields[f]);
                }
            }
            if (entryCount == 0) {
                System.arraycopy(key, at, firstKey, 0, keyBytes);
            }
            block.add(key, at, count, fields);
            entryCount++;
            references = references + count < 0 ? Long.MAX_VALUE : references + count;
            if (block.size() == blockEntries) {
                endBlock();
            }
        }

        /** Whether a key is above the last one, which is in the block or, if that is empty, has just left it. */
        private boolean follows(byte[] key, int at) {
            return block.size() > 0
                    ? block.compareLast(key, at) < 0
                    : Arrays.compareUnsigned(lastKey, 0, keyBytes, key, at, at + keyBytes) < 0;
        }

        private void endBlock() throws IOException {
            int entries = block.size();
            block.key(0, blockKey);
            block.key(entries - 1, lastKey);
            int length = block.encode(bytesWritten);
            byte[] bytes = block.bytes();
            System.arraycopy(bytes, BlockDecoder.CHECKSUM_AT, checksum, 0, checksum.length);
            blockChecksums.update(checksum);
            write(bytes, 0, length);
            addToIndex(length, entries);
        }

        /** Draws what {@link BlockIndex} reads. */
        private void addToIndex(int length, int entries) {
            int entryBytes = RunFormat.indexEntryBytes(keyBytes);
            if (index.length - indexBytes < entryBytes) {
                int wanted = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * index.length);
                if (wanted - indexBytes < entryBytes) {
                    throw new IllegalStateException("a table of more than " + entryCount + " entries");
                }
                index = Arrays.copyOf(index, wanted);
            }
            System.arraycopy(blockKey, 0, index, indexBytes, keyBytes);
            Words.putInt(index, indexBytes + keyBytes, length);
            System.arraycopy(checksum, 0, index, indexBytes + keyBytes + 4, checksum.length);
            Words.putShort(index, indexBytes + keyBytes + 8, entries);
            indexBytes += entryBytes;
            blockCount++;
        }

        TableSummary end() throws IOException {
            if (block.size() > 0) {
                endBlock();
            }
            long blocksBytes = bytesWritten - offset;
            write(index, 0, indexBytes);
            return new TableSummary(
                    spec,
                    entryCount,
                    references,
                    entryCount == 0 ? new byte[0] : firstKey,
                    entryCount == 0 ? new byte[0] : lastKey,
                    offset,
                    blockCount,
                    blocksBytes,
                    (int) blockChecksums.getValue(),
                    checksum(index, 0, indexBytes));
        }
    }
}
