package io.compscan.core.scan;

import io.compscan.core.index.ChunkIndex;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.profile.Profile;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Plan;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import io.compscan.core.source.SourceVisitor.Skip;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Makes the result of a scan that is over: the fold over its indexes, and what its threads have tallied.
 *
 * @param errors in ascending order of the path
 * @param files likewise
 */
record ResultAssembly(
        ScanOptions options, Plan plan, Walk walk, ScanTally tally, List<ReadError> errors, List<FileResult> files) {

    /**
     * What comes out of the indexes.
     *
     * @param layouts in the order asked for
     * @param profiles likewise
     */
    record Folded(List<Layout> layouts, List<ProfileResult> profiles) {}

    /** @param onlookers who else is handed the chunks of layout number {@code i}; asked layout by layout */
    Folded fold(List<ChunkIndex> indexes, IntFunction<DistinctChunkVisitor> onlookers, Totals totals) {
        List<Layout> layouts = new ArrayList<>();
        List<ProfileResult> profiles = new ArrayList<>();
        for (int i = 0; i < indexes.size(); i++) {
            LayoutFold fold =
                    new LayoutFold(LayoutSpec.of(options, options.chunkers().get(i)), options.profiles());
            DistinctChunkVisitor onlooker = onlookers.apply(i);
            indexes.get(i).forEach((fingerprint, references, lengthBytes, storedBytes) -> {
                fold.visit(fingerprint, references, lengthBytes, storedBytes);
                onlooker.visit(fingerprint, references, lengthBytes, storedBytes);
            });
            Layout layout = fold.layout(tally.layout(i), tally.superblocks());
            layouts.add(layout);
            profiles.addAll(fold.profiles(options.profiles(), layout, totals));
        }
        List<String> order = options.profiles().stream().map(Profile::name).toList();
        return new Folded(layouts, ProfileResult.inOrder(order, profiles));
    }

    ScanResult result(
            boolean partial, Totals totals, Folded folded, Instant startedAt, long elapsedNanos, long indexBytes) {
        Timing timing = new Timing(
                startedAt,
                elapsedNanos,
                (long) (totals.scannedBytes() / (elapsedNanos / 1e9)),
                options.readers(),
                options.workers(),
                indexBytes,
                Runtime.version().toString());
        return new ScanResult(plan, partial, totals, folded.layouts(), tally.types(), files, errors, timing)
                .withProfiles(folded.profiles());
    }

    /** Of a scan all of whose threads have ended. */
    Totals totals() {
        return totals(tally.logicalBytes(), unreadBytes());
    }

    /** Of a scan one of whose threads is still reading: what it has in its slab, and units that it has not finished, are left out. */
    Totals totalsOfWhatWasProcessed() {
        long unreadBytes = unreadBytes();
        return totals(tally.layout(0).chunkBytes() + unreadBytes, unreadBytes);
    }

    private long unreadBytes() {
        return errors.stream().mapToLong(ReadError::unreadBytes).sum();
    }

    private Totals totals(long ownBytes, long unreadBytes) {
        long changed = 0;
        long loops = 0;
        for (ReadError error : errors) {
            changed += error.kind().isChange() ? 1 : 0;
            loops += error.kind() == ReadError.Kind.LOOP ? 1 : 0;
        }
        long logicalBytes = ownBytes + walk.hardLinkBytes();
        return new Totals(
                logicalBytes,
                walk.hardLinkBytes(),
                unreadBytes,
                logicalBytes - walk.hardLinkBytes() - unreadBytes,
                tally.fileCount() + walk.hardLinkCount(),
                walk.directoryCount(),
                walk.hardLinkCount(),
                walk.skippedCount(Skip.SYMLINK),
                walk.skippedCount(Skip.SPECIAL_FILE),
                walk.skippedCount(Skip.EXCLUDED) + walk.skippedCount(Skip.MOUNT_POINT),
                errors.size() - changed - loops,
                changed);
    }
}
