package io.compscan.spark;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.CutObserver;
import io.compscan.core.fold.Scheme;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.scan.PartOutcome;
import io.compscan.core.scan.PartRequest;
import io.compscan.core.scan.PartRun;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanPart;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.spark.cell.BlockWriter;
import io.compscan.spark.cell.CellPartitioner;
import io.compscan.spark.cell.CellPlan;
import io.compscan.spark.cell.SampleBlock;
import io.compscan.spark.cell.SketchBlock;
import io.compscan.spark.place.UnitOpener;
import java.util.ArrayList;
import java.util.List;
import net.jpountz.lz4.LZ4Factory;
import scala.Tuple2;

/** Runs one task on an executor: scans its pieces and writes their entries as blocks. */
final class TaskRun {

    private final ScanSpec spec;
    private final CellPlan cells;
    private final UnitOpener opener;
    private final List<Tuple2<Integer, byte[]>> output = new ArrayList<>();

    TaskRun(ScanSpec spec, CellPlan cells, UnitOpener opener) {
        this.spec = spec;
        this.cells = cells;
        this.opener = opener;
    }

    /** Spark loads its own versions of some compressors unless a setting prefers those of the job. */
    private static void requireOwnCompressors() {
        if (LZ4Factory.class.getClassLoader() != TaskRun.class.getClassLoader()) {
            throw new IllegalStateException("spark.executor.userClassPathFirst must be true:"
                    + " Spark's own version of LZ4 would find other sizes than compscan's");
        }
    }

    /**
     * Runs the task and returns its output. Blocks stand under their cells, or sketches under {@link SketchBlock#KEY}. A {@link TaskTally}
     * stands under {@link CellPartitioner#TALLIES}. If the task has the first scheme, a {@link SampleBlock} stands under
     * {@link CellPartitioner#samples}.
     */
    List<Tuple2<Integer, byte[]>> run(ScanTask task) throws ScanException, InterruptedException {
        requireOwnCompressors();
        TaskTally tally;
        if (task instanceof ScanTask.WholeUnits whole) {
            tally = run(whole);
        } else if (task instanceof ScanTask.Segment segment) {
            tally = run(segment);
        } else {
            tally = run((ScanTask.Seam) task);
        }
        output.add(new Tuple2<>(CellPartitioner.TALLIES, Wire.json(tally)));
        return output;
    }

    private TaskTally run(ScanTask.WholeUnits task) throws ScanException, InterruptedException {
        List<Unit> units = new ArrayList<>();
        task.pieces().forEach(piece -> units.add(new PieceUnit(piece, opener)));
        ScanPart part = scan(task.id(), 0, spec.openChunkers(), List.of(), units);
        return new TaskTally(task.id(), part, List.of(), List.of(), false);
    }

    private TaskTally run(ScanTask.Segment task) throws ScanException, InterruptedException {
        Piece piece = task.piece();
        List<Chunker> chunkers = new ArrayList<>();
        List<StretchCuts> cuts = new ArrayList<>();
        List<CutObserver> observers = new ArrayList<>();
        int longestBytes = 0;
        for (Chunker chunker : spec.openChunkers()) {
            if (TaskPlan.isContentDefined(chunker)) {
                StretchCuts itsCuts = StretchCuts.ofSegment(piece, task.skipTo());
                cuts.add(itsCuts);
                observers.add(itsCuts);
                chunkers.add(new StretchChunker(chunker, piece.from(), piece.endsUnit()));
                longestBytes = Math.max(longestBytes, chunker.maxChunkBytes());
            } else {
                // The edges of the segment are edges of chunks.
                cuts.add(StretchCuts.ofSegment(piece, piece.from()));
                observers.add(CutObserver.NONE);
                chunkers.add(chunker);
            }
        }
        // The place where chunks begin to count is among bytes that are read, not in a hole.
        long readBytes = longestBytes == 0 ? 0 : task.skipTo() - piece.from() + 3L * longestBytes;
        ScanPart part = scan(task.id(), 0, chunkers, observers, List.of(new PieceUnit(piece, opener, readBytes)));
        return tally(task.id(), part, cuts, false);
    }

    private TaskTally run(ScanTask.Seam task) throws ScanException, InterruptedException {
        Piece piece = task.piece();
        Chunker chunker = spec.openChunkers().get(task.scheme());
        StretchCuts cuts = StretchCuts.ofSeam(piece, task.targets());
        ScanPart part = scan(
                task.id(),
                task.scheme(),
                List.of(new StretchChunker(chunker, piece.from(), piece.endsUnit())),
                List.of(cuts),
                List.of(new PieceUnit(piece, opener, Long.MAX_VALUE)));
        return tally(task.id(), part, List.of(cuts), cuts.hasMet());
    }

    private static TaskTally tally(int task, ScanPart part, List<StretchCuts> cuts, boolean hasMet) {
        return new TaskTally(
                task,
                part,
                cuts.stream().map(StretchCuts::begin).toList(),
                cuts.stream().map(StretchCuts::end).toList(),
                hasMet);
    }

    /**
     * Scans the units for some of the schemes of the job.
     *
     * @param firstScheme the number of the first chunker's scheme among all of them
     * @param observers of the chunkers' cuts; none for whole units
     */
    private ScanPart scan(
            int task, int firstScheme, List<Chunker> chunkers, List<CutObserver> observers, List<Unit> units)
            throws ScanException, InterruptedException {
        ScanOptions options = spec.options(chunkers, firstScheme);
        // Only chunks of the first scheme are charged to somebody.
        PartRequest part = new PartRequest(firstScheme == 0 ? TaskRun::account : null, observers);
        ScanRequest request = ScanRequest.ofPart(new Pieces(units), options);
        PartOutcome outcome =
                spec.isSketch() ? sketch(task, firstScheme, request, part) : blocks(task, firstScheme, request, part);
        if (firstScheme == 0) {
            output.add(new Tuple2<>(
                    CellPartitioner.samples(task, cells), new SampleBlock(task, outcome.references()).toBytes()));
        }
        return outcome.part();
    }

    /** Scans with exact indexes and writes all chunks as blocks. */
    private PartOutcome blocks(int task, int firstScheme, ScanRequest request, PartRequest part)
            throws ScanException, InterruptedException {
        List<BlockWriter> writers = new ArrayList<>();
        List<Scheme> schemes = request.options().schemes().all();
        for (int i = 0; i < schemes.size(); i++) {
            writers.add(new BlockWriter(
                    task,
                    firstScheme + i,
                    schemes.get(i),
                    cells,
                    (cell, block) -> output.add(new Tuple2<>(cell, block))));
        }
        PartOutcome outcome = PartRun.run(request.withChunkVisitors(writers::get), part);
        writers.forEach(BlockWriter::flush);
        return outcome;
    }

    /** Scans with sketches and writes those. */
    private PartOutcome sketch(int task, int firstScheme, ScanRequest request, PartRequest part)
            throws ScanException, InterruptedException {
        int entries = spec.sketchEntries();
        List<SketchBlock> sketches = new ArrayList<>();
        for (Scheme scheme : request.options().schemes().all()) {
            sketches.add(new SketchBlock(
                    task,
                    firstScheme + sketches.size(),
                    scheme.sizedCompressors().size()));
        }
        PartOutcome outcome = PartRun.run(
                request.withSketch(SketchIndex.factory(entries), SketchIndex.mostSized(entries))
                        .withChunkVisitors(sketches::get),
                part);
        for (SketchBlock sketch : sketches) {
            output.add(new Tuple2<>(SketchBlock.KEY, Wire.bytes(sketch)));
        }
        return outcome;
    }

    private static int account(Unit unit) {
        return ((PieceUnit) unit).piece().account();
    }

    private record Pieces(List<Unit> units) implements Source {
        @Override
        public List<String> paths() {
            return List.of();
        }

        @Override
        public void walk(SourceVisitor visitor) throws InterruptedException {
            for (Unit unit : units) {
                visitor.unit(unit);
            }
        }
    }
}
