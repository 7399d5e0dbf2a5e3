package io.compscan.core.index.sketch;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.index.NewChunks;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.StoredSizes;
import org.jspecify.annotations.Nullable;

/** One thread's way into a sketch. */
final class SketchWriter implements IndexWriter, NewChunks {

    private static final int[] NOT_KNOWN = {};

    private final Sketch sketch;
    private final boolean[] isNew;
    private final long[] keys;
    private final int fingerprintBytes;
    private final int[] stored;
    private int first;

    SketchWriter(Sketch sketch, int capacity) {
        this.sketch = sketch;
        fingerprintBytes = sketch.fingerprintBytes();
        stored = new int[sketch.compressorCount()];
        isNew = new boolean[capacity];
        keys = new long[capacity];
    }

    @Override
    public NewChunks add(byte[] fingerprints, ChunkList chunks, long @Nullable [] references, int from, int to) {
        first = from;
        for (int i = from; i < to; i++) {
            long key = SampleLevels.key(fingerprints, i * fingerprintBytes, fingerprintBytes);
            keys[i - from] = key;
            long count = references == null ? 1 : references[i];
            // Without a reference it is no chunk of the data, and must not raise the level; its sizes may be those of
            // one that is there.
            isNew[i - from] = count > 0 && sketch.add(key, count, chunks.length(i), NOT_KNOWN);
        }
        return this;
    }

    @Override
    public boolean isNew(int i) {
        return isNew[i - first];
    }

    @Override
    public boolean wantsSize(int i) {
        return sketch.wantsSize(keys[i - first]);
    }

    @Override
    public boolean areCertain() {
        return true;
    }

    @Override
    public void deliver(StoredSizes sizes, long nanos) {
        for (int i = sizes.first(); i < sizes.end(); i++) {
            if (sizes.has(i)) {
                for (int c = 0; c < stored.length; c++) {
                    stored[c] = sizes.get(i, c);
                }
                sketch.note(keys[i - first], stored);
            }
        }
    }
}
