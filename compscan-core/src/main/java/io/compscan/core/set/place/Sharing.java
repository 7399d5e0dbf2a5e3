package io.compscan.core.set.place;

import io.compscan.core.set.SharedChunks;
import io.compscan.core.set.SharedChunks.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What any of the volumes take together on one system, without reading them: what each takes alone, less what they share.
 *
 * <pre>
 *   taken(S) = sum over S of alone(v)  -  sum over groups g of weight(g) * (number of holders of g in S - 1, at least 0)
 * </pre>
 *
 * <p>It is exact for one volume. If the sets hold all chunks, the weights are such that it is exact for all of them, too, and, of three or more,
 * for half of them. What a pool takes before it holds anything is a group that all volumes hold.
 */
final class Sharing {

    /** The weights follow from what all volumes save together, up to this factor to either side. */
    private static final double MOST_CORRECTION = 2;

    /** Below it, relative to its parts, two equations are one. */
    private static final double LEAST_DETERMINANT = 1e-3;

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
     * What some volumes are known to take together.
     *
     * @param volumes two or more
     */
    record Known(List<Integer> volumes, long bytes) {}

    /**
     * The sharing of volumes.
     *
     * @param aloneBytes what each takes alone
     * @param known what all take together, then what half of them do, if half are two or more. Empty if these are estimates, which do not
     *     say what volumes share
     * @param emptyBytes the bytes of an empty pool by the profile, for volumes that do not show them
     */
    static Sharing of(List<Long> aloneBytes, List<Known> known, long emptyBytes, SharedChunks chunks) {
        int volumes = aloneBytes.size();
        double[] shared = new double[volumes];
        for (Group group : chunks.groups()) {
            group.holders().forEach(volume -> shared[volume] += group.bytes());
        }
        double factor = 1 / chunks.rate();
        double fixed = Math.min(emptyBytes, Collections.min(aloneBytes));
        if (!known.isEmpty()) {
            fixed = fixedBytes(aloneBytes, known, fixed, chunks);
            double saved = saved(known.get(0).volumes(), chunks);
            double really = really(known.get(0), aloneBytes) - fixed * (volumes - 1);
            factor = saved == 0
                    ? factor
                    : Math.max(factor / MOST_CORRECTION, Math.min(factor * MOST_CORRECTION, really / saved));
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

    /**
     * What a pool takes before it holds anything, which all its volumes share: of two equations with two unknowns the second, the first being
     * the factor of the weights.
     *
     * @param said the answer where the two equations are one: there is no half, or the volumes share no chunk
     */
    private static double fixedBytes(List<Long> aloneBytes, List<Known> known, double said, SharedChunks chunks) {
        Known all = known.get(0);
        Known half = known.get(known.size() - 1);
        double ofAll = saved(all.volumes(), chunks);
        double ofHalf = saved(half.volumes(), chunks);
        double others = all.volumes().size() - 1.0;
        double halfOthers = half.volumes().size() - 1.0;
        double determinant = ofAll * halfOthers - ofHalf * others;
        if (Math.abs(determinant) <= LEAST_DETERMINANT * ofAll * others) {
            return said;
        }
        double fixed = (ofAll * really(half, aloneBytes) - ofHalf * really(all, aloneBytes)) / determinant;
        return Math.max(0, Math.min(fixed, Collections.min(aloneBytes)));
    }

    /** What the chunks say that these volumes save together. */
    private static double saved(List<Integer> volumes, SharedChunks chunks) {
        Set<Integer> these = new HashSet<>(volumes);
        double saved = 0;
        for (Group group : chunks.groups()) {
            long holders = group.holders().stream().filter(these::contains).count();
            saved += group.bytes() * Math.max(0, holders - 1);
        }
        return saved;
    }

    /** What they really save. */
    private static double really(Known known, List<Long> aloneBytes) {
        return known.volumes().stream().mapToDouble(aloneBytes::get).sum() - known.bytes();
    }

    int volumeCount() {
        return aloneBytes.length;
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
