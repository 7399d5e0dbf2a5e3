package io.compscan.core.extent;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.Cutter;
import io.compscan.core.chunk.FileRules;
import io.compscan.core.chunk.RawExtents;
import io.compscan.core.compress.Compressor;
import io.compscan.core.compress.SavedPages;
import io.compscan.core.extent.Extent.Piece;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.result.ReadError;
import io.compscan.core.source.FileSample;
import io.compscan.core.source.ReadErrors;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
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

    /** Takes read errors; any thread. */
    @FunctionalInterface
    interface Errors {
        void add(ReadError error);
    }

    private final List<IncidenceTable> tables;
    private final Errors errors;
    /** Tells which chunks a file system stores raw; null if no chunks are extents. */
    private final @Nullable Compressor extentCompressor;

    private final RawExtents.Shrinking shrinking;

    private final List<Pass> passes = new ArrayList<>();
    private byte[] data = {};
    private int filledBytes;
    private @Nullable Unit openUnit;
    private @Nullable UnitChannel channel;
    /** The longest chunk that crosses the ends of extents of the open unit; 0 if none does. */
    private long unalignedBytes;

    /**
     * How one scheme cuts.
     *
     * @param unalignedBytes the longest chunk; 0 if extents end at chunks
     * @param isSparse whether it cuts behind holes
     */
    private record Cut(Cutter cutter, int unalignedBytes, boolean isSparse) {}

    /** The work of one scheme on an extent. */
    private static final class Pass {
        private final FileRules rules;
        private final Cut plain;
        private final Cut sparse;
        /** The cut of the open unit. */
        private Cut cut;
        /** Stands for the file of the open unit if its chunks are in copies of it alone; else 0. */
        private long fileMark;

        private final List<Compressor> compressors;

        private final ExtentChunks chunks;
        private final ChunkList cuts = new ChunkList();
        /** Null if chunks of a file system do not lie together. */
        private final @Nullable RawExtents extents;
        /** The range around a piece that is cut where extents end at chunks. */
        private long from;

        private long to;

        Pass(Chunker chunker, int extentBytes, List<Compressor> compressors, ChunkKeys keys) {
            plain = new Cut(chunker.cutter(), chunker.endsChunksAt(extentBytes) ? 0 : chunker.maxChunkBytes(), false);
            rules = chunker.fileRules();
            IntFunction<Cutter> cutters = rules.sparseCutters();
            sparse = cutters == null ? plain : new Cut(cutters.apply(0), chunker.maxChunkBytes(), true);
            cut = plain;
            this.compressors = compressors;
            chunks = new ExtentChunks(keys, chunker);
            extents = rules.rawExtents();
        }

        /** Cuts the data {@code [start, end)}, or only its part in the range. The data begins in the unit at {@code position}. */
        void cut(byte[] data, int start, int end, long position) {
            cuts.clear();
            boolean isAligned = cut.unalignedBytes() == 0;
            int first = isAligned ? (int) Math.max(start, start + from - position) : start;
            int last = isAligned ? (int) Math.min(end, start + to - position) : end;
            if (first < last) {
                cut.cutter().cutRegion(data, first, last, position + first - start, cuts);
            }
        }

        /** Decides how much around a piece is cut. True if an extent of a file system goes on there, so that more must be read. */
        boolean goesOn(byte[] data, Piece piece, int start, int end, long position, RawExtents.Shrinking shrinking) {
            from = piece.from();
            to = piece.to();
            long sizeBytes = piece.unit().sizeBytes();
            if (extents == null || (from == 0 && to == sizeBytes)) {
                return false;
            }
            cut(data, start, end, position);
            boolean isSparse = cut.isSparse();
            long window = extents.windowBytes();
            if (extents.beginsRaw(data, cuts, shrinking)) {
                from = isSparse ? Math.max(0, from - window) : from / window * window;
            }
            if (extents.endsRaw(data, cuts, shrinking)) {
                to = Math.min(sizeBytes, isSparse ? to + window : (to + window - 1) / window * window);
            }
            return from < piece.from() || to > piece.to();
        }
    }

    ExtentReader(ExtentRequest request, long extentBytes, List<IncidenceTable> tables, Errors errors) {
        this.tables = tables;
        this.errors = errors;
        Schemes schemes = request.schemes();
        for (int i = 0; i < schemes.all().size(); i++) {
            Scheme scheme = schemes.all().get(i);
            Chunker chunker = schemes.chunkers().get(i);
            List<Compressor> compressors = scheme.sized().stream()
                    .map(number -> scheme.openCompressors().get(number).open())
                    .toList();
            passes.add(new Pass(chunker, (int) extentBytes, compressors, request.keys()));
        }
        boolean hasExtents = passes.stream().anyMatch(pass -> pass.extents != null);
        Compressor compressor = hasExtents ? Schemes.OF_EXTENTS.open() : null;
        extentCompressor = compressor;
        shrinking = compressor == null
                ? (data, offset, length) -> true
                : SavedPages.of(Schemes.OF_EXTENTS, whole -> compressor)::isPageSaved;
    }

    /** Reads an extent. One that cannot be read whole is reported and is no part of the sample. */
    void read(Extent extent) throws IOException {
        boolean isWhole = true;
        passes.forEach(pass -> pass.chunks.clear());
        filledBytes = 0;
        for (Piece piece : extent.pieces()) {
            try {
                isWhole &= read(piece);
            } catch (IOException e) {
                isWhole = false;
                errors.add(ReadErrors.of(piece.unit().name(), e, piece.to() - piece.from()));
                closeChannel();
            }
        }
        if (!isWhole) {
            tables.forEach(table -> table.addUnread(extent.number()));
            return;
        }
        for (int i = 0; i < passes.size(); i++) {
            deliver(extent.number(), passes.get(i), tables.get(i));
        }
    }

    /** False if the unit has ended too early. */
    private boolean read(Piece piece) throws IOException {
        UnitChannel unit = open(piece.unit());
        if (endsAtChunks() && unit.nextData(piece.from()) >= piece.to()) {
            passes.forEach(pass -> pass.chunks.addZeros(piece.to() - piece.from()));
            return true;
        }
        long sizeBytes = piece.unit().sizeBytes();
        long from = Math.max(0, piece.from() - LEAD_IN_CHUNKS * unalignedBytes);
        long to = Math.min(sizeBytes, piece.to() + unalignedBytes);
        int start = filledBytes;
        int end = fill(unit, from, to, start);
        boolean goesOn = false;
        for (Pass pass : passes) {
            goesOn |= pass.goesOn(data, piece, start, end, from, shrinking);
        }
        if (goesOn) {
            from = Math.min(
                    from, passes.stream().mapToLong(pass -> pass.from).min().orElse(from));
            to = Math.max(to, passes.stream().mapToLong(pass -> pass.to).max().orElse(to));
            end = fill(unit, from, to, start);
        }
        filledBytes = end;
        long missing = piece.to() - Math.max(piece.from(), from + end - start);
        if (missing > 0) {
            errors.add(new ReadError(
                    piece.unit().name(),
                    ReadError.Kind.SHRANK,
                    missing,
                    "ended before the size it had when it was found"));
        }
        for (Pass pass : passes) {
            cut(pass, piece, start, end, from);
        }
        return missing <= 0;
    }

    /** Whether all chunks of a piece lie in it, and nothing around it tells how they are stored. Then those of a hole are known. */
    private boolean endsAtChunks() {
        return unalignedBytes == 0 && passes.stream().allMatch(pass -> pass.extents == null);
    }

    /** Reads a range of the unit to a place in the data, and returns its end there. */
    private int fill(UnitChannel unit, long from, long to, int start) throws IOException {
        reserve(Math.toIntExact(start + to - from));
        unit.beforeStripe(from, to);
        int end = start;
        try {
            if (unit.nextData(from) >= to) {
                end += (int) (to - from);
                Arrays.fill(data, start, end, (byte) 0);
            }
            while (end - start < to - from) {
                int bytes = unit.read(from + end - start, data, end, (int) (to - from) - (end - start));
                if (bytes < 0) {
                    break;
                }
                end += bytes;
            }
        } finally {
            unit.afterStripe(from, to);
        }
        return end;
    }

    private void cut(Pass pass, Piece piece, int start, int end, long from) {
        pass.cut(data, start, end, from);
        pass.chunks.beginPiece();
        for (int i = 0; i < pass.cuts.size(); i++) {
            int offset = pass.cuts.offset(i);
            long position = from + offset - start;
            if (position >= piece.from() && position < piece.to()) {
                Unit unit = piece.unit();
                long positionInFile = unit.fileOffset() + position;
                pass.chunks.add(data, offset, pass.cuts.length(i), unit.fileBytes(), pass.fileMark, positionInFile);
            } else if (pass.extents != null) {
                pass.chunks.addAround(data, offset, pass.cuts.length(i));
            }
        }
        pass.chunks.endPiece(data, from - start, pass.cut.isSparse(), shrinking);
    }

    private void deliver(long number, Pass pass, IncidenceTable table) {
        ExtentChunks chunks = pass.chunks;
        chunks.end(data);
        int[] unsized = table.unsized(chunks);
        int[][] sizes = sizes(pass, unsized);
        table.add(number, chunks);
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
            sizes[c] = pass.compressors.get(c).storedBytes(data, pass.chunks.offset(chunk), pass.chunks.length(chunk));
        }
        return sizes;
    }

    private void reserve(int bytes) {
        if (data.length < bytes) {
            data = Arrays.copyOf(data, Math.max(bytes, 2 * data.length));
        }
    }

    private UnitChannel open(Unit unit) throws IOException {
        UnitChannel now = channel;
        if (now == null || openUnit != unit) {
            closeChannel();
            now = unit.openForParts();
            channel = now;
            openUnit = unit;
            look(unit, now);
        }
        return now;
    }

    /** Learns what decides about the chunks of the unit that has been opened. */
    private void look(Unit unit, UnitChannel opened) throws IOException {
        long fileBytes = unit.fileBytes();
        boolean samples = passes.stream().anyMatch(pass -> fileBytes > pass.rules.sampledFileBytes());
        boolean asksForHoles = passes.stream().anyMatch(pass -> fileBytes > pass.rules.sparseFileBytes());
        FileSample sample = samples ? FileSample.of(opened, fileBytes) : FileSample.ofSize(fileBytes);
        boolean isSparse = asksForHoles && unit.isSparse();
        unalignedBytes = 0;
        for (Pass pass : passes) {
            pass.fileMark = pass.rules.isWhole(fileBytes, sample.isNoise()) ? sample.mark() : 0;
            pass.cut = isSparse && fileBytes > pass.rules.sparseFileBytes() ? pass.sparse : pass.plain;
            unalignedBytes = Math.max(unalignedBytes, pass.cut.unalignedBytes());
        }
    }

    private void closeChannel() throws IOException {
        UnitChannel now = channel;
        channel = null;
        openUnit = null;
        if (now != null) {
            now.close();
        }
    }

    @Override
    public void close() throws IOException {
        passes.forEach(pass -> pass.compressors.forEach(Compressor::close));
        if (extentCompressor != null) {
            extentCompressor.close();
        }
        closeChannel();
    }
}
