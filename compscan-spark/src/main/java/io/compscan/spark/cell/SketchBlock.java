package io.compscan.spark.cell;

import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.index.KeptSample;
import io.compscan.core.index.sketch.SketchIndex;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sketch of the chunks of one scheme on the wire: of a task, or of several tasks together.
 *
 * <pre>
 *   numbers  | last eight bytes of the fingerprint | references |        for each chunk
 *   sizes    | length | stored 0 | stored 1 | ... |                      likewise
 * </pre>
 */
public final class SketchBlock implements DistinctChunkVisitor, Serializable {

    /** The key of sketches among the output of tasks. */
    public static final int KEY = Integer.MIN_VALUE;

    /** The task of a sketch of several. */
    public static final int SEVERAL = -1;

    private static final long serialVersionUID = 1;

    private final int task;
    private final int scheme;
    private final int compressorCount;
    private @Nullable KeptSample sample;
    private long[] numbers = {};
    private int[] sizes = {};
    private int count;

    /** A sketch of no chunk. */
    public SketchBlock(int task, int scheme, int compressorCount) {
        this.task = task;
        this.scheme = scheme;
        this.compressorCount = compressorCount;
    }

    public int task() {
        return task;
    }

    public int scheme() {
        return scheme;
    }

    @Override
    public void begin(@Nullable KeptSample newSample) {
        sample = newSample;
    }

    @Override
    public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
        int sizeCount = 1 + compressorCount;
        if (2 * count == numbers.length) {
            int more = Math.max(64, 2 * count);
            numbers = Arrays.copyOf(numbers, 2 * more);
            sizes = Arrays.copyOf(sizes, sizeCount * more);
        }
        numbers[2 * count] = ByteBuffer.wrap(fingerprint).getLong(fingerprint.length - Long.BYTES);
        numbers[2 * count + 1] = references;
        sizes[sizeCount * count] = lengthBytes;
        System.arraycopy(storedBytes, 0, sizes, sizeCount * count + 1, compressorCount);
        count++;
    }

    /** Adds its chunks to a sketch of the same scheme. */
    public void addTo(SketchIndex sketch) {
        DistinctChunkVisitor taker = sketch.taker();
        taker.begin(sample);
        byte[] fingerprint = new byte[Long.BYTES];
        int[] stored = new int[compressorCount];
        for (int i = 0; i < count; i++) {
            ByteBuffer.wrap(fingerprint).putLong(numbers[2 * i]);
            int first = (1 + compressorCount) * i;
            System.arraycopy(sizes, first + 1, stored, 0, compressorCount);
            taker.visit(fingerprint, numbers[2 * i + 1], sizes[first], stored);
        }
    }
}
