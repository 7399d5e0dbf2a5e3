package io.compscan.core.tools.similarity;

import io.compscan.core.SplitMix;
import io.compscan.core.compress.ZstdDelta;
import io.compscan.core.fold.Schemes;
import io.compscan.core.index.NewChunks;
import io.compscan.core.scan.measure.ChunkBatch;
import io.compscan.core.scan.measure.ChunkObserver;
import io.compscan.core.source.Unit;
import io.compscan.result.Similarity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Watches the new chunks of a scan, and estimates what delta compression against similar ones saves. Any thread may call the observer; the
 * outcome does not depend on the order.
 */
public final class SimilaritySearch implements ChunkObserver.OfUnits, ChunkObserver {

    /** The memory for chunks of the samples, all together. */
    private static final long HELD_BYTES = 128 << 20;
    /** A small heap has other work. */
    private static final int SHARE_OF_HEAP = 8;

    /** For each scheme its sample; null for a draw of a target system. */
    private final List<@Nullable SimilarChunks> samples = new ArrayList<>();

    /**
     * A search in a scan with exact indexes.
     *
     * @throws java.io.UncheckedIOException if the native library cannot be loaded, which the end of a long scan would be too late for
     */
    public SimilaritySearch(Schemes schemes) {
        new ZstdDelta().close();
        long heldBytes = Math.min(HELD_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
        long asked = IntStream.range(0, schemes.count())
                .filter(scheme -> !schemes.isDraw(scheme))
                .count();
        for (int scheme = 0; scheme < schemes.count(); scheme++) {
            String chunking = schemes.all().get(scheme).chunking();
            samples.add(
                    schemes.isDraw(scheme) ? null : new SimilarChunks(chunking, heldBytes / asked, SplitMix.GOLDEN));
        }
    }

    @Override
    public ChunkObserver begin(Unit unit) {
        return this;
    }

    @Override
    public boolean asksForNew() {
        return true;
    }

    @Override
    public void chunks(ChunkBatch batch, int piece) {
        SimilarChunks sample = samples.get(batch.scheme());
        if (sample == null) {
            return;
        }
        NewChunks fresh = batch.fresh();
        for (int i = batch.firstNumber(piece); i < batch.firstNumber(piece + 1); i++) {
            if (fresh.isNew(i)) {
                sample.add(batch.sampleKey(i), batch.slabBytes(), batch.offset(i), batch.length(i));
            }
        }
    }

    /** The estimate for the chunks that were seen; no thread may be at work. */
    public Similarity result() {
        return new Similarity(samples.stream()
                .filter(Objects::nonNull)
                .map(SimilarChunks::result)
                .flatMap(List::stream)
                .toList());
    }
}
