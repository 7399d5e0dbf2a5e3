package io.compscan.spark;

import io.compscan.core.fold.ChargedChunks;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.profile.Profile;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.run.MergeCursor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import scala.Tuple2;

/** Folds the cells of one partition, one after the other, as their blocks come by in the order of the cells. */
final class CellFold {

    private final CellPlan cells;
    private final List<Scheme> layouts;
    private final int keyBytes;
    private final Set<Long> voided;
    private final List<SchemeFold> folds;

    private final ChargedChunks charged;
    private int cell = CellPartitioner.TALLIES;
    private final List<BlockCursor> full = new ArrayList<>();
    private final List<BlockCursor> other = new ArrayList<>();

    /**
     * Nothing seen yet.
     *
     * @param voided what does not count, see {@link Stitching#voidKey}
     * @param maxKey of the ledger's sample
     */
    CellFold(
            CellPlan cells, List<Scheme> layouts, List<Profile> profiles, int keyBytes, Set<Long> voided, long maxKey) {
        this.cells = cells;
        this.layouts = layouts;
        this.keyBytes = keyBytes;
        this.voided = voided;
        charged = new ChargedChunks(maxKey);
        folds = new ArrayList<>(
                layouts.stream().map(layout -> new SchemeFold(layout, profiles)).toList());
    }

    /** The folds of all layouts over these blocks, and those chunks of the first one that the ledger is drawn up from. */
    Folds fold(Iterator<Tuple2<Integer, byte[]>> blocks) {
        while (blocks.hasNext()) {
            Tuple2<Integer, byte[]> block = blocks.next();
            if (block._1() < 0) {
                // Tallies and samples.
                continue;
            }
            if (block._1() != cell) {
                foldCell();
                cell = block._1();
            }
            add(block._2());
        }
        foldCell();
        return new Folds(folds, charged);
    }

    private void add(byte[] block) {
        int layout = cells.layoutOf(cell);
        int sizedCount = layouts.get(layout).sizedCompressors().size();
        BlockCursor cursor = new BlockCursor(
                block, keyBytes, cell - cells.first(layout), cells.bits().get(layout), sizedCount);
        if (!voided.contains(Stitching.voidKey(cursor.task(), layout))) {
            (cursor.hasLengths() ? other : full).add(cursor);
        }
    }

    private void foldCell() {
        if (cell == CellPartitioner.TALLIES) {
            return;
        }
        int layout = cells.layoutOf(cell);
        fold(layout, full, 0);
        fold(layout, other, 1);
        full.clear();
        other.clear();
    }

    private void fold(int layout, List<BlockCursor> blocks, int lengthFields) {
        if (blocks.isEmpty()) {
            return;
        }
        Scheme spec = layouts.get(layout);
        SchemeFold fold = folds.get(layout);
        int[] stored = new int[spec.sizedCompressors().size()];
        RecordLayout record = new RecordLayout(IntStream.range(0, lengthFields + stored.length)
                .mapToObj(i -> new Field("field" + i, Integer.BYTES))
                .toList());
        try (MergeCursor merged = new MergeCursor(blocks, record)) {
            while (merged.next()) {
                for (int i = 0; i < stored.length; i++) {
                    stored[i] = merged.field(lengthFields + i);
                }
                int length = lengthFields == 0 ? spec.maxChunkBytes() : merged.field(0);
                fold.visit(merged.key(), merged.references(), length, stored);
                if (layout == 0) {
                    charged.visit(merged.key(), merged.references(), length, stored);
                }
            }
        }
    }
}
