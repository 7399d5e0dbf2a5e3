package io.compscan.core.set;

import io.compscan.core.index.sketch.SketchIndex;
import io.compscan.core.scan.MemorySource;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.ScanOutcome;
import io.compscan.core.scan.ScanRequest;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.scan.Scans;
import io.compscan.result.ScanResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Scans of units in memory that are saved as sets, for tests. */
final class SetFiles {

    static final Instant SAVED_AT = Instant.parse("2026-03-01T10:15:30Z");

    private SetFiles() {}

    /** Scans the units of these parts together; the parts are what the plan calls paths. */
    static ScanResult scan(List<String> parts, List<List<MemoryUnit>> units, ScanOptions options) throws Exception {
        return scan(parts, units, options, null);
    }

    /** Scans one part and saves it under its name. */
    static ScanResult save(Path file, String part, List<MemoryUnit> units, ScanOptions options) throws Exception {
        return scan(List.of(part), List.of(units), options, file);
    }

    private static ScanResult scan(List<String> parts, List<List<MemoryUnit>> units, ScanOptions options, Path saveAs)
            throws Exception {
        return scan(parts, units, options, 0, saveAs);
    }

    /**
     * @param sketchEntries 0 for an exact index
     * @param saveAs null to save nothing
     */
    static ScanResult scan(
            List<String> parts,
            List<List<MemoryUnit>> units,
            ScanOptions options,
            int sketchEntries,
            @Nullable Path saveAs)
            throws Exception {
        MemorySource source = new MemorySource();
        units.forEach(part -> part.forEach(source::add));
        String index = sketchEntries == 0 ? null : "sketch:" + sketchEntries;
        ScanRequest request =
                ScanRequest.of(source, options, Scans.plan(parts, options).withIndex(index));
        if (sketchEntries > 0) {
            request = request.withSketch(SketchIndex.factory(sketchEntries), SketchIndex.mostSized(sketchEntries));
        }
        if (saveAs == null) {
            return ScanRun.open(request).run().result();
        }
        try (SetWriter writer = SetWriter.create(saveAs, false, options.schemes())) {
            ScanOutcome outcome =
                    ScanRun.open(request.withChunkVisitors(writer::scheme)).run();
            ScanResult result = outcome.result();
            writer.finish(result, outcome.sums(), List.of("host-" + parts.get(0)), SAVED_AT);
            return result;
        }
    }

    /** The result as it is but for when and how fast. */
    static ScanResult withTimingOf(ScanResult result, ScanResult other) {
        return new ScanResult(
                result.settings(),
                result.partial(),
                result.totals(),
                result.layouts(),
                result.types(),
                result.files(),
                result.errors(),
                other.timing());
    }

    static <T> List<T> concat(List<List<T>> lists) {
        List<T> all = new ArrayList<>();
        lists.forEach(all::addAll);
        return all;
    }
}
