package io.compscan.spark;

import io.compscan.cli.ClusterCommand;
import io.compscan.core.profile.Profile;
import io.compscan.core.source.Source;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings;
import io.compscan.spark.place.ClusterPlaces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code compscan scan} on a cluster, for {@code spark-submit}. */
@Command(
        name = "compscan-spark",
        description =
                "Reads data on a Spark cluster and computes how much storage it takes, with the numbers of 'compscan scan'."
                        + " A PATH without a scheme is one of the cluster's default file system.")
public final class ScanJob extends ClusterCommand {

    /** As in "... most recent failure: Lost task 1.3 in stage 0.0 (TID 5) (10.0.0.7 executor 2): what it was". */
    private static final Pattern FAILURE_OF_TASK = Pattern.compile("most recent failure: .*? executor \\w+\\): (.*)");

    private ScanJob() {}

    /** Runs the job and exits with the codes of {@code compscan scan}. */
    public static void main(String[] args) {
        System.exit(execute(commandLine(), args));
    }

    static CommandLine commandLine() {
        return commandLine(new ScanJob());
    }

    @Override
    protected ScanResult scan(Request request) throws IOException, InterruptedException {
        try (JavaSparkContext spark = open()) {
            ClusterPlaces places = new ClusterPlaces(this::localSource, request.walk(), spark.hadoopConfiguration());
            Source source = source(request, places);
            ScanSettings settings = settings(source, request.options());
            long taskBytes = SparkScan.taskBytes(spark.getConf());
            return new SparkScan(
                            spark,
                            source,
                            request.options(),
                            settings,
                            request.pageCache(),
                            taskBytes,
                            request.sketchEntries(),
                            places.roots(request.imageParents()))
                    .run();
        }
    }

    @Override
    protected ScanResult merge(List<Path> files, List<Profile> profiles) throws IOException {
        try (JavaSparkContext spark = open()) {
            return new SparkMerge(spark, files, profiles).run();
        }
    }

    private static JavaSparkContext open() {
        return new JavaSparkContext(SparkScan.configure(new SparkConf()));
    }

    private Source source(Request request, ClusterPlaces places) throws IOException {
        try {
            return viewed(request.paths(), places::open);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /** One line; Spark has logged the rest. */
    @Override
    protected @Nullable String reason(Exception failure) {
        if (failure instanceof UnsupportedUnitException) {
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof IllegalStateException) {
            return "the parts do not go together, as when data changes while a lost task is repeated: "
                    + failure.getMessage();
        }
        if (failure instanceof RuntimeException && !(failure.getCause() instanceof SparkException)) {
            return null;
        }
        String first = String.valueOf(failure.getMessage()).lines().findFirst().orElse(failure.toString());
        Matcher ofTask = FAILURE_OF_TASK.matcher(first);
        return "the job failed, nothing was written: " + (ofTask.find() ? ofTask.group(1) : first);
    }
}
