package io.compscan.bench;

import io.compscan.core.chunk.FixedChunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.memory.MemoryRequest;
import io.compscan.memory.MemoryScan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A scan of the memory of a process against a scan of the same bytes in a cached file.
 *
 * <p>A second JVM holds the file outside of its heap. Both are scanned in turn in this process, in one pass, so that a drift of the
 * machine meets both. The time of memory includes finding the pages and the tally of the frames. Prints CSV, the median ratio last.
 */
@Command(name = "MemoryRates", mixinStandardHelpOptions = true, description = "Scan speed of memory against a file.")
public final class MemoryRates implements Callable<Integer> {

    @Option(names = "--path", required = true, description = "A file in the page cache.")
    private Path path = Path.of("");

    @Option(names = "--compress", defaultValue = "lz4")
    private String compress = "lz4";

    @Option(names = "--rounds", defaultValue = "5")
    private int rounds = 5;

    @Option(names = "--warmup", defaultValue = "2", description = "Rounds that are not counted.")
    private int warmup = 2;

    @Option(names = "--threads", defaultValue = "2", description = "Readers and workers of both scans.")
    private int threads = 2;

    @Option(names = "--hold", hidden = true, description = "Hold the file in memory until standard input ends.")
    private boolean holds;

    private final List<ByteBuffer> held = new ArrayList<>();

    /** Runs it. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new MemoryRates()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (holds) {
            hold();
            return 0;
        }
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=64g",
                "-cp",
                System.getProperty("java.class.path"),
                MemoryRates.class.getName(),
                "--hold",
                "--path",
                path.toString());
        Process holder = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            if (holder.getInputStream().read() != '+') {
                throw new IOException("the process that holds the file has ended");
            }
            compare(holder.pid());
        } finally {
            holder.destroy();
        }
        return 0;
    }

    private void hold() throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            for (long at = 0; at < file.size(); at += 1 << 28) {
                ByteBuffer part = ByteBuffer.allocateDirect((int) Math.min(1 << 28, file.size() - at));
                int got = 0;
                while (part.hasRemaining() && got >= 0) {
                    got = file.read(part, at + part.position());
                }
                held.add(part);
            }
        }
        System.out.write('+');
        System.out.flush();
        System.in.readAllBytes();
    }

    private void compare(long pid) throws Exception {
        System.out.println("round,file_mib_s,memory_mib_s,ratio");
        double[] ratios = new double[rounds];
        for (int round = -warmup; round < rounds; round++) {
            double file = fileRate();
            double memory = memoryRate(pid);
            if (round >= 0) {
                ratios[round] = memory / file;
                System.out.printf(Locale.ROOT, "%d,%.0f,%.0f,%.3f%n", round, file, memory, memory / file);
            }
        }
        Arrays.sort(ratios);
        System.out.printf(Locale.ROOT, "median,,,%.3f%n", ratios[rounds / 2]);
    }

    private double fileRate() throws Exception {
        long start = System.nanoTime();
        long bytes = scan(new FileTreeSource(List.of(path), WalkOptions.ALL));
        return rate(bytes, start);
    }

    private double memoryRate(long pid) throws Exception {
        long start = System.nanoTime();
        try (MemoryScan memory =
                MemoryScan.open(new MemoryRequest(List.of(String.valueOf(pid)), 0, false, threads, 4096))) {
            memory.firstPass();
            long bytes = scan(memory.source());
            memory.result();
            return rate(bytes, start);
        }
    }

    private static double rate(long bytes, long startNanos) {
        return bytes / 1048576.0 / ((System.nanoTime() - startNanos) / 1e9);
    }

    private long scan(Source source) throws Exception {
        FixedChunker chunker = new FixedChunker(4096);
        ScanOptions options = ScanOptions.of(
                        List.of(chunker), FingerprintAlgorithm.SHA1, List.of(CompressorSpec.parse(compress)))
                .withThreads(threads, threads);
        return ScanRun.open(ScanRequest.of(source, options, options.settings("", source.paths())))
                .run()
                .result()
                .totals()
                .scannedBytes();
    }
}
