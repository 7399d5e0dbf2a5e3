package io.compscan.page;

import io.compscan.result.CapacityResult;
import io.compscan.result.ScanResult;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.PlaceResult;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A result of a scan, a merge, a comparison, a placement or a history as one self-contained HTML file, UTF-8.
 *
 * <p>A name on a scanned disk puts its author's text on the page. It never becomes markup: the data is JSON without a {@code <}, and the
 * scripts put it into the page as text. The page's policy guards against a script that fails to do so. It lets a browser run the two
 * scripts whose digests it names, nothing else, and load nothing from anywhere.
 */
public final class HtmlPage {

    private static final String CHARTS = "echarts.min.js";

    /** The scripts of a report, each behind those that it needs. */
    private static final List<String> SCRIPTS = List.of(
            "figures.js",
            "elements.js",
            "charts.js",
            "data.js",
            "answer.js",
            "summary.js",
            "memory.js",
            "space.js",
            "sets.js",
            "systems.js",
            "forecast.js",
            "chunks.js",
            "types.js",
            "directories.js",
            "groups.js",
            "reading.js",
            "paper.js",
            "frame.js",
            "page.js");

    /** The scripts of a comparison. */
    private static final List<String> DIFF_SCRIPTS =
            List.of("figures.js", "elements.js", "charts.js", "paper.js", "frame.js", "diff.js");

    /** The scripts of a placement. */
    private static final List<String> PLACE_SCRIPTS =
            List.of("figures.js", "elements.js", "charts.js", "paper.js", "frame.js", "place.js");

    /** The scripts of a history. */
    private static final List<String> HISTORY_SCRIPTS =
            List.of("figures.js", "elements.js", "charts.js", "paper.js", "frame.js", "history.js");

    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private HtmlPage() {}

    /**
     * A kind of page: the parts that differ in the frame that all pages share.
     *
     * @param word the name of the kind
     * @param sections the resource with its sections
     * @param scripts the resources that draw it
     */
    private record Kind(String word, String sections, List<String> scripts) {
        static final Kind REPORT = new Kind("report", "page.html", SCRIPTS);
        static final Kind COMPARISON = new Kind("comparison", "diff.html", DIFF_SCRIPTS);
        static final Kind PLACEMENT = new Kind("placement", "place.html", PLACE_SCRIPTS);
        static final Kind HISTORY = new Kind("history", "history.html", HISTORY_SCRIPTS);
    }

    /** Writes the data of a page. */
    @FunctionalInterface
    private interface Data {
        void write(Writer out) throws IOException;
    }

    /**
     * Writes the page of a scan; flushes but does not close.
     *
     * @throws IOException if the writer does
     */
    public static void write(ScanResult result, Writer out) throws IOException {
        write(Kind.REPORT, data -> PageDocument.write(result, null, PagePlan.NONE, data), out);
    }

    /**
     * The same, beginning with the assumptions and the first system of a plan.
     *
     * @throws IOException if the writer does
     */
    public static void write(ScanResult result, CapacityResult plan, Writer out) throws IOException {
        write(Kind.REPORT, data -> PageDocument.write(result, null, PagePlan.of(plan), data), out);
    }

    /**
     * Writes the page of a merge: that of a scan of everything, with a section about the sets. Flushes but does not close.
     *
     * @throws IOException if the writer does
     */
    public static void write(MergeResult result, Writer out) throws IOException {
        write(Kind.REPORT, data -> PageDocument.write(result.union(), MergePart.of(result), PagePlan.NONE, data), out);
    }

    /**
     * Writes the page of a comparison; flushes but does not close.
     *
     * @param toolVersion the version of compscan
     * @throws IOException if the writer does
     */
    public static void write(DiffResult result, String toolVersion, Writer out) throws IOException {
        write(Kind.COMPARISON, data -> DiffDocument.write(result, toolVersion, data), out);
    }

    /**
     * Writes the page of a placement; flushes but does not close.
     *
     * @param toolVersion the version of compscan
     * @throws IOException if the writer does
     */
    public static void write(PlaceResult result, String toolVersion, Writer out) throws IOException {
        write(Kind.PLACEMENT, data -> PlaceDocument.write(result, toolVersion, data), out);
    }

    /**
     * Writes the page of a history; flushes but does not close.
     *
     * @param toolVersion the version of compscan
     * @throws IOException if the writer does
     */
    public static void write(HistoryResult history, String toolVersion, Writer out) throws IOException {
        write(Kind.HISTORY, data -> HistoryDocument.write(history, toolVersion, data), out);
    }

    private static void write(Kind kind, Data data, Writer out) throws IOException {
        String charts = resource(CHARTS);
        String script = script(kind.scripts);
        String template = resource("frame.html");
        Matcher place = PLACE.matcher(template);
        int written = 0;
        while (place.find()) {
            out.append(template, written, place.start());
            switch (place.group(1)) {
                case "policy" -> out.write(policy(charts, script));
                case "style" -> out.write(resource("page.css"));
                case "kind" -> out.write(kind.word);
                case "sections" -> out.write(resource(kind.sections));
                case "data" -> data.write(out);
                case "charts" -> out.write(charts);
                case "script" -> out.write(script);
                default -> throw new IllegalStateException("the template has a place for " + place.group(1));
            }
            written = place.end();
        }
        out.append(template, written, template.length());
        out.flush();
    }

    /** One script of all, in one scope that nothing else on the page sees. */
    private static String script(List<String> names) throws IOException {
        StringBuilder script = new StringBuilder("(() => {\n\"use strict\";\n");
        for (String name : names) {
            script.append(resource(name)).append('\n');
        }
        return script.append("})();\n").toString();
    }

    private static String policy(String... scripts) {
        StringBuilder policy = new StringBuilder("default-src 'none'; script-src");
        for (String script : scripts) {
            policy.append(" 'sha256-").append(digest(script)).append('\'');
        }
        // The charts carry their style in attributes; the icon is empty and only there so that no browser asks for one.
        return policy.append("; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'")
                .toString();
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static String resource(String name) throws IOException {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException("this build of compscan lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
