package io.compscan.report;

import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.Duplicates.Chunk;
import io.compscan.result.duplicate.Duplicates.Copies;
import io.compscan.result.duplicate.Duplicates.DirectoryPair;
import io.compscan.result.duplicate.Duplicates.Sharing;
import io.compscan.result.duplicate.ListedDuplicates;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The CSV tables of duplicates; {@code docs/reference/formats.md} specifies their columns. */
final class DuplicateTables {

    private static final CsvTable<ChunkRow> CHUNKS = new CsvTable<ChunkRow>()
            .text("chunking", ChunkRow::chunking)
            .text("fingerprint", row -> row.chunk.fingerprint())
            .number("references", row -> row.chunk.references())
            .number("bytes", row -> row.chunk.bytes())
            .number("savedBytes", row -> row.chunk.savedBytes())
            .text("path", row -> row.chunk.path())
            .optional("offset", row -> row.chunk.offset());

    private static final CsvTable<FileRow> FILES = new CsvTable<FileRow>()
            .number("group", FileRow::group)
            .number("copies", row -> row.copies.copies())
            .number("bytes", row -> row.copies.bytes())
            .number("nonZeroBytes", row -> row.copies.nonZeroBytes())
            .number("savedBytes", row -> row.copies.savedBytes())
            .text("path", FileRow::path);

    private static final CsvTable<PairRow> DIRECTORIES = new CsvTable<PairRow>()
            .text("chunking", PairRow::chunking)
            .text("compressor", PairRow::compressor)
            .text("path", row -> row.pair.first().path())
            .flag("ownFilesOnly", row -> row.pair.first().ownFilesOnly())
            .number("bytes", row -> row.pair.first().bytes())
            .text("otherPath", row -> row.pair.second().path())
            .flag("otherOwnFilesOnly", row -> row.pair.second().ownFilesOnly())
            .number("otherBytes", row -> row.pair.second().bytes())
            .number("sharedBytes", row -> row.pair.sharedBytes())
            .optional("sharedBytesLow", row -> row.pair.sharedBytesLow())
            .optional("sharedBytesHigh", row -> row.pair.sharedBytesHigh());

    private static final CsvTable<ListedDuplicates.Objects> LISTING = new CsvTable<ListedDuplicates.Objects>()
            .word("etag", ListedDuplicates.Objects::etag)
            .number("objectCount", ListedDuplicates.Objects::objectCount)
            .number("bytes", ListedDuplicates.Objects::bytes)
            .number("duplicateObjectCount", ListedDuplicates.Objects::duplicateObjectCount)
            .number("duplicateBytes", ListedDuplicates.Objects::duplicateBytes)
            .number("remainingBytesHigh", ListedDuplicates.Objects::remainingBytesHigh);

    private record ChunkRow(String chunking, Chunk chunk) {}

    private record FileRow(int group, Copies copies, String path) {}

    private record PairRow(String chunking, String compressor, DirectoryPair pair) {}

    private DuplicateTables() {}

    /** {@code duplicate_chunks.csv}: one row for each chunk. */
    static void chunks(Duplicates duplicates, Writer out) throws IOException {
        List<Chunk> chunks = Objects.requireNonNullElse(duplicates.chunks(), List.of());
        CHUNKS.write(chunks.stream().map(chunk -> new ChunkRow(duplicates.chunking(), chunk)), out);
    }

    /** {@code duplicate_files.csv}: one row for each listed file, with the number of its group, from 1. */
    static void files(Duplicates duplicates, Writer out) throws IOException {
        List<Copies> groups = Objects.requireNonNullElse(duplicates.files(), List.of());
        FILES.write(
                IntStream.range(0, groups.size())
                        .boxed()
                        .flatMap(i ->
                                groups.get(i).paths().stream().map(path -> new FileRow(i + 1, groups.get(i), path))),
                out);
    }

    /** {@code duplicate_directories.csv}: one row for each pair. */
    static void directories(Duplicates duplicates, Writer out) throws IOException {
        Sharing sharing = duplicates.directories();
        Stream<PairRow> pairs = sharing == null
                ? Stream.empty()
                : sharing.pairs().stream().map(pair -> new PairRow(duplicates.chunking(), sharing.compressor(), pair));
        DIRECTORIES.write(pairs, out);
    }

    /** A row for each kind of ETag, then one for all. */
    static void listing(ListedDuplicates listed, Writer out) throws IOException {
        LISTING.write(Stream.concat(listed.etags().stream(), Stream.of(listed.total())), out);
    }
}
