package io.compscan.core.set.place;

import io.compscan.core.set.SharedChunks;
import io.compscan.core.set.SharedChunks.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What any of the volumes take together on one system, without reading them: what each takes alone, less what they share.
 *
 * <pre>
 *   taken(S) = sum over S of alone(v)  -  sum over groups g of weight(g) * (number of holders of g in S - 1, at least 0)
 * </pre>
 *
 * <p>It is exact for one volume. If it is known what all take together, the weights are such that it is exact for all of them, too. What a
 * pool takes before it holds anything is a group that all volumes hold.
 */
final class Sharing {

    /** The weights follow from what all volumes save together, up to this factor to either side. */
    private static final double MOST_CORRECTION = 2;

    private final long[] aloneBytes;
    /** For each group of shared chunks what one copy of them takes. */
    private final long[] weights;
    /** For each group its holders. */
    private final int[][] holders;
    /** For each volume its groups. */
    private final int[][] groups;

    private Sharing(long[] aloneBytes, long[] weights, int[][] holders) {
        this.aloneBytes = aloneBytes;
        this.weights = weights;
        this.holders = holders;
        List<List<Integer>> byVolume = new ArrayList<>();
        for (int i = 0; i < aloneBytes.length; i++) {
            byVolume.add(new ArrayList<>());
        }
        for (int group = 0; group < holders.length; group++) {
            for (int volume : holders[group]) {
                byVolume.get(volume).add(group);
            }
        }
        groups = byVolume.stream()
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /**
     * The sharing of volumes.
     *
     * @param aloneBytes what each takes alone
     * @param togetherBytes what all take together; empty if that is an estimate, which does not say what volumes share
     * @param emptyBytes what an empty pool takes by its profile
     */
    static Sharing of(List<Long> aloneBytes, OptionalLong togetherBytes, long emptyBytes, SharedChunks chunks) {
        int volumes = aloneBytes.size();
        double[] shared = new double[volumes];
        double saved = 0;
        for (Group group : chunks.groups()) {
            group.holders().forEach(volume -> shared[volume] += group.bytes());
            saved += group.bytes() * (group.holders().size() - 1);
        }
        double factor = 1 / chunks.rate();
        double fixed = Math.min(emptyBytes, Collections.min(aloneBytes));
        if (togetherBytes.isPresent() && saved > 0) {
            double really = aloneBytes.stream().mapToDouble(Long::doubleValue).sum()
                    - togetherBytes.getAsLong()
                    - fixed * (volumes - 1);
            factor = Math.max(factor / MOST_CORRECTION, Math.min(factor * MOST_CORRECTION, really / saved));
        }
        for (int volume = 0; volume < volumes; volume++) {
            // No volume shares more than it takes.
            factor = shared[volume] == 0
                    ? factor
                    : Math.min(factor, Math.max(0, aloneBytes.get(volume) - fixed) / shared[volume]);
        }
        List<Group> groups = new ArrayList<>(chunks.groups());
        long[] weights = new long[groups.size() + 1];
        int[][] holders = new int[weights.length][];
        for (int i = 0; i < groups.size(); i++) {
            weights[i] = Math.round(groups.get(i).bytes() * factor);
            holders[i] =
                    groups.get(i).holders().stream().mapToInt(Integer::intValue).toArray();
        }
        weights[groups.size()] = Math.round(fixed);
        holders[groups.size()] = IntStream.range(0, volumes).toArray();
        return new Sharing(aloneBytes.stream().mapToLong(Long::longValue).toArray(), weights, holders);
    }

    int groupCount() {
        return weights.length;
    }

    long aloneBytes(int volume) {
        return aloneBytes[volume];
    }

    long weight(int group) {
        return weights[group];
    }

    int[] groupsOf(int volume) {
        return groups[volume];
    }

    int[] holdersOf(int group) {
        return holders[group];
    }

    /** The least that a volume adds to whatever it lies with: its part of all that it shares, each holder having the same. */
    double leastBytes(int volume) {
        double bytes = aloneBytes[volume];
        for (int group : groups[volume]) {
            bytes -= weights[group] * (1 - 1.0 / holders[group].length);
        }
        return bytes;
    }

    /** What each subset of the volumes takes; the number of a subset has the bit of each of its volumes. At most 20 volumes. */
    long[] ofAllSubsets() {
        int volumes = aloneBytes.length;
        int all = (1 << volumes) - 1;
        // First the weight of the groups with exactly these holders, then of those with no holder beside them.
        long[] within = new long[1 << volumes];
        long whole = 0;
        for (int group = 0; group < weights.length; group++) {
            int those = Arrays.stream(holders[group]).map(volume -> 1 << volume).sum();
            within[those] += weights[group];
            whole += weights[group];
        }
        for (int bit = 1; bit <= all; bit <<= 1) {
            for (int subset = 0; subset <= all; subset++) {
                if ((subset & bit) != 0) {
                    within[subset] += within[subset ^ bit];
                }
            }
        }
        long[] own = new long[volumes];
        for (int volume = 0; volume < volumes; volume++) {
            own[volume] = aloneBytes[volume]
                    - Arrays.stream(groups[volume])
                            .mapToLong(group -> weights[group])
                            .sum();
        }
        long[] taken = new long[1 << volumes];
        for (int subset = 1; subset <= all; subset++) {
            taken[subset] = whole - within[all ^ subset];
            for (int volume = 0; volume < volumes; volume++) {
                taken[subset] += (subset >> volume & 1) == 0 ? 0 : own[volume];
            }
        }
        return taken;
    }
}
