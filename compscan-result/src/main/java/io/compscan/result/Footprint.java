package io.compscan.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The size of the scanned data on one target today: the start of a plan.
 *
 * @param profile the target system; null if it is the plain physical bytes of a chunking and a compressor
 * @param chunking the layout that it was computed from
 * @param compressor the compressor of that layout
 * @param scannedBytes what was read
 * @param writtenBytes what of it is not zero to this chunking; null if the result lacks the layout
 * @param allocatedBytes what it takes; the layout's {@code physicalBytes} if there is no profile
 * @param allocatedBytesLow the lower end of a 95 % interval, which holds the errors of {@code intervalCovers}; {@code allocatedBytes}
 *     where nothing was estimated
 * @param allocatedBytesHigh the upper end, likewise
 * @param estimated whether {@code allocatedBytes} is an estimate, be it with an interval or without
 * @param memoryBytes what the system's index takes of its memory; null if there is no profile
 * @param intervalCovers the errors that the interval holds
 * @param grade that of {@code allocatedBytes}
 * @param checked the comparison of the target's model with the real system; null if there was none
 * @param indexWindow what the system's index remembers; null if that is everything, or nobody says so
 */
public record Footprint(
        @Nullable String profile,
        String chunking,
        String compressor,
        long scannedBytes,
        @Nullable Long writtenBytes,
        long allocatedBytes,
        long allocatedBytesLow,
        long allocatedBytesHigh,
        boolean estimated,
        @Nullable Long memoryBytes,
        List<Cover> intervalCovers,
        Grade grade,
        @Nullable Evidence checked,
        @LeftOut @Nullable IndexWindow indexWindow) {

    /** Copies the list; refuses an interval that does not hold its number. */
    public Footprint {
        intervalCovers = List.copyOf(intervalCovers);
        if (scannedBytes < 0
                || allocatedBytesLow < 0
                || allocatedBytes < allocatedBytesLow
                || allocatedBytesHigh < allocatedBytes) {
            throw new IllegalStateException("the footprint of " + chunking + " with " + compressor
                    + " makes no sense: scannedBytes " + scannedBytes + ", allocatedBytes " + allocatedBytes + " in "
                    + allocatedBytesLow + " to " + allocatedBytesHigh);
        }
    }

    /**
     * The footprint of the first chunking and its first compressor, before any target's rounding and metadata.
     *
     * @throws IllegalArgumentException with one line for a person, if the result has none
     */
    public static Footprint of(ScanResult result) {
        if (result.layouts().isEmpty() || result.layouts().get(0).compression().isEmpty()) {
            throw new IllegalArgumentException("the result has no chunking and compressor to plan with");
        }
        Layout layout = result.layouts().get(0);
        Compression compression = layout.compression().get(0);
        Sample sample = compression.sample();
        return new Footprint(
                null,
                layout.chunking(),
                compression.compressor(),
                result.totals().scannedBytes(),
                layout.nonZeroBytes(),
                compression.physicalBytes(),
                sample == null ? compression.physicalBytes() : sample.physicalBytesLow(),
                sample == null ? compression.physicalBytes() : sample.physicalBytesHigh(),
                compression.estimates(),
                null,
                sample == null ? List.of() : List.of(Cover.SAMPLING),
                Grade.MEASURED,
                null,
                null);
    }

    /**
     * The footprint on a target system.
     *
     * @throws IllegalArgumentException with one line for a person, which lists the profiles that the result has, if this is none
     */
    public static Footprint of(ScanResult result, String profile) {
        for (ProfileResult candidate : result.profiles()) {
            if (candidate.profile().equals(profile)) {
                return of(result, candidate);
            }
        }
        List<String> names =
                result.profiles().stream().map(ProfileResult::profile).toList();
        throw new IllegalArgumentException("'" + profile + "' is not in the result, which has "
                + (names.isEmpty() ? "no profile" : String.join(", ", names)) + "; scan with --profile " + profile);
    }

    private static Footprint of(ScanResult result, ProfileResult profile) {
        return new Footprint(
                profile.profile(),
                profile.chunking(),
                profile.compressor(),
                result.totals().scannedBytes(),
                result.layouts().stream()
                        .filter(layout -> layout.chunking().equals(profile.chunking()))
                        .findFirst()
                        .map(Layout::nonZeroBytes)
                        .orElse(null),
                profile.allocatedBytes(),
                profile.allocatedBytesLow(),
                profile.allocatedBytesHigh(),
                isEstimated(result, profile),
                profile.memoryBytes(),
                profile.intervalCovers(),
                profile.grade(),
                profile.checked(),
                profile.indexWindow());
    }

    /** A superblock's share is an estimate that has no interval. */
    private static boolean isEstimated(ScanResult result, ProfileResult profile) {
        return profile.allocatedBytesLow() != profile.allocatedBytesHigh()
                || result.layouts().stream()
                        .filter(layout -> layout.chunking().equals(profile.chunking()))
                        .flatMap(layout -> layout.compression().stream())
                        .filter(one -> one.compressor().equals(profile.compressor()))
                        .anyMatch(Compression::estimates);
    }

    /** {@code writtenBytes / allocatedBytes}: what vendors guarantee; null if nothing is left, or what was written is unknown. */
    public @Nullable Double dataReductionRatio() {
        return ofWritten(allocatedBytes);
    }

    /** {@code writtenBytes / allocatedBytesHigh}, likewise. */
    public @Nullable Double dataReductionRatioLow() {
        return ofWritten(allocatedBytesHigh);
    }

    /** {@code writtenBytes / allocatedBytesLow}, likewise. */
    public @Nullable Double dataReductionRatioHigh() {
        return ofWritten(allocatedBytesLow);
    }

    private @Nullable Double ofWritten(long bytes) {
        return writtenBytes == null ? null : Ratio.of(writtenBytes, bytes);
    }

    /** {@code scannedBytes / allocatedBytes}: with thin provisioning; null if nothing is left. */
    public @Nullable Double reductionRatio() {
        return Ratio.of(scannedBytes, allocatedBytes);
    }

    /** {@code scannedBytes / allocatedBytesHigh}; null if nothing is left. */
    public @Nullable Double reductionRatioLow() {
        return Ratio.of(scannedBytes, allocatedBytesHigh);
    }

    /** {@code scannedBytes / allocatedBytesLow}; null if nothing may be left. */
    public @Nullable Double reductionRatioHigh() {
        return Ratio.of(scannedBytes, allocatedBytesLow);
    }

    /** {@code 1 - allocatedBytes / scannedBytes}; null if nothing was scanned. */
    public @Nullable Double savings() {
        return Ratio.savings(scannedBytes, allocatedBytes);
    }

    /** How many times {@code allocatedBytesLow} the system may take at least, by the deviations of its model. */
    public double leastFactor() {
        double factor = checked == null ? 1 : checked.leastFactor();
        return holdsModel() ? Math.min(1, factor * allocatedBytes / allocatedBytesLow) : factor;
    }

    /** How many times {@code allocatedBytesHigh} it may take at most, likewise. */
    public double mostFactor() {
        double factor = checked == null ? 1 : checked.mostFactor();
        return holdsModel() ? Math.max(1, factor * allocatedBytes / allocatedBytesHigh) : factor;
    }

    /** Whether the interval has deviations of the model already. */
    private boolean holdsModel() {
        return intervalCovers.contains(Cover.MODEL) && allocatedBytesLow > 0;
    }

    /** Whether the ends of the interval differ. */
    public boolean hasInterval() {
        return allocatedBytesLow != allocatedBytesHigh;
    }

    /** The profile, or the chunking and the compressor, as a person speaks of them. */
    public String title() {
        return profile != null ? profile : chunking + " with " + compressor;
    }
}
