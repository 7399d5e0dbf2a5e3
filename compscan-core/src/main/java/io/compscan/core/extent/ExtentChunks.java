package io.compscan.core.extent;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.RawExtents;
import io.compscan.core.chunk.ZeroBytes;
import io.compscan.core.fingerprint.LongFiles;
import io.compscan.core.fingerprint.WholeFiles;
import java.util.Arrays;
import java.util.BitSet;

/** The chunks of one extent under one scheme: zeros apart, each distinct chunk once, in the order of the keys. Reused; one thread. */
final class ExtentChunks {

    private static final int NONE = -1;
    private static final int PLACE_LONGS = 3;

    private final ChunkKeys hash;
    private final Chunker chunker;
    private final ChunkList nonZero = new ChunkList();
    /** For each chunk, the size of its file, the file's mark, and where it begins in the file. */
    private long[] places = {};
    /** Chunks around the extent, which tell the lengths of a file system's extents. */
    private final BitSet around = new BitSet();
    /** The first chunk of each extent of a file system, and their count. */
    private final ChunkList stored = new ChunkList();

    private int firstOfPiece;

    private long[] found = {};
    private long[] keys = {};
    /** The number of a chunk in {@link #nonZero}, for each distinct chunk in the order of the keys. */
    private int[] numbers = {};

    private int distinctCount;
    private long distinctBytes;
    private long zeroBytes;
    private long readBytes;

    /** @param chunker the chunker that has cut the chunks; it says what besides their bytes tells them apart */
    ExtentChunks(ChunkKeys hash, Chunker chunker) {
        this.hash = hash;
        this.chunker = chunker;
    }

    /** Begins an extent. */
    void clear() {
        nonZero.clear();
        around.clear();
        stored.clear();
        zeroBytes = 0;
        readBytes = 0;
    }

    /**
     * Adds a chunk of the extent.
     *
     * @param fileBytes the size of its file
     * @param fileMark stands for that file if its chunks are in copies of it alone; else 0
     * @param position where it begins in the file
     */
    void add(byte[] data, int offset, int length, long fileBytes, long fileMark, long position) {
        readBytes += length;
        if (ZeroBytes.isZero(data, offset, length)) {
            zeroBytes += length;
        } else {
            int number = nonZero.size();
            int at = PLACE_LONGS * number;
            if (places.length < at + PLACE_LONGS) {
                places = Arrays.copyOf(places, 2 * at + PLACE_LONGS);
            }
            places[at] = fileBytes;
            places[at + 1] = fileMark;
            places[at + 2] = position;
            nonZero.add(offset, length);
        }
    }

    /** Adds the chunks of a hole, which nobody has to read. */
    void addZeros(long bytes) {
        readBytes += bytes;
        zeroBytes += bytes;
    }

    /** Adds a chunk before or behind the extent, in the order of the unit. */
    void addAround(byte[] data, int offset, int length) {
        if (!ZeroBytes.isZero(data, offset, length)) {
            around.set(nonZero.size());
            nonZero.add(offset, length);
        }
    }

    /** Begins the chunks of another piece of a unit. */
    void beginPiece() {
        firstOfPiece = nonZero.size();
    }

    /**
     * Ends the chunks of a piece.
     *
     * @param toUnit the difference between a chunk's place in the unit and in the data
     * @param isSparse whether the chunks begin behind holes
     * @param shrinking tells which chunks a file system stores raw
     */
    void endPiece(byte[] data, long toUnit, boolean isSparse, RawExtents.Shrinking shrinking) {
        RawExtents extents = chunker.fileRules().rawExtents();
        if (extents != null) {
            extents.forEach(
                    data,
                    nonZero,
                    firstOfPiece,
                    nonZero.size(),
                    toUnit,
                    isSparse,
                    shrinking,
                    (first, end) -> stored.add(first, end - first));
        }
    }

    /** Takes the keys of the chunks and drops those that occur again. */
    void end(byte[] data) {
        int count = nonZero.size();
        if (keys.length < count) {
            found = new long[count];
            keys = new long[count];
            numbers = new int[count];
        }
        hash.keys(data, nonZero, found);
        for (int i = 0; i < stored.size(); i++) {
            LongFiles.markExtent(found, stored.offset(i), stored.offset(i) + stored.length(i));
        }
        int inside = 0;
        for (int i = around.nextClearBit(0); i < count; i = around.nextClearBit(i + 1)) {
            found[i] = marked(found[i], i);
            keys[inside++] = found[i];
        }
        Arrays.sort(keys, 0, inside);
        distinctCount = 0;
        for (int i = 0; i < inside; i++) {
            if (i == 0 || keys[i] != keys[i - 1]) {
                keys[distinctCount++] = keys[i];
            }
        }
        Arrays.fill(numbers, 0, distinctCount, NONE);
        distinctBytes = 0;
        for (int i = around.nextClearBit(0); i < count; i = around.nextClearBit(i + 1)) {
            int place = Arrays.binarySearch(keys, 0, distinctCount, found[i]);
            if (numbers[place] == NONE) {
                numbers[place] = i;
                distinctBytes += nonZero.length(i);
            }
        }
    }

    /** The key, changed by the properties of its file that tell the chunk from others. */
    private long marked(long key, int number) {
        int at = PLACE_LONGS * number;
        long fileMark = places[at + 1];
        long ofFile = fileMark == 0 ? key : LongFiles.marked(key, fileMark, places[at + 2]);
        int length = nonZero.length(number);
        return chunker.fileRules().areShortFilesApart()
                ? WholeFiles.marked(ofFile, length == places[at] && length < chunker.maxChunkBytes())
                : ofFile;
    }

    int distinctCount() {
        return distinctCount;
    }

    long key(int i) {
        return keys[i];
    }

    int offset(int i) {
        return nonZero.offset(numbers[i]);
    }

    int length(int i) {
        return nonZero.length(numbers[i]);
    }

    long distinctBytes() {
        return distinctBytes;
    }

    long zeroBytes() {
        return zeroBytes;
    }

    long readBytes() {
        return readBytes;
    }
}
