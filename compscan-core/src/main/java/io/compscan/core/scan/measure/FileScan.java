package io.compscan.core.scan.measure;

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
import io.compscan.core.scan.read.task.UnitTicket;
import io.compscan.result.FileResult;
import io.compscan.result.Layout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deduplicates one file within itself, with small indexes and tallies that live as long as the file is read.
 *
 * <p>The first read opens them. They take some 20 KB, and a walk is thousands of small files ahead of the readers.
 */
public final class FileScan implements AutoCloseable {

    /** An index spills a shard at a time, so the index of a large file needs several shards. Most files are small. */
    private static final long BYTES_PER_SHARD = 1L << 30;

    private static final int MAX_SHARDS = 32;
    /** Short lists: most such indexes stay small, and a short list wastes least. */
    private static final int MAP_LIST_SIZE = 32;

    private final Schemes schemes;
    private final IndexFactory factory;
    private final IndexSpace space;
    private final long sizeBytes;
    private volatile @Nullable Opened opened;
    private @Nullable String damage;

    /** One element for each layout; a file is sampled as if it were scanned alone, so small files are exact. */
    private record Opened(
            List<ChunkIndex> indexes,
            List<List<Sampler>> controls,
            List<ChunkTally> tallies,
            SuperblockTally superblocks) {}

    /** @param sizeBytes the size of the file, negative if it is not known */
    public FileScan(Schemes schemes, IndexFactory factory, IndexSpace space, long sizeBytes) {
        this.schemes = schemes;
        this.factory = factory;
        this.space = space;
        this.sizeBytes = sizeBytes;
    }

    private Opened opened() {
        Opened one = opened;
        return one != null ? one : open();
    }

    private synchronized Opened open() {
        Opened one = opened;
        if (one == null) {
            List<Scheme> all = schemes.all();
            one = new Opened(
                    all.stream().map(this::openIndex).toList(),
                    all.stream().map(Scheme::samplers).toList(),
                    all.stream().map(scheme -> new ChunkTally()).toList(),
                    new SuperblockTally(schemes.compressors().size()));
            opened = one;
        }
        return one;
    }

    private ChunkIndex openIndex(Scheme scheme) {
        return factory.open(new IndexSettings(
                schemes.fingerprint().digestBytes(),
                scheme.maxChunkBytes(),
                scheme.sized().size(),
                shards(sizeBytes),
                MAP_LIST_SIZE,
                space));
    }

    private static int shards(long sizeBytes) {
        long wanted = sizeBytes < 0 ? MAX_SHARDS : Math.max(1, Math.min(MAX_SHARDS, sizeBytes / BYTES_PER_SHARD));
        return (int) Long.highestOneBit(wanted);
    }

    /** Whether one of its indexes has outgrown its memory. */
    boolean isFull() {
        Opened one = opened;
        return one != null && one.indexes.stream().anyMatch(ChunkIndex::isFull);
    }

    ChunkIndex index(int layout) {
        return opened().indexes.get(layout);
    }

    List<Sampler> controls(int layout) {
        return opened().controls.get(layout);
    }

    synchronized void merge(int layout, ChunkTally tally) {
        opened().tallies.get(layout).merge(tally);
    }

    synchronized void merge(SuperblockTally tally) {
        opened().superblocks.merge(tally);
    }

    /** The reason why the indexes could not be read back whole for the {@link #result}; null if they could. */
    public synchronized @Nullable String damage() {
        return damage;
    }

    public synchronized FileResult result(UnitTicket unit) {
        Opened one = opened();
        List<Layout> layouts = new ArrayList<>();
        for (int i = 0; i < one.indexes.size(); i++) {
            SchemeFold fold = SchemeFold.of(schemes.all().get(i), one.indexes.get(i));
            damage = damage == null ? fold.damage() : damage;
            layouts.add(fold.layout(one.tallies.get(i).sums(), one.superblocks.totals()));
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
        Opened one = opened;
        if (one != null) {
            one.indexes.forEach(ChunkIndex::close);
        }
    }
}
