package io.compscan.core.estimate;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FileRules;
import io.compscan.core.chunk.RawExtents;
import io.compscan.core.compress.Compressor;
import io.compscan.core.estimate.Extent.Piece;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.measure.ChunkBatch;
import io.compscan.core.scan.measure.SlabBatches;
import io.compscan.core.scan.read.PartReader;
import io.compscan.core.scan.read.PartReader.Loss;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.Hole;
import io.compscan.core.scan.read.SlabGeometry;
import io.compscan.core.scan.read.Throttle;
import io.compscan.core.scan.read.task.ByteRange;
import io.compscan.core.scan.read.task.ThreadState;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.result.ReadError;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads extents, cuts them for all schemes, and adds them to the tables. One thread.
 *
 * <p>Where content decides about cuts, reading begins four of the longest chunks before the extent and ends one behind it. Nearly always the
 * cuts are those of the whole unit from the extent's first byte on. A chunk belongs to the extent in which it starts.
 *
 * <pre>
 *   unit     ........|-- lead-in --|=========== extent ===========|- tail -|........
 *   chunks             | .. | .. | .. [a][  b  ][ c ][   d   ][     e    ]            a to e belong to the extent
 * </pre>
 */
final class ExtentReader implements AutoCloseable {

    private static final int LEAD_IN_CHUNKS = 4;

    private final List<IncidenceTable> tables;
    private final PartReader parts;
    private final SlabBatches batches;
    private final List<Pass> passes = new ArrayList<>();
    private final boolean hasRawExtents;

    private Slab slab = new Slab(0);
    /** For each piece of the slab what belongs to the extent. */
    private final List<ByteRange> wanted = new ArrayList<>();

    private final List<Loss> losses = new ArrayList<>();
    /** Whether a piece has ended early because reading is stopped. */
    private boolean isCutShort;

    /** The work of one scheme on an extent. */
    private static final class Pass {
        private final FileRules rules;
        /** The longest chunk of files without holes; 0 if extents end at chunks. */
        private final int unalignedBytes;

        private final int sparseUnalignedBytes;
        private final List<Compressor> compressors;
        private final ExtentChunks chunks = new ExtentChunks();
        /** What is looked at of the pieces in the slab; null for that which belongs to the extent. */
        private @Nullable ByteRange around;

        Pass(Chunker chunker, int extentBytes, List<Compressor> compressors) {
            rules = chunker.fileRules();
            unalignedBytes = chunker.endsChunksAt(extentBytes) ? 0 : chunker.maxChunkBytes();
            sparseUnalignedBytes = rules.sparseCutters() == null ? unalignedBytes : chunker.maxChunkBytes();
            this.compressors = compressors;
        }

        private boolean isSparse(UnitTicket unit) {
            return rules.sparseCutters() != null && unit.isSparse(rules.sparseFileBytes());
        }

        private int unalignedBytes(UnitTicket unit) {
            return isSparse(unit) ? sparseUnalignedBytes : unalignedBytes;
        }
    }

    /**
     * @param errors takes read errors
     * @param state of the thread; once it is detached, the tables are not touched any more
     */
    ExtentReader(
            ExtentRequest request,
            long extentBytes,
            List<IncidenceTable> tables,
            Consumer<ReadError> errors,
            Throttle throttle,
            ThreadState state,
            BooleanSupplier isStopped) {
        this.tables = tables;
        Schemes schemes = request.schemes();
        int bodyBytes = SlabGeometry.bodyBytesAt(request.rateBytesPerSecond(), request.threadCount());
        SlabGeometry geometry = SlabGeometry.of(schemes.chunkers(), 0, bodyBytes);
        parts = new PartReader(geometry, throttle, state, isStopped, unit -> {
            ReadError error = unit.error();
            if (error != null) {
                errors.accept(error);
            }
        });
        batches = new SlabBatches(schemes, ChunkKeys.FINGERPRINT_BYTES, request::keys);
        for (int i = 0; i < schemes.all().size(); i++) {
            Scheme scheme = schemes.all().get(i);
            List<Compressor> compressors = scheme.sized().stream()
                    .map(number -> scheme.openCompressors().get(number).open())
                    .toList();
            passes.add(new Pass(schemes.chunkers().get(i), (int) extentBytes, compressors));
        }
        hasRawExtents = passes.stream().anyMatch(pass -> pass.rules.rawExtents() != null);
    }

    /** Reads an extent. One of which nothing can be read is no part of the sample; nor is one whose reading was stopped. */
    void read(Extent extent) throws InterruptedException {
        wanted.clear();
        isCutShort = false;
        reserve(extent.bytes());
        for (Pass pass : passes) {
            pass.around = null;
        }
        try {
            long lostBytes = 0;
            for (Piece piece : extent.pieces()) {
                lostBytes += read(piece, extent.pieces().size() == 1);
            }
            if (isCutShort) {
                return;
            }
            if (lostBytes == extent.bytes()) {
                tables.forEach(table -> table.addUnread(extent.number()));
                return;
            }
            batches.cut(slab);
            for (int i = 0; i < passes.size(); i++) {
                deliver(extent.number(), i, lostBytes);
            }
        } finally {
            PartReader.empty(slab);
        }
    }

    /** Returns how many bytes could not be read. */
    private long read(Piece piece, boolean isOnly) throws InterruptedException {
        ByteRange part = new ByteRange(piece.from(), piece.to());
        UnitTicket unit = parts.open(piece.unit(), piece.to() - piece.from());
        if (unit == null) {
            return piece.to() - piece.from();
        }
        long unaligned = 0;
        for (Pass pass : passes) {
            unaligned = Math.max(unaligned, pass.unalignedBytes(unit));
        }
        long sizeBytes = piece.unit().sizeBytes();
        ByteRange read = new ByteRange(
                Math.max(0, part.from() - LEAD_IN_CHUNKS * unaligned), Math.min(sizeBytes, part.to() + unaligned));
        // Nothing around a part of aligned chunks tells how they are stored, so a hole need not be read.
        boolean areHolesApart = unaligned == 0 && !hasRawExtents;
        if (isOnly) {
            reserve(read.to() - read.from());
        }
        fill(unit, read, part, areHolesApart);
        if (hasRawExtents && isOnly && !isCutShort && part.to() - part.from() < sizeBytes) {
            ByteRange wider = lookAround(unit, part, read);
            if (!wider.equals(read)) {
                PartReader.empty(slab);
                wanted.clear();
                reserve(wider.to() - wider.from());
                fill(unit, wider, part, areHolesApart);
            }
        }
        long lostBytes = 0;
        for (Loss loss : losses) {
            lostBytes += loss.note(part);
        }
        return lostBytes;
    }

    private void fill(UnitTicket unit, ByteRange read, ByteRange part, boolean areHolesApart)
            throws InterruptedException {
        losses.clear();
        isCutShort |= !parts.read(unit, read, slab, areHolesApart, losses);
        while (wanted.size() < slab.pieces.size()) {
            wanted.add(part);
        }
    }

    /**
     * Decides how much around a part each pass looks at. Where an extent of a file system goes on around the part, that is more.
     *
     * @return what must be read for it
     */
    private ByteRange lookAround(UnitTicket unit, ByteRange part, ByteRange read) {
        batches.cut(slab);
        long readFrom = read.from();
        long readTo = read.to();
        for (int i = 0; i < passes.size(); i++) {
            Pass pass = passes.get(i);
            RawExtents extents = pass.rules.rawExtents();
            if (extents == null) {
                continue;
            }
            boolean isSparse = pass.isSparse(unit);
            ChunkList chunks = batches.chunks(slab, i, ranges(isSparse ? read : part));
            long window = extents.windowBytes();
            long from = part.from();
            long to = part.to();
            if (extents.beginsRaw(slab.data, chunks, batches.shrinking())) {
                from = isSparse ? Math.max(0, from - window) : from / window * window;
            }
            if (extents.endsRaw(slab.data, chunks, batches.shrinking())) {
                long end = isSparse ? to + window : (to + window - 1) / window * window;
                to = Math.min(unit.unit().sizeBytes(), end);
            }
            pass.around = isSparse ? new ByteRange(0, unit.unit().sizeBytes()) : new ByteRange(from, to);
            readFrom = Math.min(readFrom, from);
            readTo = Math.max(readTo, to);
        }
        return new ByteRange(readFrom, readTo);
    }

    private List<ByteRange> ranges(ByteRange ofEach) {
        return Collections.nCopies(slab.pieces.size(), ofEach);
    }

    private void deliver(long number, int i, long lostBytes) {
        Pass pass = passes.get(i);
        ByteRange around = pass.around;
        ChunkBatch batch = batches.batch(slab, i, around == null ? wanted : ranges(around));
        ExtentChunks chunks = pass.chunks;
        chunks.clear();
        chunks.add(batch, wanted);
        for (Hole hole : slab.holes) {
            chunks.addZeros(hole.to() - hole.from());
        }
        chunks.end();
        IncidenceTable table = tables.get(i);
        int[] unsized = table.unsized(chunks);
        int[][] sizes = sizes(pass, unsized);
        table.add(number, chunks, lostBytes);
        table.note(chunks, unsized, sizes);
    }

    private int[][] sizes(Pass pass, int[] chunks) {
        int[][] sizes = new int[chunks.length][];
        for (int k = 0; k < chunks.length; k++) {
            sizes[k] = sizes(pass, chunks[k]);
        }
        return sizes;
    }

    /** The stored sizes of a chunk, one for each compressor. */
    private int[] sizes(Pass pass, int chunk) {
        int[] sizes = new int[pass.compressors.size()];
        for (int c = 0; c < sizes.length; c++) {
            sizes[c] = pass.compressors
                    .get(c)
                    .storedBytes(slab.data, pass.chunks.offset(chunk), pass.chunks.length(chunk));
        }
        return sizes;
    }

    /** Makes room in the slab, which is empty. */
    private void reserve(long bytes) {
        if (slab.data.length <= bytes) {
            slab = new Slab(Math.toIntExact(bytes));
        }
    }

    @Override
    public void close() {
        passes.forEach(pass -> pass.compressors.forEach(Compressor::close));
        batches.close();
        parts.close();
    }
}
