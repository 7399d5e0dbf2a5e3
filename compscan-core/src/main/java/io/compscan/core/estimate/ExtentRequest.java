package io.compscan.core.estimate;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.chunk.RawExtents;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fingerprint.Salt;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.scan.read.SlabGeometry;
import io.compscan.core.scan.read.Throttle;
import io.compscan.core.source.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request for an estimate; complete and immutable.
 *
 * @param source of units of known size
 * @param schemes chunk by chunk, without superblocks and target systems
 * @param plan how much to read
 * @param threadCount threads that read and work
 * @param extentBytes the wanted length of an extent; null for one by the size of the data
 * @param isDigestWanted whether the digest of the schemes tells chunks apart, whatever it costs
 * @param rateBytesPerSecond the most that all threads read in a second, {@link Throttle#UNLIMITED} for no limit
 * @param keep what is kept so that the estimate can go on; null for nothing
 */
public record ExtentRequest(
        Source source,
        Schemes schemes,
        PassPlan plan,
        int threadCount,
        @Nullable Long extentBytes,
        boolean isDigestWanted,
        long rateBytesPerSecond,
        @Nullable Keep keep) {

    /** An extent has room for so many of the longest chunks where content decides about cuts. */
    private static final int CHUNKS_OF_AN_EXTENT = 16;
    /** The longest read; a longer extent would need a buffer beyond the limits of Java. */
    private static final long MOST_EXTENT_BYTES = 1 << 28;

    /**
     * Where an estimate saves its state, and the state that it resumes from.
     *
     * @param directory of its checkpoints; null if it takes none
     * @param interval how long to wait from one checkpoint to the next; more, where taking them would cost more than a twentieth of the time
     * @param arguments of the command, to set the estimate up again
     * @param workingDirectory of the command
     * @param goesOnFrom the file of an estimate that this one goes on from; null if it begins anew
     * @param whenFailed told in a line that a checkpoint could not be written; the estimate goes on and the last checkpoint stays
     */
    public record Keep(
            @Nullable PartDirectory directory,
            Duration interval,
            List<String> arguments,
            String workingDirectory,
            @Nullable Path goesOnFrom,
            Consumer<String> whenFailed) {

        /** Copies the list. */
        public Keep {
            arguments = List.copyOf(arguments);
        }
    }

    /** In a description of a scheme. */
    private static final Pattern FINGERPRINT = Pattern.compile(" fingerprint=([^,\\]]+)");

    /** A request that keeps nothing, reads as fast as it can and tells chunks apart as it likes. */
    public ExtentRequest(Source source, Schemes schemes, PassPlan plan, int threadCount, @Nullable Long extentBytes) {
        this(source, schemes, plan, threadCount, extentBytes, false, Throttle.UNLIMITED, null);
    }

    /**
     * The length of an extent. All fixed chunkings divide it, and it has room for many chunks of all others.
     *
     * @return 0 if only extents that are too long to be read end where chunks of all fixed chunkings do
     */
    long extentBytesOf(long totalBytes) {
        long bytes = extentBytes == null ? ExtentFrame.extentBytes(totalBytes) : extentBytes;
        long unit = 1;
        for (Chunker chunker : schemes.chunkers()) {
            if (chunker instanceof FixedChunker) {
                unit = SlabGeometry.leastCommonMultiple(unit, multiple(chunker));
                if (unit > MOST_EXTENT_BYTES) {
                    return 0;
                }
            } else {
                bytes = Math.max(bytes, (long) chunker.maxChunkBytes() * CHUNKS_OF_AN_EXTENT);
            }
        }
        return Math.max(unit, Math.min(bytes, MOST_EXTENT_BYTES) / unit * unit);
    }

    /** Extents are multiples of this, where they end at chunks. */
    private static int multiple(Chunker chunker) {
        RawExtents stored = chunker.fileRules().rawExtents();
        return stored == null ? chunker.maxChunkBytes() : stored.runBytes();
    }

    Fingerprinter keys() {
        return ChunkKeys.of(schemes.fingerprint(), isDigestWanted);
    }

    /** The name of the fingerprints in an estimate to go on with; null if it does not say. */
    public static @Nullable String fingerprint(PartState begun) {
        Matcher named = FINGERPRINT.matcher(
                begun.schemes().isEmpty() ? "" : begun.schemes().get(0));
        return named.find() ? named.group(1) : null;
    }

    /** All that must be the same where an estimate goes on, one text for each scheme. */
    List<String> descriptions() {
        Salt salt = schemes.fingerprint().salt();
        List<String> all = new ArrayList<>();
        for (Scheme scheme : schemes.all()) {
            all.add(scheme + " by " + (isDigestWanted ? "digest" : "default") + (salt == null ? "" : " " + salt.id()));
        }
        return all;
    }
}
