package io.compscan.page;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.compscan.report.Grades;
import io.compscan.report.InnerQuestion;
import io.compscan.report.ResultJson;
import io.compscan.report.Unread;
import io.compscan.result.Compression;
import io.compscan.result.FileResult;
import io.compscan.result.Footprint;
import io.compscan.result.Layout;
import io.compscan.result.ReadError;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Headline;
import io.compscan.result.answer.TradeOff;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Variant;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The page's data as JSON: a result cut down to the size that a page can show, with the omissions and derived figures beside it.
 *
 * <pre>
 * {"result": {...as result.json, but for what is cut...},
 *  "command": "compscan scan ...",
 *  "names": ["fixed:4096", "rabin:1048576 (restic)", ...for each layout, as people speak of it...],
 *  "headline": {"footprints": [{"profile": "vdo", "allocatedBytes": ..., ...}, ...]},
 *  "first": {"layout": 0, "compression": 0},
 *  "least": {"layout": 1, "compression": 0},
 *  "asked": [{"layout": 0, "compression": 0}, ...],
 *  "tradeOff": [{"compressor": "lz4", "algorithm": "fixed", "steps": [{"layout": 1, "rank": 2, "physicalBytes": ...,
 *      "indexBytes": ..., "savedPerIndexByte": ..., "knee": false}, ...]}, ...],
 *  "references": [[{"from": 1, "to": 2, "chunks": ..., "bytes": ..., "referencedBytes": ...}, ...], ...],
 *  "files": [{"path": "a/b", "scannedBytes": ..., ...as the answer's layout has them...}, ...],
 *  "smaller": [{"parent": 0, "directoryCount": 812, "charge": {...}}, ...],
 *  "grades": {"vdo": {"words": "modelled, checked: ...", "covers": "sampling error only, 95 %"}, ...},
 *  "unknown": null, or "1 directory could not be listed. ...",
 *  "sampled": null, or "Estimated from a random part of the data: ...",
 *  "question": null, or "42.0 % of the data is in disk images, ...",
 *  "unread": "2 paths, 900,000 bytes (1.0 % of logical)",
 *  "plan": {"system": "vdo", "assumed": {"growth": "20", ...}, "offers": {"vdo": {"price": "300", ...}, ...}},
 *  "merge": null, or {"sets": [...], "pairs": [...], ...as MergePart has them...},
 *  "left": {"errors": 0, "files": 0, "machines": 0}}
 * </pre>
 */
final class PageDocument {

    private static final int MAX_ERRORS = 1000;
    /** Paths can have 4 KiB each; a list of such does not make a page better. */
    private static final int MAX_ERROR_CHARACTERS = 500_000;

    private static final int MAX_FILES = 1000;

    private static final JsonMapper MAPPER = new JsonMapper();

    /** One chunking with one compressor, by their numbers in the result. */
    private record Place(int layout, int compression) {}

    /** The grade of a system in words, and the errors that its interval holds. */
    private record GradeWords(String words, String covers) {}

    /** The chunkings of one algorithm with one compressor. */
    private record Curve(String compressor, String algorithm, List<Step> steps) {}

    /** One chunking compared with the others; {@code layout} is its number in the result. */
    private record Step(
            int layout,
            int rank,
            long physicalBytes,
            long indexBytes,
            @Nullable Double savedPerIndexByte,
            boolean knee) {}

    /** One file on its own, stored in the way of the answer. */
    private record FileRow(
            String path,
            long scannedBytes,
            long zeroBytes,
            @Nullable Double dedupRatio,
            @Nullable Double compressionRatio,
            @Nullable Double reductionRatio,
            long physicalBytes,
            boolean estimated) {}

    /** The number of elements of each list that are not on the page. */
    private record Left(int errors, int files, int machines) {}

    private PageDocument() {}

    /**
     * Writes the document without a {@code <}, so that it can stand in a page; the writer stays open.
     *
     * @param whole the whole result
     * @param merge the description of the sets whose union the result is; null if it is no union
     * @param plan the plan that the page begins with
     */
    static void write(ScanResult whole, @Nullable MergePart merge, PagePlan plan, Writer out) throws IOException {
        ScanResult result = Variants.withoutDraws(whole);
        List<ReadError> errors = firstErrors(result.errors());
        Variants variants = new Variants(result);
        Variant first = variants.first();
        Variant least = variants.least();
        List<FileRow> files = first == null ? List.of() : largestFiles(result, place(variants, first));
        Headline headline = Headline.of(result);
        LedgerCut ledger = LedgerCut.of(result.ledger());
        ScanResult shown = new ScanResult(
                result.format(),
                result.version(),
                result.settings(),
                result.partial(),
                result.totals(),
                result.layouts().stream().map(Layout::withoutRefcounts).toList(),
                result.profiles(),
                result.types(),
                ledger.ledger(),
                List.of(),
                errors,
                result.indexDamage(),
                result.timing(),
                List.of(),
                result.memory(),
                result.sourceSpace(),
                null,
                result.part());
        try (JsonGenerator json = new PageJson(MAPPER.createGenerator(out))) {
            json.writeStartObject();
            json.writeFieldName("result");
            copy(shown, json);
            json.writeStringField("command", merge == null ? ScanCommandLine.of(whole) : merge.command());
            write(json, "names", result.layouts().stream().map(variants::name).toList());
            write(json, "headline", headline);
            write(json, "first", first == null ? null : place(variants, first));
            write(json, "least", least == null ? null : place(variants, least));
            write(
                    json,
                    "asked",
                    variants.asked().stream()
                            .map(variant -> place(variants, variant))
                            .toList());
            write(json, "tradeOff", tradeOff(result));
            write(
                    json,
                    "references",
                    result.layouts().stream()
                            .map(layout -> ReferenceClass.of(layout.refcounts()))
                            .toList());
            write(json, "files", files);
            write(json, "smaller", ledger.smaller());
            write(json, "grades", grades(result, headline.footprints()));
            long unlisted = result.totals().unreadDirectoryCount();
            write(json, "unknown", unlisted == 0 ? null : Unread.HEAD + Unread.unknown(unlisted));
            write(json, "sampled", Unread.sampled(result));
            write(json, "question", InnerQuestion.of(result).orElse(null));
            write(json, "unread", Unread.summary(result.totals()));
            write(json, "plan", plan);
            write(json, "merge", merge);
            write(
                    json,
                    "left",
                    new Left(
                            result.errors().size() - errors.size(),
                            result.files().size() - files.size(),
                            ledger.leftMachines()));
            json.writeEndObject();
        }
    }

    private static Map<String, GradeWords> grades(ScanResult result, List<Footprint> footprints) {
        Map<String, GradeWords> grades = new LinkedHashMap<>();
        Map<String, String> notes = new HashMap<>();
        result.profiles()
                .forEach(profile -> notes.put(
                        profile.profile(),
                        Grades.notes(profile).stream()
                                .map(words -> ". " + words)
                                .collect(Collectors.joining())));
        for (Footprint footprint : footprints) {
            grades.put(
                    footprint.profile() == null ? "" : footprint.profile(),
                    new GradeWords(
                            Grades.words(footprint)
                                    + (footprint.profile() == null ? "" : notes.getOrDefault(footprint.profile(), "")),
                            Grades.covers(footprint.intervalCovers())));
        }
        return grades;
    }

    private static Place place(Variants variants, Variant variant) {
        return new Place(variants.layoutNumber(variant), variants.compressionNumber(variant));
    }

    private static void write(JsonGenerator json, String name, @Nullable Object value) throws IOException {
        json.writeFieldName(name);
        MAPPER.writeValue(json, value);
    }

    /** By way of result.json itself, so that the page has its names and its notation. */
    private static void copy(ScanResult result, JsonGenerator json) throws IOException {
        StringWriter text = new StringWriter();
        ResultJson.write(result, text);
        try (JsonParser parser = MAPPER.createParser(text.toString())) {
            parser.nextToken();
            json.copyCurrentStructure(parser);
        }
    }

    private static List<ReadError> firstErrors(List<ReadError> errors) {
        List<ReadError> first = new ArrayList<>();
        int characters = 0;
        for (ReadError error : errors) {
            characters += error.path().length() + error.reason().length();
            if (first.size() == MAX_ERRORS || characters > MAX_ERROR_CHARACTERS) {
                break;
            }
            first.add(error);
        }
        return first;
    }

    private static List<FileRow> largestFiles(ScanResult result, Place first) {
        return FileResult.largest(result.files(), MAX_FILES).stream()
                .map(file -> row(file, file.layouts().get(first.layout), first.compression))
                .toList();
    }

    private static FileRow row(FileResult file, Layout layout, int compressor) {
        Compression compression = layout.compression().get(compressor);
        return new FileRow(
                file.path(),
                file.scannedBytes(),
                layout.zeroBytes(),
                layout.dedupRatio(),
                compression.compressionRatio(),
                compression.reductionRatio(),
                compression.physicalBytes(),
                compression.estimates());
    }

    private static List<Curve> tradeOff(ScanResult result) {
        List<Curve> curves = new ArrayList<>();
        for (TradeOff.Curve curve : TradeOff.of(result).curves()) {
            List<Step> steps = curve.steps().stream()
                    .map(step -> new Step(
                            result.layouts().indexOf(step.layout()),
                            step.rank(),
                            step.physicalBytes(),
                            step.indexBytes(),
                            step.savedPerIndexByte(),
                            step.isKnee()))
                    .toList();
            curves.add(new Curve(curve.compressor(), curve.algorithm(), steps));
        }
        return curves;
    }
}
