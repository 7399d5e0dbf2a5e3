package io.compscan.core.scan.measure;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.ledger.Account;
import io.compscan.core.fold.ledger.LedgerRecorder;
import io.compscan.core.index.NewChunks;
import io.compscan.core.index.SampleLevels;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.scan.read.Slab;
import io.compscan.core.scan.read.Slab.UnitPiece;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The chunks that one scheme has cut from a slab, with all that is known of them.
 *
 * <pre>
 *   piece         0                 1                 a part of a unit in the slab
 *   chunk         0     1     2     3     4
 *   all zero      no    yes   no    no    yes         decided here, once
 *   number        0     -     1     2     -           among those that are not zero; these have a fingerprint, may be new, and have sizes
 * </pre>
 *
 * <p>The batch is filled again for each slab. One thread.
 */
public final class ChunkBatch {

    private final int scheme;
    private final int fingerprintBytes;
    private final ChunkDigester digester;

    private byte[] slabBytes = {};
    private List<UnitPiece> pieces = List.of();
    private ChunkList chunks = new ChunkList();
    private int[] firstChunks = {};
    private int[] firstNumbers = {};
    private final List<ChunkTally> tallies = new ArrayList<>();
    private final BitSet zeros = new BitSet();
    private final ChunkList nonZero = new ChunkList();
    private byte[] fingerprints = {};

    private @Nullable NewChunks fresh;
    private final StoredSizes sizes;

    ChunkBatch(int scheme, ChunkDigester digester, int compressorCount) {
        this.scheme = scheme;
        fingerprintBytes = digester.digestBytes();
        this.digester = digester;
        sizes = new StoredSizes(compressorCount);
    }

    /** Sets zeros apart, and fingerprints all other chunks. */
    void begin(Slab slab, Cuts cuts) {
        slabBytes = slab.data;
        pieces = slab.pieces;
        chunks = cuts.chunks;
        fresh = null;
        tallies.clear();
        zeros.clear();
        nonZero.clear();
        int count = pieces.size();
        if (firstChunks.length <= count) {
            firstChunks = new int[2 * count + 1];
            firstNumbers = new int[2 * count + 1];
        }
        digester.begin(slab.data, chunks);
        for (int p = 0; p < count; p++) {
            firstChunks[p] = cuts.first(p);
            firstNumbers[p] = nonZero.size();
            tallies.add(addPiece(slab.data, cuts.first(p), cuts.first(p + 1)));
        }
        firstChunks[count] = chunks.size();
        firstNumbers[count] = nonZero.size();
        if (fingerprints.length < nonZero.size() * fingerprintBytes) {
            fingerprints = new byte[Math.max(2 * fingerprints.length, nonZero.size() * fingerprintBytes)];
        }
        digester.fingerprint(slab.data, nonZero, fingerprints);
    }

    private ChunkTally addPiece(byte[] data, int from, int to) {
        ChunkTally tally = new ChunkTally();
        for (int i = from; i < to; i++) {
            int length = chunks.length(i);
            if (digester.isZero(data, chunks, i)) {
                tally.addZeros(1, length);
                zeros.set(i);
            } else {
                tally.addChunk(length);
                nonZero.add(chunks.offset(i), length);
            }
        }
        return tally;
    }

    /** Takes the answer of the index. */
    void setNew(NewChunks answer) {
        fresh = answer;
    }

    /** The number of the scheme. */
    public int scheme() {
        return scheme;
    }

    /** The first chunk of a piece; of the number of pieces, the count of all chunks. */
    public int firstChunk(int piece) {
        return firstChunks[piece];
    }

    /** The first chunk of a piece among those that are not all zero; of the number of pieces, the count of all of these. */
    public int firstNumber(int piece) {
        return firstNumbers[piece];
    }

    /** What a piece's chunks add up to. */
    public ChunkTally tally(int piece) {
        return tallies.get(piece);
    }

    /** Whether a chunk is all zero. */
    public boolean isZero(int chunk) {
        return zeros.get(chunk);
    }

    /** The length of a chunk in bytes. */
    public int lengthOf(int chunk) {
        return chunks.length(chunk);
    }

    /** The place of a chunk in the unit of its piece. */
    public long positionOf(int piece, int chunk) {
        return positionAt(piece, chunks.offset(chunk));
    }

    /** The length of a chunk that is not all zero, by its number among these. */
    public int length(int number) {
        return nonZero.length(number);
    }

    /** The bytes of the slab. They change with the next slab. */
    public byte[] slabBytes() {
        return slabBytes;
    }

    /** Where a chunk that is not all zero begins in the slab, by its number among these. */
    public int offset(int number) {
        return nonZero.offset(number);
    }

    /** The place in the unit of its piece of a chunk that is not all zero, by its number among these. */
    public long position(int piece, int number) {
        return positionAt(piece, nonZero.offset(number));
    }

    private long positionAt(int piece, int offset) {
        UnitPiece in = pieces.get(piece);
        return in.unitOffset() + offset - in.start();
    }

    /** The fingerprints of all chunks that are not all zero, one behind the other. They change with the next slab. */
    public byte[] fingerprints() {
        return fingerprints;
    }

    /** The bytes of a fingerprint. */
    public int fingerprintBytes() {
        return fingerprintBytes;
    }

    /** Notes the references of a piece to chunks of a ledger's sample. */
    public void note(int piece, LedgerRecorder recorder, Account account) {
        long maxKey = recorder.maxKey();
        for (int i = firstNumbers[piece]; i < firstNumbers[piece + 1]; i++) {
            long key = sampleKey(i);
            if (Long.compareUnsigned(key, maxKey) <= 0) {
                recorder.add(key, account);
            }
        }
    }

    /** What {@link SampleLevels} makes of the fingerprint of a chunk that is not all zero, by its number among these. */
    public long sampleKey(int number) {
        return SampleLevels.key(fingerprints, number * fingerprintBytes, fingerprintBytes);
    }

    /** Which of the chunks that are not all zero are new; only for an observer that {@linkplain ChunkObserver#asksForNew asks}. */
    public NewChunks fresh() {
        return Objects.requireNonNull(fresh, "nobody has asked which chunks are new");
    }

    /** The stored sizes of new chunks, by their number among those that are not all zero. */
    public StoredSizes sizes() {
        return sizes;
    }

    int count() {
        return nonZero.size();
    }

    ChunkList nonZero() {
        return nonZero;
    }

    int[] firstNumbers() {
        return firstNumbers;
    }
}
