package io.compscan.map.run;

import io.compscan.map.RunFile;
import io.compscan.map.RunFormatException;
import io.compscan.map.TableSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An open run file; each {@link RunTable} reads its own part of it. */
public final class RunReader implements RunFile {

    private final RunChannel channel;
    private final List<RunTable> tables;
    private final List<TableSummary> summaries;
    private final byte[] metadata;

    private RunReader(RunChannel channel, Footer footer, byte[] metadata) {
        this.channel = channel;
        this.metadata = metadata;
        tables = footer.tables().stream()
                .map(table -> new RunTable(channel, table))
                .toList();
        summaries = footer.tables().stream().map(StoredTable::summary).toList();
    }

    /** See {@link RunFile#open}. */
    public static RunReader open(Path file) throws IOException {
        RunChannel channel = new RunChannel(file);
        try {
            Footer footer = readFooter(channel);
            for (StoredTable table : footer.tables()) {
                BlockIndex.check(channel, table);
            }
            return new RunReader(channel, footer, readMetadata(channel, footer));
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
        if (PackedBytes.getLong(header, 0) != RunFormat.MAGIC) {
            throw new RunFormatException(file, 0, "not a run: it does not begin as one");
        }
        if (PackedBytes.getInt(header, 12) != RunFormat.checksum(header, 0, 12)) {
            throw new RunFormatException(file, 8, "the header's checksum does not match");
        }
        requireVersion(file, 8, PackedBytes.getInt(header, 8));
        long trailerOffset = channel.size() - RunFormat.TRAILER_BYTES;
        if (trailerOffset < RunFormat.HEADER_BYTES) {
            throw new RunFormatException(file, channel.size(), "the run is not whole: it ends behind its header");
        }
        byte[] trailer = new byte[RunFormat.TRAILER_BYTES];
        channel.read(trailerOffset, trailer, 0, trailer.length);
        if (PackedBytes.getLong(trailer, 24) != RunFormat.END_MAGIC) {
            throw new RunFormatException(
                    file, trailerOffset, "the run is not whole: it was cut short, or its writing has not finished");
        }
        if (PackedBytes.getInt(trailer, 20) != RunFormat.checksum(trailer, 0, 20)) {
            throw new RunFormatException(file, trailerOffset, "the trailer's checksum does not match");
        }
        requireVersion(file, trailerOffset + 16, PackedBytes.getInt(trailer, 16));
        long footerOffset = PackedBytes.getLong(trailer, 0);
        int footerBytes = PackedBytes.getInt(trailer, 8);
        if (footerBytes < 0
                || footerBytes > RunFormat.MAX_FOOTER_BYTES
                || footerOffset < RunFormat.HEADER_BYTES
                || footerOffset != trailerOffset - footerBytes) {
            throw new RunFormatException(file, trailerOffset, "the trailer does not say where the footer is");
        }
        byte[] footer = new byte[footerBytes];
        channel.read(footerOffset, footer, 0, footerBytes);
        if (PackedBytes.getInt(trailer, 12) != RunFormat.checksum(footer, 0, footerBytes)) {
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
        if (RunFormat.checksum(metadata, 0, metadata.length) != footer.metadataChecksum()) {
            throw new RunFormatException(
                    channel.file(), footer.metadataOffset(), "the metadata's checksum does not match");
        }
        return metadata;
    }

    @Override
    public Path path() {
        return channel.file();
    }

    @Override
    public long bytes() {
        return channel.size();
    }

    @Override
    public List<TableSummary> tables() {
        return summaries;
    }

    RunTable table(int number) {
        return tables.get(number);
    }

    @Override
    public byte[] metadata() {
        return metadata.clone();
    }

    @Override
    public RunCursor cursor(int table, byte @Nullable [] from, byte @Nullable [] to, int bufferBytes) {
        return new RunCursor(tables.get(table), from, to, from != null || to != null, bufferBytes);
    }

    @Override
    public long find(int table, byte[] key, int offset, int[] fields) throws IOException {
        return tables.get(table).find(key, offset, fields);
    }

    @Override
    public void verify() throws IOException {
        Footer footer = readFooter(channel);
        readMetadata(channel, footer);
        for (RunTable table : tables) {
            BlockIndex.check(channel, table.stored());
            verify(table, false);
            verify(table, true);
        }
    }

    private void verify(RunTable table, boolean withIndex) throws IOException {
        TableSummary summary = table.stored().summary();
        long count = 0;
        long references = 0;
        try (RunCursor entries = new RunCursor(table, null, null, withIndex, DEFAULT_BUFFER_BYTES)) {
            while (entries.next()) {
                if (count == 0 && !Arrays.equals(entries.key(), summary.firstKey())) {
                    throw new RunFormatException(
                            path(), table.stored().offset(), "the first key is not the one that the footer names");
                }
                count++;
                references = references + entries.references() < 0 ? Long.MAX_VALUE : references + entries.references();
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (count != summary.entryCount() || references != summary.references()) {
            throw new RunFormatException(
                    path(), table.stored().offset(), "entries and references are not those that the footer names");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
