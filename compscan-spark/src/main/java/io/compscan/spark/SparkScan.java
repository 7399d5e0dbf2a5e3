package io.compscan.spark;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.fold.ledger.SampledReferences;
import io.compscan.core.scan.DividedScan;
import io.compscan.core.scan.DividedScan.FoundUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.source.SizeLimit;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.core.source.file.PageCachePolicy;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.spark.cell.CellPartitioner;
import io.compscan.spark.cell.CellPlan;
import io.compscan.spark.cell.SampleBlock;
import io.compscan.spark.place.Locations;
import io.compscan.spark.place.Roots;
import io.compscan.spark.place.UnitLocation;
import io.compscan.spark.place.UnitOpener;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * One scan on a cluster, from the walk to the result. The result equals that of a {@link io.compscan.core.scan.ScanRun} of the same data.
 */
final class SparkScan {

    /** The setting for the bytes that a task reads, about. */
    private static final String TASK_BYTES = "spark.compscan.taskBytes";

    private static final long LEAST_TASK_BYTES = 64L << 20;
    private static final long MOST_TASK_BYTES = 1L << 30;
    /** The driver keeps an object for each task; more data makes tasks longer. */
    private static final long MOST_TASKS = 200_000;
    /** Several tasks for each core: a core that is done early takes another. */
    private static final int TASKS_PER_CORE = 4;

    /** If data changes while Spark repeats the task of a lost executor, the numbers of the two readings do not go together. */
    private static final int ATTEMPTS = 3;

    private final JavaSparkContext spark;
    private final Source source;
    private final ScanOptions options;
    private final ScanSpec spec;
    private final List<Scheme> schemes;
    private final DividedScan scan;
    private final List<Piece> units = new ArrayList<>();
    private final Broadcast<SerializableConfiguration> hadoop;
    private final PageCachePolicy pageCache;
    private final Roots roots;
    private final Locations locations = new Locations();
    private final long chosenTaskBytes;

    /**
     * A scan that has not begun.
     *
     * @param plan the settings that the result shows
     * @param taskBytes the bytes that a task reads, about; 0 for a choice by the amount of data
     * @param sketchEntries the entries of the sketch that holds the chunks; 0 if all chunks are kept
     * @param roots where images may have parents and extents
     */
    SparkScan(
            JavaSparkContext spark,
            Source source,
            ScanOptions options,
            ScanSettings plan,
            PageCachePolicy pageCache,
            long taskBytes,
            int sketchEntries,
            Roots roots) {
        this.spark = spark;
        this.roots = roots;
        this.source = source;
        this.options = options;
        this.pageCache = pageCache;
        chosenTaskBytes = taskBytes;
        spec = ScanSpec.of(options.schemes(), sketchEntries);
        schemes = spec.schemes();
        scan = new DividedScan(source.paths(), options, plan, this::take, spec.ledgerLimits());
        hadoop = spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
    }

    /** The bytes of a task from the setting, 0 if there is none. */
    static long taskBytes(SparkConf conf) {
        return conf.getSizeAsBytes(TASK_BYTES, "0");
    }

    /** Adds the settings that a job needs where the user has set none. */
    static SparkConf configure(SparkConf conf) {
        return conf.setIfMissing("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .setIfMissing("spark.executor.userClassPathFirst", "true")
                .setIfMissing("spark.app.name", "compscan");
    }

    private void take(FoundUnit found) {
        Unit unit = found.unit();
        UnitLocation location = locations.of(unit);
        if (location == null) {
            throw new UnsupportedUnitException(
                    unit.name() + ": a pipe or a disk of a server can only be read by compscan scan");
        }
        units.add(Piece.whole(found, location));
    }

    /**
     * Scans.
     *
     * @throws UnsupportedUnitException if executors cannot open a unit of the source
     */
    ScanResult run() throws InterruptedException {
        Instant startedAt = Instant.now();
        long startNanos = System.nanoTime();
        source.walk(new SizeLimit(scan));
        long bytes = units.stream().mapToLong(Piece::weight).sum();
        int cores = spark.defaultParallelism();
        long taskBytes = taskBytes(bytes, cores);
        TaskPlan tasks = TaskPlan.of(units, options.schemes(), taskBytes, this::hasHoles);
        CellPlan cells = CellPlan.of(schemes, bytes, taskBytes, cores);
        JavaPairRDD<Integer, byte[]> blocks =
                run(tasks.tasks(), cells, tasks.tasks().size());
        for (int attempt = 1; ; attempt++) {
            try {
                return result(tasks, cells, blocks, startedAt, startNanos);
            } catch (IllegalStateException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                scan.forgetParts();
            }
        }
    }

    /** Whether a unit has holes. A unit that cannot be found counts as one without holes; the task that reads it reports the failure. */
    private boolean hasHoles(Piece unit) {
        try {
            return new PieceUnit(unit, new UnitOpener(spark.hadoopConfiguration(), pageCache, roots)).isSparse();
        } catch (IOException e) {
            return false;
        }
    }

    private long taskBytes(long bytes, int cores) {
        if (chosenTaskBytes > 0) {
            return chosenTaskBytes;
        }
        long most = Math.max(MOST_TASK_BYTES, bytes / MOST_TASKS);
        return Math.max(LEAST_TASK_BYTES, Math.min(most, bytes / ((long) TASKS_PER_CORE * cores)));
    }

    private ScanResult result(
            TaskPlan tasks, CellPlan cells, JavaPairRDD<Integer, byte[]> blocks, Instant startedAt, long startNanos) {
        Stitching stitching = new Stitching(tasks, contentDefined());
        JavaPairRDD<Integer, byte[]> all = blocks;
        addTallies(stitching, blocks);
        for (List<ScanTask> next = stitching.next(); !next.isEmpty(); next = stitching.next()) {
            int slices = Math.min(next.size(), TASKS_PER_CORE * spark.defaultParallelism());
            JavaPairRDD<Integer, byte[]> more = run(next, cells, slices);
            addTallies(stitching, more);
            all = both(all, more);
        }
        Voided doNotCount = new Voided(stitching.addTo(scan, schemes.size()));
        SampledReferences references;
        Folds folds;
        if (spec.isSketch()) {
            references = SketchReduce.references(all, doNotCount, spec);
            folds = SketchReduce.of(spec).fold(all, doNotCount, references.maxKey());
        } else {
            Broadcast<byte[]> voided = spark.broadcast(Wire.bytes(doNotCount));
            references = references(all, cells, voided);
            folds = fold(all, cells, voided, references.maxKey());
        }
        long elapsedNanos = System.nanoTime() - startNanos;
        long scannedBytes = units.stream().mapToLong(Piece::weight).sum();
        Timing timing = new Timing(
                startedAt,
                elapsedNanos,
                (long) (scannedBytes / (elapsedNanos / 1e9)),
                spark.defaultParallelism(),
                spark.defaultParallelism(),
                0,
                Runtime.version().toString());
        return scan.result(folds.schemes(), references, folds.charged(), timing);
    }

    /** The longest chunk of each scheme whose chunks are content-defined. */
    private Map<Integer, Integer> contentDefined() {
        Map<Integer, Integer> longest = new HashMap<>();
        List<Chunker> chunkers = options.chunkers();
        for (int i = 0; i < chunkers.size(); i++) {
            if (TaskPlan.isContentDefined(chunkers.get(i))) {
                longest.put(i, chunkers.get(i).maxChunkBytes());
            }
        }
        return longest;
    }

    /** Runs the tasks; sorts their blocks by cell and divides them among the partitions of the plan. */
    private JavaPairRDD<Integer, byte[]> run(List<ScanTask> tasks, CellPlan cells, int slices) {
        ScanSpec itsSpec = spec;
        Broadcast<SerializableConfiguration> itsHadoop = hadoop;
        PageCachePolicy itsPageCache = pageCache;
        Roots itsRoots = roots;
        List<byte[]> onTheWire = tasks.stream().map(Wire::bytes).toList();
        JavaPairRDD<Integer, byte[]> output = spark.parallelize(onTheWire, Math.max(1, slices))
                .flatMapToPair(bytes -> {
                    UnitOpener opener = new UnitOpener(itsHadoop.value().value(), itsPageCache, itsRoots);
                    return new TaskRun(itsSpec, cells, opener)
                            .run(Wire.object(bytes, ScanTask.class))
                            .iterator();
                });
        // Sketches are small, so they stay with their executors. Blocks go into the files of a shuffle.
        return spec.isSketch()
                ? output.persist(StorageLevel.MEMORY_AND_DISK())
                : output.repartitionAndSortWithinPartitions(new CellPartitioner(cells));
    }

    private void addTallies(Stitching stitching, JavaPairRDD<Integer, byte[]> blocks) {
        if (spec.isSketch()) {
            SketchReduce.tallies(blocks).forEach(tally -> stitching.add(Wire.fromJson(tally, TaskTally.class)));
            return;
        }
        int[] partition = {CellPartitioner.TALLY_PARTITION};
        for (Tuple2<Integer, byte[]> tally : blocks.collectPartitions(partition)[0]) {
            stitching.add(Wire.fromJson(tally._2(), TaskTally.class));
        }
    }

    private JavaPairRDD<Integer, byte[]> both(JavaPairRDD<Integer, byte[]> a, JavaPairRDD<Integer, byte[]> b) {
        if (spec.isSketch()) {
            return a.union(b);
        }
        return a.zipPartitions(b, SortedBlocks::new).mapToPair(block -> block);
    }

    /** The references to the chunks of the ledger's sample, from all tasks that count. */
    private static SampledReferences references(
            JavaPairRDD<Integer, byte[]> blocks, CellPlan cells, Broadcast<byte[]> voided) {
        JavaRDD<byte[]> merged = blocks.mapPartitions(partition -> {
            Set<Long> doNotCount = Wire.object(voided.value(), Voided.class).keys();
            SampledReferences sum = SampledReferences.NONE;
            while (partition.hasNext()) {
                SampleBlock block = SampleBlock.of(partition.next()._2());
                if (!doNotCount.contains(Stitching.voidKey(block.task(), 0))) {
                    sum = sum.plus(block.references(), LedgerLimits.DEFAULT);
                }
            }
            return Collections.singleton(sum.toBytes()).iterator();
        });
        SampledReferences sum = SampledReferences.NONE;
        for (List<byte[]> ofPartition : merged.collectPartitions(CellPartitioner.samplePartitions(cells))) {
            sum = sum.plus(SampledReferences.of(ofPartition.get(0)), LedgerLimits.DEFAULT);
        }
        return sum;
    }

    private Folds fold(JavaPairRDD<Integer, byte[]> blocks, CellPlan cells, Broadcast<byte[]> voided, long maxKey) {
        List<Scheme> itsSchemes = new ArrayList<>(schemes);
        ScanSpec itsSpec = spec;
        int keyBytes = options.fingerprint().digestBytes();
        JavaRDD<byte[]> folds = blocks.mapPartitions(partition -> {
            Set<Long> doNotCount = Wire.object(voided.value(), Voided.class).keys();
            Folds fold = new CellFold(cells, itsSchemes, itsSpec.openProfiles(), keyBytes, doNotCount, maxKey)
                    .fold(partition);
            return Collections.singleton(Wire.bytes(fold)).iterator();
        });
        return Folds.merge(folds);
    }

    /** The blocks of two sorted sequences in the order of their cells. */
    private static final class SortedBlocks implements Iterator<Tuple2<Integer, byte[]>> {
        private final Iterator<Tuple2<Integer, byte[]>> a;
        private final Iterator<Tuple2<Integer, byte[]>> b;
        private @Nullable Tuple2<Integer, byte[]> nextA;
        private @Nullable Tuple2<Integer, byte[]> nextB;

        SortedBlocks(Iterator<Tuple2<Integer, byte[]>> a, Iterator<Tuple2<Integer, byte[]>> b) {
            this.a = a;
            this.b = b;
            nextA = advance(a);
            nextB = advance(b);
        }

        private static @Nullable Tuple2<Integer, byte[]> advance(Iterator<Tuple2<Integer, byte[]>> from) {
            return from.hasNext() ? from.next() : null;
        }

        @Override
        public boolean hasNext() {
            return nextA != null || nextB != null;
        }

        @Override
        public Tuple2<Integer, byte[]> next() {
            Tuple2<Integer, byte[]> first = nextA;
            Tuple2<Integer, byte[]> second = nextB;
            if (first != null && (second == null || first._1() <= second._1())) {
                nextA = advance(a);
                return first;
            }
            if (second == null) {
                throw new NoSuchElementException();
            }
            nextB = advance(b);
            return second;
        }
    }
}
