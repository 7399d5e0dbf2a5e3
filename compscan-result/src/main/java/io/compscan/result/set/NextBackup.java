package io.compscan.result.set;

import io.compscan.result.Compression;
import io.compscan.result.Grade;
import java.util.List;

/**
 * The chunks that the next backup adds to a repository: those of a scan that its index does not list. Chunks of zeros, and the program's
 * metadata, are not among them.
 *
 * @param format the name of the index's format
 * @param chunkCount how many chunks
 * @param bytes their bytes, before compression
 * @param grade {@link Grade#MEASURED}, or {@link Grade#ASSUMED} if nothing shows that the digests of the repository are plain
 * @param stored for each compressor of the scan what they take
 * @param leavesOut the metadata that the program adds beside them, in words
 */
public record NextBackup(
        String format, long chunkCount, long bytes, Grade grade, List<Stored> stored, String leavesOut) {

    /**
     * The stored bytes by one compressor of the scan, which models that of the program.
     *
     * @param compressor canonical name
     * @param method the method behind the number
     * @param physicalBytes the bytes that remain
     * @param grade never {@link Grade#MEASURED}, but for {@code none}
     */
    public record Stored(String compressor, Compression.Method method, long physicalBytes, Grade grade) {}

    /** Copies the list. */
    public NextBackup {
        stored = List.copyOf(stored);
    }
}
