package io.compscan.spark;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.scan.Scan;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanPart;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import java.util.ArrayList;
import java.util.List;
import net.jpountz.lz4.LZ4Factory;
import scala.Tuple2;

/** Runs one task on an executor: a scan of its pieces, whose entries become blocks. */
final class TaskRun {

    private final ScanSpec spec;
    private final CellPlan cells;
    private final ReadContext context;
    private final List<Tuple2<Integer, byte[]>> output = new ArrayList<>();

    TaskRun(ScanSpec spec, CellPlan cells, ReadContext context) {
        this.spec = spec;
        this.cells = cells;
        this.context = context;
    }

    /** Spark has compressors of its own, in front of those of the job if nobody sees to it, and of another version. */
    private static void requireOwnCompressors() {
        if (LZ4Factory.class.getClassLoader() != TaskRun.class.getClassLoader()) {
            throw new IllegalStateException("spark.executor.userClassPathFirst must be true:"
                    + " Spark's own version of LZ4 would find other sizes than compscan's");
        }
    }

    /**
     * Blocks under their cells, a {@link TaskTally} under {@link CellPartitioner#TALLIES}, and a {@link SampleBlock}, if the task has
     * anything for the ledger, under what {@link CellPartitioner#samples} tells.
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
        task.pieces().forEach(piece -> units.add(new PieceUnit(piece, context)));
        ScanPart part = scan(task.id(), spec.openChunkers(), 0, units);
        return new TaskTally(task.id(), part, List.of(), List.of(), false);
    }

    private TaskTally run(ScanTask.Segment task) throws ScanException, InterruptedException {
        Piece piece = task.piece();
        List<Chunker> chunkers = new ArrayList<>();
        List<StretchChunker> stretches = new ArrayList<>();
        int longestBytes = 0;
        for (Chunker chunker : spec.openChunkers()) {
            if (TaskPlan.isContentDefined(chunker)) {
                StretchChunker stretch = StretchChunker.ofSegment(chunker, piece, task.skipTo());
                stretches.add(stretch);
                chunkers.add(stretch);
                longestBytes = Math.max(longestBytes, chunker.maxChunkBytes());
            } else {
                stretches.add(StretchChunker.ofSegment(chunker, piece, piece.from()));
                chunkers.add(chunker);
            }
        }
        // Where chunks begin to count is somewhere in bytes, not in a hole.
        long readBytes = longestBytes == 0 ? 0 : task.skipTo() - piece.from() + 3L * longestBytes;
        ScanPart part = scan(task.id(), chunkers, 0, List.of(new PieceUnit(piece, context, readBytes)));
        return tally(task.id(), part, stretches, false);
    }

    private TaskTally run(ScanTask.Seam task) throws ScanException, InterruptedException {
        Chunker chunker = spec.openChunkers().get(task.layout());
        StretchChunker stretch = StretchChunker.ofSeam(chunker, task.piece(), task.targets());
        Unit unit = new PieceUnit(task.piece(), context, Long.MAX_VALUE);
        ScanPart part = scan(task.id(), List.of(stretch), task.layout(), List.of(unit));
        return tally(task.id(), part, List.of(stretch), stretch.hasMet());
    }

    private static TaskTally tally(int task, ScanPart part, List<StretchChunker> stretches, boolean hasMet) {
        return new TaskTally(
                task,
                part,
                stretches.stream().map(StretchChunker::begin).toList(),
                stretches.stream().map(StretchChunker::end).toList(),
                hasMet);
    }

    /** @param firstLayout the number of the first chunker among all layouts of the job */
    private ScanPart scan(int task, List<Chunker> chunkers, int firstLayout, List<Unit> units)
            throws ScanException, InterruptedException {
        ScanOptions options = spec.options(chunkers, firstLayout);
        Scan scan = new Scan(new Pieces(units), options, spec.planOfPart());
        List<BlockWriter> writers = new ArrayList<>();
        for (int i = 0; i < chunkers.size(); i++) {
            writers.add(new BlockWriter(
                    task,
                    firstLayout + i,
                    options.schemes().all().get(i),
                    cells,
                    (cell, block) -> output.add(new Tuple2<>(cell, block))));
        }
        scan.lookOn(writers::get);
        // Only chunks of the first layout are charged to somebody.
        ScanPart part = scan.runPart(firstLayout == 0 ? TaskRun::account : null);
        writers.forEach(BlockWriter::flush);
        if (firstLayout == 0) {
            output.add(new Tuple2<>(
                    CellPartitioner.samples(task, cells), new SampleBlock(task, scan.references()).toBytes()));
        }
        return part;
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
