package io.compscan.core.estimate;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.estimate.ExtentFrame.Found;
import io.compscan.core.fold.ProfileCharge;
import io.compscan.core.fold.Scheme;
import io.compscan.core.fold.Schemes;
import io.compscan.core.profile.Profile;
import io.compscan.core.scan.read.WalkCounts;
import io.compscan.core.statistics.Interval;
import io.compscan.result.Compression;
import io.compscan.result.Cover;
import io.compscan.result.EstimateResult;
import io.compscan.result.EstimateResult.Method;
import io.compscan.result.EstimateResult.PartLayout;
import io.compscan.result.Layout;
import io.compscan.result.Layout.Bounds;
import io.compscan.result.Layout.Range;
import io.compscan.result.ProfileResult;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.ReadError;
import io.compscan.result.Sample;
import io.compscan.result.SampledPart;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An estimate as the result of a scan, with the numbers of target systems: for the page, the tables and the plan.
 *
 * <p>All numbers are those of all data but the bytes that were chosen and could not be read, as those of a scan are.
 */
final class PartScan {

    private final ScanSettings settings;
    private final ExtentRequest request;
    private final Found found;
    private final Instant startedAt = Instant.now();

    PartScan(ScanSettings settings, ExtentRequest request, Found found) {
        this.settings = settings;
        this.request = request;
        this.found = found;
    }

    /** Why the numbers of a target system cannot come from a part of the data, in a clause; null if they can. */
    static @Nullable String refusal(Profile target) {
        CompressorSpec compressor = target.compressor();
        if (!target.variants().isEmpty()) {
            return "it draws at random where chunks end";
        }
        if (compressor.sharesBlocks() || compressor.runBytes() > 0) {
            return "it compresses several chunks or files together";
        }
        if (target.chunker().fileRules().sampledFileBytes() < Long.MAX_VALUE) {
            return "it deduplicates whole files";
        }
        if (target.allocation().headerBytes() > 0 && target.allocation().maxReferences() == 1) {
            return "it stores a header with each copy";
        }
        if (target.allocation().zfs() != null && target.allocation().maxReferences() != 1) {
            return "the size of its dedup table depends on which chunks occur once";
        }
        return null;
    }

    /**
     * The result at one moment; null if too little was read for any number.
     *
     * @param looks one for each scheme
     */
    @Nullable ScanResult at(List<TableLook> looks, EstimateResult estimate) {
        List<PartLayout> answers = estimate.layouts();
        boolean isUnknown = answers.stream().anyMatch(answer -> answer.method() == Method.BOUNDS)
                || looks.stream().anyMatch(look -> look.unique().value() < 1);
        if (isUnknown) {
            return null;
        }
        Totals totals = totals(estimate.errors());
        Schemes schemes = request.schemes();
        List<Layout> layouts = new ArrayList<>();
        List<ProfileResult> profiles = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < looks.size(); i++) {
            Scheme scheme = schemes.all().get(i);
            int count = scheme.compressors().size();
            Layout layout = layout(scheme, looks.get(i), answers.subList(next, next + count), totals.scannedBytes());
            next += count;
            layouts.add(layout);
            for (Profile target : schemes.profiles()) {
                if (scheme.serves(target)) {
                    profiles.add(profile(target, scheme, looks.get(i), layout, totals));
                }
            }
        }
        List<String> names = schemes.profiles().stream().map(Profile::name).toList();
        return new ScanResult(
                        settings,
                        estimate.interrupted(),
                        totals,
                        layouts,
                        List.of(),
                        List.of(),
                        estimate.errors(),
                        timing(estimate))
                .withProfiles(ProfileResult.inOrder(names, profiles))
                .withContainers(found.counts().containers())
                .withPart(new SampledPart(
                        estimate.readBytes(),
                        estimate.extentBytes(),
                        estimate.extentCount(),
                        estimate.sampledExtentCount()));
    }

    private Totals totals(List<ReadError> errors) {
        return found.counts().totals(found.unitCount(), found.totalBytes(), WalkCounts.Errors.of(errors));
    }

    private Timing timing(EstimateResult estimate) {
        List<EstimateResult.Pass> passes = estimate.passes();
        long elapsedNanos = passes.get(passes.size() - 1).elapsedNanos();
        return new Timing(
                startedAt,
                elapsedNanos,
                (long) (estimate.readBytes() / Math.max(1e-9, elapsedNanos / 1e9)),
                request.threadCount(),
                request.threadCount(),
                0,
                Runtime.version().toString());
    }

    private static Layout layout(Scheme scheme, TableLook look, List<PartLayout> answers, long scannedBytes) {
        PartLayout any = answers.get(0);
        long zeroBytes = Math.min(scannedBytes - 1, any.zeroBytes());
        long nonZeroBytes = scannedBytes - zeroBytes;
        long uniqueBytes =
                Math.max(1, Math.min(nonZeroBytes, value(look.unique(), any.uniqueBytesLow(), any.uniqueBytesHigh())));
        Interval chunks = look.chunkCount();
        long references = Math.max(1, look.referenceCount().roundedValue());
        long uniqueChunks = Math.max(1, Math.min(references, chunks.roundedValue()));
        long zeroChunks = (zeroBytes + scheme.maxChunkBytes() - 1) / scheme.maxChunkBytes();
        Layout point = Layout.of(
                scheme.chunking(),
                scheme.fingerprint(),
                scannedBytes,
                zeroChunks + references,
                zeroChunks,
                zeroBytes,
                uniqueChunks,
                uniqueBytes,
                List.of(),
                List.of());
        List<Compression> compression = new ArrayList<>();
        for (int c = 0; c < answers.size(); c++) {
            int field = scheme.sized().indexOf(c);
            Interval physical = field < 0 ? look.unique() : look.physical(field);
            compression.add(compression(look, answers.get(c), physical, scannedBytes, uniqueBytes));
        }
        KeptChunks kept = look.table().kept();
        return Layout.ofEstimate(
                point,
                new Bounds(
                        Layout.Method.PART,
                        kept.count(),
                        range(chunks, uniqueChunks, references),
                        new Range(
                                Math.min(any.uniqueBytesLow(), uniqueBytes),
                                Math.min(nonZeroBytes, Math.max(any.uniqueBytesHigh(), uniqueBytes)))),
                List.of(),
                compression);
    }

    private static Range range(Interval interval, long value, long most) {
        return new Range(
                Math.min(interval.roundedLow(), value), Math.min(most, Math.max(interval.roundedHigh(), value)));
    }

    /** The value, brought between the ends that several looks have in common. */
    private static long value(Interval look, long low, long high) {
        return Math.max(low, Math.min(high, look.roundedValue()));
    }

    private static Compression compression(
            TableLook look, PartLayout answer, Interval physical, long scannedBytes, long uniqueBytes) {
        KeptChunks kept = look.table().kept();
        long bytes = Math.max(
                1, Math.min(uniqueBytes, value(physical, answer.physicalBytesLow(), answer.physicalBytesHigh())));
        long low = Math.max(1, Math.min(bytes, answer.physicalBytesLow()));
        long high = Math.max(bytes, answer.physicalBytesHigh());
        Sample sample = new Sample(
                kept.count(),
                kept.lengthBytes(),
                low,
                high,
                (double) uniqueBytes / high,
                (double) uniqueBytes / low,
                (double) scannedBytes / high,
                (double) scannedBytes / low);
        return Compression.ofSketch(answer.compressor(), 0, scannedBytes, uniqueBytes, bytes, sample, List.of());
    }

    private static ProfileResult profile(Profile target, Scheme scheme, TableLook look, Layout layout, Totals totals) {
        int compressor = scheme.compressors().indexOf(target.compressor().name());
        Compression compression = layout.compression().get(compressor);
        int field = scheme.sized().indexOf(compressor);
        PartCharge charge = PartCharge.of(target, scheme, look.table().kept(), field);
        Estimated chunks = charge.allocated(look, compression.physicalBytes());
        List<Cover> covers = ProfileCharge.covers(target, true, !target.packsInOrder());
        ProfileResult result = ProfileCharge.ofPart(
                target, layout, compression, chunks, charge.copies(look), totals, charge.ownShare(), covers);
        Profile special = target.onSpecial();
        return special == null
                ? result
                : ProfileCharge.withSpecial(
                        result,
                        target,
                        layout,
                        totals,
                        charge.ownShare(),
                        PartCharge.of(special, scheme, look.table().kept(), field)
                                .allocated(look, 0));
    }
}
