package io.compscan.core.page;

import io.compscan.core.result.ChunkSize;
import io.compscan.core.result.Compressibility;
import io.compscan.core.result.Compression;
import io.compscan.core.result.FileResult;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Ledger;
import io.compscan.core.result.Ledger.Charge;
import io.compscan.core.result.Ledger.Directory;
import io.compscan.core.result.Ledger.DirectoryOverlap;
import io.compscan.core.result.ProfileResult;
import io.compscan.core.result.ReadError;
import io.compscan.core.result.Refcount;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.result.Timing;
import io.compscan.core.result.Totals;
import io.compscan.core.result.TypeTotals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Results with everything that a page shows; their numbers close, and their names are as bad as names can be. */
final class PageSamples {

    static final String EVIL = "<img src=x onerror=alert(1)>";
    static final String EVIL_SCRIPT = "</script><script>alert(2)</script>";
    static final String EVIL_TEMPLATE = "{a|b} {{data}} ${7*7} \"'`\u202e";

    private static final String[] TYPES = {
        "", EVIL, "=cmd()", "bak", "db", "iso", "jpg", "log", "mp4", "ova", "pdf", "qcow2", "sql", "tar", "tgz", "txt",
        "vhdx", "vmdk", "xml"
    };
    private static final int[] PER_MILLE = {12, 3, 1, 40, 61, 30, 22, 9, 55, 25, 14, 71, 20, 33, 17, 6, 80, 470, 9};

    private static final long GIB = 1L << 30;
    private static final long SCANNED = 4_321 * GIB;
    private static final long HARD_LINKS = 13 * GIB + 77;
    private static final long UNREAD = 6 * GIB + 4096;

    private PageSamples() {}

    /** Virtual machines on a file server: five chunkings, three compressors one of which is sampled, profiles, a ledger, errors. */
    static ScanResult demo() {
        List<Layout> layouts = List.of(
                layout("fixed:4096", 4096, 0.31, 0.362, true),
                layout("fixed:8192", 8192, 0.30, 0.371, false),
                layout("fastcdc:16384,max=65536", 18_732, 0.28, 0.352, true),
                layout("fixed:131072", 131_072, 0.22, 0.488, false),
                layout("fixed:1048576", 1_048_576, 0.17, 0.581, false));
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
                        profile("vdo", "Dm-vdo, 4 KiB blocks, LZ4", layouts.get(0), 0, 0.92, 0.031, 0, 40),
                        profile("xtremio-x2", "XtremIO X2, 16 KiB in buckets", layouts.get(2), 0, 1.061, 0.011, 0, 64),
                        profile(
                                "zfs-lz4-128k",
                                "OpenZFS, 128 KiB records, LZ4",
                                layouts.get(3),
                                0,
                                1.034,
                                0.004,
                                0,
                                320),
                        profile("restic", "restic, about 1 MiB, zstd", layouts.get(4), 2, 1, 0.002, 0.008, 0)),
                types(zeroBytes),
                ledger(layouts.get(0)),
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

    /** A chunking of the demo: {@code zeros} of what was scanned are zeros, {@code unique} of the rest is stored. */
    private static Layout layout(String chunking, int meanBytes, double zeros, double unique, boolean varied) {
        long zeroBytes = whole(SCANNED * zeros, meanBytes);
        long nonZeroBytes = SCANNED - zeroBytes;
        long once = whole(nonZeroBytes * unique * 0.55, meanBytes);
        long twice = whole(nonZeroBytes * unique * 0.25, meanBytes);
        long left = nonZeroBytes - once - 2 * twice;
        long oftenReferences = 23;
        long often = whole(left / (double) oftenReferences / 2, meanBytes);
        long last = left - oftenReferences * often;
        long veryReferences = 1000;
        long very = last / veryReferences;
        long rest = last - very * veryReferences;
        long uniqueBytes = once + twice + often + very + rest;
        long onceChunks = once / meanBytes + 1;
        List<Refcount> refcounts = List.of(
                new Refcount(1, onceChunks, once + rest),
                new Refcount(2, twice / meanBytes, twice),
                new Refcount(oftenReferences, often / meanBytes, often),
                new Refcount(veryReferences, very / meanBytes, very));
        long uniqueChunks = refcounts.stream().mapToLong(Refcount::chunks).sum();
        long nonZeroChunks = refcounts.stream()
                .mapToLong(row -> row.chunks() * row.references())
                .sum();
        Layout layout = Layout.of(
                chunking,
                "sha1",
                SCANNED,
                nonZeroChunks + zeroBytes / meanBytes,
                zeroBytes / meanBytes,
                zeroBytes,
                uniqueChunks,
                uniqueBytes,
                refcounts,
                List.of(
                        Compression.ofChunks(
                                "lz4",
                                SCANNED,
                                uniqueBytes,
                                (long) (uniqueBytes * 0.61),
                                compressibility(uniqueChunks, uniqueBytes)),
                        Compression.ofChunks(
                                "zstd:3",
                                SCANNED,
                                uniqueBytes,
                                (long) (uniqueBytes * 0.52),
                                compressibility(uniqueChunks, uniqueBytes)),
                        Compression.ofSample(
                                "xz",
                                SCANNED,
                                uniqueBytes,
                                (long) (uniqueBytes * 0.47),
                                10_000,
                                10_000L * meanBytes,
                                (long) (uniqueBytes * 0.467),
                                (long) (uniqueBytes * 0.4731),
                                compressibility(10_000, 10_000L * meanBytes))));
        List<ChunkSize> sizes = varied && !chunking.startsWith("fixed")
                ? bell(uniqueChunks, uniqueBytes, nonZeroChunks, nonZeroBytes)
                : List.of(new ChunkSize(
                        meanBytes, meanBytes + meanBytes / 8, uniqueChunks, uniqueBytes, nonZeroChunks, nonZeroBytes));
        return layout.withChunkSizes(meanBytes, sizes);
    }

    private static long whole(double bytes, int unit) {
        return (long) Math.floor(bytes / unit) * unit;
    }

    private static List<ChunkSize> bell(long uniqueChunks, long uniqueBytes, long chunks, long bytes) {
        int[] weights = {1, 2, 4, 7, 9, 11, 12, 12, 11, 10, 8, 6, 4, 2, 1};
        List<ChunkSize> rows = new ArrayList<>();
        long[] left = {uniqueChunks, uniqueBytes, chunks, bytes};
        int from = 4096;
        for (int i = 0; i < weights.length; i++) {
            boolean isLast = i == weights.length - 1;
            int to = from + from / 4;
            long[] row = new long[left.length];
            long[] all = {uniqueChunks, uniqueBytes, chunks, bytes};
            for (int j = 0; j < left.length; j++) {
                row[j] = isLast ? left[j] : all[j] / 100 * weights[i];
                left[j] -= row[j];
            }
            rows.add(new ChunkSize(from, to, row[0], row[1], row[2], row[3]));
            from = to;
        }
        return rows;
    }

    private static List<Compressibility> compressibility(long chunks, long bytes) {
        int[] percents = {8, 22, 31, 38, 44, 52, 61, 73, 88, 100};
        int[] weights = {3, 6, 9, 13, 15, 12, 9, 6, 4};
        List<Compressibility> rows = new ArrayList<>();
        long leftChunks = chunks;
        long leftBytes = bytes;
        for (int i = 0; i < weights.length; i++) {
            rows.add(new Compressibility(percents[i], chunks / 100 * weights[i], bytes / 100 * weights[i]));
            leftChunks -= chunks / 100 * weights[i];
            leftBytes -= bytes / 100 * weights[i];
        }
        rows.add(new Compressibility(100, leftChunks, leftBytes));
        return rows;
    }

    private static ProfileResult profile(
            String name,
            String title,
            Layout layout,
            int compressor,
            double rounding,
            double metadata,
            double error,
            int memory) {
        Compression compression = layout.compression().get(compressor);
        long physicalBytes = compression.physicalBytes();
        long roundingBytes = (long) (physicalBytes * (rounding - 1));
        long metadataBytes = (long) (physicalBytes * metadata);
        long allocatedBytes = physicalBytes + roundingBytes + metadataBytes;
        return new ProfileResult(
                name,
                title,
                "https://example.org/" + name,
                List.of("Snapshots are not modelled.", "Takes every chunk at its place, whatever " + EVIL + " may do."),
                layout.chunking(),
                compression.compressor(),
                physicalBytes,
                roundingBytes,
                metadataBytes,
                allocatedBytes,
                (long) (allocatedBytes * (1 - error)),
                (long) (allocatedBytes * (1 + error)),
                memory * layout.uniqueChunkCount(),
                (double) SCANNED / allocatedBytes,
                (double) (SCANNED - allocatedBytes) / SCANNED);
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

    private static Ledger ledger(Layout layout) {
        long physicalBytes = layout.compression().get(0).physicalBytes();
        List<Directory> directories = new ArrayList<>();
        Random random = new Random(7);
        String[] roots = {"/srv/vm", "/srv/home", EVIL};
        int[] percent = {76, 21, 3};
        List<Integer> tops = new ArrayList<>();
        for (int i = 0; i < roots.length; i++) {
            int number = directories.size();
            long scanned = SCANNED / 100 * percent[i];
            long attributed = physicalBytes / 100 * percent[i];
            directories.add(new Directory(-1, charge(roots[i], 400_000, scanned, attributed, 0.9, 0.02)));
            String[] names = {
                "finance",
                "web-a",
                "web-b",
                "web-c",
                EVIL_SCRIPT,
                EVIL_TEMPLATE,
                "build",
                "mail",
                "archive with a rather long name 2019"
            };
            int count = i == 2 ? 3 : names.length;
            int[] share = {30, 20, 15, 10, 8, 6, 4, 3, 2};
            for (int j = 0; j < count; j++) {
                int top = directories.size();
                tops.add(top);
                double reduction = j % 4 == 3 ? 4 : 0.5 + random.nextDouble() * 1.4;
                long bytes = scanned / 100 * share[j];
                directories.add(new Directory(
                        number,
                        charge(
                                names[j],
                                30_000,
                                bytes,
                                (long) (attributed / 100.0 * share[j] * reduction),
                                0.7,
                                0.04)));
                for (int k = 0; k < 6; k++) {
                    directories.add(new Directory(
                            top,
                            charge(
                                    k == 5 ? EVIL : "disk-" + k,
                                    4000,
                                    bytes / (k + 3),
                                    (long) (attributed / 100.0 * share[j] / (k + 3) * (0.3 + random.nextDouble() * 2)),
                                    0.5,
                                    0.06)));
                }
            }
        }
        List<Integer> compared = tops.subList(0, 12);
        List<List<Long>> shared = IntStream.range(0, compared.size())
                .mapToObj(i -> IntStream.range(0, compared.size())
                        .mapToObj(j -> overlap(directories, compared, i, j))
                        .toList())
                .toList();
        List<List<Long>> errors = shared.stream()
                .map(row -> row.stream().map(bytes -> bytes / 50).toList())
                .toList();
        List<Charge> machines = IntStream.range(0, 40)
                .mapToObj(i -> charge(
                        i == 3 ? EVIL : String.format("/srv/vm/web-%02d", i),
                        12,
                        60 * GIB / (i + 1),
                        9 * GIB / (i + 1),
                        0.6,
                        0.05))
                .toList();
        List<Charge> types = IntStream.range(0, TYPES.length)
                .mapToObj(i -> charge(
                        TYPES[i],
                        1000,
                        SCANNED / 1000 * PER_MILLE[i],
                        physicalBytes / 1000 * PER_MILLE[i] / 5 * (i % 9 + 1),
                        0.8,
                        0.02))
                .toList();
        return new Ledger(
                layout.chunking(),
                "lz4",
                9,
                201_311,
                6,
                directories,
                types,
                machines,
                new DirectoryOverlap(compared, shared, errors));
    }

    private static long overlap(List<Directory> directories, List<Integer> compared, int i, int j) {
        long one = directories.get(compared.get(i)).charge().attributedBytes();
        long other = directories.get(compared.get(j)).charge().attributedBytes();
        boolean alike = (i == j) || (i >= 1 && i <= 3 && j >= 1 && j <= 3);
        return (long) (Math.min(one, other) * (i == j ? 1.2 : alike ? 0.71 : ((i * 7 + j * 7) % 13) / 60.0));
    }

    private static Charge charge(
            String name, long files, long scanned, long attributed, double reclaimable, double error) {
        long freed = (long) (attributed * reclaimable);
        return new Charge(name, files, scanned, attributed, (long) (attributed * error), freed, (long) (freed * error));
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
        ScanSettings demo = demo().plan();
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

    /** The result of a million files in 50,000 directories, three thousand of which could not be read. */
    static ScanResult large() {
        ScanResult demo = demo();
        Ledger ledger = demo.ledger();
        if (ledger == null) {
            throw new IllegalStateException("the demo has a ledger");
        }
        List<Directory> directories = new ArrayList<>();
        directories.add(new Directory(-1, charge("/srv", 1_000_000, SCANNED, SCANNED / 4, 1, 0.001)));
        Random random = new Random(3);
        for (int i = 1; directories.size() < 50_000; i++) {
            int parent = i < 40 ? 0 : random.nextInt(Math.max(1, i / 8), i);
            long parentBytes = directories.get(parent).charge().scannedBytes();
            long bytes = (long) (parentBytes * random.nextDouble() * 0.2);
            directories.add(new Directory(
                    parent,
                    charge(
                            "directory with a name of usual length " + i,
                            20,
                            bytes,
                            (long) (bytes * random.nextDouble()),
                            0.5,
                            0.1)));
        }
        List<Charge> machines = IntStream.range(0, 5000)
                .mapToObj(i -> charge("/srv/machines/machine-" + i, 3, 1000L + i, 500, 0.5, 0.1))
                .toList();
        List<ReadError> errors = IntStream.range(0, 3000)
                .mapToObj(i -> new ReadError(
                        "/srv/some/path/to/a/file/that/cannot/be/read-" + i,
                        ReadError.Kind.UNREADABLE,
                        0,
                        "permission denied"))
                .toList();
        List<FileResult> files = IntStream.range(0, 2000)
                .mapToObj(i -> new FileResult(
                        "/srv/file-" + i,
                        demo.files().get(0).logicalBytes(),
                        0,
                        demo.files().get(0).scannedBytes(),
                        demo.files().get(0).layouts()))
                .toList();
        List<TypeTotals> types = new ArrayList<>(demo.types());
        for (int i = 0; i < 4000; i++) {
            types.add(new TypeTotals(
                    "zz" + i, 1, 0, demo.layouts().stream().map(layout -> 0L).toList()));
        }
        return new ScanResult(
                demo.format(),
                demo.version(),
                demo.plan(),
                true,
                demo.totals(),
                demo.layouts(),
                demo.profiles(),
                types,
                new Ledger(
                        ledger.chunking(),
                        ledger.compressor(),
                        ledger.sampleShift(),
                        ledger.sampledChunkCount(),
                        40,
                        directories,
                        types.stream()
                                .map(type -> charge(type.extension(), 1, type.scannedBytes(), 5, 1, 0.1))
                                .toList(),
                        machines,
                        new DirectoryOverlap(
                                IntStream.range(1, 33).boxed().toList(),
                                IntStream.range(0, 32)
                                        .mapToObj(i -> IntStream.range(0, 32)
                                                .mapToObj(j -> i == j ? 1000L : (long) ((i + j) % 10) * 60L)
                                                .toList())
                                        .toList(),
                                Collections.nCopies(32, Collections.nCopies(32, 7L)))),
                files,
                errors,
                demo.timing());
    }
}
