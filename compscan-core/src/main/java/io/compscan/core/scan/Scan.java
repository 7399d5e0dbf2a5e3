package io.compscan.core.scan;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ExactIndex;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Plan;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import io.compscan.core.source.FileTreeSource;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.map.MemoryBudget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One scan of one source, from the first path to the {@link ScanResult}.
 *
 * <p>{@link #run} is called once. Meanwhile any thread may ask for the {@link #progress} or {@link #stop} the scan, which then ends
 * soon with the numbers of what was seen, marked partial.
 */
public final class Scan {

    /** The {@link #stopReason} of a scan whose index has used up its memory. */
    public static final String INDEX_FULL = "the index has used up its memory";

    /** Enough that two threads seldom want the same shard, few enough that a batch brings each shard many chunks at once. */
    private static final int SHARDS_PER_THREAD = 2;

    private static final int MAX_SHARDS = 256;
    /** How long a stopped scan waits for a reader that may never come back from a pipe. */
    private static final long STOP_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long POLL_MILLIS = 100;

    private final ScanOptions options;
    private final Source source;
    private final Plan plan;
    private final SlabGeometry geometry;

    private final StopSignal stop = new StopSignal();
    private final ErrorLog errors = new ErrorLog();
    private final ScanProgress.Counters progress = new ScanProgress.Counters();
    private final ReductionSoFar reduction;
    private final List<FileResult> files = new ArrayList<>();
    /** Shared by all indexes, those of single files included: none is full as long as there is memory left for another. */
    private final MemoryBudget indexMemory;

    private final List<ChunkIndex> indexes = new ArrayList<>();
    /** Once the indexes are closed. */
    private volatile boolean over;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private final TaskQueue tasks = new TaskQueue(stop);
    private final Walk walk;
    private final List<ReadTally> readTallies = new ArrayList<>();
    private final List<List<SampleControl>> sampleControls = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();

    /** @param plan what was asked for, as the result is to show it */
    public Scan(Source source, ScanOptions options, Plan plan) {
        this.source = source;
        this.options = options;
        this.plan = plan;
        indexMemory = new MemoryBudget(options.memory().budgetBytes());
        List<Chunker> cutters = new ArrayList<>(options.chunkers());
        if (options.superblockBytes() > 0) {
            cutters.add(new FixedChunker(options.superblockBytes()));
        }
        geometry = SlabGeometry.of(cutters);
        reduction = new ReductionSoFar(options);
        walk = new Walk(options, indexMemory, geometry, tasks, errors, stop, progress, this::complete);
    }

    /**
     * Loads what takes long to load and every scan needs; returns when that is done. Not needed, but a caller that has something else
     * to do first can have it done by another thread meanwhile.
     */
    public static void prepare() {
        AvailableMemory.bytes();
        FileTreeSource.prepare();
    }

    /**
     * Scans.
     *
     * @throws ScanException if a thread failed in a way that no data can excuse
     * @throws InterruptedException if the calling thread was interrupted; the scan is abandoned
     */
    public ScanResult run() throws ScanException, InterruptedException {
        Instant startedAt = Instant.now();
        long startNanos = System.nanoTime();
        try {
            openIndexes();
            runThreads();
            Throwable thrown = failure.get();
            if (thrown != null) {
                throw new ScanException("the scan failed: " + thrown, thrown);
            }
            return result(startedAt, startNanos);
        } finally {
            threads.forEach(Thread::interrupt);
            synchronized (indexes) {
                over = true;
                indexes.forEach(ChunkIndex::close);
            }
        }
    }

    /** Ends the scan soon; what has been read so far is counted and the result is marked partial. */
    public void stop(String reason) {
        stop.stop(reason);
    }

    /** Why the scan was stopped; null if it was not. */
    public @Nullable String stopReason() {
        return stop.reason();
    }

    /** How far the scan is. */
    public ScanProgress progress() {
        synchronized (indexes) {
            if (over) {
                return progress.snapshot(errors.size(), 0, null);
            }
            long indexBytes =
                    indexes.stream().mapToLong(ChunkIndex::memoryBytes).sum();
            return progress.snapshot(errors.size(), indexBytes, reduction.ratio(indexes));
        }
    }

    /**
     * Walks the source a second time, only to count, so that {@link #progress} soon knows how much there is: the walk that finds what
     * to read stays close to the readers, because what it has found and they have not read takes memory. Returns when that is known;
     * meant for a thread of its own.
     */
    public void countAhead() throws InterruptedException {
        BooleanSupplier isOver =
                () -> over || stop.isStopped() || progress.walk().isEnded();
        source.walk(new Census(progress.census(), isOver));
        if (!isOver.getAsBoolean()) {
            progress.census().end();
        }
    }

    private void openIndexes() {
        int threadCount = options.readers() + options.workers();
        int shards = Math.min(MAX_SHARDS, Integer.highestOneBit(SHARDS_PER_THREAD * threadCount));
        synchronized (indexes) {
            for (Chunker chunker : options.chunkers()) {
                CompressionPlan compression = CompressionPlan.of(options, chunker);
                sampleControls.add(compression.controls(chunker));
                indexes.add(new ExactIndex(new ExactIndex.Settings(
                        options.fingerprint().digestBytes(),
                        chunker.maxChunkBytes(),
                        compression.sizedCount(),
                        shards,
                        options.memory().mapListSize(),
                        indexMemory)));
            }
        }
    }

    private void runThreads() throws InterruptedException {
        Throttle throttle = new Throttle(options.rateBytesPerSecond());
        Turns turns = new Turns(options.readers(), options.workers());
        List<Thread> scanThreads = new ArrayList<>();
        int threadCount = options.readers() + options.workers();
        // Here, not in the threads: a heap too small for them is found out before anything has begun.
        List<Slab> slabs = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            slabs.add(new Slab(geometry.capacityBytes()));
        }
        for (int i = 0; i < threadCount; i++) {
            Slab slab = slabs.get(i);
            ReadTally tally = new ReadTally(options.chunkers().size());
            readTallies.add(tally);
            Reader reader = new Reader(tasks, geometry, throttle, stop, progress, tally);
            scanThreads.add(start("compscan-" + i, () -> readAndWork(slab, reader, turns)));
        }
        scanThreads.add(start("compscan-walk", () -> {
            source.walk(walk);
            walk.sendPack();
            progress.walk().end();
            tasks.close();
        }));
        join(scanThreads);
    }

    private void readAndWork(Slab slab, Reader reader, Turns turns) throws InterruptedException {
        try (Worker worker = new Worker(options, indexes, sampleControls, stop, reduction)) {
            synchronized (workers) {
                workers.add(worker);
            }
            turns.take(slab, reader, worker);
            worker.finish();
        }
    }

    /** Waits for the threads to end; once the scan is stopped, no longer than is sensible. */
    private void join(List<Thread> all) throws InterruptedException {
        long deadlineNanos = 0;
        for (Thread thread : all) {
            while (thread.isAlive()) {
                thread.join(POLL_MILLIS);
                if (stop.isStopped()) {
                    long now = System.nanoTime();
                    deadlineNanos = deadlineNanos == 0 ? now + STOP_PATIENCE_NANOS : deadlineNanos;
                    if (now > deadlineNanos) {
                        return;
                    }
                }
            }
        }
    }

    @FunctionalInterface
    private interface Task {
        void run() throws InterruptedException;
    }

    private Thread start(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } catch (Throwable e) {
                        fail(e);
                    }
                },
                name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** A thread that has failed leaves others waiting for it; they are told to leave too. */
    private void fail(Throwable thrown) {
        if (failure.compareAndSet(null, thrown)) {
            stop.stop("failed");
            threads.forEach(Thread::interrupt);
        }
    }

    /** Called once for each unit, by the thread that has done the last of its work. */
    private void complete(UnitReading unit) {
        ReadError error = unit.error();
        if (error != null) {
            errors.add(error);
        }
        FileScan fileScan = unit.fileScan();
        if (fileScan != null) {
            try (fileScan) {
                FileResult file = fileScan.result(unit);
                synchronized (files) {
                    files.add(file);
                }
            }
        }
    }

    private ScanResult result(Instant startedAt, long startNanos) {
        ReadTally read = new ReadTally(options.chunkers().size());
        readTallies.forEach(read::merge);
        workers.forEach(worker -> read.types().merge(worker.types()));
        List<Layout> layouts = layouts();
        List<ReadError> readErrors = errors.sorted();
        Totals totals = totals(read, readErrors);
        long elapsedNanos = System.nanoTime() - startNanos;
        long indexBytes = indexes.stream().mapToLong(ChunkIndex::memoryBytes).sum();
        Timing timing = new Timing(
                startedAt,
                elapsedNanos,
                (long) (totals.scannedBytes() / (elapsedNanos / 1e9)),
                options.readers(),
                options.workers(),
                indexBytes,
                Runtime.version().toString());
        List<FileResult> sortedFiles;
        synchronized (files) {
            sortedFiles = files.stream()
                    .sorted(Comparator.comparing(FileResult::path))
                    .toList();
        }
        return new ScanResult(
                plan,
                stop.isStopped(),
                totals,
                layouts,
                walk.types().totals(read.types()),
                sortedFiles,
                readErrors,
                timing);
    }

    private List<Layout> layouts() {
        SuperblockTally superblocks = new SuperblockTally(options.compressors().size());
        for (Worker worker : workers) {
            SuperblockTally tally = worker.superblocks();
            if (tally != null) {
                superblocks.merge(tally);
            }
        }
        List<Layout> layouts = new ArrayList<>();
        for (int i = 0; i < indexes.size(); i++) {
            LayoutTally tally = new LayoutTally();
            for (Worker worker : workers) {
                tally.merge(worker.tally(i));
            }
            layouts.add(LayoutFold.fold(options.chunkers().get(i), options, tally, indexes.get(i), superblocks));
        }
        return layouts;
    }

    private Totals totals(ReadTally read, List<ReadError> readErrors) {
        long unreadBytes = 0;
        long changed = 0;
        long loops = 0;
        for (ReadError error : readErrors) {
            unreadBytes += error.unreadBytes();
            changed += error.kind() == ReadError.Kind.GREW ? 1 : 0;
            loops += error.kind() == ReadError.Kind.LOOP ? 1 : 0;
        }
        long logicalBytes = read.logicalBytes() + walk.hardLinkBytes();
        return new Totals(
                logicalBytes,
                walk.hardLinkBytes(),
                unreadBytes,
                logicalBytes - walk.hardLinkBytes() - unreadBytes,
                read.fileCount() + walk.hardLinkCount(),
                walk.directoryCount(),
                walk.hardLinkCount(),
                walk.skippedCount(Skip.SYMLINK),
                walk.skippedCount(Skip.SPECIAL_FILE),
                walk.skippedCount(Skip.EXCLUDED) + walk.skippedCount(Skip.MOUNT_POINT),
                readErrors.size() - changed - loops,
                changed);
    }
}
