package io.compscan.core.scan.measure;

import io.compscan.core.compress.Compressor;
import io.compscan.core.fold.ChunkSums;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.index.ChunkIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reduction ratio that a scan in progress is heading for: close to the truth, and cheap.
 *
 * <p>The unique bytes are the distinct chunks times the mean length of a chunk that is not zero. The compression ratio is the ratio over
 * all bytes that the compressors have compressed so far. The exact numbers come from the fold over the index at the end.
 */
public final class ReductionSoFar {

    private final List<LayoutSoFar> layouts = new ArrayList<>();
    private final List<Compressed> superblocks;

    public ReductionSoFar(Schemes schemes) {
        superblocks = Compressed.listOf(schemes.compressors().size());
        for (Scheme scheme : schemes.all()) {
            int compressorCount = scheme.compressors().size();
            layouts.add(new LayoutSoFar(scheme.bySuperblock() ? superblocks : Compressed.listOf(compressorCount)));
        }
    }

    /** The share of one thread in one scheme. */
    Contribution contribution(int layout) {
        return new Contribution(layouts.get(layout));
    }

    /** The compressor of one chunking, watched; the caller still owns it. */
    Compressor watch(int layout, int number, Compressor compressor) {
        return new Watched(compressor, layouts.get(layout).compressed.get(number));
    }

    /** The compressors of superblocks, watched; the caller still owns them. */
    List<Compressor> watchSuperblocks(List<Compressor> compressors) {
        List<Compressor> watched = new ArrayList<>();
        for (int i = 0; i < compressors.size(); i++) {
            watched.add(new Watched(compressors.get(i), superblocks.get(i)));
        }
        return watched;
    }

    /** The best ratio over all schemes and compressors; null while the scan has seen only zeros. */
    public @Nullable Double ratio(List<ChunkIndex> indexes) {
        double best = 0;
        for (int i = 0; i < indexes.size(); i++) {
            best = Math.max(best, layouts.get(i).ratio(indexes.get(i).distinctChunkCount()));
        }
        return best == 0 ? null : best;
    }

    private static final class LayoutSoFar {
        private final LongAdder scannedBytes = new LongAdder();
        private final LongAdder nonZeroChunks = new LongAdder();
        private final LongAdder nonZeroBytes = new LongAdder();
        private final List<Compressed> compressed;

        LayoutSoFar(List<Compressed> compressed) {
            this.compressed = compressed;
        }

        /** The ratio of one scheme; 0 if there is nothing to divide by. */
        double ratio(long distinctChunks) {
            double chunks = nonZeroChunks.sum();
            if (chunks == 0) {
                return 0;
            }
            // Chunks reach the index a moment before they are counted here.
            double uniqueBytes = Math.min(1, distinctChunks / chunks) * nonZeroBytes.sum();
            double share = Stream.concat(Stream.of(1.0), compressed.stream().map(Compressed::storedShare))
                    .min(Double::compare)
                    .orElseThrow();
            return uniqueBytes == 0 ? 0 : scannedBytes.sum() / (uniqueBytes * share);
        }
    }

    /** Adds the growth of one thread's tally to the shared counters. One thread. */
    static final class Contribution {
        private final LayoutSoFar target;
        private long scannedBytes;
        private long nonZeroChunks;
        private long nonZeroBytes;

        private Contribution(LayoutSoFar target) {
            this.target = target;
        }

        /**
         * Adds the growth of the tally since the last call.
         *
         * @param deferredChunks how many of its chunks are not in the index yet
         */
        void update(ChunkSums tally, int deferredChunks) {
            long scanned = tally.chunkBytes();
            long chunks = tally.chunkCount() - tally.zeroChunkCount() - deferredChunks;
            long bytes = scanned - tally.zeroBytes();
            target.scannedBytes.add(scanned - scannedBytes);
            target.nonZeroChunks.add(chunks - nonZeroChunks);
            target.nonZeroBytes.add(bytes - nonZeroBytes);
            scannedBytes = scanned;
            nonZeroChunks = chunks;
            nonZeroBytes = bytes;
        }
    }

    private static final class Compressed {
        private final LongAdder rawBytes = new LongAdder();
        private final LongAdder storedBytes = new LongAdder();

        static List<Compressed> listOf(int count) {
            return Stream.generate(Compressed::new).limit(count).toList();
        }

        double storedShare() {
            double raw = rawBytes.sum();
            return raw == 0 ? 1 : storedBytes.sum() / raw;
        }
    }

    /** Adds up the raw and the compressed bytes of a compressor; it touches the shared counters once a MiB. One thread. */
    private static final class Watched implements Compressor {
        private static final int PUBLISH_BYTES = 1 << 20;

        private final Compressor compressor;
        private final Compressed total;
        private int rawBytes;
        private int storedBytes;

        Watched(Compressor compressor, Compressed total) {
            this.compressor = compressor;
            this.total = total;
        }

        @Override
        public int compressedBytes(byte[] data, int offset, int length) {
            int compressed = compressor.compressedBytes(data, offset, length);
            rawBytes += length;
            storedBytes += Math.min(length, compressed);
            if (rawBytes >= PUBLISH_BYTES) {
                total.rawBytes.add(rawBytes);
                total.storedBytes.add(storedBytes);
                rawBytes = 0;
                storedBytes = 0;
            }
            return compressed;
        }

        @Override
        public void close() {}
    }
}
