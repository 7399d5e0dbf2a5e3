package io.compscan.core.session;

import io.compscan.core.checkpoint.CheckpointDirectory;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.ledger.LedgerLimits;
import io.compscan.core.read.SlabGeometry;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.scan.ScanOptions;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a {@link WriteSession} needs to know. Immutable.
 *
 * @param options what to measure, and with which resources; {@code workers} threads work at a time, {@code readers} and the rate mean nothing
 * @param settings the options as the result shows them; its first path, if there is one, comes before the names of streams
 * @param maxOpenStreams the most streams that are open at a time; see {@link #streamBytes}
 * @param whenFull what becomes of a caller who would open one more
 * @param checkpoints where the session leaves its state whenever a stream is finished; it goes on from what the directory holds; null
 *     for none
 * @param chunkVisitors for scheme number {@code i} a visitor of all its distinct chunks, in the order of {@link ChunkIndex#forEach}; null
 *     for none
 * @param ledgerLimits how much the ledger records
 * @param keepsLast whether the session knows what lies in the streams at the end; see {@link #withLast}
 */
public record WriteRequest(
        ScanOptions options,
        ScanSettings settings,
        int maxOpenStreams,
        WhenFull whenFull,
        @Nullable CheckpointDirectory checkpoints,
        @Nullable IntFunction<DistinctChunkVisitor> chunkVisitors,
        LedgerLimits ledgerLimits,
        boolean keepsLast) {

    /** What becomes of a caller who opens a stream while as many are open as may be. */
    public enum WhenFull {
        /** Waits until another stream is finished. */
        WAIT,
        /** Gets a {@link TooManyStreamsException}. */
        THROW
    }

    private static final int LEAST_STREAM_BYTES = 64 << 10;
    /** All streams together may take this part of the heap. */
    private static final int HEAP_SHARE = 4;

    /** Refuses what no session can do. */
    public WriteRequest {
        if (maxOpenStreams < 1) {
            throw new IllegalArgumentException("a session needs at least one open stream");
        }
        if (options.perFile().enabled()) {
            throw new IllegalArgumentException("streams are not reported on their own; their summaries are");
        }
        if (options.schemes().sharedBlockBytes() > 0) {
            throw new IllegalArgumentException(
                    "a compressor that packs small files into shared blocks needs the order of a walk; streams have none");
        }
        if (options.schemes().runBytes() > 0) {
            throw new IllegalArgumentException(
                    "a compressor that gives up in runs, or chunks that are extents, need whole files; streams come in pieces of any length");
        }
        if (keepsLast) {
            requireFixedChunks(options);
        }
        if (keepsLast && checkpoints != null) {
            throw new IllegalArgumentException("checkpoints do not hold what lies in the streams at the end");
        }
    }

    private static void requireFixedChunks(ScanOptions options) {
        int longest = longestChunkBytes(options);
        for (Chunker chunker : options.schemes().cutters()) {
            if (!(chunker instanceof FixedChunker) || longest % chunker.maxChunkBytes() != 0) {
                throw new IllegalArgumentException(
                        chunker.name() + ": positioned writes need fixed chunks, each of which divides the longest");
            }
        }
        if (options.schemes().superblockBytes() > 0) {
            throw new IllegalArgumentException("positioned writes have no superblocks: they come in no order");
        }
    }

    /** Without checkpoints and visitors; waits where as many streams are open as a quarter of the heap can hold. */
    public static WriteRequest of(ScanOptions options, ScanSettings settings) {
        long streams = Runtime.getRuntime().maxMemory() / HEAP_SHARE / streamBytes(options);
        int most = (int) Math.max(1, Math.min(streams, Integer.MAX_VALUE));
        return new WriteRequest(options, settings, most, WhenFull.WAIT, null, null, LedgerLimits.DEFAULT, false);
    }

    /** This request with another limit on open streams. */
    public WriteRequest withOpenStreams(int most, WhenFull then) {
        return new WriteRequest(options, settings, most, then, checkpoints, chunkVisitors, ledgerLimits, keepsLast);
    }

    /** This request with checkpoints; null for none. */
    public WriteRequest withCheckpoints(@Nullable CheckpointDirectory directory) {
        return new WriteRequest(
                options, settings, maxOpenStreams, whenFull, directory, chunkVisitors, ledgerLimits, keepsLast);
    }

    /** This request with visitors of the distinct chunks, such as a {@code SetWriter}. */
    public WriteRequest withChunkVisitors(IntFunction<DistinctChunkVisitor> visitors) {
        return new WriteRequest(
                options, settings, maxOpenStreams, whenFull, checkpoints, visitors, ledgerLimits, keepsLast);
    }

    /**
     * This request for a session that also knows what lies in the streams at the end, and takes positioned writes. It takes the bytes of a
     * fingerprint and ten more for each chunk that lies there, of each chunking.
     *
     * @throws IllegalArgumentException if some chunks are not fixed, if there are superblocks, or if there are checkpoints
     */
    public WriteRequest withLast() {
        return new WriteRequest(
                options, settings, maxOpenStreams, whenFull, checkpoints, chunkVisitors, ledgerLimits, true);
    }

    /**
     * The most memory that an open stream takes: 64 KiB, or twice the longest chunk or superblock where that is more. One half of it
     * collects short writes, the other holds the chunks that have begun.
     */
    public long streamBytes() {
        return streamBytes(options);
    }

    private static long streamBytes(ScanOptions options) {
        return Math.max(LEAST_STREAM_BYTES, 2 * carryBytes(options));
    }

    /** The most that a stream's unfinished chunks take; their buffer has a power of two. */
    private static long carryBytes(ScanOptions options) {
        return 2L * Integer.highestOneBit(longestChunkBytes(options) - 1);
    }

    private static int longestChunkBytes(ScanOptions options) {
        return options.schemes().cutters().stream()
                .mapToInt(Chunker::maxChunkBytes)
                .max()
                .orElseThrow();
    }

    /** The longest chunk: what must be known whole before it can be measured. */
    int blockBytes() {
        return longestChunkBytes(options);
    }

    /** The chunk of the first scheme. */
    int firstChunkBytes() {
        return options.schemes().chunkers().get(0).maxChunkBytes();
    }

    /** The most bytes of short writes that a stream collects. */
    int collectedBytes() {
        return (int) (streamBytes() - carryBytes(options));
    }

    SlabGeometry geometry() {
        return SlabGeometry.ofPushed(options.schemes().cutters());
    }
}
