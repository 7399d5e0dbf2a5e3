package io.compscan.page;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.compscan.report.Unread;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.DiffResult.DiffLayout;
import io.compscan.result.set.SetResult;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * The data of a comparison's page as JSON: the steps as in diff.json, and those figures of the sets that fit a page.
 *
 * <pre>
 * {"toolVersion": "1.0.0", "keep": 7,
 *  "unknown": null, or "SIZE UNKNOWN: 1 directory could not be listed. ...",
 *  "sets": [{"name": "monday", "file": "monday.fpr", "hosts": [...], "scannedAt": "...", "partial": false,
 *      "scannedBytes": ..., "unreadBytes": ..., "unreadDirectoryCount": 0}, ...],
 *  "layouts": [{"chunking": "fixed:4096", "fingerprint": "sha1", "steps": [...as diff.json...]}, ...]}
 * </pre>
 */
final class DiffDocument {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE).build();

    private record SetRow(
            String name,
            String file,
            List<String> hosts,
            String scannedAt,
            boolean partial,
            long scannedBytes,
            long unreadBytes,
            long unreadDirectoryCount) {}

    private DiffDocument() {}

    /** Writes the document without a {@code <}, so that it can stand in a page; the writer stays open. */
    static void write(DiffResult result, String toolVersion, Writer out) throws IOException {
        try (JsonGenerator json = new PageJson(MAPPER.createGenerator(out))) {
            json.writeStartObject();
            json.writeStringField("toolVersion", toolVersion);
            json.writeNumberField("keep", result.keep());
            long unlisted = Unread.directoryCount(result.sets());
            json.writeStringField("unknown", unlisted == 0 ? null : Unread.HEAD + Unread.unknown(unlisted));
            json.writeArrayFieldStart("sets");
            for (SetResult set : result.sets()) {
                MAPPER.writeValue(json, row(set));
            }
            json.writeEndArray();
            json.writeArrayFieldStart("layouts");
            for (DiffLayout layout : result.shownLayouts()) {
                MAPPER.writeValue(json, layout);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static SetRow row(SetResult set) {
        return new SetRow(
                set.name(),
                set.file(),
                set.hosts(),
                set.scannedAt().toString(),
                set.partial(),
                set.totals().scannedBytes(),
                set.totals().unreadBytes(),
                set.totals().unreadDirectoryCount());
    }
}
