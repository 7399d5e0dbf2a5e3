package io.compscan.core.scan.catalog;

import io.compscan.core.PatientJoin;
import io.compscan.core.SplitMix;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.Salt;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.fold.ledger.Account;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.KeptSample;
import io.compscan.core.profile.Allocation;
import io.compscan.core.profile.ArrivalSample;
import io.compscan.core.profile.Packing;
import io.compscan.core.profile.Profile;
import io.compscan.core.scan.catalog.Catalog.Segment;
import io.compscan.core.scan.catalog.ChangeTally.Kind;
import io.compscan.core.scan.checkpoint.Bytes;
import io.compscan.core.scan.checkpoint.CheckpointException;
import io.compscan.core.scan.checkpoint.FrameLog;
import io.compscan.core.scan.measure.SlabRecorder;
import io.compscan.core.scan.measure.UnitRecording;
import io.compscan.core.scan.read.WalkCounts;
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitVersion;
import io.compscan.core.source.WrappedUnit;
import io.compscan.file.Reason;
import io.compscan.result.Changes;
import io.compscan.result.Churn;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.history.PastScan;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A scan that remembers: it reads the units that the catalog does not know in their present version, and counts what the catalog holds of
 * the others.
 *
 * <pre>
 *   walk  -> unit unchanged -> recalled ........................ replay of its records -+
 *         -> new or changed -> read, measured -> recorded -> segment of this scan       +-> indexes, tallies -> fold
 *                                                -------------------------------------- +
 * </pre>
 *
 * <p>Everything is counted anew from the records, so nothing has to be subtracted: the numbers are those of a scan that reads everything.
 * Only the stored sizes may not be enough. If the data have shrunk, the sample of compressed chunks must grow, and the sizes of some chunks
 * were never known. The scan then reads everything; see {@link #isShort}.
 */
public final class CatalogSession implements AutoCloseable {

    /**
     * What decides a result beside the data.
     *
     * @param digest of all of it
     * @param index the kind of index, such as {@code sketch:1048576}; null if it is exact
     * @param libraries what compresses, with its versions
     */
    public record Asked(String digest, @Nullable String index, List<String> libraries) {

        /** Copies the list. */
        public Asked {
            libraries = List.copyOf(libraries);
        }
    }

    /** A file that changed so shortly before it was found may change again within the same tick of its file system's clock. */
    private static final long RACY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int MOST_SEGMENTS = 64;
    private static final double LEAST_LIVE_SHARE = 0.5;
    private static final int SIZES_RECORD_CHUNKS = 4096;

    private final CatalogPlan plan;
    private final CatalogDirectory directory;
    private final List<String> measured;
    private final Asked asked;
    private final List<Integer> compressorCounts;
    private final int fingerprintBytes;
    private final KnownUnits known;
    private final SegmentWriter segment;
    private final BooleanSupplier isStopped;
    /** Whether the records of recalled units move to the segment of this scan, because the old segments hold too much else. */
    private final boolean moves;

    private final ArrivalReader arrivals;

    /** For each scheme what its index keeps at the end. */
    private final List<Integer> levels = new ArrayList<>();
    /** For each scheme the latest level of the pieces that count. */
    private final int[] lastLevels;

    private int[] movedNumbers = {};
    private final List<SizesWriter> sizesWriters = new ArrayList<>();
    /** The units of this scan's segment that were read or moved whole. Guarded by itself. */
    private final BitSet completed = new BitSet();

    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile boolean lacksRecords;
    private volatile boolean repeats;
    private final AtomicLong newCount = new AtomicLong();
    private final AtomicLong newBytes = new AtomicLong();
    private final AtomicLong changedCount = new AtomicLong();
    private final AtomicLong changedBytes = new AtomicLong();
    private final AtomicLong verifiedCount = new AtomicLong();
    private final AtomicLong differingCount = new AtomicLong();
    private final AtomicLong unchangedCount = new AtomicLong();
    private final AtomicLong unchangedBytes = new AtomicLong();
    private final ChangeTally changes = new ChangeTally();
    private @Nullable List<PastScan> past;
    private long recalledCount;
    private final long verifySeed = System.nanoTime();

    private CatalogSession(
            CatalogPlan plan,
            Schemes schemes,
            Asked asked,
            KnownUnits known,
            SegmentWriter segment,
            BooleanSupplier isStopped) {
        this.plan = plan;
        this.asked = asked;
        this.isStopped = isStopped;
        this.known = known;
        this.segment = segment;
        directory = plan.directory();
        measured = measured(schemes, asked);
        lastLevels = new int[schemes.all().size()];
        compressorCounts =
                schemes.all().stream().map(scheme -> scheme.sized().size()).toList();
        arrivals = new ArrivalReader(schemes);
        fingerprintBytes = schemes.fingerprint().digestBytes();
        moves = !plan.readsAll()
                && (directory.segments().size() > MOST_SEGMENTS || known.liveShare() < LEAST_LIVE_SHARE);
    }

    /**
     * Begins a scan.
     *
     * @param asked what decides the result beside the data
     * @param isStopped whether the scan ends early, so that units end before they are read
     * @throws CatalogException if the catalog was made for other measurements, or cannot be read or written
     */
    public static CatalogSession open(CatalogPlan plan, Schemes schemes, Asked asked, BooleanSupplier isStopped)
            throws CatalogException {
        Catalog last = plan.directory().begun();
        CatalogPlan sure = plan;
        if (last != null && !last.measured().equals(measured(schemes, asked))) {
            throw new CatalogException(plan.directory().path() + ": made for other measurements ("
                    + String.join("; ", last.measured())
                    + "); give the same --chunk, --compress, --fingerprint and --profile, or another catalog");
        }
        if (last != null
                && !(last.toolVersion().equals(plan.toolVersion())
                        && last.libraries().equals(asked.libraries()))) {
            plan.talk()
                    .accept(plan.directory().path() + ": written by compscan " + last.toolVersion()
                            + (last.libraries().isEmpty() ? "" : " with " + String.join(", ", last.libraries()))
                            + ", which may compress otherwise; everything is read once more");
            sure = plan.readingAll();
        }
        try {
            if (last == null) {
                plan.directory().begin(Catalog.begun(plan.toolVersion(), asked.libraries(), measured(schemes, asked)));
            }
            KnownUnits known = plan.directory().known(isStopped);
            try {
                return new CatalogSession(sure, schemes, asked, known, new SegmentWriter(plan.directory()), isStopped);
            } catch (IOException | RuntimeException e) {
                known.close();
                throw e;
            }
        } catch (CatalogException e) {
            throw e;
        } catch (IOException e) {
            throw new CatalogException(plan.directory().path() + ": cannot be used: " + Reason.of(e), e);
        }
    }

    /**
     * Why a catalog cannot hold what these schemes measure, in words that follow a colon; null if it can. A stored size that depends on what
     * lies beside a chunk is the largest of several places, and nobody remembers what it would be without one of them.
     */
    public static @Nullable String refusal(Schemes schemes, @Nullable String index) {
        if (index != null && !new ArrivalReader(schemes).schemes().isEmpty()) {
            return "a system that packs in the order of the data needs every chunk, and --index " + index
                    + " keeps a sample";
        }
        for (CompressorSpec compressor : schemes.compressors()) {
            if (compressor.sharesBlocks() || compressor.runBytes() > 0) {
                return "what " + compressor.name() + " makes of a chunk depends on its neighbours";
            }
        }
        return schemes.superblockBytes() > 0 ? "superblocks are not in it" : null;
    }

    private static List<String> measured(Schemes schemes, Asked asked) {
        List<String> lines = new ArrayList<>();
        for (Scheme scheme : schemes.all()) {
            lines.add(String.join(
                    " ",
                    scheme.chunking(),
                    scheme.fingerprint(),
                    scheme.compressors().toString(),
                    scheme.samples().toString()));
        }
        Salt salt = schemes.fingerprint().salt();
        if (salt != null) {
            lines.add("salt " + salt.id());
        }
        if (asked.index() != null) {
            lines.add("index " + asked.index());
        }
        for (Profile target : schemes.profilesInOrder()) {
            lines.add(target.name() + " " + rules(target.allocation()));
        }
        return lines;
    }

    /** The rules of a system that packs, as catalogs of 1.0 have them. Keys that exclude packing are left out. */
    private static String rules(Allocation allocation) {
        Packing packing = allocation.packing();
        return "Allocation[headerBytes=" + allocation.headerBytes()
                + ", granularityBytes=" + allocation.granularityBytes()
                + ", bucketBytes=" + allocation.bucketBytes()
                + ", minSavings=" + allocation.minSavings()
                + ", maxReferences=" + allocation.maxReferences()
                + ", minSharedBytes=" + allocation.minSharedBytes()
                + ", shortSharesUnit=" + allocation.shortSharesUnit()
                + ", packing=" + (packing == null ? null : rules(packing))
                + ", inline=" + allocation.inline()
                + ", zfs=" + allocation.zfs() + "]";
    }

    /** Likewise. When blocks are flushed does not change which fragments there are. */
    private static String rules(Packing packing) {
        return "Packing[blockBytes=" + packing.blockBytes()
                + ", capacityBytes=" + packing.capacityBytes()
                + ", maxFragmentBytes=" + packing.maxFragmentBytes()
                + ", maxFragments=" + packing.maxFragments()
                + ", openBlocks=" + packing.openBlocks()
                + ", tails=" + packing.tails()
                + ", inodeBytes=" + packing.inodeBytes()
                + ", alignmentBytes=" + packing.alignmentBytes()
                + ", inFlightBytes=" + packing.inFlightBytes() + "]";
    }

    /**
     * Whether a unit that the walk has found need not be read; then it is counted by {@link #replay}. On the thread of the walk.
     *
     * @param typeId the number of its file type
     * @param start its place in the stream of all data
     * @param account the account that is charged with it
     */
    public boolean recall(Unit unit, UnitVersion version, int typeId, long start, Supplier<Account> account) {
        boolean isSampled = arrivals.place(start, unit.sizeBytes());
        KnownUnits.Found found = known.meet(unit.name());
        int number = found.number();
        lastFound = found;
        lastVerified = false;
        boolean maySayMore = unit instanceof WrappedUnit;
        if (plan.readsAll() || maySayMore || number == KnownUnits.NONE || !known.isUnchanged(number, version)) {
            return false;
        }
        if (plan.verifiedShare() > 0 && SplitMix.unit(SplitMix.key(verifySeed, unit.name())) < plan.verifiedShare()) {
            lastVerified = true;
            return false;
        }
        known.recall(number, typeId, account.get());
        arrivals.noteStart(number, start);
        if (isSampled) {
            arrivals.keep(number, unit, version, start);
        }
        if (moves) {
            if (movedNumbers.length <= number) {
                movedNumbers = Arrays.copyOf(movedNumbers, Math.max(number + 1, 2 * movedNumbers.length));
            }
            movedNumbers[number] = segment.nextUnit();
        }
        recalledCount++;
        compare(found.liveNumber(), unit.name(), known.logicalBytes(number), known.content(number));
        return true;
    }

    /** What is known of the unit that the walk has found last. */
    private KnownUnits.Found lastFound = new KnownUnits.Found(KnownUnits.NONE, KnownUnits.NONE);

    private boolean lastVerified;
    /** Whether a unit was read. On the thread of the walk. */
    private boolean readsAny;

    /** The recording of the unit that the walk has found last, which is going to be read. On the thread of the walk. */
    public UnitRecording begin() {
        readsAny = true;
        KnownUnits.Found found = lastFound;
        boolean isVerified = lastVerified;
        long foundAtNanos = TimeUnit.MILLISECONDS.toNanos(plan.clock().millis());
        return new UnitRecording(
                segment.nextUnit(), (recording, unit) -> complete(recording, unit, found, isVerified, foundAtNanos));
    }

    private void complete(
            UnitRecording recording, UnitTicket ticket, KnownUnits.Found found, boolean isVerified, long foundAtNanos) {
        if (isStopped.getAsBoolean()) {
            // It may have ended before it was read.
            return;
        }
        long bytes = ticket.logicalBytes();
        if (isVerified) {
            verify(recording, ticket, found.number());
        }
        compare(found.liveNumber(), ticket.unit().name(), bytes, recording.content());
        UnitVersion version = ticket.version();
        boolean isRacy = Math.max(version.modifiedNanos(), version.changedNanos()) > foundAtNanos - RACY_NANOS;
        boolean isTrusted = !isRacy
                && ticket.error() == null
                && version.modifiedNanos() != 0
                && version.sizeBytes() == bytes
                && !(ticket.unit() instanceof WrappedUnit);
        try {
            segment.append(new UnitEntry(
                    recording.number(),
                    ticket.unit().name(),
                    version,
                    isTrusted,
                    recording.recordCount(),
                    bytes,
                    recording.content()));
            synchronized (completed) {
                completed.set(recording.number());
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    /**
     * Counts a unit as new, changed or unchanged. It may have been read, though it is as before: it lies in a container, its clock is too young,
     * or only its metadata has changed.
     *
     * @param before its number in the last complete scan
     */
    private void compare(int before, String name, long bytes, long content) {
        if (before != KnownUnits.NONE && content == known.content(before) && bytes == known.logicalBytes(before)) {
            unchangedCount.incrementAndGet();
            unchangedBytes.addAndGet(bytes);
            return;
        }
        boolean isNew = before == KnownUnits.NONE;
        (isNew ? newCount : changedCount).incrementAndGet();
        (isNew ? newBytes : changedBytes).addAndGet(bytes);
        if (directory.last() != null) {
            changes.add(isNew ? Kind.ADDED : Kind.CHANGED, name, bytes, content);
        }
    }

    private void verify(UnitRecording recording, UnitTicket ticket, int number) {
        verifiedCount.incrementAndGet();
        if (ticket.error() == null
                && (recording.content() != known.content(number)
                        || ticket.logicalBytes() != known.logicalBytes(number))) {
            differingCount.incrementAndGet();
            plan.talk()
                    .accept(ticket.unit().name() + ": changed, though its size, times and inode did not; read again");
        }
    }

    /** Records the slabs of one thread. */
    public SlabRecorder recorder(List<ChunkIndex> indexes) {
        Catalog last = directory.last();
        // At first an index keeps everything, though it will not once the catalog is added to it.
        IntUnaryOperator levels = scheme -> Math.max(
                indexes.get(scheme).level(),
                last == null || plan.readsAll() ? 0 : last.levels().get(scheme));
        return new PieceWriter(compressorCounts, arrivals.schemes(), levels, records -> {
            try {
                segment.append(records);
            } catch (IOException e) {
                fail(e);
            }
        });
    }

    /** Says once that the catalog cannot be written. The scan goes on, and the catalog stays as it was. */
    private void fail(IOException e) {
        if (failed.compareAndSet(false, true)) {
            plan.talk()
                    .accept("the catalog stays as it was, it cannot be written: " + directory.path() + ": "
                            + e.getMessage());
        }
    }

    /**
     * Counts the recalled units. The walk is over; readers may be at work.
     *
     * @param tallies makes a tally for each thread
     * @throws CatalogException if a segment is damaged
     */
    public void replay(
            int threadCount, Supplier<ReferenceTally> tallies, List<ChunkIndex> indexes, LedgerRecorder ledger)
            throws IOException {
        known.endWalk();
        if (recalledCount == 0) {
            return;
        }
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Replay> replays = new ArrayList<>();
        ReferenceTally first = null;
        try (Frames frames = new Frames(directory)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < threadCount; i++) {
                ReferenceTally tally = tallies.get();
                first = first == null ? tally : first;
                Replay replay = newReplay(indexes, tally, ledger);
                replays.add(replay);
                if (i == 0) {
                    countEmpty(replay);
                }
                Thread thread = new Thread(() -> replay(frames, replay, failure), "compscan-replay-" + i);
                thread.setDaemon(true);
                thread.start();
                threads.add(thread);
            }
            threads.forEach(PatientJoin::of);
        }
        replays.forEach(Replay::finish);
        Arrays.setAll(
                lastLevels,
                scheme -> replays.stream()
                        .mapToInt(replay -> replay.lastLevel(scheme))
                        .max()
                        .orElse(0));
        Throwable thrown = failure.get();
        if (thrown instanceof CheckpointException e) {
            throw new CatalogException(e.getMessage() + "; remove the catalog to begin anew", e);
        }
        if (thrown instanceof IOException e) {
            throw e;
        }
        if (thrown != null) {
            throw new IllegalStateException("the replay of the catalog failed: " + thrown, thrown);
        }
        boolean isRead = first == null || isStopped.getAsBoolean() || arrivals.read(first::arrivals);
        lacksRecords = !isStopped.getAsBoolean() && (!isRead || known.anyLeft());
    }

    private Replay newReplay(List<ChunkIndex> indexes, ReferenceTally tally, LedgerRecorder ledger) {
        Replay.Moving moving = !moves
                ? null
                : new Replay.Moving() {
                    @Override
                    public int numberOf(int unit) {
                        return movedNumbers[unit];
                    }

                    @Override
                    public void append(Bytes records) throws IOException {
                        try {
                            segment.append(records);
                        } catch (IOException e) {
                            fail(e);
                        }
                    }
                };
        Replay.Form form = new Replay.Form(compressorCounts, fingerprintBytes, asked.index() != null);
        return new Replay(indexes, form, tally, ledger, known, moving, arrivals);
    }

    private void countEmpty(Replay replay) {
        BitSet recalled = known.recalled();
        for (int i = recalled.nextSetBit(0); i >= 0 && !isStopped.getAsBoolean(); i = recalled.nextSetBit(i + 1)) {
            if (known.recordCount(i) == 0) {
                replay.empty(i);
            }
        }
    }

    private static void replay(Frames frames, Replay replay, AtomicReference<@Nullable Throwable> failure) {
        try {
            for (Frames.Frame frame = frames.next(); frame != null && failure.get() == null; frame = frames.next()) {
                try {
                    replay.frame(frame.payload(), frame.firstUnit(), frame.unitCount());
                } catch (EOFException | RuntimeException e) {
                    throw new CatalogException(
                            frame.file() + ": damaged: " + e.getMessage() + "; remove the catalog to begin anew", e);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
    }

    /**
     * Whether something is missing, so that everything must be read: records, as after a loss of power, chunks that an index keeps now and
     * has not kept then, or fragments for a system that packs in the order of the data.
     *
     * @param arrivalSamples of all data, by the name of such a system
     */
    public boolean isShort(Map<String, ArrivalSample> arrivalSamples, List<ChunkIndex> indexes) {
        boolean lacksChunks = false;
        for (int scheme = 0; scheme < lastLevels.length; scheme++) {
            KeptSample kept = indexes.get(scheme).sample();
            int level = kept == null ? 0 : kept.level();
            levels.add(level);
            // Of the levels before the last one of a piece, only some chunks are known.
            lacksChunks |= lastLevels[scheme] > 0 && level <= lastLevels[scheme];
        }
        return lacksRecords || lacksChunks || (recalledCount > 0 && !arrivals.isEnough(arrivalSamples));
    }

    /** Whether {@link #sizes} must see the chunks. */
    public boolean wantsSizes() {
        return moves && !failed.get();
    }

    /** Records the stored sizes of all distinct chunks of a scheme, which moved records lack. */
    public DistinctChunkVisitor sizes(int scheme) {
        SizesWriter writer = new SizesWriter(scheme);
        sizesWriters.add(writer);
        return writer;
    }

    /** Writes stored sizes, some thousand chunks to a record. One thread. */
    private final class SizesWriter implements DistinctChunkVisitor {
        private final int scheme;
        private final Bytes shapes = new Bytes();
        private final Bytes fingerprints = new Bytes();
        private final Bytes sizes = new Bytes();
        private int count;

        SizesWriter(int scheme) {
            this.scheme = scheme;
        }

        @Override
        public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
            boolean isSized = false;
            for (int stored : storedBytes) {
                isSized |= stored > 0;
            }
            if (!isSized) {
                return;
            }
            shapes.putNumber(1);
            shapes.putNumber(2L * lengthBytes);
            fingerprints.put(fingerprint, 0, fingerprintBytes);
            sizes.putNumber(count == 0 ? 0 : 1);
            for (int stored : storedBytes) {
                sizes.putNumber(stored);
            }
            count++;
            if (count == SIZES_RECORD_CHUNKS) {
                end();
            }
        }

        void end() {
            if (count == 0) {
                return;
            }
            Bytes record = new Bytes();
            record.put(PieceWriter.SIZES);
            record.putNumber(scheme);
            record.putNumber(count);
            record.putNumber(0);
            for (Bytes part : List.of(shapes, fingerprints)) {
                record.put(part.array(), 0, part.size());
            }
            record.putNumber(count);
            record.put(sizes.array(), 0, sizes.size());
            shapes.clear();
            fingerprints.clear();
            sizes.clear();
            count = 0;
            try {
                segment.append(record);
            } catch (IOException e) {
                fail(e);
            }
        }
    }

    /** What has changed since the scan before. */
    private Churn churn() {
        long goneBytes = 0;
        BitSet gone = known.gone();
        for (int i = gone.nextSetBit(0); i >= 0; i = gone.nextSetBit(i + 1)) {
            goneBytes += known.logicalBytes(i);
        }
        return new Churn(
                newCount.get(),
                newBytes.get(),
                changedCount.get(),
                changedBytes.get(),
                gone.cardinality(),
                goneBytes,
                unchangedCount.get(),
                unchangedBytes.get());
    }

    /** The files that have changed since the last complete scan; null if there was none. To be called once, when no thread records any more. */
    public @Nullable Changes changes() {
        List<PastScan> past = pastScans();
        if (past.isEmpty()) {
            return null;
        }
        try {
            addGone();
        } catch (IOException e) {
            fail(e);
            return null;
        }
        return changes.changes(past.get(past.size() - 1).startedAt());
    }

    private void addGone() throws IOException {
        BitSet gone = known.gone();
        int first = 0;
        for (Segment segment : gone.isEmpty() ? List.<Segment>of() : directory.segments()) {
            int base = first;
            directory.forEachUnit(segment, entry -> {
                if (gone.get(base + entry.number())) {
                    changes.add(Kind.DELETED, entry.name(), entry.logicalBytes(), entry.content());
                }
            });
            first += segment.unitCount();
        }
    }

    /** The units that count without having been read. */
    public Timing.Unchanged unchanged() {
        return repeats ? recalled() : known.counted();
    }

    private Timing.Unchanged recalled() {
        return new Timing.Unchanged(unchangedCount.get(), unchangedBytes.get());
    }

    /**
     * The result of the last scan, if this one must come to the same: the same is asked, and the walk has found the same units, none of which
     * need be read. Nothing needs to be counted then, and {@link #replay} is not called. Null otherwise.
     *
     * @param sortedErrors of the walk, which is over; they may be in a file, so they are asked for only if all else is the same
     */
    public @Nullable ScanResult repeat(WalkCounts counts, Supplier<List<ReadError>> sortedErrors) {
        Catalog last = directory.last();
        boolean isSame = last != null
                && last.asked().equals(asked.digest())
                && !readsAny
                && !moves
                && newCount.get() == 0
                && changedCount.get() == 0
                && known.gone().isEmpty();
        if (!isSame) {
            return null;
        }
        ScanResult result;
        try {
            result = directory.result();
        } catch (IOException e) {
            plan.talk().accept(e.getMessage() + "; it is counted anew");
            return null;
        }
        Timing.Unchanged units = recalled();
        List<ReadError> errors = sortedErrors.get();
        Totals totals = counts.totals(units.fileCount(), units.bytes(), WalkCounts.Errors.of(errors));
        repeats = result.totals().equals(totals)
                && result.errors().equals(errors)
                && result.containers().equals(counts.containers())
                && result.indexDamage() == null;
        return repeats ? result : null;
    }

    /**
     * Makes this scan the last one of the catalog. It is complete, and no thread records any more.
     *
     * @param result of the scan
     */
    public void commit(ScanResult result) {
        try {
            if (!failed.get()) {
                commitOrFail(result);
            }
        } catch (IOException e) {
            fail(e);
        }
        if (plan.verifiedShare() > 0) {
            plan.talk().accept(verification());
        }
    }

    private void commitOrFail(ScanResult result) throws IOException {
        boolean keepsOld = !moves && !plan.readsAll();
        if (moves) {
            sizesWriters.forEach(SizesWriter::end);
            moveUnits();
        }
        Segment written = segment.force();
        List<Segment> segments = new ArrayList<>(keepsOld ? directory.segments() : List.of());
        BitSet live = new BitSet();
        int base = segments.stream().mapToInt(Segment::unitCount).sum();
        for (int i = completed.nextSetBit(0); i >= 0; i = completed.nextSetBit(i + 1)) {
            live.set(base + i);
        }
        if (keepsOld) {
            live.or(known.recalled());
        }
        if (written.unitCount() > 0 || segments.isEmpty()) {
            segments.add(written);
        }
        Catalog last = directory.last();
        List<PastScan> history = new ArrayList<>(pastScans());
        history.add(PastScan.of(result, churn()));
        directory.commit(
                new Catalog(
                        plan.toolVersion(),
                        asked.libraries(),
                        measured,
                        asked.digest(),
                        last == null ? 1 : last.scanCount() + 1,
                        last != null && repeats ? last.levels() : levels,
                        segments,
                        "",
                        ""),
                result,
                HistoryResult.of(plan.toolVersion(), history),
                live);
    }

    /** The complete scans so far. A damaged history is no reason to lose the catalog. */
    private List<PastScan> pastScans() {
        List<PastScan> known = past;
        if (known == null) {
            try {
                known = directory.last() == null
                        ? List.of()
                        : directory.history().scans();
            } catch (IOException e) {
                plan.talk().accept(e.getMessage() + "; the history begins anew");
                known = List.of();
            }
            past = known;
        }
        return known;
    }

    private void moveUnits() throws IOException {
        int first = 0;
        for (Segment old : directory.segments()) {
            int base = first;
            try {
                directory.forEachUnit(old, entry -> move(entry, base + entry.number()));
            } catch (UncheckedIOException e) {
                throw Objects.requireNonNull(e.getCause(), "no cause");
            }
            first += old.unitCount();
        }
    }

    private void move(UnitEntry entry, int number) {
        if (known.recalled().get(number)) {
            int moved = movedNumbers[number];
            completed.set(moved);
            try {
                segment.append(new UnitEntry(
                        moved,
                        entry.name(),
                        entry.version(),
                        entry.isTrusted(),
                        entry.recordCount(),
                        entry.logicalBytes(),
                        entry.content()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The outcome of reading unchanged units again, with the bound of the rule of three: 3 / n, at 95 %. */
    private String verification() {
        long verified = verifiedCount.get();
        if (verified == 0) {
            return "verified: no unchanged file was drawn";
        }
        long differing = differingCount.get();
        return differing > 0
                ? String.format(
                        Locale.ROOT,
                        "verified: %d of %d unchanged files differ; more may have changed unseen, so scan without the catalog",
                        differing,
                        verified)
                : String.format(
                        Locale.ROOT,
                        "verified: none of %d unchanged files differs; with 95 %% confidence fewer than %.2g %% of them have changed unseen",
                        verified,
                        Math.min(100, 300.0 / verified));
    }

    /** Keeps what was read for the next scan, if this one is not complete. */
    @Override
    public void close() {
        known.close();
        if (isStopped.getAsBoolean() && !failed.get()) {
            plan.talk().accept("the catalog keeps what was read; the same command goes on: " + directory.path());
        }
        try {
            segment.force();
            segment.close();
        } catch (IOException e) {
            fail(e);
        }
    }

    /** The frames of all segments, in their order. Any thread. */
    private static final class Frames implements AutoCloseable {

        /** A frame of pieces. */
        record Frame(String file, Payload bytes, int firstUnit, int unitCount) {
            byte[] payload() {
                return bytes.bytes;
            }
        }

        /** Some bytes that nobody changes. */
        private static final class Payload {
            private final byte[] bytes;

            Payload(byte[] bytes) {
                this.bytes = bytes;
            }
        }

        private final CatalogDirectory directory;
        private int next;
        private int firstUnit;
        private int nextFirstUnit;
        private FrameLog.@Nullable Reader reader;
        private String file = "";

        Frames(CatalogDirectory directory) {
            this.directory = directory;
        }

        synchronized @Nullable Frame next() throws IOException {
            while (true) {
                byte[] payload = reader == null ? null : reader.next();
                if (payload != null) {
                    return new Frame(file, new Payload(payload), firstUnit, nextFirstUnit - firstUnit);
                }
                close();
                if (next == directory.segments().size()) {
                    return null;
                }
                Segment opened = directory.segments().get(next++);
                firstUnit = nextFirstUnit;
                nextFirstUnit += opened.unitCount();
                file = directory.pieces(opened.number()).toString();
                reader = new FrameLog.Reader(directory.pieces(opened.number()), opened.pieceBytes());
            }
        }

        @Override
        public synchronized void close() throws IOException {
            if (reader != null) {
                reader.close();
                reader = null;
            }
        }
    }
}
