package io.compscan.spark;

import io.compscan.core.fold.ChargedChunks;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.fold.ledger.SampledReferences;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.spark.cell.CellPartitioner;
import io.compscan.spark.cell.SampleBlock;
import io.compscan.spark.cell.SketchBlock;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;

/**
 * Merges the output of tasks that hold their chunks in sketches, in a tree of merges without a shuffle.
 *
 * <pre>
 *   task -> tally, sample, sketches   |  in each partition: one sample, one sketch of each scheme  |  tree -> driver
 * </pre>
 */
final class SketchReduce implements Serializable {

    private static final long serialVersionUID = 1;

    private static final int DEPTH = 2;

    private final List<Scheme> schemes;
    private final List<Target> targets;
    private final List<Integer> entries;

    /**
     * @param targets target systems to model
     * @param entries of the sketch of each scheme
     */
    SketchReduce(List<Scheme> schemes, List<Target> targets, List<Integer> entries) {
        this.schemes = new ArrayList<>(schemes);
        this.targets = new ArrayList<>(targets);
        this.entries = new ArrayList<>(entries);
    }

    /** The reduction of a scan. */
    static SketchReduce of(ScanSpec spec) {
        return new SketchReduce(
                spec.schemes(),
                spec.targets(),
                Collections.nCopies(spec.schemes().size(), spec.sketchEntries()));
    }

    /** The tallies of all tasks. */
    static List<byte[]> tallies(JavaPairRDD<Integer, byte[]> output) {
        return output.filter(entry -> entry._1() == CellPartitioner.TALLIES)
                .values()
                .collect();
    }

    /** The references to the chunks of the ledger's sample. They come from all tasks that count. */
    static SampledReferences references(JavaPairRDD<Integer, byte[]> output, Voided voided, ScanSpec spec) {
        int pairs = spec.ledgerLimits().pairs();
        int directories = spec.ledgerLimits().directories();
        JavaRDD<byte[]> sums = output.filter(entry -> isSample(entry._1()))
                .values()
                .mapPartitions(blocks -> {
                    SampledReferences sum = SampledReferences.NONE;
                    while (blocks.hasNext()) {
                        SampleBlock block = SampleBlock.of(blocks.next());
                        if (!voided.keys().contains(Stitching.voidKey(block.task(), 0))) {
                            sum = sum.plus(block.references(), new LedgerLimits(pairs, directories));
                        }
                    }
                    return Collections.singleton(sum.toBytes()).iterator();
                });
        return SampledReferences.of(sums.treeReduce(
                (a, b) -> SampledReferences.of(a)
                        .plus(SampledReferences.of(b), new LedgerLimits(pairs, directories))
                        .toBytes(),
                DEPTH));
    }

    private static boolean isSample(int key) {
        return key < CellPartitioner.TALLIES && key != SketchBlock.KEY;
    }

    /**
     * The folds of all chunks.
     *
     * @param maxKey the largest key of the ledger's sample
     */
    Folds fold(JavaPairRDD<Integer, byte[]> output, Voided voided, long maxKey) {
        JavaRDD<byte[]> merged = output.filter(entry -> entry._1() == SketchBlock.KEY)
                .values()
                .mapPartitions(blocks ->
                        Collections.singleton(merged(blocks, voided.keys())).iterator());
        return folds(merged, maxKey);
    }

    /** The folds of sketches, which are serialized lists of one block for each scheme. */
    Folds folds(JavaRDD<byte[]> sketches, long maxKey) {
        byte[] all = sketches.treeReduce(
                (a, b) -> {
                    List<SketchIndex> union = empty();
                    add(a, union);
                    add(b, union);
                    return bytes(union);
                },
                DEPTH);
        List<SketchIndex> union = empty();
        add(all, union);
        ChargedChunks charged = new ChargedChunks(maxKey);
        List<SchemeFold> folds = new ArrayList<>();
        for (int i = 0; i < union.size(); i++) {
            folds.add(SchemeFold.of(schemes.get(i), Target.open(targets), union.get(i)));
        }
        union.get(0).forEach(charged);
        return new Folds(folds, charged);
    }

    private byte[] merged(Iterator<byte[]> blocks, Set<Long> doNotCount) {
        List<SketchIndex> union = empty();
        while (blocks.hasNext()) {
            SketchBlock block = Wire.object(blocks.next(), SketchBlock.class);
            if (!doNotCount.contains(Stitching.voidKey(block.task(), block.scheme()))) {
                block.addTo(union.get(block.scheme()));
            }
        }
        return bytes(union);
    }

    private List<SketchIndex> empty() {
        List<SketchIndex> sketches = new ArrayList<>();
        for (int i = 0; i < schemes.size(); i++) {
            Scheme scheme = schemes.get(i);
            sketches.add(SketchIndex.merging(
                    scheme.maxChunkBytes(), scheme.sizedCompressors().size(), entries.get(i)));
        }
        return sketches;
    }

    private byte[] bytes(List<SketchIndex> sketches) {
        return bytes(schemes, sketches);
    }

    /** Sketches of all schemes, for {@link #folds}. */
    static byte[] bytes(List<Scheme> schemes, List<SketchIndex> sketches) {
        ArrayList<SketchBlock> blocks = new ArrayList<>();
        for (int i = 0; i < sketches.size(); i++) {
            SketchBlock block = new SketchBlock(
                    SketchBlock.SEVERAL, i, schemes.get(i).sizedCompressors().size());
            sketches.get(i).forEach(block);
            blocks.add(block);
        }
        return Wire.bytes(blocks);
    }

    private static void add(byte[] serialized, List<SketchIndex> to) {
        for (Object block : Wire.object(serialized, ArrayList.class)) {
            SketchBlock sketch = (SketchBlock) block;
            sketch.addTo(to.get(sketch.scheme()));
        }
    }
}
