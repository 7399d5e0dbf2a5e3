package io.compscan.core.index.sketch;

import io.compscan.core.index.DurableIndex;
import io.compscan.core.index.IndexFactory;
import io.compscan.core.index.IndexRuns;
import io.compscan.core.index.IndexSettings;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.index.KeptSample;
import io.compscan.core.index.SampleLevels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index of bounded memory, which keeps a random sample of the distinct chunks and counts those exactly.
 *
 * <p>It calls only those chunks new whose stored sizes it keeps, because callers size what is new. The same data gives the same sketch,
 * to the byte, for any threads, any order and any tree of merges. Data with no more distinct chunks than the sketch has entries is
 * counted exactly.
 */
public final class SketchIndex implements DurableIndex {

    /** Entries where none are asked for: an interval of 0.2 per cent to either side from 32 MiB. */
    public static final int DEFAULT_ENTRIES = 1 << 20;
    /** Fewer tell nothing. */
    public static final int LEAST_ENTRIES = 1 << 8;
    /** The most entries: 2 GiB with one compressor. */
    public static final int MOST_ENTRIES = Sketch.MOST_ENTRIES;

    private final Sketch sketch;

    /** An empty sketch of at most {@code entries} chunks. */
    public SketchIndex(IndexSettings settings, int entries) {
        sketch = new Sketch(settings, entries);
    }

    /**
     * An empty sketch of at most {@code entries} chunks, to which others are added. It shows fingerprints of eight bytes: the last eight of
     * the fingerprints that the others have counted.
     *
     * @param fullChunkBytes the length of a full chunk
     * @param compressorCount how many stored sizes it keeps for each chunk
     */
    public static SketchIndex merging(int fullChunkBytes, int compressorCount, int entries) {
        return new SketchIndex(new Sketch(Long.BYTES, fullChunkBytes, compressorCount, entries));
    }

    private SketchIndex(Sketch sketch) {
        this.sketch = sketch;
    }

    /** Sketches of at most {@code entries} chunks each. */
    public static IndexFactory factory(int entries) {
        return settings -> new SketchIndex(settings, entries);
    }

    /** How many chunks of a sketch of so many entries have stored sizes, at most. */
    public static int mostSized(int entries) {
        return Math.min(entries, Sketch.MOST_SIZED);
    }

    /**
     * Adds all that another sketch of the same settings has counted; neither may be written to meanwhile. The outcome is the sketch of
     * the data of both.
     */
    public void addAll(SketchIndex other) {
        sketch.addAll(other.sketch);
    }

    /**
     * Adds what it is shown: all chunks of an exact index, or those of a sketch with as many entries or more. No thread may write meanwhile.
     * The outcome is the sketch of all data.
     */
    public DistinctChunkVisitor taker() {
        return new DistinctChunkVisitor() {
            @Override
            public void begin(@Nullable KeptSample sample) {
                if (sample != null) {
                    sketch.riseTo(sample);
                }
            }

            @Override
            public void visit(byte[] fingerprint, long references, int lengthBytes, int[] storedBytes) {
                sketch.add(SampleLevels.key(fingerprint, 0, fingerprint.length), references, lengthBytes, storedBytes);
            }
        };
    }

    @Override
    public IndexWriter writer(int capacity) {
        return new SketchWriter(sketch, capacity);
    }

    @Override
    public List<Part> parts() {
        return List.of(sketch::forEach);
    }

    @Override
    public KeptSample sample() {
        return sketch.kept();
    }

    @Override
    public IndexRuns save(Path directory, String prefix) throws IOException {
        return new IndexRuns(List.of(SketchRun.write(sketch, directory, prefix)), List.of());
    }

    @Override
    public void restore(Path directory, IndexRuns saved) throws IOException {
        for (String name : saved.full()) {
            SketchRun.read(directory.resolve(name), sketch);
        }
    }

    @Override
    public int level() {
        return sketch.level();
    }

    @Override
    public boolean isFull() {
        return false;
    }

    /** An estimate once the sketch has left chunks out. */
    @Override
    public long distinctChunkCount() {
        return sketch.distinctChunkCount();
    }

    @Override
    public long memoryBytes() {
        return sketch.memoryBytes();
    }

    /** The memory goes when nobody refers to the sketch any more. */
    @Override
    public void close() {}

    Sketch sketch() {
        return sketch;
    }
}
