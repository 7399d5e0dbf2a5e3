package io.compscan.map.run;

import io.compscan.map.EntryCursor;
import io.compscan.map.RunWriter;
import io.compscan.map.TableSpec;
import io.compscan.map.TableSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the frame of a run: header, tables, metadata, footer, trailer. */
public final class SequentialRunWriter implements RunWriter {

    private final RunSink sink;
    private final int blockEntries;
    private final List<StoredTable> tables = new ArrayList<>();
    private @Nullable TableWriter table;
    private boolean finished;

    private SequentialRunWriter(RunSink sink, int blockEntries) {
        this.sink = sink;
        this.blockEntries = blockEntries;
    }

    /** See {@link RunWriter#create}. */
    public static SequentialRunWriter create(Path file) throws IOException {
        return create(file, RunFormat.BLOCK_ENTRIES);
    }

    /** As above, with smaller blocks for tests. */
    static SequentialRunWriter create(Path file, int blockEntries) throws IOException {
        SequentialRunWriter writer = new SequentialRunWriter(new RunSink(file), blockEntries);
        byte[] header = new byte[RunFormat.HEADER_BYTES];
        PackedBytes.putLong(header, 0, RunFormat.MAGIC);
        PackedBytes.putInt(header, 8, RunFormat.VERSION);
        PackedBytes.putInt(header, 12, RunFormat.checksum(header, 0, 12));
        writer.sink.write(header, 0, header.length);
        return writer;
    }

    @Override
    public Path path() {
        return sink.file();
    }

    @Override
    public void beginTable(TableSpec spec) {
        requireBetweenTables();
        table = new TableWriter(sink, spec, blockEntries);
    }

    private void requireBetweenTables() {
        if (table != null || finished) {
            throw new IllegalStateException(finished ? "the run is finished" : "a table has not ended");
        }
    }

    @Override
    public void append(byte[] key, int offset, long references, int[] fields) throws IOException {
        table().append(key, offset, references, fields);
    }

    @Override
    public void appendAll(EntryCursor entries) throws IOException {
        TableWriter into = table();
        int[] fields = new int[into.fieldCount()];
        while (entries.next()) {
            for (int f = 0; f < fields.length; f++) {
                fields[f] = entries.field(f);
            }
            into.append(entries.key(), 0, entries.references(), fields);
        }
    }

    private TableWriter table() {
        TableWriter current = table;
        if (current == null) {
            throw new IllegalStateException("no table has begun");
        }
        return current;
    }

    @Override
    public TableSummary endTable() throws IOException {
        StoredTable stored = table().end();
        tables.add(stored);
        table = null;
        return stored.summary();
    }

    @Override
    public void finish(byte[] metadata) throws IOException {
        finishTemporary(metadata);
        sink.force();
    }

    @Override
    public void finishTemporary(byte[] metadata) throws IOException {
        requireBetweenTables();
        if (metadata.length > RunFormat.MAX_METADATA_BYTES) {
            throw new IllegalArgumentException("metadata of " + metadata.length + " bytes");
        }
        sink.write(metadata, 0, metadata.length);
        long footerOffset = sink.bytesWritten();
        byte[] footer = new Footer(tables, metadata.length, RunFormat.checksum(metadata, 0, metadata.length)).encode();
        if (footer.length > RunFormat.MAX_FOOTER_BYTES) {
            throw new IllegalArgumentException("names and attributes of " + footer.length + " bytes");
        }
        sink.write(footer, 0, footer.length);
        byte[] trailer = new byte[RunFormat.TRAILER_BYTES];
        PackedBytes.putLong(trailer, 0, footerOffset);
        PackedBytes.putInt(trailer, 8, footer.length);
        PackedBytes.putInt(trailer, 12, RunFormat.checksum(footer, 0, footer.length));
        PackedBytes.putInt(trailer, 16, RunFormat.VERSION);
        PackedBytes.putInt(trailer, 20, RunFormat.checksum(trailer, 0, 20));
        PackedBytes.putLong(trailer, 24, RunFormat.END_MAGIC);
        sink.write(trailer, 0, trailer.length);
        sink.flush();
        finished = true;
    }

    @Override
    public long bytesWritten() {
        return sink.bytesWritten();
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }
}
