package io.compscan.core.write.session;

import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one stream of a {@link WriteSession}.
 *
 * <p>The stream that brings a chunk first depends on how the streams interleave, and so does {@code newBytes}. The new bytes of all streams
 * of a session add up to the unique bytes of its result.
 *
 * @param name the name of the stream
 * @param logicalBytes the written bytes
 * @param stalledNanos the time for which writes have waited for another thread to give a worker's place back
 * @param isExact whether each chunk that was called new was new. An index that has spilled to disk may call a chunk new once more;
 *     {@code newBytes} is then an upper bound
 * @param schemes the numbers for each chunking, in the order of the result
 */
public record StreamSummary(
        String name, long logicalBytes, long stalledNanos, boolean isExact, List<StreamScheme> schemes) {

    /**
     * The numbers of a stream under one chunking: {@code logicalBytes = zeroBytes + duplicateBytes + newBytes}.
     *
     * @param chunking canonical name
     * @param zeroBytes chunks whose bytes are all zero
     * @param duplicateBytes chunks that this stream or another had brought before
     * @param newBytes chunks that no stream had brought before
     * @param stored the stored sizes of the new chunks for each compressor; empty if compression is by superblock
     */
    public record StreamScheme(
            String chunking, long zeroBytes, long duplicateBytes, long newBytes, List<StreamStored> stored) {

        /** Copies the list. */
        public StreamScheme {
            stored = List.copyOf(stored);
        }
    }

    /**
     * The stored size of the new chunks of a stream.
     *
     * @param compressor canonical name
     * @param storedBytes the stored bytes of the new chunks; null if the compressor was given only a sample of them
     */
    public record StreamStored(String compressor, @Nullable Long storedBytes) {}

    /** Copies the list. */
    public StreamSummary {
        schemes = List.copyOf(schemes);
    }

    /** Of the first chunking. */
    public long zeroBytes() {
        return schemes.get(0).zeroBytes();
    }

    /** Of the first chunking. */
    public long duplicateBytes() {
        return schemes.get(0).duplicateBytes();
    }

    /** Of the first chunking. */
    public long newBytes() {
        return schemes.get(0).newBytes();
    }

    static StreamSummary of(String name, long logicalBytes, long stalledNanos, StreamCounts counts, Schemes schemes) {
        List<StreamScheme> all = new ArrayList<>();
        for (int i = 0; i < schemes.count(); i++) {
            all.add(of(schemes.all().get(i), counts.scheme(i)));
        }
        return new StreamSummary(name, logicalBytes, stalledNanos, counts.isExact(), all);
    }

    private static StreamScheme of(Scheme scheme, StreamCounts.SchemeCounts counts) {
        List<StreamStored> stored = new ArrayList<>();
        List<String> sized = scheme.sizedCompressors();
        for (String compressor : scheme.bySuperblock() ? List.<String>of() : scheme.compressors()) {
            int number = sized.indexOf(compressor);
            long bytes = number < 0 ? counts.newBytes() : counts.storedBytes(number);
            stored.add(new StreamStored(compressor, bytes < 0 ? null : Long.valueOf(bytes)));
        }
        return new StreamScheme(
                scheme.chunking(),
                counts.zeroBytes(),
                counts.nonZeroBytes() - counts.newBytes(),
                counts.newBytes(),
                stored);
    }
}
