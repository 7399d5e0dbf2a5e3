package io.compscan.core.fold;

import io.compscan.core.result.TypeTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
                // Of a file that is read in two sessions of a scan, only one counts it.
                if (tally.get(tally.fileCounts, id) > 0 || tally.get(tally.scannedBytes, id) > 0) {
                    totals.add(new TypeTotals(
                            type.extension(),
                            tally.get(tally.fileCounts, id),
                            tally.get(tally.scannedBytes, id),
                            Arrays.stream(tally.zeroBytes)
                                    .map(zeros -> tally.get(zeros, id))
                                    .toList()));
                }
            });
            totals.sort(Comparator.comparing(TypeTotals::extension));
            return totals;
        }
    }

    /** Adds up totals of the same extensions, both sorted by extension, as the sum is. */
    public static List<TypeTotals> sum(List<TypeTotals> a, List<TypeTotals> b) {
        Map<String, TypeTotals> sums = new TreeMap<>();
        for (TypeTotals type : a) {
            sums.put(type.extension(), type);
        }
        for (TypeTotals type : b) {
            sums.merge(type.extension(), type, TypeTotals::plus);
        }
        return List.copyOf(sums.values());
    }

    private long[] fileCounts = {};
    private long[] scannedBytes = {};
    private final long[][] zeroBytes;

    public TypeTally(int layoutCount) {
        zeroBytes = new long[layoutCount][0];
    }

    public void addFile(int typeId) {
        fileCounts = add(fileCounts, typeId, 1);
    }

    public void addScanned(int typeId, long bytes) {
        scannedBytes = add(scannedBytes, typeId, bytes);
    }

    public void addZero(int layout, int typeId, long bytes) {
        zeroBytes[layout] = add(zeroBytes[layout], typeId, bytes);
    }

    public void merge(TypeTally other) {
        fileCounts = sum(fileCounts, other.fileCounts);
        scannedBytes = sum(scannedBytes, other.scannedBytes);
        for (int i = 0; i < zeroBytes.length; i++) {
            zeroBytes[i] = sum(zeroBytes[i], other.zeroBytes[i]);
        }
    }

    private long get(long[] counts, int id) {
        return id < counts.length ? counts[id] : 0;
    }

    private static long[] add(long[] counts, int id, long amount) {
        long[] grown =
                id < counts.length ? counts : Arrays.copyOf(counts, Math.max(16, Math.max(id + 1, 2 * counts.length)));
        grown[id] += amount;
        return grown;
    }

    private static long[] sum(long[] a, long[] b) {
        long[] sum = Arrays.copyOf(a, Math.max(a.length, b.length));
        for (int i = 0; i < b.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }
}
