package io.compscan.core.tools.duplicate;

import io.compscan.core.scan.measure.ChunkObserver;
import io.compscan.core.source.Unit;
import io.compscan.core.tools.duplicate.TopChunks.Place;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds one place of each of some chunks, and says when it has found all. Any thread shows chunks. */
final class PlaceFinder implements ChunkObserver.OfUnits {

    private static final VarHandle BYTES_AS_INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final Map<byte[], @Nullable Place> places;
    /** The first bytes of the fingerprints, in ascending order: nearly every other chunk is told from them by these. */
    private final int[] heads;

    private final Runnable whenFound;
    private int missing;

    /** @param whenFound called once, when nothing is left to be found */
    PlaceFinder(Map<byte[], @Nullable Place> places, Runnable whenFound) {
        this.places = places;
        this.whenFound = whenFound;
        heads = places.keySet().stream()
                .mapToInt(fingerprint -> head(fingerprint, 0))
                .sorted()
                .toArray();
        missing = places.size();
    }

    private static int head(byte[] fingerprints, int offset) {
        return (int) BYTES_AS_INT.get(fingerprints, offset);
    }

    @Override
    public ChunkObserver begin(Unit unit) {
        String name = unit.name();
        return (batch, piece) -> {
            byte[] fingerprints = batch.fingerprints();
            int fingerprintBytes = batch.fingerprintBytes();
            for (int i = batch.firstNumber(piece); i < batch.firstNumber(piece + 1); i++) {
                int offset = i * fingerprintBytes;
                if (Arrays.binarySearch(heads, head(fingerprints, offset)) >= 0) {
                    met(
                            Arrays.copyOfRange(fingerprints, offset, offset + fingerprintBytes),
                            name,
                            batch.position(piece, i));
                }
            }
        };
    }

    private synchronized void met(byte[] fingerprint, String name, long position) {
        if (places.containsKey(fingerprint) && places.get(fingerprint) == null) {
            places.put(fingerprint, new Place(name, position));
            missing--;
            if (missing == 0) {
                whenFound.run();
            }
        }
    }
}
