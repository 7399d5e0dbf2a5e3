package io.compscan.core.fold;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.profile.Profile;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ProfileResult.Estimated;
import io.compscan.core.result.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The interval for a system that draws at random where its chunks end.
 *
 * <p>A repository draws once. Its chunks find other duplicates than the chunks of another repository, where data is alike without being the
 * same. The chunkings of a profile are some such draws. The outcome of another draw lies around their mean (Student's t, for one more
 * draw):
 *
 * <pre>
 *   u      = the weight of each draw's distinct chunks over the weight of those of the profile's own chunking;  n draws
 *   more   = (mean(u) - 1) * bytes of the chunks
 *   open   = t(n - 1) * sd(u) * sqrt(1 + 1/n) * bytes of the chunks
 *   model  = 0.0096 * allocated bytes
 * </pre>
 *
 * No scan compresses the chunks of all draws. Their bytes weigh what such bytes take in the profile's own chunking. A zero takes what the
 * profile says, and the other bytes share the rest. By unique bytes, a chunk of a disk image that holds zeros but for a few sectors would
 * weigh as much as a full one.
 *
 * <p>The model errs, too. Without its error, draws that hardly differ would give an interval narrower than the error of its centre.
 * Independent errors add up by their squares, and so does the interval of a sample. Where all draws cut the same chunks, nothing was drawn,
 * and there is no interval.
 */
final class DrawnChunkings {

    /** The quantile of 97.5 % of Student's t, by the degrees of freedom. */
    private static final double[] QUANTILES = {0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365};

    /**
     * How far a prediction without draws may be off, with a certainty of 95 %: 2.12 (Student's t) times 0.45 %. The latter is the root mean
     * square of 16 deviations of restic and Borg where draws agree. They are in the half {@code fit} of {@code docs/internals/accuracy.md}.
     */
    private static final double MODEL_ERROR = 0.0096;

    private DrawnChunkings() {}

    /**
     * The results, with intervals for the draws.
     *
     * @param profiles the target systems, in the order of the results
     * @param layouts the layouts of all chunkings
     */
    static List<ProfileResult> spread(
            List<Profile> profiles, List<Layout> layouts, List<ProfileResult> results, Totals totals) {
        List<ProfileResult> spread = new ArrayList<>();
        for (ProfileResult result : results) {
            Profile profile = profiles.stream()
                    .filter(target -> target.name().equals(result.profile()))
                    .findFirst()
                    .orElseThrow();
            List<Layout> draws = draws(profile, layouts);
            spread.add(
                    areDifferent(draws)
                            ? spread(result, shares(profile, draws, result.physicalBytes()), totals.scannedBytes())
                            : result);
        }
        return spread;
    }

    /** The layouts of the draws that found chunks, the profile's own first; none if that found none. */
    private static List<Layout> draws(Profile profile, List<Layout> layouts) {
        return Stream.concat(
                        Stream.of(profile.chunker().name()),
                        profile.variants().stream().map(Chunker::name))
                .flatMap(name -> layouts.stream()
                        .filter(layout -> layout.chunking().equals(name))
                        .limit(1))
                .filter(layout -> layout.uniqueBytes() > 0)
                .toList();
    }

    /**
     * Whether the draws cut the data at different places. Equal numbers and lengths of chunks, both found by chance, are all but
     * impossible.
     */
    private static boolean areDifferent(List<Layout> draws) {
        return draws.stream()
                        .map(draw -> List.of(draw.chunkCount(), draw.uniqueBytes(), draw.chunkSizes()))
                        .distinct()
                        .count()
                > 1;
    }

    /** The weight of each draw, as a share of the first. Sets of fingerprints may have been saved without non-zero bytes. */
    private static List<Double> shares(Profile profile, List<Layout> draws, long physicalBytes) {
        List<Long> known = draws.stream()
                .flatMap(draw -> draw.compression().stream())
                .filter(compression -> Compression.isWeight(compression.compressor()))
                .map(Compression::physicalBytes)
                .toList();
        List<Long> unique = draws.stream().map(Layout::uniqueBytes).toList();
        List<Long> nonZero = known.size() == draws.size() ? known : unique;
        double perZero = profile.metadata().bytesPerZeroByte().doubleValue();
        double ownZeros = perZero * (unique.get(0) - nonZero.get(0));
        double perOther = Math.max(0, physicalBytes - ownZeros) / nonZero.get(0);
        List<Double> weights = new ArrayList<>();
        for (int i = 0; i < draws.size(); i++) {
            weights.add(perOther * nonZero.get(i) + perZero * (unique.get(i) - nonZero.get(i)));
        }
        return weights.stream().map(weight -> weight / weights.get(0)).toList();
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
        Estimated allocated = new Estimated(
                        bytes, result.allocatedBytesLow() + more, result.allocatedBytesHigh() + more)
                .unsureBy(Math.hypot(open, MODEL_ERROR * bytes));
        return result.withAllocated(more, allocated.lowBytes(), allocated.highBytes(), scannedBytes);
    }
}
