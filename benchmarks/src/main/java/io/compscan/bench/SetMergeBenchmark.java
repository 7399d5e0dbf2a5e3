package io.compscan.bench;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fold.ReferenceSums;
import io.compscan.core.index.ChunkIndex.DistinctChunkVisitor;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.set.SetDiff;
import io.compscan.core.set.SetMerge;
import io.compscan.core.set.SetWriter;
import io.compscan.core.set.Sets;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.result.Totals;
import io.compscan.result.set.SuperblockTotals;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Merges and compares fingerprint sets from the page cache and prints, as CSV on stdout, how many entries a core takes in a second.
 *
 * <p>Half of each set's chunks are in all sets, the others in it alone. Each entry has a count of one and a stored size from 1 to 4096.
 * Entries are counted as they are read. Rates are medians of the rounds, in millions for each second that the one thread had a core.
 */
@Command(
        name = "SetMergeBenchmark",
        mixinStandardHelpOptions = true,
        description = "Merges and compares fingerprint sets and prints a CSV row per number of sets.")
public final class SetMergeBenchmark implements Callable<Integer> {

    private static final int CHUNK_BYTES = 4096;
    private static final int KEY_BYTES = 20;

    @Option(
            names = "--entries",
            defaultValue = "10m",
            converter = MapGrowth.Count.class,
            description = "Entries of all sets together, as in 10m.")
    private long entries;

    @Option(names = "--sets", split = ",", defaultValue = "1,2,8,32", description = "Numbers of sets.")
    private List<Integer> setCounts = List.of();

    @Option(names = "--rounds", defaultValue = "5", description = "How often each rate is measured.")
    private int rounds;

    @Option(names = "--dir", description = "Where the sets are written (default: the temporary directory).")
    private Path dir = Path.of(System.getProperty("java.io.tmpdir"));

    /** Runs it. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new SetMergeBenchmark()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        out.println("sets,entries,bytes_per_entry,merge_mps,merge_and_save_mps,diff_mps");
        for (int setCount : setCounts) {
            Path work = Files.createTempDirectory(dir, "sets");
            try {
                out.println(row(setCount, work));
            } finally {
                for (Path file : list(work)) {
                    Files.delete(file);
                }
                Files.delete(work);
            }
        }
        return 0;
    }

    private static List<Path> list(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.toList();
        }
    }

    private String row(int setCount, Path work) throws IOException {
        int entriesOfOne = Math.toIntExact(entries / setCount);
        List<Path> files = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < setCount; i++) {
            Path file = work.resolve(i + ".fpr");
            write(file, i, entriesOfOne);
            files.add(file);
            bytes += Files.size(file);
        }
        double[] merge = new double[rounds];
        double[] mergeAndSave = new double[rounds];
        double[] diff = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            try (Sets sets = Sets.open(files);
                    SetWriter union = SetMerge.writer(work.resolve("union"), true, sets)) {
                merge[round] = seconds(() -> SetMerge.merge(sets, null));
                mergeAndSave[round] = seconds(() -> SetMerge.merge(sets, union));
                diff[round] = seconds(() -> SetDiff.diff(sets, setCount));
            }
        }
        double read = (double) entriesOfOne * setCount;
        return String.format(
                Locale.ROOT,
                "%d,%.0f,%.2f,%.1f,%.1f,%.1f",
                setCount,
                read,
                bytes / read,
                read / 1e6 / median(merge),
                read / 1e6 / median(mergeAndSave),
                read / 1e6 / median(diff));
    }

    @FunctionalInterface
    private interface Work {
        Object run() throws IOException;
    }

    /** How long the calling thread had a core. */
    private static double seconds(Work work) throws IOException {
        var threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        if (work.run() == null) {
            throw new IllegalStateException("nothing came of it");
        }
        return (threads.getCurrentThreadCpuTime() - start) / 1e9;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void write(Path file, int number, int count) throws IOException {
        byte[][] keys = new byte[count][];
        KeyStream stream = new KeyStream(KEY_BYTES);
        for (int i = 0; i < count; i++) {
            long key = i % 2 == 0 ? i : (1 + (long) number) * Integer.MAX_VALUE + i;
            keys[i] = Arrays.copyOf(stream.key(key), KEY_BYTES);
        }
        Arrays.sort(keys, Arrays::compareUnsigned);
        ScanOptions options = ScanOptions.of(
                List.of(new FixedChunker(CHUNK_BYTES)),
                FingerprintAlgorithm.SHA1,
                List.of(CompressorSpec.parse("lz4")));
        try (SetWriter writer = SetWriter.create(file, false, options.schemes())) {
            DistinctChunkVisitor visitor = writer.scheme(0);
            int[] storedBytes = new int[1];
            long physicalBytes = 0;
            for (byte[] key : keys) {
                storedBytes[0] = 1 + ((key[8] & 0xff) << 4 | (key[9] & 0xf));
                physicalBytes += storedBytes[0];
                visitor.visit(key, 1, CHUNK_BYTES, storedBytes);
            }
            ScanResult result = result(count, physicalBytes);
            ReferenceSums sums = ReferenceSums.of(result, List.of(new SuperblockTotals(0, 0, List.of())));
            writer.finish(result, sums, List.of(), Instant.now());
        }
    }

    private static ScanResult result(long chunks, long physicalBytes) {
        long bytes = chunks * CHUNK_BYTES;
        Layout layout = Layout.of(
                "fixed:" + CHUNK_BYTES,
                "sha1",
                bytes,
                chunks,
                0,
                0,
                chunks,
                bytes,
                List.of(new Refcount(1, chunks, bytes)),
                List.of(Compression.ofChunks("lz4", bytes, bytes, physicalBytes, List.of())));
        return new ScanResult(
                new ScanSettings(
                        "benchmark",
                        List.of(),
                        List.of(layout.chunking()),
                        layout.fingerprint(),
                        List.of("lz4"),
                        "by-compressor",
                        0,
                        List.of(),
                        List.of(),
                        false,
                        false,
                        false),
                false,
                new Totals(bytes, 0, 0, bytes, 1, 0, 0, 0, 0, 0, 0, 0),
                List.of(layout),
                List.of(),
                List.of(),
                List.of(),
                new Timing(Instant.now(), 1, 1, 1, 1, 1, "17"));
    }
}
