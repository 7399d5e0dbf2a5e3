package io.compscan.core.estimate;

import io.compscan.core.estimate.PartState.Levels;
import io.compscan.core.estimate.ReadExtents.ReadExtent;
import io.compscan.map.EntryCursor;
import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An {@link IncidenceTable} in a run.
 *
 * <pre>
 *   chunks    chunk                 -> extents that contain it | length, stored 0, stored 1, ...
 *   extents   number                -> chunks of it that are kept | read bytes, distinct bytes, zero bytes
 *   pairs     number, chunk         -> how often the extent has the chunk
 *   unread    number                -> bytes that could not be read; 1 where nothing could
 * </pre>
 *
 * <p>The top bit of a chunk's key is turned over, so that keys have the order of signed numbers, as in the table.
 */
final class TableRun {

    private static final String PREFIX = "part ";
    private static final int TABLES = 4;
    private static final int NUMBERS_BEFORE_STORED = 1;

    private static final RecordLayout OF_EXTENTS = RecordLayout.of(
            new Field("readBytes", Integer.BYTES),
            new Field("distinctBytes", Integer.BYTES),
            new Field("zeroBytes", Integer.BYTES));
    private static final RecordLayout NOTHING = RecordLayout.of();
    private static final int[] NO_FIELDS = {};

    private TableRun() {}

    /** Whether a table is one of these. */
    static boolean isPart(TableSpec spec) {
        return spec.name().startsWith(PREFIX);
    }

    private static List<TableSpec> specs(int scheme, int compressorCount) {
        List<Field> ofChunks = new ArrayList<>();
        ofChunks.add(new Field("length", Integer.BYTES));
        for (int c = 0; c < compressorCount; c++) {
            ofChunks.add(new Field("stored" + c, Integer.BYTES));
        }
        return List.of(
                TableSpec.of(PREFIX + scheme + " chunks", Long.BYTES, new RecordLayout(ofChunks)),
                TableSpec.of(PREFIX + scheme + " extents", Long.BYTES, OF_EXTENTS),
                TableSpec.of(PREFIX + scheme + " pairs", 2 * Long.BYTES, NOTHING),
                TableSpec.of(PREFIX + scheme + " unread", Long.BYTES, NOTHING));
    }

    /**
     * Writes a table.
     *
     * @param share of the last complete pass; what could not be read after it is tried again, so it is not written
     */
    static void write(RunWriter run, int scheme, IncidenceTable table, double share) throws IOException {
        KeptChunks kept = table.kept();
        ReadExtents extents = table.extents();
        extents.sort();
        List<TableSpec> specs = specs(scheme, kept.compressorCount());
        Key key = new Key();
        run.beginTable(specs.get(0));
        writeChunks(run, kept, key);
        run.endTable();
        run.beginTable(specs.get(1));
        int[] fields = new int[OF_EXTENTS.fieldCount()];
        for (ReadExtent extent : extents) {
            fields[0] = Math.toIntExact(extent.readBytes);
            fields[1] = Math.toIntExact(extent.distinctBytes);
            fields[2] = Math.toIntExact(extent.zeroBytes);
            run.append(key.of(extent.number), 0, extent.places.length, fields);
        }
        run.endTable();
        run.beginTable(specs.get(2));
        for (ReadExtent extent : extents) {
            for (int i = 0; i < extent.places.length; i++) {
                run.append(key.of(extent.number, kept.key(extent.places[i])), 0, extent.repeats(i), NO_FIELDS);
            }
        }
        run.endTable();
        run.beginTable(specs.get(3));
        writeUnread(run, table, share, key);
        run.endTable();
    }

    /** Extents that lack bytes are written in any case: {@link #read} tries them again, too, and leaves their chunks out. */
    private static void writeUnread(RunWriter run, IncidenceTable table, double share, Key key) throws IOException {
        SortedMap<Long, Long> all = new TreeMap<>(table.lost());
        for (long number : table.unread()) {
            if (table.isHeld(share, number)) {
                all.put(number, 1L);
            }
        }
        for (Map.Entry<Long, Long> extent : all.entrySet()) {
            run.append(key.of(extent.getKey()), 0, extent.getValue(), NO_FIELDS);
        }
    }

    /** Writes numbers as keys, into one array. */
    private static final class Key {
        private final byte[] bytes = new byte[2 * Long.BYTES];
        private final ByteBuffer numbers = ByteBuffer.wrap(bytes);

        byte[] of(long number) {
            numbers.putLong(0, number);
            return bytes;
        }

        byte[] of(long extent, long chunk) {
            numbers.putLong(0, extent).putLong(Long.BYTES, chunk ^ Long.MIN_VALUE);
            return bytes;
        }
    }

    private static void writeChunks(RunWriter run, KeptChunks kept, Key key) throws IOException {
        long[] keys = new long[kept.count()];
        for (int place = 0; place < keys.length; place++) {
            keys[place] = kept.key(place);
        }
        Arrays.sort(keys);
        int[] fields = new int[NUMBERS_BEFORE_STORED + kept.compressorCount()];
        for (long chunk : keys) {
            int place = kept.find(chunk);
            fields[0] = kept.length(place);
            for (int c = 0; c < kept.compressorCount(); c++) {
                fields[NUMBERS_BEFORE_STORED + c] = kept.stored(place, c);
            }
            run.append(key.of(chunk ^ Long.MIN_VALUE), 0, kept.extents(place), fields);
        }
    }

    /**
     * Fills an empty table with the extents that a sample of this share holds.
     *
     * @param completeShare of the last complete pass; extents beyond it that lack bytes are left out
     * @throws IllegalArgumentException if the tables contradict each other
     */
    static void read(RunFile run, int scheme, Levels levels, IncidenceTable table, double share, double completeShare)
            throws IOException {
        KeptChunks kept = table.kept();
        int first = TABLES * scheme;
        if (run.tables().size() < first + TABLES
                || !run.tables().subList(first, first + TABLES).stream()
                        .map(summary -> summary.spec())
                        .toList()
                        .equals(specs(scheme, kept.compressorCount()))) {
            throw new IllegalArgumentException("its tables are of other chunkings or compressors");
        }
        table.riseTo(levels.kept(), levels.sized());
        Map<Long, Long> unread = readUnread(run, first + 3);
        long references = readChunks(run, first, table);
        boolean isWhole = true;
        long pairs = 0;
        try (EntryCursor extents = run.cursor(first + 1);
                EntryCursor all = run.cursor(first + 2)) {
            while (extents.next()) {
                long number = ByteBuffer.wrap(extents.key()).getLong();
                Long lostBytes = unread.remove(number);
                boolean isHeld = table.isHeld(lostBytes == null ? share : Math.min(share, completeShare), number);
                isWhole &= isHeld;
                require(extents.references() <= kept.count(), "an extent has more chunks than there are");
                int[] places = new int[(int) extents.references()];
                int[] repeats = new int[places.length];
                readPairs(all, number, kept, places, repeats);
                pairs += places.length;
                if (isHeld) {
                    table.restore(
                            new ReadExtent(
                                    number, extents.field(0), extents.field(1), extents.field(2), places, repeats),
                            lostBytes == null ? 0 : lostBytes);
                }
            }
            require(!all.next() && pairs == references, "there are chunks without an extent");
        }
        unread.keySet().forEach(table::addUnread);
        table.endRestoring(isWhole);
    }

    private static Map<Long, Long> readUnread(RunFile run, int number) throws IOException {
        Map<Long, Long> bytes = new HashMap<>();
        try (EntryCursor extents = run.cursor(number)) {
            while (extents.next()) {
                bytes.put(ByteBuffer.wrap(extents.key()).getLong(), extents.references());
            }
        }
        return bytes;
    }

    /** The chunks, in no extent yet; returns in how many extents each of them is, summed up. */
    private static long readChunks(RunFile run, int number, IncidenceTable table) throws IOException {
        KeptChunks kept = table.kept();
        long references = 0;
        int[] stored = new int[kept.compressorCount()];
        try (EntryCursor chunks = run.cursor(number)) {
            while (chunks.next()) {
                int length = chunks.field(0);
                for (int c = 0; c < stored.length; c++) {
                    stored[c] = chunks.field(NUMBERS_BEFORE_STORED + c);
                    require(stored[c] <= length, "a chunk is stored in more bytes than it has");
                }
                require(length > 0 && chunks.references() > 0, "a chunk has no bytes or no extent");
                table.restore(ByteBuffer.wrap(chunks.key()).getLong() ^ Long.MIN_VALUE, length, stored);
                references = Math.addExact(references, chunks.references());
            }
        }
        return references;
    }

    private static void readPairs(EntryCursor pairs, long extent, KeptChunks kept, int[] places, int[] repeats) {
        for (int i = 0; i < places.length; i++) {
            require(pairs.next(), "an extent has fewer chunks than it says");
            ByteBuffer key = ByteBuffer.wrap(pairs.key());
            int place = kept.find(key.getLong(Long.BYTES) ^ Long.MIN_VALUE);
            require(key.getLong(0) == extent && place >= 0, "an extent has a chunk that there is not");
            places[i] = place;
            require(pairs.references() > 0, "an extent has a chunk less than once");
            repeats[i] = (int) Math.min(Integer.MAX_VALUE, pairs.references());
        }
    }

    private static void require(boolean isSo, String otherwise) {
        if (!isSo) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
