package io.compscan.core.tools.trace;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.fold.Scheme;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The chunking and the fingerprints of a trace. Fingerprints of two traces go together only if all components are equal.
 *
 * @param chunking the name of compscan's chunker if it cuts alike, so that sets of both compare; else a name that begins with that of the
 *     format, so that no chunking of compscan has it
 * @param maxChunkBytes the length of the longest chunk
 * @param expectedChunkBytes the mean length of chunks; 0 if the trace does not tell
 * @param fingerprint the name of the digest. Where compscan does not cut alike, it begins with the name of the format, and has the number
 *     of its bits if it is cut short
 * @param hashBytes the length of a fingerprint
 * @param stored the names of the stored sizes that the trace knows, such as its compressor's. The name of an end of an interval begins with
 *     {@code ~}
 * @param listsOnce whether the trace is a list of distinct chunks, which says nothing of references; a chunk that is listed again counts
 *     once
 */
public record TraceScheme(
        String chunking,
        int maxChunkBytes,
        long expectedChunkBytes,
        String fingerprint,
        int hashBytes,
        List<String> stored,
        boolean listsOnce) {

    /** The shortest and the longest key of an index. */
    private static final int LEAST_KEY_BYTES = 8;

    private static final int MOST_KEY_BYTES = 64;

    /** A shorter hash may be that of two different chunks by chance. */
    private static final int LEAST_CERTAIN_BYTES = 16;

    private static final int MOST_HASH_BYTES = 64;

    /** The longest chunk of any trace; a longer one is damage. */
    static final int MOST_CHUNK_BYTES = 1 << 28;

    /** Refuses lengths outside the bounds of traces. */
    public TraceScheme {
        stored = List.copyOf(stored);
        if (maxChunkBytes < 1 || maxChunkBytes > MOST_CHUNK_BYTES) {
            throw new IllegalArgumentException("chunks of " + maxChunkBytes + " bytes");
        }
        if (hashBytes < 1 || hashBytes > MOST_HASH_BYTES) {
            throw new IllegalArgumentException("hashes of " + hashBytes + " bytes");
        }
    }

    /** A trace that knows no stored sizes. */
    public TraceScheme(String chunking, int maxChunkBytes, long expectedChunkBytes, String fingerprint, int hashBytes) {
        this(chunking, maxChunkBytes, expectedChunkBytes, fingerprint, hashBytes, List.of());
    }

    /** A trace that knows references. */
    public TraceScheme(
            String chunking,
            int maxChunkBytes,
            long expectedChunkBytes,
            String fingerprint,
            int hashBytes,
            List<String> stored) {
        this(chunking, maxChunkBytes, expectedChunkBytes, fingerprint, hashBytes, stored, false);
    }

    /**
     * The chunks and digests of a scan.
     *
     * @param chunking as on the command line
     * @return null if compscan has no chunker with these parameters
     */
    static @Nullable TraceScheme ofScan(String chunking, FingerprintAlgorithm digest) {
        try {
            Chunker chunker = ChunkerSpecs.parse(chunking).get(0);
            return new TraceScheme(
                    chunker.name(),
                    chunker.maxChunkBytes(),
                    Math.round(chunker.expectedChunkBytes()),
                    digest.label(),
                    digest.digestBytes());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The same for a list of distinct chunks. */
    TraceScheme listingOnce(List<String> itsStored) {
        return new TraceScheme(chunking, maxChunkBytes, expectedChunkBytes, fingerprint, hashBytes, itsStored, true);
    }

    /** Whether two different chunks may have the same hash by chance. */
    public boolean isShort() {
        return hashBytes < LEAST_CERTAIN_BYTES;
    }

    /** The bytes of a hash that count. A key has no room for the last bytes of the longest hashes. */
    int keptHashBytes() {
        return Math.min(hashBytes, MOST_KEY_BYTES - Integer.BYTES);
    }

    /** The length of a key of the index: the hash, and the length of the chunk in four bytes. */
    int keyBytes() {
        return Math.max(LEAST_KEY_BYTES, keptHashBytes() + Integer.BYTES);
    }

    /** The length of a fingerprint in a set: that of a key of the index if hashes are short, otherwise that of the hash alone. */
    public int fingerprintBytes() {
        return isShort() ? keyBytes() : keptHashBytes();
    }

    /** The scheme of the index; its compressors are {@code none} and the names of the stored sizes. */
    public Scheme scheme() {
        List<String> compressors = new ArrayList<>(List.of("none"));
        compressors.addAll(stored);
        return new Scheme(
                chunking,
                maxChunkBytes,
                expectedChunkBytes,
                fingerprint,
                compressors,
                Collections.nCopies(compressors.size(), CompressSample.OFF),
                0);
    }
}
