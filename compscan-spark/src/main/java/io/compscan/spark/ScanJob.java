package io.compscan.spark;

import io.compscan.cli.CommandFailure;
import io.compscan.cli.Compscan;
import io.compscan.cli.ExitCode;
import io.compscan.cli.LayoutMixin;
import io.compscan.cli.OutputMixin;
import io.compscan.cli.SourceMixin;
import io.compscan.cli.Version;
import io.compscan.core.report.ConsoleReport;
import io.compscan.core.report.OutputDirectory;
import io.compscan.core.report.ResultJson;
import io.compscan.core.result.ScanResult;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.source.Source;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code compscan scan} on a cluster, to be given to {@code spark-submit}. */
@Command(
        name = "compscan-spark",
        description =
                "Reads data on a Spark cluster and tells how much would remain of it, with the numbers of 'compscan scan'."
                        + " A PATH without a scheme is one of the cluster's default file system.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class ScanJob implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private SourceMixin sources;

    @Mixin
    private LayoutMixin layout;

    @Mixin
    private OutputMixin output;

    private ScanJob() {}

    /** Runs the job and leaves with the exit code that {@code compscan scan} would have. */
    public static void main(String[] args) {
        CommandLine commandLine = commandLine();
        commandLine.setOut(utf8(FileDescriptor.out));
        commandLine.setErr(utf8(FileDescriptor.err));
        System.exit(commandLine.execute(args));
    }

    static CommandLine commandLine() {
        return Compscan.commandLine(new ScanJob());
    }

    private static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8)),
                true);
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        if (sources.stdin()) {
            throw new ParameterException(
                    command.commandLine(), "--stdin is for compscan scan: executors cannot read it");
        }
        if (sources.paths().isEmpty()) {
            throw new ParameterException(command.commandLine(), "PATH is missing: what is to be scanned?");
        }
        ScanOptions options = ScanOptions.of(
                        layout.chunkers(), layout.fingerprint().algorithm(), layout.compressors())
                .withFingerprint(layout.fingerprint())
                .withCompressSample(layout.compressSample())
                .withSuperblockBytes(layout.superblockBytes());
        OutputDirectory outputs = output.prepare(false);
        ScanResult result;
        try (JavaSparkContext spark = new JavaSparkContext(SparkScan.configure(new SparkConf()))) {
            Source source = source(spark.hadoopConfiguration());
            result = new SparkScan(
                            spark,
                            source,
                            options,
                            sources.plan(source, options),
                            sources.pageCache(),
                            SparkScan.taskBytes(spark.getConf()))
                    .run();
        } catch (UnsupportedUnitException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "the parts of the scan do not go together, as when data changes while a lost task is repeated: "
                            + e.getMessage());
        } catch (Exception e) {
            throw failure(e);
        }
        output.deliver(
                ConsoleReport.render(result),
                out -> ResultJson.write(result, out),
                outputs,
                directory -> directory.write(result));
        return ExitCode.of(result);
    }

    private Source source(Configuration hadoop) throws CommandFailure {
        try {
            return ClusterSource.of(sources.paths(), sources::tree, sources.walk(), hadoop);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /** What ends a job is told in one line; Spark has logged the rest. */
    private static CommandFailure failure(Exception e) throws InterruptedException {
        if (e instanceof CommandFailure failure) {
            return failure;
        }
        if (e instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        if (e instanceof RuntimeException unexpected && !(e.getCause() instanceof SparkException)) {
            throw unexpected;
        }
        List<String> lines = String.valueOf(e.getMessage()).lines().toList();
        String first = lines.isEmpty() ? e.toString() : lines.get(0);
        return new CommandFailure(ExitCode.FAILED, "the job failed, nothing was written: " + first);
    }
}
