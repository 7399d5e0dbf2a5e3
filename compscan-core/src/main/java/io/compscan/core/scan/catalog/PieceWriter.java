package io.compscan.core.scan.catalog;

import io.compscan.core.SplitMix;
import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker.ZeroRun;
import io.compscan.core.fold.ChunkSums;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.scan.checkpoint.Bytes;
import io.compscan.core.scan.measure.ChunkBatch;
import io.compscan.core.scan.measure.MeasuredUnit;
import io.compscan.core.scan.measure.SlabRecorder;
import io.compscan.core.scan.measure.UnitRecording;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.Hole;
import io.compscan.core.scan.read.Slab.UnitPiece;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * Writes the chunks of slabs as records.
 *
 * <pre>
 *   piece     | 1 | unit | bytes | chunks of scheme 0 | chunks of scheme 1 | .. | fragments of system 0 | ..
 *   hole      | 2 | unit | bytes | for each scheme: chunks | bytes |
 *   sizes     | 3 | scheme | chunks |                                 sizes alone, of chunks that any unit may have
 *   thinned   | 4 | unit | bytes | for each scheme: level | chunks | bytes | all zero chunks | their bytes | kept |
 *
 *   chunks    | count | if not 0: position of the first | runs | fingerprints of those that are not all zero | sized |
 *   runs      | times | 2 length, + 1 if all zero | times | ..        until all chunks have a length
 *   sized     | count | number - number of the one before | a stored size for each compressor | ..
 *   fragments | count | number - number of the one before | bytes, 0 if it has none | ..
 *   kept      | count | their lengths | their fingerprints | sized |
 * </pre>
 *
 * <p>For an index that keeps a sample, a piece holds the chunks of a level of {@link SampleLevels#ALL}, some levels more than the index had
 * at that time: so it will do after the data has shrunk to a quarter.
 *
 * <p>The number of a chunk is its place among those that are not all zero. One record holds all schemes, so a unit is counted for all of
 * them or for none. One thread.
 */
final class PieceWriter implements SlabRecorder {

    static final int PIECE = 1;
    static final int HOLE = 2;
    static final int SIZES = 3;
    static final int THINNED = 4;

    /** Two halvings. */
    private static final int SPARE_LEVELS = 8;

    private final List<Integer> compressorCounts;
    private final List<Integer> fragmentSchemes;
    private final IntUnaryOperator levels;
    private final Consumer<Bytes> log;
    private final Bytes out = new Bytes();
    /** The chunks of a piece that are kept, by number. */
    private int[] kept = new int[64];

    /**
     * A writer.
     *
     * @param compressorCounts for each scheme the compressors whose sizes its index keeps
     * @param fragmentSchemes for each target system that packs in the order of the data the scheme whose chunks it packs
     * @param levels for each scheme the level of the chunks that its index keeps now
     * @param log takes the records of a slab
     */
    PieceWriter(
            List<Integer> compressorCounts,
            List<Integer> fragmentSchemes,
            IntUnaryOperator levels,
            Consumer<Bytes> log) {
        this.levels = levels;
        this.compressorCounts = List.copyOf(compressorCounts);
        this.fragmentSchemes = List.copyOf(fragmentSchemes);
        this.log = log;
    }

    @Override
    public void slab(Slab slab, List<ChunkBatch> batches, HoleChunks holes, List<ChunkList> fragments) {
        out.clear();
        for (int i = 0; i < slab.holes.size(); i++) {
            hole(slab.holes.get(i), i, batches.size(), holes);
        }
        for (int p = 0; p < slab.pieces.size(); p++) {
            piece(slab.pieces.get(p), p, batches, fragments);
        }
        if (out.size() > 0) {
            log.accept(out);
        }
    }

    private void hole(Hole hole, int number, int schemeCount, HoleChunks holes) {
        UnitRecording recording = MeasuredUnit.of(hole.unit()).recording();
        if (recording == null) {
            return;
        }
        out.put(HOLE);
        out.putNumber(recording.number());
        out.putNumber(hole.to() - hole.from());
        for (int scheme = 0; scheme < schemeCount; scheme++) {
            ZeroRun run = holes.of(scheme, number);
            out.putNumber(run.chunkCount());
            out.putNumber(run.bytes());
        }
        recording.add(0);
    }

    private void piece(UnitPiece piece, int p, List<ChunkBatch> batches, List<ChunkList> fragments) {
        UnitRecording recording = MeasuredUnit.of(piece.unit()).recording();
        if (recording == null) {
            return;
        }
        boolean isThinned = false;
        int[] level = new int[batches.size()];
        for (int scheme = 0; scheme < level.length; scheme++) {
            level[scheme] = Math.max(0, levels.applyAsInt(scheme) - SPARE_LEVELS);
            isThinned |= level[scheme] > 0;
        }
        out.put(isThinned ? THINNED : PIECE);
        out.putNumber(recording.number());
        out.putNumber(piece.bytes());
        for (int scheme = 0; scheme < level.length; scheme++) {
            if (isThinned) {
                thinned(batches.get(scheme), p, level[scheme], compressorCounts.get(scheme));
            } else {
                chunks(batches.get(scheme), p, compressorCounts.get(scheme));
            }
        }
        for (int system = 0; system < fragments.size(); system++) {
            fragments(batches.get(fragmentSchemes.get(system)), p, fragments.get(system));
        }
        recording.add(content(batches.get(0), p));
    }

    private void thinned(ChunkBatch batch, int p, int level, int compressors) {
        ChunkSums all = batch.tally(p).sums();
        out.putNumber(level);
        out.putNumber(all.chunkCount());
        out.putNumber(all.chunkBytes());
        out.putNumber(all.zeroChunkCount());
        out.putNumber(all.zeroBytes());
        int count = keep(batch, p, SampleLevels.ALL.maxKey(level));
        out.putNumber(count);
        int bytes = batch.fingerprintBytes();
        for (int i = 0; i < count; i++) {
            out.putNumber(batch.length(kept[i]));
        }
        for (int i = 0; i < count; i++) {
            out.put(batch.fingerprints(), kept[i] * bytes, bytes);
        }
        sized(batch.sizes(), count, compressors);
    }

    /** Keeps the chunks of a piece with keys up to this one; returns how many. */
    private int keep(ChunkBatch batch, int p, long maxKey) {
        int first = batch.firstNumber(p);
        int end = batch.firstNumber(p + 1);
        if (kept.length < end - first) {
            kept = new int[2 * (end - first)];
        }
        int count = 0;
        for (int i = first; i < end; i++) {
            if (Long.compareUnsigned(batch.sampleKey(i), maxKey) <= 0) {
                kept[count++] = i;
            }
        }
        return count;
    }

    private void fragments(ChunkBatch batch, int p, ChunkList fragments) {
        int first = batch.firstNumber(p);
        int from = 0;
        while (from < fragments.size() && fragments.offset(from) < first) {
            from++;
        }
        int to = from;
        while (to < fragments.size() && fragments.offset(to) < batch.firstNumber(p + 1)) {
            to++;
        }
        out.putNumber((long) to - from);
        int before = first;
        for (int i = from; i < to; i++) {
            out.putNumber((long) fragments.offset(i) - before);
            out.putNumber(fragments.length(i));
            before = fragments.offset(i);
        }
    }

    private static long content(ChunkBatch batch, int p) {
        long sum = 0;
        for (int i = batch.firstNumber(p); i < batch.firstNumber(p + 1); i++) {
            sum += SplitMix.mix(batch.sampleKey(i) + SplitMix.mix(batch.position(p, i)));
        }
        return sum;
    }

    private void chunks(ChunkBatch batch, int p, int compressors) {
        int from = batch.firstChunk(p);
        int to = batch.firstChunk(p + 1);
        out.putNumber((long) to - from);
        if (to == from) {
            return;
        }
        out.putNumber(batch.positionOf(p, from));
        for (int i = from, times; i < to; i += times) {
            times = 1;
            while (i + times < to && shape(batch, i + times) == shape(batch, i)) {
                times++;
            }
            out.putNumber(times);
            out.putNumber(shape(batch, i));
        }
        int count = keep(batch, p, SampleLevels.ALL.maxKey(0));
        int bytes = batch.fingerprintBytes();
        out.put(batch.fingerprints(), batch.firstNumber(p) * bytes, count * bytes);
        sized(batch.sizes(), count, compressors);
    }

    private static long shape(ChunkBatch batch, int chunk) {
        return 2L * batch.lengthOf(chunk) + (batch.isZero(chunk) ? 1 : 0);
    }

    /** The sizes of kept chunks. Without a compressor nobody has made room for sizes. */
    private void sized(StoredSizes sizes, int keptCount, int compressors) {
        int count = 0;
        for (int i = 0; compressors > 0 && i < keptCount; i++) {
            count += sizes.has(kept[i]) ? 1 : 0;
        }
        out.putNumber(count);
        int before = 0;
        for (int i = 0; count > 0 && i < keptCount; i++) {
            if (sizes.has(kept[i])) {
                out.putNumber((long) i - before);
                before = i;
                for (int c = 0; c < compressors; c++) {
                    out.putNumber(sizes.get(kept[i], c));
                }
            }
        }
    }
}
