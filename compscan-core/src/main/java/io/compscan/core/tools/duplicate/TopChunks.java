package io.compscan.core.tools.duplicate;

import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.result.duplicate.Duplicates.Chunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The distinct chunks whose further references save most, at most a fixed number of them. One thread. */
final class TopChunks implements DistinctChunkVisitor {

    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    private record Candidate(byte[] fingerprint, long references, int bytes) {
        /** The best first; of equals the one with the smaller fingerprint. */
        static final Comparator<Candidate> ORDER = Comparator.comparingLong(Candidate::savedBytes)
                .reversed()
                .thenComparing(Candidate::fingerprint, Arrays::compareUnsigned);

        long savedBytes() {
            return (references - 1) * bytes;
        }
    }

    private final Best<Candidate> best;
    private long repeatedChunkCount;

    /** No chunk yet. */
    TopChunks(int most) {
        best = new Best<>(most, Candidate.ORDER);
    }

    @Override
    public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
        if (references < 2) {
            return;
        }
        repeatedChunkCount++;
        Candidate bar = best.bar();
        if (bar == null || (references - 1) * lengthBytes >= bar.savedBytes()) {
            best.add(new Candidate(fingerprint.clone(), references, lengthBytes));
        }
    }

    /** How many distinct chunks have two references or more. */
    long repeatedChunkCount() {
        return repeatedChunkCount;
    }

    /** The fingerprints of the top chunks, which have no places yet. */
    Map<byte[], @Nullable Place> unplaced() {
        Map<byte[], @Nullable Place> places = new TreeMap<>(Arrays::compareUnsigned);
        best.list().forEach(chunk -> places.put(chunk.fingerprint(), null));
        return places;
    }

    /** The chunks, the best first, without places. */
    List<Chunk> list() {
        return list(unplaced());
    }

    /** The chunks, the best first. */
    List<Chunk> list(Map<byte[], @Nullable Place> places) {
        List<Chunk> chunks = new ArrayList<>();
        for (Candidate chunk : best.list()) {
            Place place = places.get(chunk.fingerprint());
            chunks.add(new Chunk(
                    HexFormat.of().formatHex(chunk.fingerprint()),
                    chunk.references(),
                    chunk.bytes(),
                    chunk.savedBytes(),
                    place == null ? null : place.path(),
                    place == null ? null : place.offset()));
        }
        return chunks;
    }

    /**
     * Where a chunk lies.
     *
     * @param path of a unit
     * @param offset of the first byte of the chunk in it
     */
    record Place(String path, long offset) {}
}
