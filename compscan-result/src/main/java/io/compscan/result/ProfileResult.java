package io.compscan.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The size of the data on one target system: the last steps of the waterfall,
 * {@code allocatedBytes = physicalBytes + copiesBytes + roundingBytes + metadataBytes}.
 *
 * @param profile its name, such as {@code vdo}
 * @param title what it models, in a few words
 * @param source the address of the public document that it was modelled on
 * @param deviations what the system does otherwise than the model, a sentence each
 * @param chunking the layout that it was computed from
 * @param compressor the compressor of that layout
 * @param physicalBytes what the layout's distinct chunks are stored in before the system lays them out
 * @param copiesBytes what further copies of these chunks are stored in, which a system keeps that does not share them all; null in documents
 *     of earlier versions, where {@code roundingBytes} has them
 * @param roundingBytes what allocation units, buckets and packing add to both, and compression that the system gives up; below 0 where chunks
 *     lie in the metadata, or where other draws of the system store less
 * @param metadataBytes what the system keeps on the same disks to find the chunks again
 * @param allocatedBytes what is really used
 * @param allocatedBytesLow the lower end of a 95 % interval of the errors in {@code intervalCovers}; {@code allocatedBytes} where nothing was
 *     estimated
 * @param allocatedBytesHigh the most, likewise
 * @param memoryBytes what the system's index or dedup table takes of its memory
 * @param reductionRatio {@code scannedBytes / allocatedBytes}; null if nothing remains
 * @param savings {@code 1 - allocatedBytes / scannedBytes}; null if nothing was scanned
 * @param reductionRatioLow the ratio at {@code allocatedBytesHigh}; null where nothing was estimated; the others likewise. They follow from
 *     the ends of {@code allocatedBytes}
 * @param physicalBytesLow the lower end of the 95 % interval of {@code physicalBytes}; null where nothing was estimated; the others likewise
 * @param copiesBytesLow the lower end of the interval of {@code copiesBytes}; null where that is, and where nothing was estimated
 * @param roundingBytesLow follows from the ends of the others, so the interval of {@code roundingBytes} is wider than it need be
 * @param intervalCovers the errors that the intervals hold; empty where nothing was estimated, and in documents of earlier versions
 * @param grade that of all these numbers; it follows from {@code checked}
 * @param checked the comparison of the model with the real system; null if there was none
 * @param indexWindow what its index misses of more data than it remembers; null if it remembers all
 * @param special what of {@code allocatedBytes} lies on special devices; null if the system has none
 */
public record ProfileResult(
        String profile,
        String title,
        String source,
        List<String> deviations,
        String chunking,
        String compressor,
        long physicalBytes,
        @LeftOut @Nullable Long copiesBytes,
        long roundingBytes,
        long metadataBytes,
        long allocatedBytes,
        long allocatedBytesLow,
        long allocatedBytesHigh,
        long memoryBytes,
        @Nullable Double reductionRatio,
        @Nullable Double savings,
        @LeftOut @Nullable Double reductionRatioLow,
        @LeftOut @Nullable Double reductionRatioHigh,
        @LeftOut @Nullable Double savingsLow,
        @LeftOut @Nullable Double savingsHigh,
        @LeftOut @Nullable Long physicalBytesLow,
        @LeftOut @Nullable Long physicalBytesHigh,
        @LeftOut @Nullable Long copiesBytesLow,
        @LeftOut @Nullable Long copiesBytesHigh,
        @LeftOut @Nullable Long roundingBytesLow,
        @LeftOut @Nullable Long roundingBytesHigh,
        @LeftOut @Nullable Long metadataBytesLow,
        @LeftOut @Nullable Long metadataBytesHigh,
        @Later List<Cover> intervalCovers,
        @Later Grade grade,
        @LeftOut @Nullable Evidence checked,
        @LeftOut @Nullable IndexWindow indexWindow,
        @LeftOut @Nullable SpecialDevices special) {

    /**
     * A number of bytes with its 95 % interval.
     *
     * @param bytes the estimate
     * @param lowBytes the lower end
     * @param highBytes the upper end
     */
    public record Estimated(long bytes, long lowBytes, long highBytes) {

        /** Refuses ends that do not hold the estimate. */
        public Estimated {
            if (lowBytes > bytes || highBytes < bytes) {
                throw new IllegalStateException(bytes + " bytes are not in " + lowBytes + " to " + highBytes);
            }
        }

        /** A number that is known. */
        public static Estimated exact(long bytes) {
            return new Estimated(bytes, bytes, bytes);
        }

        /** The same with a further error to either side that has nothing to do with the interval so far: their squares add up. */
        public Estimated unsureBy(double errorBytes) {
            long below = Math.round(Math.hypot((double) bytes - lowBytes, errorBytes));
            long above = Math.round(Math.hypot((double) highBytes - bytes, errorBytes));
            return new Estimated(bytes, Math.max(0, bytes - below), bytes + above);
        }

        /** So many times as much. */
        public Estimated times(double factor) {
            return new Estimated(Math.round(bytes * factor), (long) Math.floor(lowBytes * factor), (long)
                    Math.ceil(highBytes * factor));
        }

        /** Both together, where the interval of each holds. */
        public Estimated plus(Estimated other) {
            return new Estimated(
                    Math.addExact(bytes, other.bytes), lowBytes + other.lowBytes, highBytes + other.highBytes);
        }
    }

    /** Copies the list; refuses numbers that do not close to the byte. */
    public ProfileResult {
        deviations = List.copyOf(deviations);
        if (physicalBytes < 0
                || metadataBytes < 0
                || memoryBytes < 0
                || (copiesBytes != null && copiesBytes < 0)
                || allocatedBytes
                        != physicalBytes + (copiesBytes == null ? 0 : copiesBytes) + roundingBytes + metadataBytes
                || allocatedBytesLow < 0
                || allocatedBytesLow > allocatedBytes
                || allocatedBytesHigh < allocatedBytes) {
            throw new IllegalStateException("the numbers of profile " + profile + " do not add up: physicalBytes "
                    + physicalBytes + ", copiesBytes " + copiesBytes + ", roundingBytes " + roundingBytes
                    + ", metadataBytes " + metadataBytes
                    + ", allocatedBytes " + allocatedBytes + " in " + allocatedBytesLow + " to " + allocatedBytesHigh
                    + ", memoryBytes " + memoryBytes);
        }
        grade = Grade.ofModel(checked);
        boolean isEstimate = allocatedBytesLow < allocatedBytesHigh;
        intervalCovers =
                isEstimate ? intervalCovers.stream().distinct().sorted().toList() : List.of();
        double low = isEstimate ? (double) allocatedBytesLow / allocatedBytes : 1;
        double high = isEstimate ? (double) allocatedBytesHigh / allocatedBytes : 1;
        reductionRatioLow = isEstimate ? ratioAt(reductionRatio, high) : null;
        reductionRatioHigh = isEstimate && low > 0 ? ratioAt(reductionRatio, low) : null;
        savingsLow = isEstimate ? savingsAt(savings, high) : null;
        savingsHigh = isEstimate ? savingsAt(savings, low) : null;
        // Results that were written before these were known have none of them.
        if (isEstimate
                && physicalBytesLow != null
                && physicalBytesHigh != null
                && metadataBytesLow != null
                && metadataBytesHigh != null) {
            String of = " of profile " + profile;
            Ratio.checkInterval("physicalBytes" + of, physicalBytesLow, physicalBytes, physicalBytesHigh);
            Ratio.checkInterval("metadataBytes" + of, metadataBytesLow, metadataBytes, metadataBytesHigh);
            copiesBytesLow = copiesBytesLow == null ? copiesBytes : copiesBytesLow;
            copiesBytesHigh = copiesBytesHigh == null ? copiesBytes : copiesBytesHigh;
            long copiesFewer = 0;
            long copiesMore = 0;
            if (copiesBytes != null && copiesBytesLow != null && copiesBytesHigh != null) {
                Ratio.checkInterval("copiesBytes" + of, copiesBytesLow, copiesBytes, copiesBytesHigh);
                copiesFewer = copiesBytes - copiesBytesLow;
                copiesMore = copiesBytesHigh - copiesBytes;
            }
            // Copies are a part of what chunks take. The rest may be off by the larger of both errors, not by their
            // difference: that holds only where the copies alone are off.
            long chunks = allocatedBytes - metadataBytes;
            long chunksFewer = chunks - (allocatedBytesLow - metadataBytesLow);
            long chunksMore = allocatedBytesHigh - metadataBytesHigh - chunks;
            roundingBytesLow = Math.min(
                    roundingBytes,
                    roundingBytes - Math.max(chunksFewer, copiesMore) - (physicalBytesHigh - physicalBytes));
            roundingBytesHigh = Math.max(
                    roundingBytes,
                    roundingBytes + Math.max(chunksMore, copiesFewer) + (physicalBytes - physicalBytesLow));
        } else {
            physicalBytesLow = null;
            physicalBytesHigh = null;
            copiesBytesLow = null;
            copiesBytesHigh = null;
            roundingBytesLow = null;
            roundingBytesHigh = null;
            metadataBytesLow = null;
            metadataBytesHigh = null;
        }
    }

    /** The ratio if so many times more were allocated. */
    private static @Nullable Double ratioAt(@Nullable Double ratio, double more) {
        return ratio == null ? null : Double.valueOf(ratio / more);
    }

    private static @Nullable Double savingsAt(@Nullable Double savings, double more) {
        return savings == null ? null : Double.valueOf(1 - (1 - savings) * more);
    }

    /**
     * Derives what follows from the rest: the rounding, the sum and the ratios.
     *
     * @param physical what the distinct chunks are stored in before the system lays them out
     * @param copies what further copies of them are stored in, likewise
     * @param chunks what it allocates for both
     * @param metadata what it keeps beside them
     * @param intervalCovers the errors that the intervals hold
     */
    public static ProfileResult of(
            String profile,
            String title,
            String source,
            List<String> deviations,
            String chunking,
            String compressor,
            long scannedBytes,
            Estimated physical,
            Estimated copies,
            Estimated chunks,
            Estimated metadata,
            long memoryBytes,
            List<Cover> intervalCovers) {
        Estimated allocated = chunks.plus(metadata);
        return new ProfileResult(
                profile,
                title,
                source,
                deviations,
                chunking,
                compressor,
                physical.bytes(),
                copies.bytes(),
                chunks.bytes() - physical.bytes() - copies.bytes(),
                metadata.bytes(),
                allocated.bytes(),
                allocated.lowBytes(),
                allocated.highBytes(),
                memoryBytes,
                Ratio.of(scannedBytes, allocated.bytes()),
                Ratio.savings(scannedBytes, allocated.bytes()),
                null,
                null,
                null,
                null,
                physical.lowBytes(),
                physical.highBytes(),
                copies.lowBytes(),
                copies.highBytes(),
                null,
                null,
                metadata.lowBytes(),
                metadata.highBytes(),
                intervalCovers,
                Grade.MODELLED,
                null,
                null,
                null);
    }

    /** The same with a comparison of its model; null for none. */
    public ProfileResult withEvidence(@Nullable Evidence evidence) {
        return with(evidence, indexWindow, special);
    }

    private ProfileResult with(
            @Nullable Evidence evidence, @Nullable IndexWindow window, @Nullable SpecialDevices onSpecial) {
        return new ProfileResult(
                profile,
                title,
                source,
                deviations,
                chunking,
                compressor,
                physicalBytes,
                copiesBytes,
                roundingBytes,
                metadataBytes,
                allocatedBytes,
                allocatedBytesLow,
                allocatedBytesHigh,
                memoryBytes,
                reductionRatio,
                savings,
                reductionRatioLow,
                reductionRatioHigh,
                savingsLow,
                savingsHigh,
                physicalBytesLow,
                physicalBytesHigh,
                copiesBytesLow,
                copiesBytesHigh,
                roundingBytesLow,
                roundingBytesHigh,
                metadataBytesLow,
                metadataBytesHigh,
                intervalCovers,
                grade,
                evidence,
                window,
                onSpecial);
    }

    /**
     * The same with other bytes for its chunks, and another interval.
     *
     * @param moreBytes what the chunks are allocated beyond the present number, perhaps less than nothing; it counts as rounding
     */
    public ProfileResult withAllocated(long moreBytes, long lowBytes, long highBytes, long scannedBytes) {
        long bytes = Math.addExact(allocatedBytes, moreBytes);
        return with(
                new Estimated(bytes, lowBytes, highBytes),
                metadata(),
                Ratio.of(scannedBytes, bytes),
                Ratio.savings(scannedBytes, bytes),
                Cover.DRAWS);
    }

    /** The same, where the metadata may be off by so many bytes in either direction, whatever the chunks are. */
    public ProfileResult withMetadataError(long errorBytes) {
        if (errorBytes == 0) {
            return this;
        }
        Estimated allocated = new Estimated(allocatedBytes, allocatedBytesLow, allocatedBytesHigh);
        return with(
                allocated.unsureBy((double) errorBytes),
                metadata().unsureBy((double) errorBytes),
                reductionRatio,
                savings,
                Cover.METADATA);
    }

    /** The same with what its index misses, which its bytes and their interval hold; null if it remembers all. */
    public ProfileResult withWindow(@Nullable IndexWindow window) {
        return with(checked, window, special);
    }

    /** The same with what of it lies on special devices. */
    public ProfileResult withSpecial(SpecialDevices devices) {
        return with(checked, indexWindow, devices);
    }

    /** The same, where the system may keep up to so many bytes of further copies, because its index forgets chunks. */
    public ProfileResult withForgotten(long mostBytes) {
        if (mostBytes == 0) {
            return this;
        }
        Estimated allocated =
                new Estimated(allocatedBytes, allocatedBytesLow, Math.addExact(allocatedBytesHigh, mostBytes));
        return with(allocated, metadata(), reductionRatio, savings, Cover.WINDOW, mostBytes);
    }

    /** The same, where the model may be off by this share in either direction, whatever the rest is. */
    public ProfileResult withModelError(double share) {
        if (share == 0) {
            return this;
        }
        Estimated allocated = new Estimated(allocatedBytes, allocatedBytesLow, allocatedBytesHigh);
        return with(allocated.unsureBy(share * allocatedBytes), metadata(), reductionRatio, savings, Cover.MODEL);
    }

    /** What the system allocates for its chunks, all but the metadata. */
    public long chunkBytes() {
        return allocatedBytes - metadataBytes;
    }

    private Estimated metadata() {
        return metadataBytesLow == null || metadataBytesHigh == null
                ? Estimated.exact(metadataBytes)
                : new Estimated(metadataBytes, metadataBytesLow, metadataBytesHigh);
    }

    /** The same with another allocation; the rounding is the rest of it. */
    private ProfileResult with(
            Estimated allocated,
            Estimated metadata,
            @Nullable Double newReductionRatio,
            @Nullable Double newSavings,
            Cover further) {
        return with(allocated, metadata, newReductionRatio, newSavings, further, 0);
    }

    /** @param moreCopiesBytes what further copies may take beyond the present upper end */
    private ProfileResult with(
            Estimated allocated,
            Estimated metadata,
            @Nullable Double newReductionRatio,
            @Nullable Double newSavings,
            Cover further,
            long moreCopiesBytes) {
        Long copiesHigh = copiesBytesHigh == null ? copiesBytes : copiesBytesHigh;
        List<Cover> covers = new ArrayList<>(intervalCovers);
        covers.add(further);
        return new ProfileResult(
                profile,
                title,
                source,
                deviations,
                chunking,
                compressor,
                physicalBytes,
                copiesBytes,
                roundingBytes + allocated.bytes() - metadata.bytes() - chunkBytes(),
                metadata.bytes(),
                allocated.bytes(),
                allocated.lowBytes(),
                allocated.highBytes(),
                memoryBytes,
                newReductionRatio,
                newSavings,
                null,
                null,
                null,
                null,
                physicalBytesLow == null ? (Long) physicalBytes : physicalBytesLow,
                physicalBytesHigh == null ? (Long) physicalBytes : physicalBytesHigh,
                copiesBytesLow,
                copiesHigh == null ? null : (Long) (copiesHigh + moreCopiesBytes),
                null,
                null,
                metadata.lowBytes(),
                metadata.highBytes(),
                covers,
                grade,
                checked,
                indexWindow,
                special);
    }

    /** These in the order of the names. */
    public static List<ProfileResult> inOrder(List<String> names, List<ProfileResult> results) {
        return results.stream()
                .sorted(Comparator.comparing(result -> names.indexOf(result.profile())))
                .toList();
    }

    /** Refuses ratios that are not those of the bytes. */
    void check(long scannedBytes) {
        Ratio.check("reductionRatio of profile " + profile, reductionRatio, Ratio.of(scannedBytes, allocatedBytes));
        Ratio.check("savings of profile " + profile, savings, Ratio.savings(scannedBytes, allocatedBytes));
    }
}
