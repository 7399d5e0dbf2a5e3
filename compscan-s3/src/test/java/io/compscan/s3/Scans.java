package io.compscan.s3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.core.library.Measure;
import io.compscan.core.report.ResultJson;
import io.compscan.core.result.ScanResult;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.Source;
import java.io.StringWriter;
import java.util.List;

/** Results of scans, for comparison. */
final class Scans {

    private static final JsonMapper JSON = new JsonMapper();

    private Scans() {}

    static ScanResult scan(Source source, String... chunkings) throws Exception {
        Measure measure = Measure.defaults().threads(4).chunk(chunkings).compress("lz4");
        return ScanRun.open(measure.request(source)).run().result();
    }

    /** All that a result says of the data, whatever is named so is called ROOT. A store has no directories to count. */
    static JsonNode ofData(ScanResult result, String root) throws Exception {
        StringWriter text = new StringWriter();
        ResultJson.write(result, text);
        ObjectNode document = (ObjectNode) JSON.readTree(text.toString().replace(root, "ROOT"));
        document.remove(List.of("timing", "containers", "plan"));
        ((ObjectNode) document.get("totals")).remove("directoryCount");
        return document;
    }
}
