package io.compscan.spark;

import io.compscan.core.fold.ChargedChunks;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.profile.Profile;
import io.compscan.map.MergeCursor;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.spark.cell.BlockCursor;
import io.compscan.spark.cell.CellPartitioner;
import io.compscan.spark.cell.CellPlan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import scala.Tuple2;

/** Folds the cells of one partition, one after the other, as their blocks come by in the order of the cells. */
final class CellFold {

    private final CellPlan cells;
    private final List<Scheme> schemes;
    private final int keyBytes;
    private final Set<Long> voided;
    private final List<SchemeFold> folds;

    private final ChargedChunks charged;
    private int cell = CellPartitioner.TALLIES;
    private final List<BlockCursor> full = new ArrayList<>();
    private final List<BlockCursor> other = new ArrayList<>();

    /**
     * A fold of no block.
     *
     * @param voided keys of the entries that do not count, see {@link Stitching#voidKey}
     * @param maxKey the largest key of the ledger's sample
     */
    CellFold(
            CellPlan cells, List<Scheme> schemes, List<Profile> profiles, int keyBytes, Set<Long> voided, long maxKey) {
        this.cells = cells;
        this.schemes = schemes;
        this.keyBytes = keyBytes;
        this.voided = voided;
        charged = new ChargedChunks(maxKey);
        folds = new ArrayList<>(
                schemes.stream().map(scheme -> new SchemeFold(scheme, profiles)).toList());
    }

    /** Folds all schemes over these blocks, and collects the chunks of the first scheme that are in the ledger's sample. */
    Folds fold(Iterator<Tuple2<Integer, byte[]>> blocks) {
        while (blocks.hasNext()) {
            Tuple2<Integer, byte[]> block = blocks.next();
            if (block._1() < 0) {
                // A tally or a sample.
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
        int scheme = cells.schemeOf(cell);
        int sizedCount = schemes.get(scheme).sizedCompressors().size();
        BlockCursor cursor = new BlockCursor(
                block, keyBytes, cell - cells.first(scheme), cells.bits().get(scheme), sizedCount);
        if (!voided.contains(Stitching.voidKey(cursor.task(), scheme))) {
            (cursor.hasLengths() ? other : full).add(cursor);
        }
    }

    private void foldCell() {
        if (cell == CellPartitioner.TALLIES) {
            return;
        }
        int scheme = cells.schemeOf(cell);
        fold(scheme, full, 0);
        fold(scheme, other, 1);
        full.clear();
        other.clear();
    }

    private void fold(int scheme, List<BlockCursor> blocks, int lengthFields) {
        if (blocks.isEmpty()) {
            return;
        }
        Scheme spec = schemes.get(scheme);
        SchemeFold fold = folds.get(scheme);
        int[] stored = new int[spec.sizedCompressors().size()];
        RecordLayout record = new RecordLayout(IntStream.range(0, lengthFields + stored.length)
                .mapToObj(i -> new Field("field" + i, Integer.BYTES))
                .toList());
        try (MergeCursor merged = MergeCursor.of(blocks, record)) {
            while (merged.next()) {
                for (int i = 0; i < stored.length; i++) {
                    stored[i] = merged.field(lengthFields + i);
                }
                int length = lengthFields == 0 ? spec.maxChunkBytes() : merged.field(0);
                fold.visit(merged.key(), merged.references(), length, stored);
                if (scheme == 0) {
                    charged.visit(merged.key(), merged.references(), length, stored);
                }
            }
        }
    }
}
