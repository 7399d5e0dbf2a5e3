package io.compscan.core.write.session;

import io.compscan.core.index.LastWrites;
import io.compscan.core.index.LastWrites.Places;
import io.compscan.core.scan.measure.ChunkBatch;
import io.compscan.core.scan.measure.ChunkObserver;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Notes the chunks of a stream at the places where they belong.
 *
 * @param writes the writes for each scheme
 * @param places the places of the stream, for each scheme
 * @param order the place in the stream of a byte that is measured
 */
record PlacedChunks(List<LastWrites> writes, List<Places> places, LongUnaryOperator order) implements ChunkObserver {

    @Override
    public void chunks(ChunkBatch batch, int piece) {
        Places of = places.get(batch.scheme());
        int number = batch.firstNumber(piece);
        // A later chunk may be of the same place, so the order counts.
        for (int i = batch.firstChunk(piece); i < batch.firstChunk(piece + 1); i++) {
            long place = place(batch.scheme(), batch.positionOf(piece, i));
            if (batch.isZero(i)) {
                of.putZeros(place, batch.lengthOf(i));
            } else {
                of.put(place, batch.fingerprints(), number * batch.fingerprintBytes(), batch.lengthOf(i));
                number++;
            }
        }
    }

    private long place(int scheme, long position) {
        return order.applyAsLong(position) / writes.get(scheme).chunkBytes();
    }
}
