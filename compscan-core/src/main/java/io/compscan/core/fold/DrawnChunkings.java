package io.compscan.core.fold;

import io.compscan.core.profile.Profile;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.Totals;
import java.util.ArrayList;
import java.util.List;

/**
 * The interval that a system leaves open which draws at random where its chunks end.
 *
 * <p>A repository draws once. Its chunks find other duplicates than those of another repository, where data is alike without being the same.
 * The chunkings of a profile are some such draws. What another draw finds lies around their mean (Student's t, for one more draw):
 *
 * <pre>
 *   u      = unique bytes of each draw, as shares of those of the profile's own chunking;  n draws
 *   more   = (mean(u) - 1) * bytes of the chunks
 *   open   = t(n - 1) * sd(u) * sqrt(1 + 1/n) * bytes of the chunks
 *   model  = 0.0096 * allocated bytes
 * </pre>
 *
 * The model errs, too: an interval of draws that hardly differ would otherwise be narrower than what it is drawn around is sure. Independent
 * errors are added by their squares, the interval of a sample likewise.
 */
final class DrawnChunkings {

    /** The quantile of 97.5 % of Student's t, by the degrees of freedom. */
    private static final double[] QUANTILES = {0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365};

    /**
     * How far a prediction without draws may be off, with a certainty of 95 %: 2.12 (Student's t) times 0.45 %. The latter is the root mean
     * square of 16 deviations: those of restic and Borg where draws agree, in the half {@code fit} of {@code docs/internals/accuracy.md}.
     */
    private static final double MODEL_ERROR = 0.0096;

    private DrawnChunkings() {}

    /**
     * The results with the intervals of what is drawn.
     *
     * @param profiles the target systems, in the order of the results
     * @param layouts those of all chunkings
     */
    static List<ProfileResult> spread(
            List<Profile> profiles, List<Layout> layouts, List<ProfileResult> results, Totals totals) {
        List<ProfileResult> spread = new ArrayList<>();
        for (ProfileResult result : results) {
            List<Double> shares = profiles.stream()
                    .filter(profile -> profile.name().equals(result.profile()))
                    .findFirst()
                    .map(profile -> shares(profile, layouts))
                    .orElse(List.of());
            spread.add(shares.size() < 2 ? result : spread(result, shares, totals.scannedBytes()));
        }
        return spread;
    }

    /** The unique bytes of each draw, the first of which is the profile's own, as shares of those of the first. */
    private static List<Double> shares(Profile profile, List<Layout> layouts) {
        double own = uniqueBytes(profile.chunker().name(), layouts);
        if (!(own > 0)) {
            return List.of();
        }
        List<Double> shares = new ArrayList<>(List.of(1.0));
        for (int i = 0; i < profile.variants().size(); i++) {
            double drawn = uniqueBytes(profile.variants().get(i).name(), layouts);
            if (drawn > 0) {
                shares.add(drawn / own);
            }
        }
        return shares;
    }

    private static double uniqueBytes(String chunking, List<Layout> layouts) {
        return layouts.stream()
                .filter(layout -> layout.chunking().equals(chunking))
                .mapToDouble(Layout::uniqueBytes)
                .findFirst()
                .orElse(0);
    }

    private static ProfileResult spread(ProfileResult result, List<Double> shares, long scannedBytes) {
        int count = shares.size();
        double mean = shares.stream().mapToDouble(share -> share).sum() / count;
        double squares = shares.stream()
                .mapToDouble(share -> (share - mean) * (share - mean))
                .sum();
        long chunkBytes = result.physicalBytes() + result.roundingBytes();
        double open = QUANTILES[count - 1] * Math.sqrt(squares / (count - 1) * (1 + 1.0 / count)) * chunkBytes;
        long more = Math.round((mean - 1) * chunkBytes);
        long bytes = result.allocatedBytes() + more;
        double unsure = open > 0 ? Math.hypot(open, MODEL_ERROR * bytes) : 0;
        long below = Math.round(Math.hypot(unsure, (double) (result.allocatedBytes() - result.allocatedBytesLow())));
        long above = Math.round(Math.hypot(unsure, (double) (result.allocatedBytesHigh() - result.allocatedBytes())));
        return result.withAllocated(more, Math.max(0, bytes - below), bytes + above, scannedBytes);
    }
}
