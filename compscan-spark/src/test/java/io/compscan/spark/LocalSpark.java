package io.compscan.spark;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.ScanException;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.Source;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.PageCachePolicy;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.report.ResultJson;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.result.Timing;
import io.compscan.spark.place.Roots;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A Spark of two threads in this JVM, and the same scan with and without it. */
final class LocalSpark implements AutoCloseable {

    private static final Timing NO_TIMING = new Timing(Instant.EPOCH, 0, 0, 0, 0, 0, "");

    private final JavaSparkContext spark;

    LocalSpark() {
        this("local[2]", new SparkConf());
    }

    LocalSpark(String master, SparkConf conf) {
        spark = new JavaSparkContext(SparkScan.configure(
                conf.setMaster(master).set("spark.ui.enabled", "false").set("spark.driver.host", "127.0.0.1")));
        spark.setLogLevel("OFF");
    }

    JavaSparkContext context() {
        return spark;
    }

    /** What is to be read and how. */
    record Request(Source source, ScanOptions options, int sketchEntries) {

        Request(Source source, ScanOptions options) {
            this(source, options, 0);
        }

        Request withSketch(int entries) {
            return new Request(source, options, entries);
        }

        static Request of(Path root, String chunkers, String compressors) {
            return of(new FileTreeSource(List.of(root), WalkOptions.ALL), chunkers, compressors);
        }

        static Request of(Source source, String chunkers, String compressors) {
            return new Request(
                    source,
                    ScanOptions.of(
                            ChunkerSpecs.parse(chunkers),
                            FingerprintAlgorithm.SHA1,
                            Arrays.stream(compressors.split(","))
                                    .map(CompressorSpec::parse)
                                    .toList()));
        }

        Request withProfiles(String names) {
            return new Request(source, options.withProfiles(Profiles.parse(names)), sketchEntries);
        }

        /** Draws a seed: the executors must have that of the driver. */
        Request withXxh3() {
            return new Request(
                    source, options.withFingerprint(Fingerprinting.plain(FingerprintAlgorithm.XXH3)), sketchEntries);
        }

        Request withCompressSample(String sample) {
            return new Request(source, options.withCompressSample(CompressSample.parse(sample)), sketchEntries);
        }

        Request withSuperblockBytes(int bytes) {
            return new Request(source, options.withSuperblockBytes(bytes), sketchEntries);
        }

        ScanRequest on(ScanRequest request) {
            return sketchEntries == 0
                    ? request
                    : request.withSketch(SketchIndex.factory(sketchEntries), SketchIndex.mostSized(sketchEntries));
        }

        ScanSettings plan() {
            return new ScanSettings(
                            "test",
                            source.paths(),
                            options.chunkers().stream().map(Chunker::name).toList(),
                            options.fingerprint().label(),
                            options.compressors().stream()
                                    .map(CompressorSpec::name)
                                    .toList(),
                            options.schemes().compressSample().name(),
                            options.schemes().superblockBytes(),
                            List.of(),
                            List.of(),
                            false,
                            false,
                            false)
                    .withProfiles(options.profiles().stream().map(Profile::name).toList());
        }
    }

    /** The result of one scan on one machine, as a document. */
    static String local(Request request) throws ScanException, InterruptedException, IOException {
        return document(ScanRun.open(request.on(
                        ScanRequest.of(request.source(), request.options().withThreads(1, 2), request.plan())))
                .run()
                .result());
    }

    /** The result of the cluster, with tasks of about so many bytes. */
    String cluster(Request request, long taskBytes) throws InterruptedException, IOException {
        return document(new SparkScan(
                        spark,
                        request.source(),
                        request.options(),
                        request.plan(),
                        PageCachePolicy.KEEP,
                        taskBytes,
                        request.sketchEntries(),
                        new Roots(request.source().paths(), List.of()))
                .run());
    }

    /** All but the timing. */
    private static String document(ScanResult result) throws IOException {
        StringWriter text = new StringWriter();
        ResultJson.write(
                new ScanResult(
                                result.format(),
                                result.version(),
                                result.settings(),
                                result.partial(),
                                result.totals(),
                                result.layouts(),
                                result.profiles(),
                                result.types(),
                                result.ledger(),
                                result.files(),
                                result.errors(),
                                NO_TIMING)
                        .withContainers(result.containers()),
                text);
        return text.toString();
    }

    @Override
    public void close() {
        spark.close();
    }
}
