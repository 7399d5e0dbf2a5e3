package io.compscan.core.tools.duplicate;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fold.Scheme;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.IndexFactory;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanIndexes;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import java.io.IOException;

/** Counts keys of {@value FileKey#BYTES} bytes, in memory or on disk. One thread. */
final class KeyCounts implements AutoCloseable {

    private static final int BATCH = 512;

    private final ScanIndexes indexes;
    private final ChunkIndex index;
    private final IndexWriter writer;
    private final byte[] waiting = new byte[BATCH * FileKey.BYTES];
    private final ChunkList waitingLengths = new ChunkList();
    private final int lengthBytes;

    /** Sees a key that came at least twice. */
    @FunctionalInterface
    interface Visitor {
        void visit(byte[] key, long count);
    }

    /**
     * No key yet.
     *
     * @param memory for the index
     * @param scheme any; keys stand in the index for its full chunks
     */
    KeyCounts(IndexMemory memory, Scheme scheme) throws ScanException {
        lengthBytes = scheme.maxChunkBytes();
        indexes = new ScanIndexes(memory, IndexFactory.EXACT, null);
        indexes.prepareNamedSpill();
        index = indexes.open(scheme, FileKey.BYTES);
        writer = index.writer(BATCH);
    }

    void add(byte[] key) {
        System.arraycopy(key, 0, waiting, waitingLengths.size() * FileKey.BYTES, FileKey.BYTES);
        waitingLengths.add(0, lengthBytes);
        if (waitingLengths.size() == BATCH) {
            settle();
        }
    }

    private void settle() {
        if (waitingLengths.size() == 0) {
            return;
        }
        writer.add(waiting, waitingLengths, 0, waitingLengths.size());
        waitingLengths.clear();
    }

    /**
     * Shows the keys that came at least twice, after the last one.
     *
     * @throws IOException if the index had no place left
     */
    void forEachRepeated(Visitor visitor) throws IOException {
        settle();
        if (index.isFull()) {
            throw new IOException("the index of files has used up its memory; give it more, or a place on disk");
        }
        index.forEach((key, count, length, stored) -> {
            if (count > 1) {
                visitor.visit(key, count);
            }
        });
    }

    @Override
    public void close() {
        index.close();
        indexes.close();
    }
}
