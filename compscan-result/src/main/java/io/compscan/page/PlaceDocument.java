package io.compscan.page;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.compscan.report.Grades;
import io.compscan.report.Unread;
import io.compscan.report.console.PlaceReport;
import io.compscan.result.set.PlaceResult;
import io.compscan.result.set.PlaceResult.PlacedSet;
import java.io.IOException;
import java.io.Writer;

/**
 * The data of a placement's page as JSON: place.json, with the sentences that all outputs share.
 *
 * <pre>
 * {"toolVersion": "1.0.0",
 *  "unknown": null, or "SIZE UNKNOWN: 1 directory could not be listed. ...",
 *  "headline": "5 sets fit on 2 pools and take ...",
 *  "grades": ["Modelled, checked; ..."],
 *  "placement": {...as place.json...}}
 * </pre>
 */
final class PlaceDocument {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE).build();

    private PlaceDocument() {}

    /** Writes the document without a {@code <}, so that it can stand in a page; the writer stays open. */
    static void write(PlaceResult result, String toolVersion, Writer out) throws IOException {
        try (JsonGenerator json = new PageJson(MAPPER.createGenerator(out))) {
            json.writeStartObject();
            json.writeStringField("toolVersion", toolVersion);
            long unlisted = result.sets().stream()
                    .mapToLong(PlacedSet::unreadDirectoryCount)
                    .sum();
            json.writeStringField("unknown", unlisted == 0 ? null : Unread.HEAD + Unread.unknown(unlisted));
            json.writeStringField("headline", PlaceReport.headline(result));
            json.writeArrayFieldStart("grades");
            for (String sentence : Grades.ofPools(result.pools())) {
                json.writeString(sentence);
            }
            json.writeEndArray();
            json.writeFieldName("placement");
            MAPPER.writeValue(json, result);
            json.writeEndObject();
        }
    }
}
