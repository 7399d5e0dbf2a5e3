package io.compscan.core.fold;

import io.compscan.core.result.TypeTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Files, bytes and zero bytes by file extension, tallied by one thread and merged at the end. */
public final class TypeTally {

    /**
     * What files are tallied under.
     *
     * @param id in the order of the walk
     * @param extension that of the files, or a name for many
     */
    public record Type(int id, String extension) {}

    /**
     * Numbers the extensions; asked by the walk only, so that the numbering does not depend on readers.
     *
     * <p>Any thread may ask for totals meanwhile. A tree may hold as many extensions as files. Beyond a limit all further ones share the last number.
     */
    public static final class Registry {
        public static final int MAX_EXTENSIONS = 4096;
        private static final String REST = "(other)";

        private final Map<String, Type> types = new HashMap<>();

        /** What a unit of this extension is tallied under. */
        public synchronized Type typeOf(String extension) {
            Type type = types.get(extension);
            if (type != null) {
                return type;
            }
            String name = types.size() < MAX_EXTENSIONS - 1 ? extension : REST;
            return types.computeIfAbsent(name, unused -> new Type(types.size(), name));
        }

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

    public void addScanned(int typeId, long bytes) {
        scannedBytes = add(scannedBytes, typeId, bytes);
    }

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
