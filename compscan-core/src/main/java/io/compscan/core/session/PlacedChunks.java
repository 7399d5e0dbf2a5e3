package io.compscan.core.session;

import io.compscan.core.index.LastWrites;
import io.compscan.core.index.LastWrites.Places;
import io.compscan.core.measure.ChunkPlaces;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Notes the chunks of a stream at the places where they belong.
 *
 * @param writes the writes for each scheme
 * @param places the places of the stream, for each scheme
 * @param order the place in the stream of a byte that is measured
 */
record PlacedChunks(List<LastWrites> writes, List<Places> places, LongUnaryOperator order) implements ChunkPlaces {

    @Override
    public void chunk(int scheme, long position, int lengthBytes, byte[] fingerprints, int offset) {
        places.get(scheme).put(place(scheme, position), fingerprints, offset, lengthBytes);
    }

    @Override
    public void zeros(int scheme, long position, int lengthBytes) {
        places.get(scheme).putZeros(place(scheme, position), lengthBytes);
    }

    private long place(int scheme, long position) {
        return order.applyAsLong(position) / writes.get(scheme).chunkBytes();
    }
}
