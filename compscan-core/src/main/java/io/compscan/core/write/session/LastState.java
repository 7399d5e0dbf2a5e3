package io.compscan.core.write.session;

import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.fold.ReferenceTally;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.SchemeFold;
import io.compscan.core.fold.Schemes;
import io.compscan.core.fold.TypeTally;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.LastCounts;
import io.compscan.core.index.LastWrites;
import io.compscan.core.index.LastWrites.Places;
import io.compscan.core.source.PathName;
import io.compscan.result.TypeTotals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The final content of the streams of a session, for each scheme. Any thread opens streams; one thread folds, when no thread writes any
 * more.
 */
final class LastState {

    private final Schemes schemes;
    private final List<LastWrites> writes;
    private final List<LastFold> folds = new ArrayList<>();

    /** @param schemes the schemes, all with fixed chunks */
    LastState(Schemes schemes) {
        this.schemes = schemes;
        int fingerprintBytes = schemes.fingerprintBytes();
        writes = schemes.all().stream()
                .map(scheme -> new LastWrites(scheme.maxChunkBytes(), fingerprintBytes))
                .toList();
    }

    /** Whether the places have used up their memory. */
    boolean isFull() {
        return writes.stream().anyMatch(LastWrites::isFull);
    }

    /** The chunks of a stream that begins anew. */
    PlacedChunks newStream(String name) {
        List<Places> places = writes.stream().map(all -> all.newStream(name)).toList();
        return new PlacedChunks(writes, places, LongUnaryOperator.identity());
    }

    /** The chunks of a stream that keeps its earlier content. */
    PlacedChunks stream(String name, BlockOrder order) {
        List<Places> places = writes.stream().map(all -> all.stream(name)).toList();
        return new PlacedChunks(writes, places, order);
    }

    /** The visitors of the chunks of each scheme, which fold the final content. */
    IntFunction<DistinctChunkVisitor> visitors(
            List<ChunkIndex> indexes, @Nullable IntFunction<DistinctChunkVisitor> others) {
        return number -> {
            Scheme scheme = schemes.all().get(number);
            LastFold last = new LastFold(scheme, schemes, indexes.get(number), writes.get(number));
            folds.add(last);
            return others == null ? last : others.apply(number).andThen(last);
        };
    }

    /** The folds of the final content, when the visitors have seen all chunks. */
    List<SchemeFold> folds(List<SchemeFold> whole) {
        List<SchemeFold> left = new ArrayList<>();
        for (int i = 0; i < whole.size(); i++) {
            left.add(folds.get(i).fold(whole.get(i)));
        }
        return left;
    }

    /** The names of the streams. */
    long nameBytes() {
        return writes.get(0).streams().keySet().stream()
                .mapToLong(PathName::lastNameBytes)
                .sum();
    }

    /** The sums of references. */
    ReferenceSums sums(TypeTally.Registry types) {
        List<ChunkTally> all =
                schemes.all().stream().map(scheme -> new ChunkTally()).toList();
        Map<String, TypeTotals> byType = new TreeMap<>();
        long logicalBytes = 0;
        Map<String, Places> streams = writes.get(0).streams();
        for (Map.Entry<String, Places> stream : streams.entrySet()) {
            long sizeBytes = stream.getValue().sizeBytes();
            List<Long> zeroBytes = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                ChunkTally tally = tally(writes.get(i), stream.getKey(), sizeBytes);
                all.get(i).merge(tally);
                zeroBytes.add(tally.zeroBytes());
            }
            String type = types.typeOf(WrittenUnit.extensionOf(stream.getKey())).extension();
            byType.merge(type, new TypeTotals(type, 1, sizeBytes, zeroBytes), TypeTotals::plus);
            logicalBytes += sizeBytes;
        }
        return new ReferenceSums(
                streams.size(),
                logicalBytes,
                List.copyOf(byType.values()),
                all.stream().map(ChunkTally::sums).toList(),
                new ReferenceTally(schemes).superblocks().totals());
    }

    /** Tallies a stream. Places without a write are zeros; so are the bytes behind a short chunk in the middle. */
    private static ChunkTally tally(LastWrites all, String name, long sizeBytes) {
        ChunkTally tally = new ChunkTally();
        all.stream(name).forEach((page, offset, lengthBytes, isZero) -> {
            if (isZero) {
                tally.addZeros(1, lengthBytes);
            } else {
                tally.addChunk(lengthBytes);
            }
        });
        long holeBytes = sizeBytes - tally.zeroBytes() - tally.nonZeroBytes();
        tally.addZeros((holeBytes + all.chunkBytes() - 1) / all.chunkBytes(), holeBytes);
        return tally;
    }

    /**
     * Folds those chunks of an index that some place holds in the end. Each has as many references as there are such places.
     *
     * <p>The index knows every chunk that was ever written, and its stored sizes; the places know the chunks that are left. One thread.
     */
    private static final class LastFold implements DistinctChunkVisitor {

        private final LastCounts counts;
        private final SchemeFold fold;

        /**
         * A fold of no chunk.
         *
         * @param index the index that will show its chunks
         * @param writes the places, after the last write to them
         */
        LastFold(Scheme scheme, Schemes schemes, ChunkIndex index, LastWrites writes) {
            counts = LastCounts.of(writes);
            fold = SchemeFold.empty(scheme, schemes.profiles(), index);
        }

        @Override
        public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
            int last = counts.of(fingerprint);
            if (last > 0) {
                fold.visit(fingerprint, last, lengthBytes, storedBytes);
            }
        }

        /**
         * The fold of the chunks seen so far.
         *
         * @param whole the fold of the index; this fold has the same losses
         */
        SchemeFold fold(SchemeFold whole) {
            String damage = whole.damage();
            if (damage != null) {
                fold.lose(new UncheckedIOException(new IOException(damage)));
            }
            return fold;
        }
    }
}
