package io.compscan.core.tools.trace;

import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.ResultBuilder;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.ExactIndex;
import io.compscan.core.index.IndexFactory;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanIndexes;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.read.WalkCounts;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.ScanSettings.Asked;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.set.SuperblockTotals;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds a scan's result from the records of traces. One thread.
 *
 * <p>It knows references and distinct chunks. It knows the stored sizes that the trace has recorded; else the only compressor of the result
 * is {@code none}.
 */
public final class TraceImport implements AutoCloseable {

    private final TraceFormat format;
    private final List<Path> files;
    private final Trace first;
    private final TraceScheme scheme;
    private final ScanIndexes indexes;
    private final ExactIndex index;
    private final HashLengths lengths;
    private final TraceCounter counter;
    /** The pieces of metadata; null if the format lists none. */
    private final @Nullable ExactIndex metadata;

    private final Instant startedAt = Instant.now();
    private final long startNanos = System.nanoTime();

    private TraceImport(TraceFormat format, List<Path> files, Trace first, IndexMemory memory) throws ScanException {
        this.format = format;
        this.files = List.copyOf(files);
        this.first = first;
        scheme = first.scheme();
        indexes = new ScanIndexes(memory, IndexFactory.EXACT, null);
        indexes.prepareNamedSpill();
        index = (ExactIndex) indexes.open(scheme.scheme(), scheme.keyBytes());
        lengths = new HashLengths(scheme.keptHashBytes());
        TraceScheme ofMetadata = first.metadata();
        if (ofMetadata == null) {
            metadata = null;
            counter = new TraceCounter(scheme, index, null);
        } else {
            metadata = (ExactIndex) indexes.open(ofMetadata.scheme(), ofMetadata.keyBytes());
            counter = new TraceCounter(scheme, index, new TraceCounter(ofMetadata, metadata, null));
        }
    }

    /**
     * Opens all files and compares their chunkings and fingerprints.
     *
     * @param files one file of the format, or more
     * @throws IOException naming a file that has another format, or that does not go with the first
     */
    public static TraceImport open(TraceFormat format, List<Path> files, IndexMemory memory)
            throws IOException, ScanException {
        Trace first = named(files.get(0), () -> format.open(files.get(0), null));
        boolean isOpen = false;
        try {
            TraceImport traces = new TraceImport(format, files, first, memory);
            for (Path file : files.subList(1, files.size())) {
                // A pipe has one header and one reader.
                if (Files.isRegularFile(file)) {
                    traces.openNext(file).close();
                }
            }
            isOpen = true;
            return traces;
        } finally {
            if (!isOpen) {
                first.close();
            }
        }
    }

    private Trace openNext(Path file) throws IOException {
        Trace next = named(file, () -> format.open(file, scheme));
        TraceScheme other = next.scheme();
        if (!other.equals(scheme)) {
            next.close();
            throw new TraceFormatException(file + ": does not go with " + files.get(0) + ": " + other.chunking() + " "
                    + other.fingerprint() + ", not " + scheme.chunking() + " " + scheme.fingerprint());
        }
        return next;
    }

    /** The chunking and the fingerprints of the traces. */
    public TraceScheme scheme() {
        return scheme;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T run() throws IOException;
    }

    /** A failure that names the file. */
    private static <T> T named(Path file, Reading<T> reading) throws IOException {
        try {
            return reading.run();
        } catch (TraceFormatException e) {
            throw new TraceFormatException(file + ": " + e.getMessage());
        } catch (EOFException e) {
            throw new TraceFormatException(file + ": " + TraceFormat.cutShort().getMessage());
        }
    }

    /**
     * Reads all files.
     *
     * @param toolVersion the version of compscan for the result
     * @param visitor the visitor of all distinct chunks in the order of an index; null for none
     * @throws IOException naming a file that cannot be read or is damaged
     */
    public ScanOutcome run(String toolVersion, @Nullable DistinctChunkVisitor visitor) throws IOException {
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            try (Trace trace = i == 0 ? first : openNext(file)) {
                named(file, () -> {
                    trace.read(counter);
                    return file;
                });
            }
        }
        counter.end();
        index.forEachInOrder(lengths);
        HashLengths.Pair pair = lengths.first();
        if (pair != null && !scheme.isShort()) {
            throw contradiction(pair);
        }
        return outcome(toolVersion, visitor);
    }

    /** The number of short hashes of chunks of several lengths, after a run. These chunks count as different ones. */
    public long hashesOfSeveralLengths() {
        return lengths.count();
    }

    /** The expected number of chunks that are mistaken for another one of the same length by chance, after a run. */
    public double expectedFalseDuplicates() {
        return lengths.expectedFalseDuplicates();
    }

    /** The failure of files whose hashes are too long to agree by chance. It reads files again to name the one with the fault. */
    private TraceFormatException contradiction(HashLengths.Pair pair) throws IOException {
        Path before = null;
        for (Path file : files) {
            if (files.size() == 1) {
                return damaged(file, pair);
            }
            if (!Files.isRegularFile(file)) {
                continue;
            }
            HashSearch search = new HashSearch(pair);
            try (Trace trace = openNext(file)) {
                named(file, () -> {
                    trace.read(search);
                    return file;
                });
            }
            if (search.hasBoth()) {
                return damaged(file, pair);
            }
            if (search.hasAny() && before != null) {
                return new TraceFormatException(
                        file + ": damaged, or it does not go with " + before + ": " + pair.fault());
            }
            before = search.hasAny() ? file : before;
        }
        return new TraceFormatException(
                files.get(0) + ": damaged, or another one of the " + files.size() + " files: " + pair.fault());
    }

    private static TraceFormatException damaged(Path file, HashLengths.Pair pair) {
        return new TraceFormatException(file + ": damaged: " + pair.fault());
    }

    /**
     * What describes the data and is no part of it.
     *
     * @param count how many pieces, each counted once
     * @param bytes their bytes
     * @param storedBytes what the program stores them in
     */
    public record Metadata(long count, long bytes, long storedBytes) {}

    /** The metadata of the program whose index it is, after a run; null if the format does not list it. */
    public @Nullable Metadata metadata() {
        if (metadata == null) {
            return null;
        }
        long[] sums = new long[3];
        metadata.forEach((key, references, lengthBytes, storedBytes) -> {
            sums[0]++;
            sums[1] += lengthBytes;
            sums[2] += storedBytes[0];
        });
        return new Metadata(sums[0], sums[1], sums[2]);
    }

    /** The references that count: in a list of distinct chunks, one. */
    private DistinctChunkVisitor counted(DistinctChunkVisitor visitor) {
        return (key, references, lengthBytes, storedBytes) ->
                visitor.visit(key, scheme.listsOnce() ? 1 : references, lengthBytes, storedBytes);
    }

    private SchemeFold fold() {
        if (!scheme.listsOnce()) {
            return SchemeFold.of(scheme.scheme(), index);
        }
        SchemeFold fold = new SchemeFold(scheme.scheme());
        index.forEach(counted(fold));
        return fold;
    }

    private ScanOutcome outcome(String toolVersion, @Nullable DistinctChunkVisitor visitor) {
        SchemeFold fold = fold();
        if (visitor != null) {
            int fingerprintBytes = scheme.fingerprintBytes();
            byte[] fingerprint = new byte[fingerprintBytes];
            visitor.begin(null);
            index.forEach(counted((key, references, lengthBytes, storedBytes) -> {
                System.arraycopy(key, 0, fingerprint, 0, fingerprintBytes);
                visitor.visit(fingerprint, references, lengthBytes, storedBytes);
            }));
        }
        List<ReadError> errors = counter.errors().sorted();
        ReferenceSums sums =
                scheme.listsOnce() ? counter.sums(fold.uniqueChunkCount(), fold.uniqueBytes()) : counter.sums();
        Totals totals = counter.walk().totals(sums.fileCount(), sums.logicalBytes(), WalkCounts.Errors.of(errors));
        long elapsedNanos = System.nanoTime() - startNanos;
        Timing timing = new Timing(
                startedAt,
                elapsedNanos,
                // Nobody has read these bytes, so nothing tells how fast that is.
                0,
                1,
                1,
                index.memoryBytes(),
                Runtime.version().toString());
        ScanResult result = new ResultBuilder(settings(toolVersion), List.of(), sums, totals)
                .partial(index.isFull())
                .errors(errors)
                .build(List.of(fold), timing);
        int compressors = scheme.scheme().compressors().size();
        List<SuperblockTotals> superblocks = Collections.nCopies(compressors, new SuperblockTotals(0, 0, List.of()));
        return indexes.outcome(result, null, ReferenceSums.of(result, superblocks));
    }

    private ScanSettings settings(String toolVersion) {
        List<String> chunkings = List.of(scheme.chunking());
        List<String> compressors = scheme.scheme().compressors();
        return new ScanSettings(
                        toolVersion,
                        files.stream().map(Path::toString).toList(),
                        chunkings,
                        scheme.fingerprint(),
                        compressors,
                        "off",
                        0,
                        List.of(),
                        List.of(),
                        false,
                        false,
                        false)
                .withAsked(new Asked(chunkings, compressors));
    }

    @Override
    public void close() throws IOException {
        index.close();
        if (metadata != null) {
            metadata.close();
        }
        indexes.close();
        first.close();
    }
}
