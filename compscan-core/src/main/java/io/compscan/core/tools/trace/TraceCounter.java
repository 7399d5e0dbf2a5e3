package io.compscan.core.tools.trace;

import io.compscan.core.chunk.ChunkList;
import io.compscan.core.fold.ChunkTally;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.IndexWriter;
import io.compscan.core.index.LastWrites;
import io.compscan.core.index.StoredSizes;
import io.compscan.core.scan.read.ErrorLog;
import io.compscan.core.scan.read.WalkCounts;
import io.compscan.core.source.SourceVisitor.Skip;
import io.compscan.result.ReadError;
import io.compscan.result.TypeTotals;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the references that a trace shows, and fills the index. One thread. */
final class TraceCounter implements TraceVisitor {

    private static final VarHandle LENGTH = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final int BATCH_CHUNKS = 4096;
    private static final int MAX_EXTENSIONS = 4096;
    private static final String REST = "(other)";

    private final TraceScheme scheme;
    private final ChunkIndex index;
    private final WalkCounts walk = new WalkCounts();
    private final ErrorLog errors = new ErrorLog();
    private final ChunkTally tally = new ChunkTally();
    private final Map<String, TypeTotals> types = new TreeMap<>();
    private final IndexWriter writer;
    private final ChunkList batch = new ChunkList();
    private final byte[] keys;
    private final long[] references = new long[BATCH_CHUNKS];
    private final StoredSizes sizes;
    /** For each chunk of the batch its size by each way of storing. */
    private final int[] stored;

    /** Counts the metadata; null if the format has none. */
    private final @Nullable TraceCounter metadata;
    /** Where each chunk is listed once: the lengths of the chunks of zeros. They are few. */
    private final Set<Integer> zeroLengths = new HashSet<>();

    private @Nullable LastWrites last;
    private long totalBytes;
    private long unitCount;
    private long unreadBytes;
    private String extension = "";
    private long unitBytes;
    private long unitZeroBytes;

    /**
     * Counts nothing yet.
     *
     * @param index takes the chunks
     * @param metadata counts what describes the data; null if the format has nothing of that kind
     */
    TraceCounter(TraceScheme scheme, ChunkIndex index, @Nullable TraceCounter metadata) {
        this.metadata = metadata;
        this.scheme = scheme;
        this.index = index;
        writer = index.writer(BATCH_CHUNKS);
        keys = new byte[BATCH_CHUNKS * scheme.keyBytes()];
        sizes = new StoredSizes(scheme.stored().size());
        stored = new int[BATCH_CHUNKS * scheme.stored().size()];
    }

    WalkCounts walk() {
        return walk;
    }

    ErrorLog errors() {
        return errors;
    }

    @Override
    public void unit(String itsExtension) {
        endUnit();
        unitCount++;
        boolean isKnown = types.containsKey(itsExtension) || types.size() < MAX_EXTENSIONS - 1;
        extension = isKnown ? itsExtension : REST;
        add(1);
    }

    private void endUnit() {
        if (unitCount > 0) {
            add(0);
        }
        unitBytes = 0;
        unitZeroBytes = 0;
    }

    private void add(long fileCount) {
        TypeTotals more = new TypeTotals(extension, fileCount, unitBytes, List.of(unitZeroBytes));
        types.merge(extension, more, TypeTotals::plus);
    }

    @Override
    public void chunk(byte[] hashes, int offset, int lengthBytes, long count, int[] storedBytes) throws IOException {
        if (batch.size() == BATCH_CHUNKS) {
            flush();
        }
        int i = batch.size();
        int at = i * scheme.keyBytes();
        System.arraycopy(hashes, offset, keys, at, scheme.keptHashBytes());
        LENGTH.set(keys, at + scheme.keptHashBytes(), lengthBytes);
        batch.add(0, lengthBytes);
        references[i] = count;
        System.arraycopy(storedBytes, 0, stored, i * storedBytes.length, storedBytes.length);
        long bytes = count(lengthBytes, count);
        tally.addChunks(count, bytes);
        unitBytes += bytes;
    }

    @Override
    public void zeros(int lengthBytes, long count) throws IOException {
        if (scheme.listsOnce() && !zeroLengths.add(lengthBytes)) {
            return;
        }
        long bytes = count(lengthBytes, count);
        tally.addZeros(count, bytes);
        unitBytes += bytes;
        unitZeroBytes += bytes;
    }

    @Override
    public void metadata(byte[] hashes, int offset, int lengthBytes, int storedBytes) throws IOException {
        if (metadata != null) {
            metadata.chunk(hashes, offset, lengthBytes, 1, new int[] {storedBytes});
        }
    }

    private long count(int lengthBytes, long count) throws TraceFormatException {
        try {
            long bytes = Math.multiplyExact(count, lengthBytes);
            addTotal(bytes);
            return bytes;
        } catch (ArithmeticException e) {
            throw tooLarge();
        }
    }

    /** Adds to what the names of the trace add up to. */
    private void addTotal(long bytes) throws TraceFormatException {
        try {
            totalBytes = Math.addExact(totalBytes, bytes);
        } catch (ArithmeticException e) {
            throw tooLarge();
        }
    }

    private static TraceFormatException tooLarge() {
        return new TraceFormatException("files of more than 2^63 bytes, all together");
    }

    @Override
    public void write(String disk, long place, byte[] hashes, int offset, int lengthBytes, boolean isZero)
            throws IOException {
        if (last == null) {
            last = new LastWrites(scheme.maxChunkBytes(), scheme.hashBytes());
        }
        if (isZero) {
            last.stream(disk).putZeros(place, lengthBytes);
        } else {
            last.stream(disk).put(place, hashes, offset, lengthBytes);
        }
        if (last.isFull()) {
            throw new IOException("the places of the trace have used up their memory; give it more (java -Xmx)");
        }
    }

    /** Ends the trace: the present content of the places is their final content. */
    void end() throws IOException {
        if (last != null) {
            for (LastWrites.Places places : last.streams().values()) {
                places.forEach((page, offset, lengthBytes, isZero) -> {
                    if (isZero) {
                        zeros(lengthBytes, 1);
                    } else {
                        chunk(page, offset, lengthBytes);
                    }
                });
            }
        }
        flush();
        if (metadata != null) {
            metadata.end();
        }
    }

    @Override
    public void error(ReadError error) throws TraceFormatException {
        addTotal(error.knownUnreadBytes());
        errors.add(error);
        unreadBytes += error.knownUnreadBytes();
    }

    @Override
    public void hardLink(long sizeBytes) throws TraceFormatException {
        addTotal(sizeBytes);
        walk.hardLink(sizeBytes);
    }

    @Override
    public void symbolicLink() {
        walk.skipped(Skip.SYMLINK);
    }

    void flush() throws IOException {
        if (batch.size() > 0) {
            writer.add(keys, batch, references, 0, batch.size());
            if (!scheme.stored().isEmpty()) {
                deliver(scheme.stored().size());
            }
            batch.clear();
        }
        if (index.isFull()) {
            throw new IOException("the index has used up its memory; give it more, or a place to go on");
        }
    }

    private void deliver(int ways) {
        sizes.clear(0, batch.size());
        for (int i = 0; i < batch.size() * ways; i++) {
            sizes.set(i / ways, i % ways, stored[i]);
        }
        writer.deliver(sizes, 0);
    }

    /** The sums of a list of distinct chunks: each has one reference, however often it is listed. */
    ReferenceSums sums(long distinctChunks, long distinctBytes) {
        ChunkTally once = new ChunkTally();
        once.addZeros(tally.sums().zeroChunkCount(), tally.zeroBytes());
        once.addChunks(distinctChunks, distinctBytes);
        long bytes = tally.zeroBytes() + distinctBytes;
        TypeTotals all = new TypeTotals("", unitCount, bytes, List.of(tally.zeroBytes()));
        return new ReferenceSums(unitCount, bytes, List.of(all), List.of(once.sums()), List.of());
    }

    ReferenceSums sums() {
        endUnit();
        long logicalBytes = tally.zeroBytes() + tally.nonZeroBytes() + unreadBytes;
        return new ReferenceSums(
                unitCount, logicalBytes, List.copyOf(types.values()), List.of(tally.sums()), List.of());
    }
}
