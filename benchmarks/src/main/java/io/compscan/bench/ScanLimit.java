package io.compscan.bench;

import com.sun.management.OperatingSystemMXBean;
import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinter;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The scan against the minimum work of any scan.
 *
 * <p>The limit is a {@link BareLoop}: two threads read, take the digest of each chunk and, if asked for, compress it with LZ4. The loop has
 * the scan's own kernels, and takes the best of several read sizes. It has no queue, index, tally or walk (the files are listed
 * beforehand). Both run in this process, in turn, so that a drift of the machine meets both. Prints CSV, the median ratio last.
 */
@Command(name = "ScanLimit", mixinStandardHelpOptions = true, description = "Scan speed against a bare loop.")
public final class ScanLimit implements Callable<Integer> {

    /** Trials of each length of a read. */
    private static final int TRIALS = 2;

    @Option(names = "--path", required = true, description = "A file or a directory, best in the page cache.")
    private Path path = Path.of("");

    @Option(names = "--compress", defaultValue = "none", description = "none or lz4")
    private String compress = "none";

    @Option(names = "--rounds", defaultValue = "5")
    private int rounds = 5;

    @Option(
            names = "--warmup",
            defaultValue = "3",
            description =
                    "Rounds that are not counted: they fill the page cache and let the JVM compile loop and scan.")
    private int warmup = 3;

    @Option(names = "--chunk", defaultValue = "4096", description = "Chunkings of the scan; the loop has the first.")
    private String chunkings = "4096";

    @Option(
            names = "--threads",
            defaultValue = "2",
            description = "Threads of the loop; readers and workers of the scan.")
    private int threads = 2;

    @Option(
            names = "--digest",
            defaultValue = "SCAN",
            description = "SHA-1 of the loop: scan, the kernel that the scan chooses, or jdk, one chunk at a time.")
    private Digest digest = Digest.SCAN;

    @Option(names = "--fingerprint", defaultValue = "sha1", description = "Of loop and scan: sha1 or xxh3.")
    private String fingerprint = "sha1";

    @Option(
            names = "--read",
            split = ",",
            defaultValue = "262144,524288,1048576",
            description = "Bytes of one read of the loop. Of several, the loop has those with which it is fastest.")
    private List<Integer> readBytes = List.of();

    /** The SHA-1 of the loop. */
    enum Digest {
        SCAN,
        JDK
    }

    @Option(
            names = "--clock",
            defaultValue = "WALL",
            description = "wall, or cpu: the processor time of all threads, for a machine that others use as well.")
    private Clock clock = Clock.WALL;

    /** The measure of a speed. */
    enum Clock {
        WALL,
        /** This clock leaves out the time in which threads wait or idle. */
        CPU;

        private static final OperatingSystemMXBean PROCESS =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

        /** The time in nanoseconds. With the processor's clock, it passes as fast as the wall clock while each thread keeps one processor busy. */
        long nanos(int threads) {
            return this == WALL ? System.nanoTime() : PROCESS.getProcessCpuTime() / threads;
        }
    }

    /** Runs the benchmark. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new ScanLimit())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws Exception {
        List<BareLoop.Piece> pieces = BareLoop.pieces(files());
        CompressorSpec compressor = CompressorSpec.parse(compress);
        List<Chunker> chunkers = ChunkerSpecs.parse(chunkings);
        BareLoop loop = fastest(pieces, chunkers.get(0), compressor);
        double[] ratios = new double[rounds];
        System.out.println("round,limit_gb_per_s,scan_gb_per_s,ratio");
        for (int round = 1 - warmup; round <= rounds; round++) {
            double limit = bytesPerNano(() -> loop.run(pieces, threads));
            double scan = bytesPerNano(() -> scan(chunkers, compressor));
            if (round > 0) {
                ratios[round - 1] = scan / limit;
                System.out.printf(Locale.ROOT, "%d,%.3f,%.3f,%.3f%n", round, limit, scan, scan / limit);
            }
        }
        Arrays.sort(ratios);
        System.out.printf(Locale.ROOT, "median,,,%.3f%n", ratios[rounds / 2]);
        return 0;
    }

    /** Few chunks leave lanes idle, and many bytes leave the core's cache: which read is best depends on the chunks and on the processor. */
    private BareLoop fastest(List<BareLoop.Piece> pieces, Chunker chunker, CompressorSpec compressor) throws Exception {
        Supplier<Fingerprinter> fingerprinter = digest == Digest.SCAN ? fingerprinting()::open : BareLoop::jdkDigest;
        List<BareLoop> loops = readBytes.stream()
                .map(bytes -> new BareLoop(chunker, fingerprinter, compressor, bytes))
                .toList();
        BareLoop fastest = loops.get(0);
        double most = 0;
        for (int round = 1 - warmup; loops.size() > 1 && round <= TRIALS; round++) {
            for (BareLoop loop : loops) {
                double speed = bytesPerNano(() -> loop.run(pieces, threads));
                if (round > 0 && speed > most) {
                    most = speed;
                    fastest = loop;
                }
            }
        }
        System.out.println("# the loop reads " + fastest.readBytes() + " bytes at a time");
        return fastest;
    }

    private Fingerprinting fingerprinting() {
        return Fingerprinting.parse(fingerprint, null, null);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(path)) {
            return walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }

    private double bytesPerNano(Callable<Long> run) throws Exception {
        long start = clock.nanos(threads);
        long bytes = run.call();
        return bytes / (double) (clock.nanos(threads) - start);
    }

    private long scan(List<Chunker> chunkers, CompressorSpec compressor) throws ScanException, InterruptedException {
        // The loop compresses every chunk, so the scan must not take a sample.
        ScanOptions options = ScanOptions.of(chunkers, FingerprintAlgorithm.SHA1, List.of(compressor))
                .withFingerprint(fingerprinting())
                .withCompressSample(CompressSample.OFF)
                .withThreads(threads, threads);
        FileTreeSource source = new FileTreeSource(List.of(path), WalkOptions.ALL);
        return ScanRun.open(ScanRequest.of(source, options, options.settings("benchmark", source.paths())))
                .run()
                .result()
                .totals()
                .scannedBytes();
    }
}
