package io.compscan.report;

import io.compscan.result.Compression;
import io.compscan.result.Grade;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.Refcount;
import io.compscan.result.Sample;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.ChunkGroup.Physical;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.DiffResult.DiffLayout;
import io.compscan.result.set.DiffResult.DiffStep;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.NextBackup;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.Overlap.Share;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.SetInfo;
import io.compscan.result.set.SetMetadata;
import io.compscan.result.set.SetResult;
import io.compscan.result.set.SuperblockTotals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Merges and comparisons as sets give them; their numbers close. */
public final class SetSamples {

    private static final long GIB = 1L << 30;
    private static final Instant START = Instant.parse("2026-03-01T10:15:30.123456Z");

    /** A directory that could not be listed, and nothing else. */
    public static final Totals UNLISTED =
            new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, null, null);

    private static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    private SetSamples() {}

    private static Layout layout(long scannedBytes, long uniqueBytes) {
        return layout("fixed:4096", scannedBytes, uniqueBytes);
    }

    private static Layout layout(String chunking, long scannedBytes, long uniqueBytes) {
        return Layout.of(
                chunking,
                "sha1",
                scannedBytes,
                scannedBytes / 4096,
                1000,
                1000 * 4096,
                uniqueBytes / 4096,
                uniqueBytes,
                List.of(),
                List.of(
                        Compression.ofChunks("lz4", scannedBytes, uniqueBytes, uniqueBytes / 2, List.of()),
                        Compression.ofSample(
                                "xz",
                                scannedBytes,
                                uniqueBytes,
                                uniqueBytes / 4,
                                1000,
                                4_096_000,
                                uniqueBytes / 5,
                                uniqueBytes / 3,
                                List.of())));
    }

    private static ScanResult result(List<String> paths, boolean partial, Layout layout, Totals totals) {
        return result(paths, partial, List.of(layout), totals);
    }

    private static ScanResult result(List<String> paths, boolean partial, List<Layout> layouts, Totals totals) {
        return new ScanResult(
                new ScanSettings(
                        "1.0.0",
                        paths,
                        layouts.stream().map(Layout::chunking).toList(),
                        "sha1",
                        List.of("lz4", "xz"),
                        "by-compressor",
                        0,
                        List.of(),
                        List.of(),
                        false,
                        false,
                        false),
                partial,
                totals,
                layouts,
                List.of(),
                List.of(),
                List.of(),
                new Timing(START, 90_000_000_000L, 1, 2, 2, 23 << 20, "17.0.1"));
    }

    private static Totals totals(long scannedBytes) {
        return new Totals(scannedBytes + 4096, 0, 4096, scannedBytes, 1204, 57, 0, 14, 0, 0, 1, 0);
    }

    private static SetResult set(String name, boolean partial, long scannedBytes, long uniqueBytes) {
        return set(name, partial, scannedBytes, uniqueBytes, NONE);
    }

    private static SetResult set(String name, boolean partial, long scannedBytes, long uniqueBytes, Totals more) {
        return new SetResult(
                name,
                "sets/" + name + ".fpr",
                List.of("host-" + name),
                START,
                partial,
                totals(scannedBytes).plus(more),
                List.of(layout(scannedBytes, uniqueBytes)));
    }

    /** Three hosts: two are much alike, the third has a name that no table has room for and was stopped early. */
    public static MergeResult merge() {
        return merge(NONE);
    }

    /**
     * The same hosts.
     *
     * @param more what the second host has in addition
     */
    public static MergeResult merge(Totals more) {
        List<SetResult> sets = List.of(
                set("web1", false, 10 * GIB, 6 * GIB),
                set("web2", false, 8 * GIB, 5 * GIB, more),
                set("db.frankfurt.example.com-monday", true, 4 * GIB, 4 * GIB - 4_096_000));
        long both = 4 * GIB + 4096;
        long all = GIB / 2;
        long third = 4 * GIB - 4_096_000;
        Overlap overlap = new Overlap(
                "fixed:4096",
                List.of(
                        new Share(6 * GIB, 2 * GIB - 4096, 4 * GIB, List.of(6 * GIB, both, all)),
                        new Share(5 * GIB, GIB - 4096, 3 * GIB - 4_100_096, List.of(both, 5 * GIB, all)),
                        new Share(third, third - all, third - GIB / 2 + 4096, List.of(all, all, third))));
        long unique =
                overlap.shares().stream().mapToLong(Share::uniqueShareBytes).sum();
        ScanResult union = result(
                List.of("/a", "/b", "/c"),
                true,
                layout(22 * GIB, unique),
                new Totals(22 * GIB + 3 * 4096, 0, 3 * 4096, 22 * GIB, 3612, 171, 0, 42, 0, 0, 3, 0).plus(more));
        return new MergeResult(union, sets, List.of(overlap), List.of());
    }

    private static Layout sketch(long scannedBytes, long uniqueBytes) {
        return sketch("fixed:4096", scannedBytes, uniqueBytes);
    }

    private static Layout sketch(String chunking, long scannedBytes, long uniqueBytes) {
        Layout point = layout(chunking, scannedBytes, uniqueBytes);
        long chunks = point.uniqueChunkCount();
        Sample sample = new Sample(1000, 4_096_000, uniqueBytes * 4 / 10, uniqueBytes * 6 / 10, 1.8, 2.2, 2.5, 3.5);
        Layout.Bounds bounds = new Layout.Bounds(
                Layout.Method.SKETCH,
                1000,
                new Layout.Range(chunks * 9 / 10, chunks * 11 / 10),
                new Layout.Range(uniqueBytes * 9 / 10, uniqueBytes * 11 / 10));
        return Layout.ofEstimate(
                point,
                bounds,
                List.of(new Refcount(1, 1000, 4_096_000, 0L, 2000L, 0L, 8_192_000L)),
                List.of(Compression.ofSketch("lz4", 0, scannedBytes, uniqueBytes, uniqueBytes / 2, sample, List.of())));
    }

    private static Share estimatedShare(long uniqueBytes, long shareBytes, List<Long> commonBytes) {
        Layout.Range range = new Layout.Range(0, 2 * shareBytes);
        return new Share(
                uniqueBytes,
                shareBytes,
                shareBytes,
                commonBytes,
                range,
                range,
                Collections.nCopies(commonBytes.size(), 0L),
                commonBytes);
    }

    /** A sketch of fine chunks, and one of coarse ones. */
    public static ScanResult sketches() {
        List<Layout> layouts = List.of(sketch(10 * GIB, 6 * GIB), sketch("fixed:16384", 10 * GIB, 8 * GIB));
        return result(List.of("/a"), false, layouts, totals(10 * GIB));
    }

    /** All chunks of one host and the sketch of another; they share nothing, and the estimate of both is the larger one. */
    public static MergeResult mergeOfSketches() {
        SetResult exact = set("exact", false, 10 * GIB, 6 * GIB);
        SetResult sketch = new SetResult(
                "sketch",
                "sketch.fpr",
                List.of("host"),
                START,
                false,
                totals(8 * GIB),
                List.of(sketch(8 * GIB, 5 * GIB)));
        Overlap overlap = Overlap.ofEstimate(
                "fixed:4096",
                List.of(
                        estimatedShare(6 * GIB, 6 * GIB + GIB / 2, List.of(6 * GIB, 0L)),
                        estimatedShare(5 * GIB, 5 * GIB + GIB / 2, List.of(0L, 5 * GIB))));
        ScanResult union = result(List.of("/a", "/b"), false, sketch(18 * GIB, 12 * GIB), totals(18 * GIB));
        return new MergeResult(union, List.of(exact, sketch), List.of(overlap), List.of());
    }

    /** The same with the pairs that matter, as a merge of many has it without {@code --all-pairs}. */
    public static MergeResult mergeOfMany() {
        MergeResult all = mergeOfManyWithAllPairs();
        return new MergeResult(
                all.union(), all.sets(), List.of(cut(all.overlaps().get(0))), List.of());
    }

    /** Each set has itself and those that it shares most with; the closest ones have each other. */
    public static Overlap cut(Overlap overlap) {
        List<Integer> close = overlap.closeSets();
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < overlap.shares().size(); i++) {
            int set = i;
            Share share = overlap.shares().get(i);
            List<Integer> partners =
                    new ArrayList<>(IntStream.range(0, overlap.shares().size())
                            .filter(other -> other != set && share.commonBytes().get(other) > 0)
                            .boxed()
                            .sorted(Comparator.comparing(share.commonBytes()::get, Comparator.reverseOrder()))
                            .limit(Overlap.PARTNERS)
                            .toList());
            if (close.contains(i) && partners.size() == Overlap.PARTNERS) {
                close.stream().filter(other -> !partners.contains(other)).forEach(partners::add);
            }
            partners.remove((Object) i);
            partners.add(i);
            partners.sort(null);
            shares.add(new Share(
                    share.uniqueBytes(),
                    share.exclusiveBytes(),
                    share.uniqueShareBytes(),
                    partners.stream().map(share.commonBytes()::get).toList(),
                    partners));
        }
        return new Overlap(overlap.chunking(), shares);
    }

    /** More hosts than a matrix has columns for; host i shares i GiB with the one before. */
    public static MergeResult mergeOfManyWithAllPairs() {
        int count = 45;
        List<SetResult> sets = new ArrayList<>();
        List<Share> shares = new ArrayList<>();
        long scannedBytes = 0;
        for (int i = 0; i < count; i++) {
            List<Long> row = new ArrayList<>(Collections.nCopies(count, 0L));
            row.set(i, 100 * GIB);
            if (i > 0) {
                row.set(i - 1, i * GIB);
            }
            if (i < count - 1) {
                row.set(i + 1, (i + 1) * GIB);
            }
            sets.add(set("host" + i, false, 200 * GIB, 100 * GIB));
            shares.add(new Share(100 * GIB, 5 * GIB, 80 * GIB, row));
            scannedBytes += 200 * GIB;
        }
        ScanResult union = result(List.of(), false, layout(scannedBytes, 80 * GIB * count), totals(scannedBytes));
        return new MergeResult(union, sets, List.of(new Overlap("fixed:4096", shares)), List.of());
    }

    private static ProfileResult system(String name, long bytes, boolean isEstimated) {
        return new ProfileResult(
                name,
                "the system " + name,
                "https://example.org",
                List.of(),
                "fixed:4096",
                "lz4",
                bytes - 1000,
                0L,
                600,
                400,
                bytes,
                isEstimated ? bytes - bytes / 50 : bytes,
                isEstimated ? bytes + bytes / 50 : bytes,
                0,
                2.0,
                0.5,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                Grade.MODELLED,
                null,
                null,
                null);
    }

    /**
     * Three volumes on two pools; one of them moves.
     *
     * @param usableBytes of the first pool, which takes 8 TB of sketches
     */
    public static PlaceResult placement(long usableBytes) {
        long tera = 1_000_000_000_000L;
        List<PlaceResult.Pool> pools = List.of(
                new PlaceResult.Pool(
                        "A",
                        "vdo",
                        10 * tera,
                        usableBytes,
                        2,
                        system("vdo", 5 * tera, true),
                        system("vdo", 8 * tera, true)),
                new PlaceResult.Pool(
                        "B",
                        "zfs-lz4-128k",
                        9 * tera,
                        9 * tera,
                        1,
                        system("zfs-lz4-128k", 7 * tera, false),
                        system("zfs-lz4-128k", 3 * tera, false)));
        return new PlaceResult(
                pools,
                List.of(
                        new PlaceResult.PlacedSet("web1", "web1.fpr", 9 * tera, false, 0, "A", "A", true),
                        new PlaceResult.PlacedSet("web2", "web2.fpr", 8 * tera, true, 0, "B", "A", false),
                        new PlaceResult.PlacedSet("db", "db.fpr", 5 * tera, false, 1, "B", "B", false)),
                List.of(new PlaceResult.Move("web2", "B", "A", 8 * tera, 4 * tera, 3 * tera, false)),
                List.of(
                        new PlaceResult.Compared(PlaceResult.Way.ONE_POOL, "A", 10 * tera, 2 * tera),
                        new PlaceResult.Compared(PlaceResult.Way.ONE_POOL, "B", 12 * tera, 3 * tera),
                        new PlaceResult.Compared(PlaceResult.Way.NOW, null, 12 * tera, 0L),
                        new PlaceResult.Compared(PlaceResult.Way.RANDOM, null, 13 * tera, null),
                        new PlaceResult.Compared(PlaceResult.Way.BOUND, null, 9 * tera, null)),
                new PlaceResult.Search(PlaceResult.Method.LOCAL, 2000, 1, 100_000, 0.25, 11 * tera));
    }

    private static ChunkGroup group(long bytes) {
        return new ChunkGroup(
                bytes / 4096,
                bytes,
                List.of(
                        new Physical("none", Compression.Method.CHUNK, bytes),
                        new Physical("lz4", Compression.Method.CHUNK, bytes / 2),
                        new Physical("xz", Compression.Method.SAMPLE, bytes / 4)));
    }

    /** A week of which every day adds two GiB and drops one. */
    public static DiffResult diff() {
        return diff(NONE);
    }

    /**
     * The same week.
     *
     * @param more what the second day has in addition
     */
    public static DiffResult diff(Totals more) {
        List<String> days = List.of("monday", "tuesday", "wednesday");
        List<DiffStep> steps = IntStream.range(0, 3)
                .mapToObj(i -> new DiffStep(
                        group((100 + i) * GIB),
                        group(i == 0 ? 100 * GIB : 2 * GIB),
                        group(i == 0 ? 0 : GIB),
                        group(i == 0 ? 0 : (98 + i) * GIB),
                        group(i == 0 ? 100 * GIB : (101 + i) * GIB)))
                .toList();
        return new DiffResult(
                2,
                IntStream.range(0, 3)
                        .mapToObj(i -> set(days.get(i), i == 2, 150 * GIB, (100 + i) * GIB, i == 1 ? more : NONE))
                        .toList(),
                List.of(new DiffLayout("fixed:4096", "sha1", steps)));
    }

    /** The index of a repository, then a scan: some compressors are known to one of the two alone. */
    public static DiffResult nextBackup(Grade grade) {
        ChunkGroup index = group(GIB, "restic");
        ChunkGroup added = group(grade == Grade.ASSUMED ? 2 * GIB : GIB, "gozstd");
        ChunkGroup common = group(grade == Grade.ASSUMED ? 0 : GIB, "restic", "gozstd");
        NextBackup next = new NextBackup(
                "restic",
                added.chunks(),
                added.bytes(),
                grade,
                List.of(new NextBackup.Stored("gozstd", Compression.Method.CHUNK, added.bytes() / 2, Grade.CHECKED)),
                "trees");
        List<DiffStep> steps = List.of(
                new DiffStep(index, index, group(0, "restic"), group(0, "restic"), index),
                new DiffStep(
                        group(2 * GIB, "gozstd"),
                        added,
                        group(GIB - common.bytes(), "restic"),
                        common,
                        group(grade == Grade.ASSUMED ? 3 * GIB : 2 * GIB),
                        next));
        return new DiffResult(
                2,
                List.of(set("repository", false, 2 * GIB, GIB, NONE), set("today", false, 4 * GIB, 2 * GIB, NONE)),
                List.of(new DiffLayout("fixed:4096", "sha256", steps)));
    }

    private static ChunkGroup group(long bytes, String... compressors) {
        return new ChunkGroup(
                bytes / 4096,
                bytes,
                Stream.of(compressors)
                        .map(name -> new Physical(name, Compression.Method.CHUNK, bytes / 2))
                        .toList());
    }

    /** A set, whose names are withheld or not. */
    public static SetInfo info(boolean withheld) {
        return info(
                withheld,
                withheld
                        ? result(List.of(), false, layout(10 * GIB, 6 * GIB), totals(10 * GIB))
                        : result(List.of("/srv/vm", "/home"), true, layout(10 * GIB, 6 * GIB), totals(10 * GIB)));
    }

    /** A set that holds a sketch. */
    public static SetInfo infoOfSketch() {
        return info(false, result(List.of("/srv"), false, sketch(10 * GIB, 6 * GIB), totals(10 * GIB)));
    }

    private static SetInfo info(boolean withheld, ScanResult result) {
        SuperblockTotals none = new SuperblockTotals(0, 0, List.of());
        SetMetadata metadata = new SetMetadata(
                withheld ? List.of() : List.of("web1"),
                Instant.parse("2026-03-01T11:00:00.999Z"),
                withheld ? "0123456789abcdef" : "",
                List.of(none, none),
                List.of(),
                result);
        return new SetInfo(
                "sets/web1.fpr",
                31_000_000,
                metadata,
                List.of(
                        new SetInfo.Table("fixed:4096", true, 1_572_864, 2_620_440, 30_500_000),
                        new SetInfo.Table("fixed:4096", false, 0, 0, 0)));
    }
}
