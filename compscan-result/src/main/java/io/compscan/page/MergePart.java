package io.compscan.page;

import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Variant;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.Overlap.Share;
import io.compscan.result.set.SetResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a merge's page that describes the sets. Their sizes are those of the answer's chunking and compressor.
 *
 * @param command the command that merges the sets
 * @param sets in the order given, as many as a page can show
 * @param pairs the pairs of sets with the most common bytes
 * @param uniqueBytes the unique bytes of the union
 * @param left what is not on the page
 * @param relatives the sets by what they share; null if there are not two
 * @param pools one for each way to store all sets in one pool or each in a pool of its own
 */
record MergePart(
        String command,
        List<SetRow> sets,
        List<PairRow> pairs,
        long uniqueBytes,
        Left left,
        @Nullable Relatives relatives,
        List<Pool> pools) {

    private static final int MAX_SETS = 1000;
    private static final int MAX_PAIRS = 500;

    /**
     * What is not on the page.
     *
     * @param sets how many sets
     * @param uniqueBytes the sum of their unique bytes
     * @param pairs how many pairs
     * @param cut whether the tables leave some of these out, too
     */
    record Left(int sets, long uniqueBytes, long pairs, boolean cut) {}

    /** One set by itself, and its part of the whole. */
    record SetRow(
            String name,
            List<String> hosts,
            String scannedAt,
            boolean partial,
            long unreadDirectoryCount,
            Stored stored,
            long exclusiveBytes,
            long uniqueShareBytes) {}

    /**
     * The sizes of one set alone.
     *
     * @param estimated whether what remains is an estimate
     * @param sketched whether the unique bytes are one, too
     */
    record Stored(
            long scannedBytes,
            long uniqueBytes,
            long physicalBytes,
            @Nullable Double dataReductionRatio,
            boolean estimated,
            boolean sketched) {}

    /**
     * A way to store the sets: a target system, or the answer's chunking and compressor.
     *
     * @param title its name
     * @param alone what each set of the page takes by itself
     * @param apart the sum over all sets
     * @param together what all sets take in one pool
     */
    record Pool(String title, List<Taken> alone, Taken apart, Taken together) {

        private static Pool of(String title, List<Taken> alone, Taken together) {
            return new Pool(
                    title,
                    alone.subList(0, Math.min(MAX_SETS, alone.size())),
                    new Taken(
                            alone.stream().mapToLong(Taken::bytes).sum(),
                            alone.stream().anyMatch(Taken::estimated)),
                    together);
        }
    }

    /**
     * The bytes that sets take.
     *
     * @param estimated whether they are an estimate
     */
    record Taken(long bytes, boolean estimated) {}

    /** Two sets; the other comes later. */
    record PairRow(String one, String other, long commonBytes, long smallerBytes) {}

    /** The description of the sets; null if there is no chunking. */
    static @Nullable MergePart of(MergeResult merge) {
        Variants variants = new Variants(merge.union());
        Variant first = variants.first();
        if (first == null) {
            return null;
        }
        int layoutNumber = variants.layoutNumber(first);
        Overlap overlap = merge.overlaps().get(layoutNumber);
        List<Share> shares = overlap.shares();
        List<SetRow> rows = new ArrayList<>();
        long leftUniqueBytes = 0;
        for (int i = 0; i < shares.size(); i++) {
            SetResult set = merge.sets().get(i);
            Layout layout = set.layouts().get(layoutNumber);
            if (i < MAX_SETS) {
                rows.add(row(set, layout, layout.compression().get(variants.compressionNumber(first)), shares.get(i)));
            } else {
                leftUniqueBytes += layout.uniqueBytes();
            }
        }
        List<PairRow> pairs = overlap.pairs().stream()
                .limit(MAX_PAIRS)
                .map(pair -> new PairRow(
                        merge.sets().get(pair.one()).name(),
                        merge.sets().get(pair.other()).name(),
                        pair.commonBytes(),
                        pair.smallerBytes()))
                .toList();
        return new MergePart(
                ScanCommandLine.of(merge),
                rows,
                pairs,
                merge.union().layouts().get(layoutNumber).uniqueBytes(),
                new Left(
                        shares.size() - rows.size(),
                        leftUniqueBytes,
                        overlap.pairCount() - pairs.size(),
                        overlap.isCut()),
                shares.size() < 2
                        ? null
                        : Relatives.of(
                                merge.sets().stream().map(SetResult::name).toList(), overlap),
                pools(merge, first, layoutNumber, variants.compressionNumber(first)));
    }

    private static List<Pool> pools(MergeResult merge, Variant first, int layoutNumber, int compressionNumber) {
        List<ProfileResult> systems = merge.union().profiles();
        if (systems.isEmpty()) {
            return List.of(Pool.of(
                    first.layout().chunking() + " with " + first.compression().compressor(),
                    merge.sets().stream()
                            .map(set -> taken(set.layouts()
                                    .get(layoutNumber)
                                    .compression()
                                    .get(compressionNumber)))
                            .toList(),
                    taken(first.compression())));
        }
        List<Pool> pools = new ArrayList<>();
        for (int i = 0; i < systems.size(); i++) {
            int number = i;
            pools.add(Pool.of(
                    systems.get(i).profile(),
                    merge.alone().stream()
                            .map(one -> taken(one.profiles().get(number)))
                            .toList(),
                    taken(systems.get(i))));
        }
        return pools;
    }

    private static Taken taken(Compression compression) {
        return new Taken(compression.physicalBytes(), compression.estimates());
    }

    private static Taken taken(ProfileResult profile) {
        return new Taken(profile.allocatedBytes(), profile.allocatedBytesLow() != profile.allocatedBytesHigh());
    }

    private static SetRow row(SetResult set, Layout layout, Compression compression, Share share) {
        Stored stored = new Stored(
                set.totals().scannedBytes(),
                layout.uniqueBytes(),
                compression.physicalBytes(),
                layout.dataReductionRatio(compression),
                compression.estimates(),
                layout.isEstimated());
        return new SetRow(
                set.name(),
                set.hosts(),
                set.scannedAt().toString(),
                set.partial(),
                set.totals().unreadDirectoryCount(),
                stored,
                share.exclusiveBytes(),
                share.uniqueShareBytes());
    }
}
