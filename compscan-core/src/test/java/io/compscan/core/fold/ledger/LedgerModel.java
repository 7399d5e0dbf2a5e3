package io.compscan.core.fold.ledger;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The definition of attributed, reclaimable and shared bytes, written down as plainly as possible, to compare ledgers with. */
public final class LedgerModel {

    /** What is known of a distinct chunk: what it is stored in, and who refers to it how often. */
    private record Chunk(double storedBytes, Map<String, Long> referencesOfUnit) {
        long references() {
            return referencesOfUnit.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private final Map<Object, Chunk> chunks = new HashMap<>();
    private final Map<Object, Set<String>> groupsOfUnit;

    /** @param groupsOfUnit for the name of each unit the groups that it is in */
    public LedgerModel(Map<Object, Set<String>> groupsOfUnit) {
        this.groupsOfUnit = groupsOfUnit;
    }

    /** A reference to the chunk. */
    public void add(Object chunk, double storedBytes, String unit) {
        chunks.computeIfAbsent(chunk, key -> new Chunk(storedBytes, new HashMap<>()))
                .referencesOfUnit()
                .merge(unit, 1L, Long::sum);
    }

    /** What each group is charged with. */
    public Map<String, Double> attributed() {
        Map<String, Double> sums = new TreeMap<>();
        for (Chunk chunk : chunks.values()) {
            long all = chunk.references();
            chunk.referencesOfUnit()
                    .forEach((unit, references) -> groups(unit)
                            .forEach(group -> sums.merge(group, chunk.storedBytes() * references / all, Double::sum)));
        }
        return sums;
    }

    /** What would be freed if each group went. */
    public Map<String, Double> reclaimable() {
        Map<String, Double> sums = new TreeMap<>();
        for (Chunk chunk : chunks.values()) {
            Set<String> holders = null;
            for (String unit : chunk.referencesOfUnit().keySet()) {
                if (holders == null) {
                    holders = new HashSet<>(groups(unit));
                } else {
                    holders.retainAll(groups(unit));
                }
            }
            if (holders != null) {
                holders.forEach(group -> sums.merge(group, chunk.storedBytes(), Double::sum));
            }
        }
        return sums;
    }

    /** What is stored of the chunks that both groups hold. */
    public double shared(String one, String other) {
        double sum = 0;
        for (Chunk chunk : chunks.values()) {
            Set<String> touched = new HashSet<>();
            chunk.referencesOfUnit().keySet().forEach(unit -> touched.addAll(groups(unit)));
            if (touched.containsAll(List.of(one, other))) {
                sum += chunk.storedBytes();
            }
        }
        return sum;
    }

    /** What all chunks are stored in. */
    public double storedBytes() {
        return chunks.values().stream().mapToDouble(Chunk::storedBytes).sum();
    }

    private Set<String> groups(String unit) {
        return groupsOfUnit.getOrDefault(unit, Set.of());
    }

    /** The path and all paths that it lies in, down to {@code depth} below the first {@code rootParts}. */
    public static Set<String> ancestors(String path, String root, int depth) {
        Set<String> all = new HashSet<>();
        all.add(root);
        String[] parts = path.equals(root)
                ? new String[0]
                : path.substring(root.length() + 1).split("/");
        StringBuilder at = new StringBuilder(root);
        for (int i = 0; i < Math.min(depth, parts.length); i++) {
            all.add(at.append('/').append(parts[i]).toString());
        }
        return all;
    }
}
