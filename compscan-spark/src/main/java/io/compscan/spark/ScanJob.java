package io.compscan.spark;

import io.compscan.cli.CommandFailure;
import io.compscan.cli.Compscan;
import io.compscan.cli.ExitCode;
import io.compscan.cli.LayoutMixin;
import io.compscan.cli.OutputMixin;
import io.compscan.cli.ProfileMixin;
import io.compscan.cli.SourceMixin;
import io.compscan.cli.Version;
import io.compscan.core.profile.Profile;
import io.compscan.core.report.OutputDirectory;
import io.compscan.core.report.ResultJson;
import io.compscan.core.report.console.ConsoleReport;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.ScanSettings;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.source.Source;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    /** As in "... most recent failure: Lost task 1.3 in stage 0.0 (TID 5) (10.0.0.7 executor 2): what it was". */
    private static final Pattern FAILURE_OF_TASK = Pattern.compile("most recent failure: .*? executor \\w+\\): (.*)");

    @Spec
    private CommandSpec command;

    @Mixin
    private SourceMixin sources;

    @Mixin
    private LayoutMixin layout;

    @Mixin
    private ProfileMixin profile;

    @Mixin
    private OutputMixin output;

    @Option(
            names = "--sets",
            paramLabel = "FILE",
            split = ",",
            splitSynopsisLabel = ",",
            description =
                    "Instead of reading PATH: take these fingerprint sets, saved by 'compscan scan --save' on other machines,"
                            + " together. Every executor must have the files at the same place.")
    private List<Path> sets = new ArrayList<>();

    private ScanJob() {}

    /** Runs the job and leaves with the exit code that {@code compscan scan} would have. */
    public static void main(String[] args) {
        System.exit(Compscan.execute(commandLine(), args));
    }

    static CommandLine commandLine() {
        return Compscan.commandLine(new ScanJob());
    }

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        OutputDirectory outputs;
        ScanResult result;
        if (sets.isEmpty()) {
            ScanOptions options = options();
            outputs = output.prepare(false);
            result = run(spark -> scan(spark, options));
        } else {
            if (!sources.paths().isEmpty()) {
                throw new ParameterException(command.commandLine(), "--sets and PATH exclude each other");
            }
            List<Profile> profiles = profile.profiles();
            outputs = output.prepare(false);
            result = run(spark -> new SparkMerge(spark, sets, profiles).run());
        }
        output.deliver(
                ConsoleReport.render(result),
                out -> ResultJson.write(result, out),
                outputs,
                directory -> directory.write(result));
        return result.partial() ? ExitCode.INCOMPLETE : ExitCode.of(result);
    }

    private ScanOptions options() throws CommandFailure {
        if (sources.stdin()) {
            throw new ParameterException(
                    command.commandLine(), "--stdin is for compscan scan: executors cannot read it");
        }
        if (sources.paths().isEmpty()) {
            throw new ParameterException(command.commandLine(), "PATH is missing: what is to be scanned?");
        }
        return layout.scanOptions(profile.profiles());
    }

    /** Something that takes a cluster. */
    @FunctionalInterface
    private interface Work {
        ScanResult on(JavaSparkContext spark) throws CommandFailure, InterruptedException, IOException;
    }

    private ScanResult scan(JavaSparkContext spark, ScanOptions options) throws CommandFailure, InterruptedException {
        Source source = source(spark.hadoopConfiguration());
        ScanSettings plan = sources.plan(source, options);
        long taskBytes = SparkScan.taskBytes(spark.getConf());
        return new SparkScan(spark, source, options, plan, sources.pageCache(), taskBytes).run();
    }

    private static ScanResult run(Work work) throws CommandFailure, InterruptedException {
        try (JavaSparkContext spark = new JavaSparkContext(SparkScan.configure(new SparkConf()))) {
            return work.on(spark);
        } catch (UnsupportedUnitException | IOException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        } catch (IllegalStateException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "the parts do not go together, as when data changes while a lost task is repeated: "
                            + e.getMessage());
        } catch (CommandFailure | InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw failure(e);
        }
    }

    private Source source(Configuration hadoop) throws CommandFailure {
        try {
            return ClusterSource.of(sources.paths(), sources::tree, sources.walk(), hadoop);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /** What ends a job is told in one line; Spark has logged the rest. */
    private static CommandFailure failure(Exception e) {
        if (e instanceof RuntimeException unexpected && !(e.getCause() instanceof SparkException)) {
            throw unexpected;
        }
        String first = String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
        Matcher ofTask = FAILURE_OF_TASK.matcher(first);
        return new CommandFailure(
                ExitCode.FAILED, "the job failed, nothing was written: " + (ofTask.find() ? ofTask.group(1) : first));
    }
}
