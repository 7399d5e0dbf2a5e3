package io.compscan.core.write.session;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.fold.ledger.LedgerLimits;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.checkpoint.CheckpointDirectory;
import io.compscan.core.scan.read.SlabGeometry;
import io.compscan.result.ScanSettings;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a {@link WriteSession} needs to know. Immutable.
 *
 * @param options the measurements and the resources; {@code workers} threads work at a time, {@code readers} and the rate have no meaning
 * @param settings the options as the result shows them; its first path, if there is one, comes before the names of streams
 * @param maxOpenStreams the most streams that are open at a time; see {@link #streamBytes}
 * @param whenFull the treatment of a caller who would open one more
 * @param checkpoints the place where the session saves its state whenever a stream is finished; null for none. A session goes on from the
 *     state in the directory
 * @param chunkVisitors the visitor of all distinct chunks of scheme number {@code i}, in the order of {@link ChunkIndex#forEach}; null for
 *     none
 * @param ledgerLimits the limits of the ledger
 * @param keepsLast whether the session knows the final content of the streams; see {@link #withLast}
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

    /** The treatment of a caller who opens a stream beyond the limit of open streams. */
    public enum WhenFull {
        /** The caller waits until another stream is finished. */
        WAIT,
        /** The caller gets a {@link TooManyStreamsException}. */
        THROW
    }

    private static final int LEAST_STREAM_BYTES = 64 << 10;
    /** All streams together may take one part in so many of the heap. */
    private static final int HEAP_SHARE = 4;

    /** Refuses requests that no session can serve. */
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

    /** A request without checkpoints and visitors. Callers wait while as many streams are open as a quarter of the heap can hold. */
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
     * This request for a session that also knows the final content of the streams, and takes positioned writes. For each chunk of that
     * content, under each chunking, it needs the bytes of a fingerprint and ten more.
     *
     * @throws IllegalArgumentException if some chunks are not fixed, if there are superblocks, or if there are checkpoints
     */
    public WriteRequest withLast() {
        return new WriteRequest(
                options, settings, maxOpenStreams, whenFull, checkpoints, chunkVisitors, ledgerLimits, true);
    }

    /**
     * The most memory that an open stream takes: 64 KiB, or twice the longest chunk or superblock if that is more. One half of it collects
     * short writes, the other holds the chunks that have begun.
     */
    public long streamBytes() {
        return streamBytes(options);
    }

    private static long streamBytes(ScanOptions options) {
        return Math.max(LEAST_STREAM_BYTES, 2 * carryBytes(options));
    }

    /** The most bytes of a stream's unfinished chunks; the size of their buffer is a power of two. */
    private static long carryBytes(ScanOptions options) {
        return 2L * Integer.highestOneBit(longestChunkBytes(options) - 1);
    }

    private static int longestChunkBytes(ScanOptions options) {
        return options.schemes().cutters().stream()
                .mapToInt(Chunker::maxChunkBytes)
                .max()
                .orElseThrow();
    }

    /** The longest chunk, which must be complete before it can be measured. */
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
