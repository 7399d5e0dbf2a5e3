package io.compscan.page;

import io.compscan.result.Compression;
import io.compscan.result.Cover;
import io.compscan.result.FileResult;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.ReadError;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.TypeTotals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Results with everything that a page shows; their numbers close, and their names are as bad as names can be. */
final class PageSamples {

    static final String EVIL = "<img src=x onerror=alert(1)>";
    static final String EVIL_SCRIPT = "</script><script>alert(2)</script>";
    static final String EVIL_TEMPLATE = "{a|b} {{data}} ${7*7} \"'`\u202e";

    static final String[] TYPES = {
        "", EVIL, "=cmd()", "bak", "db", "iso", "jpg", "log", "mp4", "ova", "pdf", "qcow2", "sql", "tar", "tgz", "txt",
        "vhdx", "vmdk", "xml"
    };
    static final int[] PER_MILLE = {12, 3, 1, 40, 61, 30, 22, 9, 55, 25, 14, 71, 20, 33, 17, 6, 80, 470, 9};

    static final long GIB = 1L << 30;
    static final long SCANNED = 4_321 * GIB;
    private static final long HARD_LINKS = 13 * GIB + 77;
    private static final long UNREAD = 6 * GIB + 4096;

    private PageSamples() {}

    /** Virtual machines on a file server: five chunkings, three compressors one of which is sampled, profiles, a ledger, errors. */
    static ScanResult demo() {
        List<Layout> layouts = List.of(
                DemoLayouts.layout("fixed:4096", 4096, 0.31, 0.362, true),
                DemoLayouts.layout("fixed:8192", 8192, 0.30, 0.371, false),
                DemoLayouts.layout("fastcdc:16384,max=65536", 18_732, 0.28, 0.352, true),
                DemoLayouts.layout("fixed:131072", 131_072, 0.22, 0.488, false),
                DemoLayouts.layout("fixed:1048576", 1_048_576, 0.17, 0.581, false));
        Totals totals = new Totals(
                SCANNED + HARD_LINKS + UNREAD,
                HARD_LINKS,
                UNREAD,
                SCANNED,
                1_204_311,
                57_204,
                1_205,
                14_000,
                3,
                120,
                4,
                1);
        List<Long> zeroBytes = layouts.stream().map(Layout::zeroBytes).toList();
        return new ScanResult(
                ScanResult.FORMAT,
                ScanResult.VERSION,
                plan(layouts.stream().map(Layout::chunking).toList()),
                false,
                totals,
                layouts,
                List.of(
                        profile("vdo", "Dm-vdo, 4 KiB blocks, LZ4", layouts.get(0), 0, 0.004, 0.92, 0.031, 0, 40),
                        profile(
                                "xtremio-x2",
                                "XtremIO X2, 16 KiB in buckets",
                                layouts.get(2),
                                0,
                                0,
                                1.061,
                                0.011,
                                0,
                                64),
                        profile(
                                "zfs-lz4-128k",
                                "OpenZFS, 128 KiB records, LZ4",
                                layouts.get(3),
                                0,
                                0,
                                1.034,
                                0.004,
                                0,
                                320),
                        profile("restic", "restic, about 1 MiB, zstd", layouts.get(4), 2, 0, 1, 0.002, 0.008, 0)),
                types(zeroBytes),
                DemoLedger.ledger(layouts.get(0)),
                files(layouts),
                errors(),
                new Timing(
                        Instant.parse("2026-03-01T10:15:30.123456Z"),
                        9_412_000_000_000L,
                        (long) (SCANNED / 9412.0),
                        2,
                        8,
                        19_400_000_000L,
                        "17.0.12"));
    }

    private static ScanSettings plan(List<String> chunkings) {
        ScanSettings settings = new ScanSettings(
                "1.0.0",
                List.of("/srv/vm", "/srv/home", EVIL),
                chunkings,
                "sha1",
                List.of("lz4", "zstd:3", "xz"),
                "by-compressor",
                0,
                List.of(),
                List.of("**/*.tmp", "it's"),
                false,
                true,
                true);
        return settings.withProfiles(List.of("vdo", "xtremio-x2", "zfs-lz4-128k", "restic"))
                .withAsked(new ScanSettings.Asked(chunkings, List.of("lz4", "zstd:3", "xz")));
    }

    private static ProfileResult profile(
            String name,
            String title,
            Layout layout,
            int compressor,
            double copies,
            double rounding,
            double metadata,
            double error,
            int memory) {
        Compression compression = layout.compression().get(compressor);
        long physicalBytes = compression.physicalBytes();
        long copiesBytes = (long) (physicalBytes * copies);
        long chunkBytes = copiesBytes + (long) (physicalBytes * rounding);
        long metadataBytes = (long) (physicalBytes * metadata);
        return ProfileResult.of(
                name,
                title,
                "https://example.org/" + name,
                List.of("Snapshots are not modelled.", "Takes every chunk at its place, whatever " + EVIL + " may do."),
                layout.chunking(),
                compression.compressor(),
                SCANNED,
                Estimated.exact(physicalBytes),
                Estimated.exact(copiesBytes),
                new Estimated(chunkBytes, (long) (chunkBytes * (1 - error)), (long) (chunkBytes * (1 + error))),
                Estimated.exact(metadataBytes),
                memory * layout.uniqueChunkCount(),
                List.of(Cover.DRAWS));
    }

    private static List<TypeTotals> types(List<Long> zeroBytes) {
        List<TypeTotals> types = new ArrayList<>();
        long left = SCANNED;
        for (int i = 0; i < PER_MILLE.length; i++) {
            long bytes = SCANNED / 1000 * PER_MILLE[i];
            left -= bytes;
            boolean isLargest = PER_MILLE[i] == 470;
            types.add(new TypeTotals(
                    TYPES[i],
                    1000 + 77L * i,
                    bytes,
                    isLargest ? zeroBytes : zeroBytes.stream().map(zero -> 0L).toList()));
        }
        types.add(new TypeTotals(
                "zip", 400_000, left, zeroBytes.stream().map(zero -> 0L).toList()));
        return types;
    }

    private static List<FileResult> files(List<Layout> layouts) {
        return IntStream.range(0, 130)
                .mapToObj(i -> {
                    long bytes = 1_000_000L + 1000L * i;
                    List<Layout> own = layouts.stream()
                            .map(layout -> Layout.of(
                                    layout.chunking(),
                                    "sha1",
                                    bytes,
                                    300,
                                    20,
                                    81_920,
                                    150,
                                    600_000,
                                    List.of(),
                                    layout.compression().stream()
                                            .map(one -> Compression.ofChunks(
                                                    one.compressor(), bytes, 600_000, 400_000 + i, List.of()))
                                            .toList()))
                            .toList();
                    return new FileResult(i == 129 ? EVIL : "/srv/vm/disk-" + i, bytes, 0, bytes, own);
                })
                .toList();
    }

    private static List<ReadError> errors() {
        return List.of(
                new ReadError(EVIL, ReadError.Kind.UNREADABLE, 6 * GIB, EVIL),
                new ReadError(
                        "/srv/home/a\\x0ab,\"c\".db", ReadError.Kind.SHRANK, 4096, "ended 4096 bytes before its size"),
                new ReadError("/srv/home/log", ReadError.Kind.GREW, 0, "grew by 17 bytes"),
                new ReadError("/srv/vm/" + EVIL_SCRIPT, ReadError.Kind.UNREADABLE, 0, "permission denied"),
                new ReadError("/srv/vm/secret", ReadError.Kind.UNREADABLE, 0, "permission denied"));
    }

    /** Encrypted data as large as 64 bits allow: no number of a script holds such counts. */
    static ScanResult huge() {
        long scannedBytes = Long.MAX_VALUE;
        long chunks = 1L << 51;
        return single(
                scannedBytes,
                Layout.of(
                        "fixed:4096",
                        "sha1",
                        scannedBytes,
                        chunks,
                        1,
                        4096,
                        chunks - 2,
                        scannedBytes - 8192,
                        List.of(new Refcount(1, chunks - 3, scannedBytes - 12_288), new Refcount(2, 1, 4096)),
                        List.of(Compression.ofChunks(
                                "lz4", scannedBytes, scannedBytes - 8192, scannedBytes - 10_000, List.of()))));
    }

    /** Nothing but zeros. */
    static ScanResult zeros() {
        return single(
                GIB, Layout.of("fixed:4096", "sha1", GIB, GIB / 4096, GIB / 4096, GIB, 0, 0, List.of(), none(GIB)));
    }

    /** Nothing at all. */
    static ScanResult nothing() {
        return single(0, Layout.of("fixed:4096", "sha1", 0, 0, 0, 0, 0, 0, List.of(), none(0)));
    }

    private static List<Compression> none(long scannedBytes) {
        return List.of(Compression.ofChunks("lz4", scannedBytes, 0, 0, List.of()));
    }

    private static ScanResult single(long scannedBytes, Layout layout) {
        ScanSettings demo = demo().settings();
        ScanSettings plan = new ScanSettings(
                "1.0.0",
                List.of("-"),
                List.of("fixed:4096"),
                "sha1",
                List.of("lz4"),
                demo.compressSample(),
                0,
                List.of(),
                List.of(),
                false,
                false,
                false);
        return new ScanResult(
                plan,
                false,
                new Totals(scannedBytes, 0, 0, scannedBytes, 1, 0, 0, 0, 0, 0, 0, 0),
                List.of(layout),
                List.of(),
                List.of(),
                List.of(),
                demo().timing());
    }
}
