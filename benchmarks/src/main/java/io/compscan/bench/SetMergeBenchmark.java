package io.compscan.bench;

import io.compscan.core.set.SetDiff;
import io.compscan.core.set.SetMerge;
import io.compscan.core.set.SetWriter;
import io.compscan.core.set.Sets;
import java.io.IOException;
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
        long[] keys = new long[count];
        Arrays.setAll(keys, i -> i % 2 == 0 ? i : (1 + (long) number) * Integer.MAX_VALUE + i);
        SetOfKeys.write(file, keys);
    }
}
