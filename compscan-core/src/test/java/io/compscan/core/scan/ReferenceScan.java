package io.compscan.core.scan;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.result.Layout;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The definitions of DESIGN, written down as plainly as possible, to compare scans with. */
final class ReferenceScan {

    @SuppressWarnings("ArrayRecordComponent")
    record Chunk(int length, long[] references) {}

    final Map<String, Chunk> chunks = new HashMap<>();
    long chunkCount;
    long zeroChunkCount;
    long zeroBytes;
    long scannedBytes;

    static ReferenceScan of(int chunkBytes, List<byte[]> units) {
        ReferenceScan scan = new ReferenceScan();
        units.forEach(unit -> scan.add(unit, 0, unit.length, chunkBytes));
        return scan;
    }

    /** A region: chunks end at multiples of the chunk size and at its ends. */
    void add(byte[] unit, int from, int to, int chunkBytes) {
        for (int start = from; start < to; ) {
            int end = Math.min(to, (start / chunkBytes + 1) * chunkBytes);
            addChunk(unit, start, end);
            start = end;
        }
    }

    /** A region that the chunker cuts as one. */
    void add(byte[] unit, int from, int to, Chunker chunker) {
        ChunkList chunks = new ChunkList();
        chunker.cutter().cutRegion(unit, from, to, from, chunks);
        for (int i = 0; i < chunks.size(); i++) {
            addChunk(unit, chunks.offset(i), chunks.offset(i) + chunks.length(i));
        }
    }

    private void addChunk(byte[] unit, int start, int end) {
        chunkCount++;
        scannedBytes += end - start;
        boolean zero = true;
        for (int i = start; i < end; i++) {
            zero &= unit[i] == 0;
        }
        if (zero) {
            zeroChunkCount++;
            zeroBytes += end - start;
            return;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(unit, start, end - start);
            chunks.computeIfAbsent(
                            HexFormat.of().formatHex(digest.digest()), key -> new Chunk(end - start, new long[1]))
                    .references[0]++;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Chunks, duplicates and the whole histogram in one comparable text. */
    String summary() {
        TreeMap<Long, long[]> rows = new TreeMap<>();
        long uniqueBytes = 0;
        for (Chunk chunk : chunks.values()) {
            uniqueBytes += chunk.length;
            long[] row = rows.computeIfAbsent(chunk.references[0], key -> new long[2]);
            row[0]++;
            row[1] += chunk.length;
        }
        List<String> histogram = new ArrayList<>();
        rows.forEach((references, row) -> histogram.add(references + ":" + row[0] + ":" + row[1]));
        return text(chunkCount, zeroChunkCount, zeroBytes, scannedBytes - zeroBytes, chunks.size(), uniqueBytes)
                + histogram;
    }

    static String summary(Layout layout) {
        return text(
                        layout.chunkCount(),
                        layout.zeroChunkCount(),
                        layout.zeroBytes(),
                        layout.nonZeroBytes(),
                        layout.uniqueChunkCount(),
                        layout.uniqueBytes())
                + layout.refcounts().stream()
                        .map(row -> row.references() + ":" + row.chunks() + ":" + row.bytes())
                        .toList();
    }

    private static String text(
            long chunkCount, long zeroChunkCount, long zeroBytes, long nonZeroBytes, long unique, long uniqueBytes) {
        return "chunks=" + chunkCount + " zeroChunks=" + zeroChunkCount + " zero=" + zeroBytes + " nonZero="
                + nonZeroBytes + " unique=" + unique + " uniqueBytes=" + uniqueBytes + " ";
    }
}
