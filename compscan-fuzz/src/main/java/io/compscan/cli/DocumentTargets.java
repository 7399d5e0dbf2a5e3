package io.compscan.cli;

import io.compscan.core.set.FingerprintSet;
import io.compscan.core.set.SetDiff;
import io.compscan.core.set.SetExport;
import io.compscan.core.set.SetMerge;
import io.compscan.core.set.Sets;
import io.compscan.forecast.CapacityForecast;
import io.compscan.fuzz.FuzzTarget;
import io.compscan.fuzz.FuzzTargets;
import io.compscan.fuzz.Scratch;
import io.compscan.page.HtmlPage;
import io.compscan.report.CsvReports;
import io.compscan.report.EntryReport;
import io.compscan.report.PlanJson;
import io.compscan.report.ResultFormatException;
import io.compscan.report.ResultJson;
import io.compscan.report.SetJson;
import io.compscan.report.console.CapacityReport;
import io.compscan.report.console.ConsoleReport;
import io.compscan.report.console.DiffReport;
import io.compscan.report.console.MergeReport;
import io.compscan.report.console.Screen;
import io.compscan.report.console.SetReport;
import io.compscan.result.CapacityResult;
import io.compscan.result.CapacityResult.Assumptions;
import io.compscan.result.CapacityResult.Offer;
import io.compscan.result.Retention;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Headline;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.MergeResult;
import io.compscan.testing.FuzzBytes;
import io.compscan.testing.Survival;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Damaged results and fingerprint sets: if a command reads one, it can also show it. */
public final class DocumentTargets implements FuzzTargets {

    private static final Assumptions ASSUMPTIONS =
            new Assumptions(0.2, 0.1, 0.3, 5, 0.01, new Retention(30, 8, 12, 1), 0.2);

    private static final Offer OFFER = new Offer(100.0, 0.2, 0.1, 4.0);

    private final Path directory = Scratch.directory();
    private @Nullable List<String> results;
    private @Nullable List<Path> sets;

    /** For the service loader. */
    public DocumentTargets() {}

    @Override
    public List<FuzzTarget> all() {
        return List.of(
                new FuzzTarget("result", () -> FuzzTarget.decisions(5), this::damagedResult),
                new FuzzTarget(
                        "result-bytes",
                        () -> Samples.results().stream()
                                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                                .toList(),
                        this::result),
                new FuzzTarget("set", () -> FuzzTarget.decisions(2), this::set));
    }

    private void damagedResult(byte[] input) throws IOException {
        if (results == null) {
            results = Samples.results();
        }
        FuzzBytes decisions = new FuzzBytes(input);
        String whole = results.get(decisions.nextInt(results.size()));
        result(DamagedJson.of(whole, decisions).getBytes(StandardCharsets.UTF_8));
    }

    private void result(byte[] document) throws IOException {
        Path file = directory.resolve("result.json");
        Files.write(file, document);
        Survival.of(FuzzTarget.brief(document), ResultFormatException.class, () -> {
            ScanResult result = ResultJson.read(file);
            show(result);
            StringWriter again = new StringWriter();
            ResultJson.write(result, again);
            Files.writeString(file, again.toString());
            if (!ResultJson.read(file).equals(result)) {
                throw new AssertionError("it is not what it was written from: " + again);
            }
            return true;
        });
    }

    private static void show(ScanResult result) throws IOException {
        ConsoleReport.render(result, Screen.FILE);
        ConsoleReport.render(result, Screen.FILE.detailed());
        Writer out = new StringWriter();
        CsvReports.summary(result, out);
        CsvReports.profiles(result, out);
        CsvReports.chunkSizes(result, out);
        CsvReports.refcounts(result, out);
        CsvReports.compressibility(result, out);
        CsvReports.files(result, out);
        CsvReports.types(result, out);
        CsvReports.errors(result, out);
        HtmlPage.write(result, out);
        try {
            CapacityResult plan =
                    CapacityForecast.of(result, Map.of(Headline.of(result).first(), OFFER), ASSUMPTIONS);
            CapacityReport.render(plan, Screen.FILE);
            PlanJson.write(plan, out);
        } catch (IllegalArgumentException e) {
            // The plan comes to too many bytes, or the document has no chunking. The command says so.
            Survival.requireLine("a plan", e.getMessage());
        }
    }

    private void set(byte[] input) throws IOException {
        if (sets == null) {
            sets = Samples.sets();
        }
        FuzzBytes decisions = new FuzzBytes(input);
        Path whole = sets.get(decisions.nextInt(sets.size()));
        Path forged = directory.resolve("forged.fpr");
        Files.deleteIfExists(forged);
        ForgedSet.write(whole, forged, decisions);
        survives(input, () -> readAlone(forged));
        survives(input, () -> merge(List.of(forged, whole)));
        survives(input, () -> merge(List.of(whole, forged)));
        survives(input, () -> diff(List.of(forged, whole)));
        survives(input, () -> diff(List.of(whole, forged)));
    }

    /** Reads sets. */
    private interface Reading {
        void run() throws IOException;
    }

    /** A command reports either exception in one line. */
    private static void survives(byte[] input, Reading reading) {
        Survival.of(FuzzTarget.brief(input), IOException.class, () -> {
            try {
                reading.run();
                return true;
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        });
    }

    private static void readAlone(Path file) throws IOException {
        try (FingerprintSet set = FingerprintSet.open(file)) {
            SetReport.render(set.info(), Screen.FILE.detailed());
            set.verify();
            StringWriter out = new StringWriter();
            SetExport.write(set, EntryReport.csv(out, List.of("none", "lz4")));
            SetExport.write(set, EntryReport.json(out));
        }
    }

    private static void merge(List<Path> files) throws IOException {
        try (Sets all = Sets.open(files)) {
            MergeResult merged = SetMerge.merge(all, null);
            MergeReport.render(merged, Screen.FILE);
            StringWriter out = new StringWriter();
            SetJson.write(merged, out);
            HtmlPage.write(merged, out);
        }
    }

    private static void diff(List<Path> files) throws IOException {
        try (Sets all = Sets.openToCompare(files)) {
            DiffResult difference = SetDiff.diff(all, 1);
            DiffReport.render(difference, Screen.FILE);
            StringWriter out = new StringWriter();
            SetJson.write(difference, out);
            HtmlPage.write(difference, "1", out);
        }
    }
}
