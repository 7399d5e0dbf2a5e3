package io.compscan.page;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.compscan.report.Unread;
import io.compscan.report.console.HistoryReport;
import io.compscan.result.history.HistoryResult;
import io.compscan.result.history.PastScan;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;

/**
 * The data of a history's page as JSON: history.json, with the sentences that all outputs share.
 *
 * <pre>
 * {"toolVersion": "1.0.0",
 *  "unknown": null, or "SIZE UNKNOWN: 1 directory could not be listed. ...",
 *  "headline": "5.31 TiB of data, growing ...",
 *  "notes": ["In brackets: ..."],
 *  "history": {...as the document of compscan history...}}
 * </pre>
 */
final class HistoryDocument {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance))
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .build();

    private HistoryDocument() {}

    /** Writes the document without a {@code <}, so that it can stand in a page; the writer stays open. */
    static void write(HistoryResult history, String toolVersion, Writer out) throws IOException {
        try (JsonGenerator json = new PageJson(MAPPER.createGenerator(out))) {
            json.writeStartObject();
            json.writeStringField("toolVersion", toolVersion);
            PastScan last = history.last();
            long unlisted = last == null ? 0 : last.unreadDirectoryCount();
            json.writeStringField("unknown", unlisted == 0 ? null : Unread.HEAD + Unread.unknown(unlisted));
            json.writeStringField("headline", HistoryReport.headline(history));
            json.writeArrayFieldStart("notes");
            for (String note : HistoryReport.notes(history)) {
                json.writeString(note);
            }
            json.writeEndArray();
            json.writeFieldName("history");
            MAPPER.writeValue(json, history);
            json.writeEndObject();
        }
    }
}
