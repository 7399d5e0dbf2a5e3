package io.compscan.bench;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.write.session.DedupChannel;
import io.compscan.core.write.session.WriteRequest;
import io.compscan.core.write.session.WriteSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * One writer of a write session against a scan of the same bytes from the page cache, with one reader and one worker.
 *
 * <p>The bytes of the file are in the heap before the first round, so that the writer pays for the session alone. Both run in this process, in
 * turn. Prints CSV, the median ratio last.
 */
@Command(name = "SessionSpeed", mixinStandardHelpOptions = true, description = "A write session against a scan.")
public final class SessionSpeed implements Callable<Integer> {

    @Option(names = "--path", required = true, description = "A file of at most 2 GB.")
    private Path path = Path.of("");

    @Option(names = "--chunk", defaultValue = "4096")
    private String chunkings = "4096";

    @Option(names = "--compress", split = ",", defaultValue = "lz4")
    private List<String> compressors = List.of();

    @Option(names = "--write", defaultValue = "1048576", description = "Bytes of one write.")
    private int writeBytes = 1 << 20;

    @Option(names = "--rounds", defaultValue = "7")
    private int rounds = 7;

    @Option(names = "--warmup", defaultValue = "3")
    private int warmup = 3;

    /** Runs the benchmark. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new SessionSpeed()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        byte[] data = Files.readAllBytes(path);
        ScanOptions options = ScanOptions.of(
                        ChunkerSpecs.parse(chunkings),
                        FingerprintAlgorithm.SHA1,
                        compressors.stream().map(CompressorSpec::parse).toList())
                .withThreads(1, 1);
        double[] ratios = new double[rounds];
        System.out.println("round,scan_gb_per_s,session_gb_per_s,ratio");
        for (int round = 1 - warmup; round <= rounds; round++) {
            long begin = System.nanoTime();
            scan(options);
            long between = System.nanoTime();
            write(options, data);
            long end = System.nanoTime();
            double scan = (double) data.length / (between - begin);
            double session = (double) data.length / (end - between);
            if (round > 0) {
                ratios[round - 1] = session / scan;
                System.out.printf(Locale.ROOT, "%d,%.3f,%.3f,%.3f%n", round, scan, session, session / scan);
            }
        }
        Arrays.sort(ratios);
        System.out.printf(Locale.ROOT, "median,,,%.3f%n", ratios[rounds / 2]);
        return 0;
    }

    private void scan(ScanOptions options) throws ScanException, InterruptedException {
        FileTreeSource source = new FileTreeSource(List.of(path), WalkOptions.ALL);
        ScanRun.open(ScanRequest.of(source, options, options.settings("bench", source.paths())))
                .run();
    }

    private void write(ScanOptions options, byte[] data) throws ScanException, IOException {
        WriteRequest request = WriteRequest.of(options, options.settings("bench", List.of("bench")));
        try (WriteSession session = WriteSession.open(request)) {
            DedupChannel channel = session.open("file");
            for (int from = 0; from < data.length; from += writeBytes) {
                channel.write(ByteBuffer.wrap(data, from, Math.min(writeBytes, data.length - from)));
            }
            channel.finish();
            session.finish();
        }
    }
}
