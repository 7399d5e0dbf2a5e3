package io.compscan.core.fold;

import io.compscan.result.TypeTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts files, bytes and zero bytes by file extension. One thread. */
public final class TypeTally {

    /**
     * A kind of files.
     *
     * @param id its number, in the order of the walk
     * @param extension of the files; one name stands for many beyond the limit
     */
    public record Type(int id, String extension) {}

    /**
     * Numbers the extensions. Only the walk asks it for a number, so that the numbers do not depend on readers; any thread may ask for
     * totals.
     *
     * <p>A tree may hold as many extensions as files. Beyond a limit all further ones share the last number.
     */
    public static final class Registry {
        public static final int MAX_EXTENSIONS = 4096;
        private static final String REST = "(other)";

        private final Map<String, Type> types = new HashMap<>();

        /** The type of units with this extension. */
        public synchronized Type typeOf(String extension) {
            Type type = types.get(extension);
            if (type != null) {
                return type;
            }
            String name = types.size() < MAX_EXTENSIONS - 1 ? extension : REST;
            return types.computeIfAbsent(name, unused -> new Type(types.size(), name));
        }

        /** The counts by extension, in ascending order; without types that have none. */
        public synchronized List<TypeTotals> totals(TypeTally tally) {
            List<TypeTotals> totals = new ArrayList<>();
            types.values().forEach(type -> {
                int id = type.id();
                List<Long> zeroBytes = Arrays.stream(tally.zeroBytes)
                        .map(zeros -> get(zeros, id))
                        .toList();
                long fileCount = get(tally.fileCounts, id);
                long scannedBytes = get(tally.scannedBytes, id);
                // A thread may finish a zero chunk whose bytes and whose file other threads have counted.
                if (fileCount > 0 || scannedBytes > 0 || zeroBytes.stream().anyMatch(bytes -> bytes > 0)) {
                    totals.add(new TypeTotals(type.extension(), fileCount, scannedBytes, zeroBytes));
                }
            });
            totals.sort(Comparator.comparing(TypeTotals::extension));
            return totals;
        }
    }

    private long[] fileCounts = {};
    private long[] scannedBytes = {};
    private final long[][] zeroBytes;

    TypeTally(int schemeCount) {
        zeroBytes = new long[schemeCount][0];
    }

    void addFile(int typeId) {
        fileCounts = add(fileCounts, typeId, 1);
    }

    /** Counts bytes that were read. */
    public void addScanned(int typeId, long bytes) {
        scannedBytes = add(scannedBytes, typeId, bytes);
    }

    /** Counts the bytes of zero chunks under one scheme. */
    public void addZero(int scheme, int typeId, long bytes) {
        zeroBytes[scheme] = add(zeroBytes[scheme], typeId, bytes);
    }

    private static long get(long[] counts, int id) {
        return id < counts.length ? counts[id] : 0;
    }

    private static long[] add(long[] counts, int id, long amount) {
        long[] grown =
                id < counts.length ? counts : Arrays.copyOf(counts, Math.max(16, Math.max(id + 1, 2 * counts.length)));
        grown[id] += amount;
        return grown;
    }
}
