package io.compscan.core.scan.catalog;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.LedgerFold;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.ledger.Account;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.scan.checkpoint.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts recorded chunks as if they had been read, and adds them to the indexes of a scan. One thread.
 *
 * <p>The stored sizes of all records go to the index, also those of units that have changed or are gone: a chunk of theirs may occur in
 * others, which have no size of it. An entry without a reference is no chunk of the data.
 */
final class Replay {

    private static final int MAX_CHUNK_BYTES = 64 << 20;

    /** One scheme, with the chunks of the frame so far. */
    private static final class Gathered {
        private final int compressorCount;
        private final ChunkIndex index;
        private final ChunkTally tally;
        private final ChunkList chunks = new ChunkList();
        private byte[] fingerprints = new byte[1 << 12];
        private long[] references = new long[256];
        /** The numbers of the chunks with sizes, and these. */
        private int[] sizedNumbers = new int[256];

        private int[] sizes;
        private int sizedCount;
        private final StoredSizes stored;
        private int capacity = 1 << 14;
        private IndexWriter writer;

        Gathered(int compressorCount, ChunkIndex index, ChunkTally tally) {
            this.compressorCount = compressorCount;
            this.index = index;
            this.tally = tally;
            sizes = new int[256 * compressorCount];
            stored = new StoredSizes(compressorCount);
            writer = index.writer(capacity);
        }

        /** Adds a chunk; returns its number. */
        int add(byte[] source, int offset, int fingerprintBytes, int length, int count) {
            int number = chunks.size();
            if (fingerprints.length < (number + 1) * fingerprintBytes) {
                fingerprints = Arrays.copyOf(fingerprints, 2 * fingerprints.length + fingerprintBytes);
            }
            if (references.length == number) {
                references = Arrays.copyOf(references, 2 * number);
            }
            System.arraycopy(source, offset, fingerprints, number * fingerprintBytes, fingerprintBytes);
            references[number] = count;
            chunks.add(0, length);
            return number;
        }

        /** Reads the sizes of a chunk. */
        void size(int number, Bytes in) throws EOFException {
            if (sizedCount == sizedNumbers.length) {
                sizedNumbers = Arrays.copyOf(sizedNumbers, 2 * sizedCount);
                sizes = Arrays.copyOf(sizes, 2 * sizes.length);
            }
            sizedNumbers[sizedCount] = number;
            for (int c = 0; c < compressorCount; c++) {
                sizes[sizedCount * compressorCount + c] = in.number(chunks.length(number));
            }
            sizedCount++;
        }

        /** Hands everything to the index. */
        void flush() {
            int count = chunks.size();
            if (count == 0) {
                return;
            }
            if (capacity < count) {
                capacity = Math.max(count, 2 * capacity);
                writer = index.writer(capacity);
            }
            writer.add(fingerprints, chunks, references, 0, count);
            if (sizedCount > 0) {
                stored.clear(0, count);
                for (int i = 0; i < sizedCount; i++) {
                    for (int c = 0; c < compressorCount; c++) {
                        stored.set(sizedNumbers[i], c, sizes[i * compressorCount + c]);
                    }
                }
                writer.deliver(stored, 0);
            }
            chunks.clear();
            sizedCount = 0;
        }
    }

    private final int fingerprintBytes;
    private final ReferenceTally tally;
    private final LedgerRecorder ledger;
    private final KnownUnits known;
    private final List<Gathered> schemes = new ArrayList<>();
    /** For indexes that keep samples the sizes of chunks that do not count: they matter once all references are there. Else empty. */
    private final List<Gathered> late = new ArrayList<>();
    /** Takes the records of recalled units under new numbers; null if the old ones stay. */
    private final @Nullable Moving moving;

    private final Bytes moved = new Bytes();
    /** The lengths of the chunks of a piece that are not all zero, and where they begin in their unit. */
    private int[] shapes = new int[64];

    private long[] positions = new long[64];

    /** For each target system that packs in the order of the data its chunks in the piece. */
    private final List<Placed> placed = new ArrayList<>();

    private final ArrivalReader arrivals;
    /** For each scheme the latest level of thinned pieces that count; they lack the chunks of the levels before. */
    private final int[] lastLevels;

    /** The chunks of a piece that one target system packs. */
    private static final class Placed {
        private int count;
        private int[] lengths = {};
        private long[] positions = {};
        private long[] keys = {};
    }

    /**
     * What the records of a catalog hold.
     *
     * @param compressorCounts for each scheme the compressors whose sizes its index keeps
     * @param fingerprintBytes the length of a fingerprint
     * @param keepsSamples whether the indexes keep samples
     */
    record Form(List<Integer> compressorCounts, int fingerprintBytes, boolean keepsSamples) {}

    /** Takes the records of units under new numbers. */
    interface Moving {
        /** The new number of a unit. */
        int numberOf(int unit);

        /** Takes some records. */
        void append(Bytes records) throws IOException;
    }

    /**
     * A replay.
     *
     * @param indexes for each scheme
     * @param form what the records hold
     * @param arrivals takes the chunks whose order matters
     */
    Replay(
            List<ChunkIndex> indexes,
            Form form,
            ReferenceTally tally,
            LedgerRecorder ledger,
            KnownUnits known,
            @Nullable Moving moving,
            ArrivalReader arrivals) {
        fingerprintBytes = form.fingerprintBytes();
        this.tally = tally;
        this.ledger = ledger;
        this.known = known;
        this.moving = moving;
        this.arrivals = arrivals;
        for (int i = 0; i < arrivals.targetCount(); i++) {
            placed.add(new Placed());
        }
        for (int i = 0; i < indexes.size(); i++) {
            int compressorCount = form.compressorCounts().get(i);
            schemes.add(new Gathered(compressorCount, indexes.get(i), tally.chunks(i)));
            if (form.keepsSamples()) {
                late.add(new Gathered(compressorCount, indexes.get(i), tally.chunks(i)));
            }
        }
        lastLevels = new int[indexes.size()];
    }

    /** The latest level of a scheme's thinned pieces; 0 if there are none. */
    int lastLevel(int scheme) {
        return lastLevels[scheme];
    }

    /**
     * Counts the records of a frame.
     *
     * @param firstUnit the number of the first unit of its segment
     * @param unitCount its units; the records of others belong to units that a killed scan has not read to their end
     * @throws EOFException if a record makes no sense
     */
    void frame(byte[] frame, int firstUnit, int unitCount) throws IOException {
        Bytes in = new Bytes(frame);
        moved.clear();
        while (in.hasRemaining()) {
            int kind = in.get();
            switch (kind) {
                case PieceWriter.PIECE, PieceWriter.THINNED -> piece(in, kind, firstUnit, unitCount);
                case PieceWriter.HOLE -> hole(in, firstUnit, unitCount);
                case PieceWriter.SIZES -> sizes(in);
                default -> throw new EOFException("a record of kind " + kind);
            }
        }
        schemes.forEach(Gathered::flush);
        if (moving != null && moved.size() > 0) {
            moving.append(moved);
        }
    }

    /** Ends the replay, when all threads have counted. */
    void finish() {
        late.forEach(Gathered::flush);
    }

    /** Counts a recalled unit at its first record. */
    void empty(int unit) {
        begin(unit);
    }

    private void begin(int unit) {
        tally.addFile(known.typeId(unit));
        known.account(unit).addFile();
        tally.addLogicalBytes(known.logicalBytes(unit));
        known.noteCounted(unit);
    }

    /** Whether a record of a unit counts. Once a unit has begun it is counted whole, whatever happens. */
    private boolean counts(int unit) {
        if (!known.isRecalled(unit)) {
            return false;
        }
        int left = known.take(unit);
        if (left == known.recordCount(unit)) {
            begin(unit);
        }
        return left > 0;
    }

    private void hole(Bytes in, int firstUnit, int unitCount) throws EOFException {
        int number = in.number(Integer.MAX_VALUE);
        int unit = firstUnit + number;
        boolean counts = number < unitCount && counts(unit);
        int start = in.position();
        long bytes = in.number();
        if (counts) {
            scanned(unit, bytes);
        }
        for (int s = 0; s < schemes.size(); s++) {
            ChunkTally run = new ChunkTally();
            run.addZeros(in.number(), in.number());
            if (counts) {
                count(unit, s, run);
            }
        }
        if (counts && moving != null) {
            moved.put(PieceWriter.HOLE);
            moved.putNumber(moving.numberOf(unit));
            moved.put(in.array(), start, in.position() - start);
        }
    }

    private void piece(Bytes in, int kind, int firstUnit, int unitCount) throws EOFException {
        int number = in.number(Integer.MAX_VALUE);
        int unit = firstUnit + number;
        boolean counts = number < unitCount && counts(unit);
        boolean moves = counts && moving != null;
        long bytes = in.number();
        if (counts) {
            scanned(unit, bytes);
        }
        if (moves && moving != null) {
            moved.put(kind);
            moved.putNumber(moving.numberOf(unit));
            moved.putNumber(bytes);
        }
        for (int s = 0; s < schemes.size(); s++) {
            if (kind == PieceWriter.THINNED) {
                thinned(in, s, unit, counts, moves);
            } else {
                chunks(in, s, unit, counts, moves);
            }
        }
        for (int i = 0; i < placed.size(); i++) {
            fragments(in, i, unit, counts, moves);
        }
    }

    private void fragments(Bytes in, int target, int unit, boolean counts, boolean moves) throws EOFException {
        int start = in.position();
        Placed chunks = placed.get(target);
        boolean isSampled = counts && arrivals.isKept(unit);
        ArrivalSample.Collector sample = tally.arrivals(arrivals.target(target));
        int known = in.number(Integer.MAX_VALUE);
        int number = 0;
        int next = 0;
        for (int i = 0; i < known; i++) {
            number += in.number(Integer.MAX_VALUE - number);
            int fragmentBytes = in.number(MAX_CHUNK_BYTES);
            if (isSampled) {
                next = want(chunks, target, unit, next, number);
                long place = arrivals.place(unit, chunks.positions[number]);
                if (fragmentBytes > 0 && sample.wants(place)) {
                    sample.add(place, chunks.keys[number], fragmentBytes);
                }
                next++;
            }
        }
        if (isSampled) {
            want(chunks, target, unit, next, chunks.count);
        }
        if (moves) {
            moved.put(in.array(), start, in.position() - start);
        }
    }

    /** Wants the fragments of the chunks in {@code [from, to)}; returns {@code to}. */
    private int want(Placed chunks, int target, int unit, int from, int to) throws EOFException {
        if (to > chunks.count) {
            throw new EOFException("a fragment of chunk " + to);
        }
        ArrivalSample.Collector sample = tally.arrivals(arrivals.target(target));
        for (int i = from; i < to; i++) {
            long place = arrivals.place(unit, chunks.positions[i]);
            if (sample.wants(place) && arrivals.isCandidateAt(place)) {
                arrivals.want(target, unit, chunks.positions[i], chunks.lengths[i], chunks.keys[i]);
            }
        }
        return to;
    }

    private void scanned(int unit, long bytes) {
        tally.types().addScanned(known.typeId(unit), bytes);
        known.account(unit).addScanned(bytes);
    }

    private void count(int unit, int scheme, ChunkTally piece) {
        schemes.get(scheme).tally.merge(piece);
        tally.types().addZero(scheme, known.typeId(unit), piece.zeroBytes());
        if (scheme == LedgerFold.SCHEME) {
            known.account(unit).addZeros(piece.zeroBytes());
        }
    }

    private void chunks(Bytes in, int s, int unit, boolean counts, boolean moves) throws EOFException {
        int start = in.position();
        int count = in.number(Integer.MAX_VALUE);
        if (count == 0) {
            if (moves) {
                moved.putNumber(0);
            }
            place(in, s, 0, 0);
            return;
        }
        long position = in.number();
        ChunkTally piece = new ChunkTally();
        int nonZero = 0;
        for (int i = 0, times; i < count; i += times) {
            times = in.number(count - i);
            if (times == 0) {
                throw new EOFException("a run of no chunk");
            }
            int shape = in.number(2 * MAX_CHUNK_BYTES + 1);
            int length = shape >>> 1;
            if ((shape & 1) != 0) {
                piece.addZeros(times, (long) times * length);
                position += (long) times * length;
                continue;
            }
            piece.addChunks(times, (long) times * length);
            if (((long) nonZero + times) * fingerprintBytes > in.remaining()) {
                throw new EOFException("more chunks than fingerprints");
            }
            if (shapes.length < nonZero + times) {
                shapes = Arrays.copyOf(shapes, Math.max(2 * shapes.length, nonZero + times));
                positions = Arrays.copyOf(positions, shapes.length);
            }
            for (int k = 0; k < times; k++) {
                shapes[nonZero] = length;
                positions[nonZero++] = position;
                position += length;
            }
        }
        int fingerprints = in.skip(Math.multiplyExact(nonZero, fingerprintBytes));
        if (counts && arrivals.isKept(unit)) {
            place(in, s, fingerprints, nonZero);
        }
        if (moves) {
            moved.put(in.array(), start, in.position() - start);
            // The sizes of all chunks are written once, at the end.
            moved.putNumber(0);
        }
        if (counts) {
            count(unit, s, piece);
            noteWrites(in, s, unit, fingerprints, nonZero);
        }
        sized(in, s, unit, fingerprints, nonZero, counts);
    }

    /** Notes the writes of the chunks of a piece for the target systems whose index forgets. */
    private void noteWrites(Bytes in, int s, int unit, int fingerprints, int count) {
        for (int i = 0; i < arrivals.targetCount(); i++) {
            ArrivalSample.Collector sample = tally.arrivals(arrivals.target(i));
            if (arrivals.schemeOf(i) == s && sample.wantsWrites()) {
                long start = arrivals.start(unit);
                for (int k = 0; k < count; k++) {
                    long key = SampleLevels.key(in.array(), fingerprints + k * fingerprintBytes, fingerprintBytes);
                    sample.noteWrite(start + positions[k], key);
                }
            }
        }
    }

    private void thinned(Bytes in, int s, int unit, boolean counts, boolean moves) throws EOFException {
        int start = in.position();
        int level = in.number(SampleLevels.ALL.count() - 1);
        ChunkTally piece = new ChunkTally();
        long chunks = in.number();
        long bytes = in.number();
        long zeros = in.number();
        long zeroBytes = in.number();
        piece.addChunks(chunks - zeros, bytes - zeroBytes);
        piece.addZeros(zeros, zeroBytes);
        int kept = in.number(in.remaining());
        if (shapes.length < kept) {
            shapes = new int[2 * kept];
            positions = new long[2 * kept];
        }
        for (int i = 0; i < kept; i++) {
            shapes[i] = in.number(MAX_CHUNK_BYTES);
        }
        int fingerprints = in.skip(Math.multiplyExact(kept, fingerprintBytes));
        if (moves) {
            moved.put(in.array(), start, in.position() - start);
            moved.putNumber(0);
        }
        if (counts) {
            count(unit, s, piece);
            lastLevels[s] = Math.max(lastLevels[s], level);
        }
        sized(in, s, unit, fingerprints, kept, counts);
    }

    /** Adds the chunks, whose lengths are known, and reads their sizes. */
    private void sized(Bytes in, int s, int unit, int fingerprints, int nonZero, boolean counts) throws EOFException {
        Gathered scheme = schemes.get(s);
        int first = scheme.chunks.size();
        if (counts) {
            add(scheme, in.array(), fingerprints, nonZero, s == LedgerFold.SCHEME ? known.account(unit) : null);
        }
        Gathered others = late.isEmpty() ? scheme : late.get(s);
        int sized = in.number(nonZero);
        int number = 0;
        for (int i = 0; i < sized; i++) {
            number += in.number(nonZero - 1 - number);
            if (counts) {
                scheme.size(first + number, in);
            } else {
                int at = fingerprints + number * fingerprintBytes;
                others.size(others.add(in.array(), at, fingerprintBytes, shapes[number], 0), in);
            }
        }
    }

    /** Keeps the chunks of a scheme for the target systems that pack them in the order of the data. */
    private void place(Bytes in, int s, int fingerprints, int count) {
        for (int i = 0; i < placed.size(); i++) {
            if (arrivals.schemeOf(i) == s) {
                Placed chunks = placed.get(i);
                chunks.count = count;
                chunks.lengths = Arrays.copyOf(shapes, count);
                chunks.positions = Arrays.copyOf(positions, count);
                chunks.keys = new long[count];
                for (int k = 0; k < count; k++) {
                    chunks.keys[k] =
                            SampleLevels.key(in.array(), fingerprints + k * fingerprintBytes, fingerprintBytes);
                }
            }
        }
    }

    private void add(Gathered scheme, byte[] source, int from, int count, @Nullable Account account) {
        long maxKey = account == null ? 0 : ledger.maxKey();
        for (int i = 0; i < count; i++) {
            int at = from + i * fingerprintBytes;
            scheme.add(source, at, fingerprintBytes, shapes[i], 1);
            if (account != null) {
                long key = SampleLevels.key(source, at, fingerprintBytes);
                if (Long.compareUnsigned(key, maxKey) <= 0) {
                    ledger.add(key, account);
                }
            }
        }
    }

    private void sizes(Bytes in) throws EOFException {
        int s = in.number(schemes.size() - 1);
        chunks(in, s, 0, false, false);
    }
}
