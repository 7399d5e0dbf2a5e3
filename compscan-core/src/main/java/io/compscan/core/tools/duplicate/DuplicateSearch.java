package io.compscan.core.tools.duplicate;

import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.ledger.LedgerBuilder;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.fold.ledger.StoredTotals;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.scan.measure.ChunkObserver;
import io.compscan.core.source.PathName;
import io.compscan.core.source.Source;
import io.compscan.core.tools.duplicate.TopChunks.Place;
import io.compscan.result.Layout;
import io.compscan.result.ScanResult;
import io.compscan.result.duplicate.Duplicates;
import io.compscan.result.duplicate.Duplicates.Origin;
import io.compscan.result.duplicate.Duplicates.Sharing;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Looks for duplicates by one scan. A second scan finds the places of the chunks that the first one has found. */
public final class DuplicateSearch {

    private static final long LEAST_FILE_INDEX_BYTES = 16 << 20;
    /** Files are fewer than chunks. */
    private static final int SHARE_OF_FILES = 8;

    private final ScanRequest request;
    private final Limits limits;

    /**
     * How much is told and remembered.
     *
     * @param top how many chunks, groups of files and pairs of directories are told
     * @param pairs how many pairs of a chunk and a directory that refers to it are remembered
     * @param findsPlaces whether to read a second time, until a place of each of the top chunks is known
     * @param directory for a list of the names of all files
     */
    public record Limits(int top, int pairs, boolean findsPlaces, Path directory) {
        /** About 20 MiB; they tell a pair with a hundredth of the data to a few per cent. */
        public static final int DEFAULT_PAIRS = 1 << 17;
    }

    /** Carries a scan out. */
    @FunctionalInterface
    public interface Scanning {
        /** Carries it out. */
        ScanOutcome run(ScanRun scan) throws Exception;
    }

    private DuplicateSearch(ScanRequest request, Limits limits) {
        this.request = request;
        this.limits = limits;
    }

    /**
     * A search that has not begun.
     *
     * @param request of a scan with one scheme, whose compressor is {@code none}
     */
    public static DuplicateSearch of(ScanRequest request, Limits limits) {
        if (request.options().schemes().count() != 1
                || !request.options().schemes().all().get(0).sized().isEmpty()) {
            throw new IllegalArgumentException("duplicates are looked for with one chunking, and without a compressor");
        }
        return new DuplicateSearch(request, limits);
    }

    /** Looks for duplicates; a scan that is stopped early tells those in the data that it has read. */
    public Duplicates run(Scanning scanning) throws Exception {
        ScanOptions options = request.options();
        IndexMemory memory = options.memory();
        long fileBytes = Math.max(LEAST_FILE_INDEX_BYTES, memory.budgetBytes() / SHARE_OF_FILES);
        Scheme scheme = options.schemes().all().get(0);
        IndexMemory forFiles = new IndexMemory(fileBytes, memory.mapListSize(), memory.spill());
        try (FileCopies copies = new FileCopies(limits.top(), forFiles, scheme, limits.directory())) {
            return run(scanning, copies);
        }
    }

    private Duplicates run(Scanning scanning, FileCopies copies) throws Exception {
        Source source = request.source();
        LedgerRecorder directories = new LedgerRecorder(
                source.roots(),
                PathName.SEPARATOR,
                new LedgerLimits(limits.pairs(), LedgerLimits.DEFAULT.directories()));
        ChunkObserver.OfUnits files =
                unit -> new FileContent(unit.name(), directories, directories.open(unit.name(), "", ""), copies);
        TopChunks chunks = new TopChunks(limits.top());
        AtomicReference<@Nullable LedgerBuilder> builder = new AtomicReference<>();
        ScanOutcome outcome = scanning.run(ScanRun.open(
                request.withUnitObservers(files).withChunkVisitors(unused -> visitor(directories, chunks, builder))));
        ScanResult result = outcome.result();
        Map<byte[], @Nullable Place> places = chunks.unplaced();
        if (limits.findsPlaces() && !result.partial() && !places.isEmpty()) {
            findPlaces(scanning, places);
        }
        Layout layout = result.layouts().get(0);
        return Document.of(
                result,
                Origin.DATA,
                layout,
                chunks.repeatedChunkCount(),
                chunks.list(places),
                copies.top(),
                sharing(builder.get(), layout));
    }

    /** Asked for when the last chunk has been read, so the ledger's sample is complete. */
    private static DistinctChunkVisitor visitor(
            LedgerRecorder directories, TopChunks chunks, AtomicReference<@Nullable LedgerBuilder> builder) {
        LedgerBuilder posting = directories.post();
        builder.set(posting);
        return chunks.andThen((fingerprint, references, lengthBytes, storedBytes) -> {
            long key = SampleLevels.key(fingerprint, 0, fingerprint.length);
            if (Long.compareUnsigned(key, posting.maxKey()) <= 0) {
                posting.visit(key, lengthBytes, lengthBytes);
            }
        });
    }

    private @Nullable Sharing sharing(@Nullable LedgerBuilder builder, Layout layout) {
        if (builder == null) {
            return null;
        }
        long uniqueBytes = layout.uniqueBytes();
        return builder.sharing(
                new StoredTotals(layout.chunking(), "none", layout.nonZeroBytes(), uniqueBytes, uniqueBytes, -1L, 0),
                limits.top());
    }

    /** Reads once more, with an index that forgets nearly everything. */
    private void findPlaces(Scanning scanning, Map<byte[], @Nullable Place> places) throws Exception {
        AtomicReference<@Nullable ScanRun> running = new AtomicReference<>();
        PlaceFinder finder = new PlaceFinder(places, () -> {
            ScanRun scan = running.get();
            if (scan != null) {
                scan.stop();
            }
        });
        int entries = SketchIndex.LEAST_ENTRIES;
        ScanRun scan = ScanRun.open(request.withSketch(SketchIndex.factory(entries), SketchIndex.mostSized(entries))
                .withUnitObservers(finder));
        running.set(scan);
        scanning.run(scan);
    }
}
