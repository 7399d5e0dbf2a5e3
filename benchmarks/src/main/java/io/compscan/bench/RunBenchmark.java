package io.compscan.bench;

import io.compscan.map.EntryCursor;
import io.compscan.map.MergeCursor;
import io.compscan.map.RecordLayout;
import io.compscan.map.RunFile;
import io.compscan.map.RunWriter;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Writes, reads and merges runs of uniform keys from the page cache and prints, as CSV on stdout, what an entry costs.
 *
 * <p>There is a row for each number of inputs. The number of entries in all inputs together is the same in each row. Keys are distinct,
 * with a count of one and a stored size from 1 to 4096. Rates are millions of entries for each second that the one thread had a core, so
 * that other load on the machine matters less. Each rate is the median of the rounds. The column {@code merge_raw} is a merge of plain
 * records (key, count, size) by the same tree, and shows the cost of the coding. The column {@code merge_same} is a merge of the first file
 * with itself, as often as there are inputs. So every key is in all inputs, and entries count as they are read.
 */
@Command(
        name = "RunBenchmark",
        mixinStandardHelpOptions = true,
        description = "Writes, reads and merges runs and prints a CSV row per number of inputs.")
public final class RunBenchmark implements Callable<Integer> {

    private static final RecordLayout LAYOUT = RecordLayout.of(new RecordLayout.Field("stored", 2));
    private static final int LOOKUPS = 20_000;

    @Option(
            names = "--entries",
            defaultValue = "10m",
            converter = MapGrowth.Count.class,
            description = "Entries of all inputs together, as in 10m.")
    private long entries;

    @Option(names = "--inputs", split = ",", defaultValue = "1,2,4,16,64", description = "Numbers of inputs.")
    private List<Integer> inputs = List.of();

    @Option(names = "--key-bytes", defaultValue = "20", description = "Length of a key.")
    private int keyBytes;

    @Option(names = "--rounds", defaultValue = "5", description = "How often each rate is measured.")
    private int rounds;

    @Option(names = "--buffer", defaultValue = "65536", description = "Bytes of an input's buffer.")
    private int bufferBytes;

    @Option(names = "--dir", description = "Where to write; default: the system's directory for temporary files.")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    private final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    private TableSpec spec = TableSpec.of("full", 20, LAYOUT);

    public static void main(String[] args) {
        System.exit(new CommandLine(new RunBenchmark()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        spec = TableSpec.of("full", keyBytes, LAYOUT);
        Path own = Files.createTempDirectory(directory, "run-benchmark");
        try {
            row(own, 4, Math.min(entries, 2_000_000), rounds, false);
            out.println("entries,inputs,bytes_per_entry,write_m_per_s,decode_m_per_s,merge_m_per_s,merge_raw_m_per_s,"
                    + "merge_to_raw,merge_same_m_per_s,find_us");
            for (int count : inputs) {
                row(own, count, entries, rounds, true);
            }
        } finally {
            Files.delete(own);
        }
        return 0;
    }

    private void row(Path own, int count, long total, int times, boolean print) throws IOException {
        List<RunFile> runs = new ArrayList<>();
        List<Path> raws = new ArrayList<>();
        long each = total / count;
        double writeNanos = 0;
        try {
            for (int i = 0; i < count; i++) {
                Path run = own.resolve(i + ".run");
                Path raw = own.resolve(i + ".raw");
                raws.add(raw);
                writeNanos += write(run, raw, each, i);
                runs.add(RunFile.open(run));
            }
            long bytes = 0;
            for (RunFile run : runs) {
                bytes += run.bytes();
            }
            long n = each * count;
            double[] decode = new double[times];
            double[] merge = new double[times];
            double[] mergeRaw = new double[times];
            double[] mergeSame = new double[times];
            for (int t = 0; t < times; t++) {
                decode[t] = n / (1e-3 * timed(() -> readAll(runs, each)));
                merge[t] = n / (1e-3 * timed(() -> mergeAll(runs, n)));
                mergeRaw[t] = n / (1e-3 * timed(() -> mergeRaw(raws, n)));
                mergeSame[t] = n / (1e-3 * timed(() -> mergeSame(runs.get(0), count, each)));
            }
            if (print) {
                out.printf(
                        Locale.ROOT,
                        "%d,%d,%.3f,%.1f,%.1f,%.1f,%.1f,%.2f,%.1f,%.1f%n",
                        n,
                        count,
                        (double) bytes / n,
                        n / (1e-3 * writeNanos),
                        median(decode),
                        median(merge),
                        median(mergeRaw),
                        median(merge) / median(mergeRaw),
                        median(mergeSame),
                        findMicros(runs.get(0), each));
            }
        } finally {
            for (RunFile run : runs) {
                run.close();
                Files.delete(run.path());
            }
            for (Path raw : raws) {
                Files.deleteIfExists(raw);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /** How many nanoseconds of a core this takes. */
    private static long timed(Work work) throws IOException {
        long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        work.run();
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /**
     * Ascending keys as uniform as sorted digests. The gaps between uniform numbers in order are exponential; the rest of a key is random
     * bits. The {@code n} keys cover the whole range, and streams of different seeds have different keys.
     */
    private final class SortedKeys {
        private final double meanGap;
        private final byte[] key = new byte[(keyBytes + 7) / 8 * 8];
        private long lead;
        private long state;

        SortedKeys(long n, long seed) {
            meanGap = 0x1p64 / (n + 4 * Math.sqrt((double) n) + 16);
            state = KeyStream.mix(seed + 1);
        }

        byte[] next() {
            double uniform = ((random() >>> 11) + 0.5) * 0x1p-53;
            lead += (long) (-Math.log(uniform) * meanGap) + 1;
            for (int i = 0; i < key.length; i += Long.BYTES) {
                long word = i == 0 ? lead : random();
                for (int b = 0; b < Long.BYTES; b++) {
                    key[i + b] = (byte) (word >>> (56 - 8 * b));
                }
            }
            return key;
        }

        private long random() {
            state += 0x9E3779B97F4A7C15L;
            return KeyStream.mix(state);
        }
    }

    /** Writes the same entries in both forms; returns the nanoseconds of the run alone. */
    private long write(Path run, Path raw, long n, int seed) throws IOException {
        int piece = 100_000;
        byte[] keys = new byte[piece * keyBytes];
        int[][] fields = new int[piece][1];
        SortedKeys source = new SortedKeys(n, seed);
        long nanos = 0;
        try (RunWriter writer = RunWriter.create(run);
                OutputStream records = Files.newOutputStream(raw)) {
            writer.beginTable(spec);
            for (long done = 0; done < n; done += piece) {
                int size = (int) Math.min(piece, n - done);
                byte[] bytes = new byte[size * (keyBytes + 4)];
                for (int i = 0; i < size; i++) {
                    System.arraycopy(source.next(), 0, keys, i * keyBytes, keyBytes);
                    fields[i][0] = 1 + (int) (source.random() >>> 52);
                    int at = i * (keyBytes + 4);
                    System.arraycopy(keys, i * keyBytes, bytes, at, keyBytes);
                    bytes[at + keyBytes + 1] = 1;
                    bytes[at + keyBytes + 2] = (byte) (fields[i][0] >>> 8);
                    bytes[at + keyBytes + 3] = (byte) fields[i][0];
                }
                records.write(bytes);
                nanos += timed(() -> {
                    for (int i = 0; i < size; i++) {
                        writer.append(keys, i * keyBytes, 1, fields[i]);
                    }
                });
            }
            nanos += timed(() -> {
                writer.endTable();
                writer.finishTemporary(new byte[0]);
            });
        }
        return nanos;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("the entries read are not those written");
        }
    }

    private void readAll(List<RunFile> runs, long each) {
        for (RunFile run : runs) {
            try (var cursor = run.cursor(0)) {
                require(fold(cursor) == each);
            }
        }
    }

    /** The usual purpose of a merge: sums over counts and sizes. Returns the references. */
    private static long fold(EntryCursor cursor) {
        long references = 0;
        long stored = 0;
        while (cursor.next()) {
            references += cursor.references();
            stored += cursor.field(0);
        }
        require(stored >= references);
        return references;
    }

    private void mergeAll(List<RunFile> runs, long n) {
        try (MergeCursor merge = MergeCursor.of(
                runs.stream().map(run -> run.cursor(0, null, null, bufferBytes)).toList(), LAYOUT)) {
            require(fold(merge) == n);
        }
    }

    private void mergeSame(RunFile run, int times, long each) {
        List<EntryCursor> cursors = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            cursors.add(run.cursor(0, null, null, bufferBytes));
        }
        try (MergeCursor merge = MergeCursor.of(cursors, LAYOUT)) {
            long references = 0;
            while (merge.next()) {
                references += merge.references();
            }
            require(references == each * times);
        }
    }

    private void mergeRaw(List<Path> raws, long n) throws IOException {
        List<RawCursor> cursors = new ArrayList<>();
        try {
            for (Path raw : raws) {
                cursors.add(new RawCursor(raw, keyBytes));
            }
            try (MergeCursor merge = MergeCursor.of(cursors, LAYOUT)) {
                require(fold(merge) == n);
            }
        } finally {
            for (RawCursor cursor : cursors) {
                cursor.close();
            }
        }
    }

    /** The mean time of looking up keys that are there, spread over the file and in no order. */
    private double findMicros(RunFile run, long n) throws IOException {
        byte[][] wanted = new byte[LOOKUPS][];
        SortedKeys source = new SortedKeys(n, 0);
        for (long i = 0; i < n; i++) {
            byte[] key = source.next();
            source.random();
            long slot = i * LOOKUPS / n;
            wanted[(int) (slot * 7919 % LOOKUPS)] = Arrays.copyOf(key, keyBytes);
        }
        int[] fields = new int[1];
        long nanos = timed(() -> {
            for (byte[] key : wanted) {
                require(run.find(0, key, 0, fields) == 1);
            }
        });
        return 1e-3 * nanos / LOOKUPS;
    }
}
