package io.compscan.report;

import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import io.compscan.result.answer.Variants;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The main numbers of a result in the text format of Prometheus, as the textfile collector of node_exporter reads it; specified in {@code
 * docs/reference/formats.md}.
 *
 * <p>All metrics are gauges. What is undefined has no sample. What only weighs the draws of a target system is left out.
 */
public final class Metrics {

    private final Map<String, StringBuilder> families = new LinkedHashMap<>();

    private Metrics() {}

    /** Writes the metrics; flushes but does not close. */
    public static void write(ScanResult whole, Writer out) throws IOException {
        ScanResult result = Variants.withoutDraws(whole);
        Metrics metrics = new Metrics();
        metrics.totals(result);
        result.layouts().forEach(metrics::layout);
        for (ProfileResult profile : result.profiles()) {
            metrics.profile(profile);
        }
        for (StringBuilder family : metrics.families.values()) {
            out.append(family);
        }
        out.flush();
    }

    private void totals(ScanResult result) {
        Totals totals = result.totals();
        add("logical_bytes", "What the names add up to, in bytes.", "", totals.logicalBytes());
        add("scanned_bytes", "What was read, in bytes.", "", totals.scannedBytes());
        add("unread_bytes", "What could not be read, in bytes, where the size is known.", "", totals.unreadBytes());
        add("unread_paths", "Paths that could not be read.", "", totals.unreadPathCount());
        add("unread_directories", "Paths of unknown size among those.", "", totals.unreadDirectoryCount());
        add("changed_paths", "Paths that changed while they were read.", "", totals.changedPathCount());
        add("files", "Files that were found.", "", totals.fileCount());
        add("partial", "1 if the scan was stopped before its end.", "", result.partial() ? 1 : 0);
        add(
                "start_timestamp_seconds",
                "When the scan started.",
                "",
                result.timing().startedAt().getEpochSecond());
        add("duration_seconds", "How long the scan took.", "", result.timing().elapsedNanos() / 1e9);
    }

    private void layout(Layout layout) {
        String chunking = label("chunking", layout.chunking());
        add("zero_bytes", "Zero chunks, in bytes.", chunking, layout.zeroBytes());
        add("unique_bytes", "Distinct chunks, in bytes.", chunking, layout.uniqueBytes());
        for (Compression compression : layout.compression()) {
            String labels = chunking + "," + label("compressor", compression.compressor());
            add("physical_bytes", "Distinct chunks, compressed, in bytes.", labels, compression.physicalBytes());
            add(
                    "data_reduction_ratio",
                    "Bytes that are not zero over physical bytes.",
                    labels,
                    layout.dataReductionRatio(compression));
        }
    }

    private void profile(ProfileResult profile) {
        String labels = label("profile", profile.profile()) + "," + label("grade", CsvTable.word(profile.grade()));
        add(
                "allocated_bytes",
                "What the data takes on a target system, with rounding and metadata, in bytes.",
                labels,
                profile.allocatedBytes());
    }

    private static String label(String name, String value) {
        return name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private void add(String name, String help, String labels, @Nullable Number value) {
        if (value == null) {
            return;
        }
        String metric = "compscan_" + name;
        families.computeIfAbsent(
                        metric,
                        unused ->
                                new StringBuilder("# HELP " + metric + ' ' + help + "\n# TYPE " + metric + " gauge\n"))
                .append(metric)
                .append(labels.isEmpty() ? "" : '{' + labels + '}')
                .append(' ')
                .append(value)
                .append('\n');
    }
}
