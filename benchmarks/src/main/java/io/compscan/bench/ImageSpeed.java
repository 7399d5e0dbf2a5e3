package io.compscan.bench;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.PageCachePolicy;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.ViewedSource;
import io.compscan.core.source.view.Views;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The scan of a disk in an image against the scan of the same disk as a raw file.
 *
 * <p>Both run in this process, in turn, so that a drift of the machine meets both. All files stay in the page cache. Prints CSV: a row a
 * round and image, and the median ratio of each image last.
 */
@Command(name = "ImageSpeed", mixinStandardHelpOptions = true, description = "Scans of images against the raw disk.")
public final class ImageSpeed implements Callable<Integer> {

    @Option(names = "--raw", required = true, description = "The disk as a raw file.")
    private Path raw = Path.of("");

    @Parameters(arity = "1..*", paramLabel = "IMAGE", description = "Images of the disk.")
    private List<Path> images = new ArrayList<>();

    @Option(names = "--rounds", defaultValue = "5")
    private int rounds = 5;

    @Option(names = "--warmup", defaultValue = "2", description = "Rounds that are not counted.")
    private int warmup = 2;

    @Option(names = "--threads", defaultValue = "2", description = "Readers and workers.")
    private int threads = 2;

    @Option(
            names = "--clock",
            defaultValue = "WALL",
            description = "wall, or cpu: the processor time of all threads, for a machine that others use as well.")
    private ScanLimit.Clock clock = ScanLimit.Clock.WALL;

    /** Runs the benchmark. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new ImageSpeed())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws ScanException, InterruptedException {
        Views views = Views.load().of(Set.of(View.Kind.IMAGES));
        double[][] ratios = new double[images.size()][rounds];
        System.out.println("round,image,raw_gb_per_s,image_gb_per_s,ratio");
        for (int round = 1 - warmup; round <= rounds; round++) {
            for (int i = 0; i < images.size(); i++) {
                double ofRaw = bytesPerNano(tree(raw));
                double ofImage = bytesPerNano(ViewedSource.of(tree(images.get(i)), views));
                if (round > 0) {
                    ratios[i][round - 1] = ofImage / ofRaw;
                    print(Integer.toString(round), images.get(i), ofRaw, ofImage, ofImage / ofRaw);
                }
            }
        }
        for (int i = 0; i < images.size(); i++) {
            Arrays.sort(ratios[i]);
            System.out.printf(Locale.ROOT, "median,%s,,,%.3f%n", images.get(i).getFileName(), ratios[i][rounds / 2]);
        }
        return 0;
    }

    private static void print(String round, Path image, double ofRaw, double ofImage, double ratio) {
        System.out.printf(Locale.ROOT, "%s,%s,%.3f,%.3f,%.3f%n", round, image.getFileName(), ofRaw, ofImage, ratio);
    }

    private static Source tree(Path path) {
        return new FileTreeSource(List.of(path), WalkOptions.ALL, PageCachePolicy.KEEP);
    }

    private double bytesPerNano(Source source) throws ScanException, InterruptedException {
        ScanOptions options = ScanOptions.of(
                        ChunkerSpecs.parse("4096"), FingerprintAlgorithm.SHA1, List.of(CompressorSpec.parse("none")))
                .withThreads(threads, threads);
        long start = clock.nanos(threads);
        long bytes = ScanRun.open(ScanRequest.of(source, options, options.settings("benchmark", source.paths())))
                .run()
                .result()
                .totals()
                .scannedBytes();
        return bytes / (double) (clock.nanos(threads) - start);
    }
}
