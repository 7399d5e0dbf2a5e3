package io.compscan.core.fold;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.compress.WeightCodec;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.core.statistics.WeightSlope;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ProfileResult.Estimated;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
 * weigh as much as a full one. Bytes of compressed data weigh more than those of text, by the {@link WeightSlope} of the profile's own chunks:
 *
 * <pre>
 *   weight of other bytes  ~  b (1 + slope (e/b - e0/b0))      b, e: a draw's bytes, and these weighed by entropy;  b0, e0: the own ones
 * </pre>
 *
 * <p>Without compression all bytes weigh the same.
 *
 * <p>The model errs, too. Without its error, draws that hardly differ would give an interval narrower than the error of its centre.
 * Independent errors add up by their squares, and so does the interval of a sample. Where all draws cut the same chunks, nothing was drawn,
 * and there is no interval.
 */
final class DrawnChunkings {

    /** The quantile of 97.5 % of Student's t, by the degrees of freedom. */
    private static final double[] QUANTILES = {0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365};

    /**
     * How far a prediction without draws may be off, at most but for one in twenty: 2.12 (Student's t) times 0.45 %. The latter is the root mean
     * square of 16 deviations of restic and Borg where draws agree. They are in the half {@code fit} of {@code docs/internals/accuracy.md}.
     */
    private static final double MODEL_ERROR = 0.0096;

    /**
     * Where an entry has the weights of its chunk.
     *
     * @param nonZero the position among its sizes of the number of bytes that are not zero
     * @param entropy likewise, of these weighed by their entropy
     * @param perZero what another byte takes
     */
    record Weights(int nonZero, int entropy, double perZero) implements Serializable {

        /** Null if chunks are not weighed for this system. */
        static @Nullable Weights of(Profile target, List<String> compressors) {
            int nonZero = compressors.indexOf(WeightCodec.NON_ZERO);
            int entropy = compressors.indexOf(WeightCodec.ENTROPY);
            return target.variants().isEmpty() || nonZero < 0 || entropy < 0
                    ? null
                    : new Weights(
                            nonZero,
                            entropy,
                            target.metadata().rate(Costs.Rate.ZERO_BYTE).doubleValue());
        }

        void add(WeightSlope slope, int lengthBytes, int[] sizes, int stored) {
            int bytes = sizes[nonZero];
            long ofZeros = Math.round((lengthBytes - bytes) * perZero);
            slope.add(bytes, sizes[entropy], (int) Math.max(0, stored - ofZeros));
        }
    }

    private final List<Profile> profiles;
    private final List<Layout> layouts;
    private final Map<String, WeightSlope> slopes;

    /**
     * The draws of some target systems.
     *
     * @param layouts the layouts of all chunkings
     * @param slopes by the name of a system
     */
    DrawnChunkings(List<Profile> profiles, List<Layout> layouts, Map<String, WeightSlope> slopes) {
        this.profiles = profiles;
        this.layouts = layouts;
        this.slopes = slopes;
    }

    /** The results, with intervals for the draws. */
    List<ProfileResult> spread(List<ProfileResult> results, long scannedBytes) {
        List<ProfileResult> spread = new ArrayList<>();
        for (ProfileResult result : results) {
            Profile profile = profiles.stream()
                    .filter(target -> target.name().equals(result.profile()))
                    .findFirst()
                    .orElseThrow();
            List<Layout> draws = draws(profile);
            spread.add(
                    areDifferent(draws)
                            ? spread(result, shares(profile, draws, result.physicalBytes()), scannedBytes)
                            : result);
        }
        return spread;
    }

    /** The layouts of the draws that found chunks, the profile's own first; none if that found none. */
    private List<Layout> draws(Profile profile) {
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

    /** The weight of each draw, as a share of the first. */
    private List<Double> shares(Profile profile, List<Layout> draws, long physicalBytes) {
        List<Long> unique = draws.stream().map(Layout::uniqueBytes).toList();
        if (profile.compressor().codec().equals("none")) {
            return unique.stream().map(bytes -> (double) bytes / unique.get(0)).toList();
        }
        List<Long> nonZero = weights(WeightCodec.NON_ZERO, draws, unique);
        List<Double> others = others(profile, nonZero, weights(WeightCodec.ENTROPY, draws, nonZero));
        double perZero = profile.metadata().rate(Costs.Rate.ZERO_BYTE).doubleValue();
        double ownZeros = perZero * (unique.get(0) - nonZero.get(0));
        double perOther = Math.max(0, physicalBytes - ownZeros) / others.get(0);
        List<Double> weights = new ArrayList<>();
        for (int i = 0; i < draws.size(); i++) {
            weights.add(perOther * others.get(i) + perZero * (unique.get(i) - nonZero.get(i)));
        }
        return weights.stream().map(weight -> weight / weights.get(0)).toList();
    }

    /** The weights of bytes that are not zero; those of the first draw weigh one each in the mean. */
    private List<Double> others(Profile profile, List<Long> nonZero, List<Long> entropy) {
        WeightSlope known = slopes.get(profile.name());
        double slope = known == null ? 0 : known.slope();
        double own = (double) entropy.get(0) / nonZero.get(0);
        List<Double> others = new ArrayList<>();
        for (int i = 0; i < nonZero.size(); i++) {
            double more = slope * (entropy.get(i) - own * nonZero.get(i));
            others.add(Math.max(0, nonZero.get(i) + more));
        }
        return others;
    }

    /** A weight of each draw's chunks, or another where one is not known: sets of fingerprints may have been saved without it. */
    private static List<Long> weights(String codec, List<Layout> draws, List<Long> otherwise) {
        List<Long> known = draws.stream()
                .flatMap(draw -> draw.compression().stream())
                .filter(compression -> compression.compressor().equals(codec))
                .map(Compression::physicalBytes)
                .toList();
        return known.size() == draws.size() ? known : otherwise;
    }

    private static ProfileResult spread(ProfileResult result, List<Double> shares, long scannedBytes) {
        int count = shares.size();
        double mean = shares.stream().mapToDouble(share -> share).sum() / count;
        double squares = shares.stream()
                .mapToDouble(share -> (share - mean) * (share - mean))
                .sum();
        long chunkBytes = result.chunkBytes();
        double open = QUANTILES[count - 1] * Math.sqrt(squares / (count - 1) * (1 + 1.0 / count)) * chunkBytes;
        long more = Math.round((mean - 1) * chunkBytes);
        long bytes = result.allocatedBytes() + more;
        Estimated allocated = new Estimated(
                        bytes, result.allocatedBytesLow() + more, result.allocatedBytesHigh() + more)
                .unsureBy(Math.hypot(open, MODEL_ERROR * bytes));
        return result.withAllocated(more, allocated.lowBytes(), allocated.highBytes(), scannedBytes);
    }
}
