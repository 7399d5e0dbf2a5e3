package io.compscan.core.measure;

import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.Sampler;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.Schemes;
import io.compscan.core.fold.SuperblockTally;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.IndexFactory;
import io.compscan.core.index.IndexSettings;
import io.compscan.core.index.IndexSpace;
import io.compscan.core.read.task.UnitTicket;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deduplicates one file within itself, with small indexes and tallies that live as long as the file is read. */
public final class FileScan implements AutoCloseable {

    /** An index spills a shard at a time, so the index of a large file needs several shards. Most files are small. */
    private static final long BYTES_PER_SHARD = 1L << 30;

    private static final int MAX_SHARDS = 32;
    /** Short lists: most such indexes stay small, and a short list wastes least. */
    private static final int MAP_LIST_SIZE = 32;

    private final Schemes schemes;
    private final List<ChunkIndex> indexes = new ArrayList<>();
    /** A file is sampled as if it were scanned alone, so small files are exact. */
    private final List<List<Sampler>> controls = new ArrayList<>();

    private final List<ChunkTally> tallies = new ArrayList<>();
    private final SuperblockTally superblocks;
    private @Nullable String damage;

    /** @param sizeBytes the size of the file, negative if it is not known */
    public FileScan(Schemes schemes, IndexFactory factory, IndexSpace space, long sizeBytes) {
        this.schemes = schemes;
        for (Scheme scheme : schemes.all()) {
            indexes.add(factory.open(new IndexSettings(
                    schemes.fingerprint().digestBytes(),
                    scheme.maxChunkBytes(),
                    scheme.sized().size(),
                    shards(sizeBytes),
                    MAP_LIST_SIZE,
                    space)));
            controls.add(scheme.controls());
            tallies.add(new ChunkTally());
        }
        superblocks = new SuperblockTally(schemes.compressors().size());
    }

    private static int shards(long sizeBytes) {
        long wanted = sizeBytes < 0 ? MAX_SHARDS : Math.max(1, Math.min(MAX_SHARDS, sizeBytes / BYTES_PER_SHARD));
        return (int) Long.highestOneBit(wanted);
    }

    /** Whether one of its indexes has outgrown its memory. */
    boolean isFull() {
        return indexes.stream().anyMatch(ChunkIndex::isFull);
    }

    ChunkIndex index(int layout) {
        return indexes.get(layout);
    }

    List<Sampler> controls(int layout) {
        return controls.get(layout);
    }

    synchronized void merge(int layout, ChunkTally tally) {
        tallies.get(layout).merge(tally);
    }

    synchronized void merge(SuperblockTally tally) {
        superblocks.merge(tally);
    }

    /** The reason why the indexes could not be read back whole for the {@link #result}; null if they could. */
    public synchronized @Nullable String damage() {
        return damage;
    }

    public synchronized FileResult result(UnitTicket unit) {
        List<Layout> layouts = new ArrayList<>();
        for (int i = 0; i < indexes.size(); i++) {
            SchemeFold fold = SchemeFold.of(schemes.all().get(i), indexes.get(i));
            damage = damage == null ? fold.damage() : damage;
            layouts.add(fold.layout(tallies.get(i).sums(), superblocks.totals()));
        }
        return new FileResult(
                unit.unit().name(),
                unit.logicalBytes(),
                unit.unreadBytes(),
                unit.logicalBytes() - unit.unreadBytes(),
                layouts);
    }

    @Override
    public void close() {
        indexes.forEach(ChunkIndex::close);
    }
}
