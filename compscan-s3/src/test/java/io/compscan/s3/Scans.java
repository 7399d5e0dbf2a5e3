package io.compscan.s3;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.core.library.Measure;
import io.compscan.core.scan.ScanRun;
import io.compscan.core.source.Source;
import io.compscan.report.OutputDirectory;
import io.compscan.report.ResultJson;
import io.compscan.result.ScanResult;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Results of scans, for comparison. */
final class Scans {

    private static final JsonMapper JSON = new JsonMapper();

    private Scans() {}

    static ScanResult scan(Source source, String... chunkings) throws Exception {
        Measure measure = Measure.defaults().threads(4).chunk(chunkings).compress("lz4");
        return ScanRun.open(measure.request(source)).run().result();
    }

    /** All that a result says of the data, whatever is named so is called ROOT. A store has no directories, to count or with names. */
    static JsonNode ofData(ScanResult result, String root) throws Exception {
        StringWriter text = new StringWriter();
        ResultJson.write(result, text);
        ObjectNode document = (ObjectNode) JSON.readTree(text.toString().replace(root, "ROOT"));
        document.remove(List.of("timing", "containers", "settings", "plan"));
        ((ObjectNode) document.get("totals")).remove(List.of("directoryCount", "packedNameBytes"));
        return document;
    }

    /** Every table that {@code --out} would hold, by its name; whatever is named so is called ROOT. */
    static Map<String, String> tables(ScanResult result, String root, Path directory) throws Exception {
        OutputDirectory.prepare(directory, true).write(result);
        Map<String, String> tables = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(".csv")) {
                    tables.put(name, withoutDirectories(Files.readString(file)).replace(root, "ROOT"));
                }
            }
        }
        return tables;
    }

    /** A store has no directories, so the column that counts them differs by nature. */
    private static String withoutDirectories(String table) {
        List<String> lines = table.lines().toList();
        int column = List.of(lines.get(0).split(",", -1)).indexOf("directoryCount");
        if (column < 0) {
            return table;
        }
        return lines.stream()
                .map(line -> {
                    List<String> cells = new ArrayList<>(List.of(line.split(",", -1)));
                    cells.remove(column);
                    return String.join(",", cells);
                })
                .collect(Collectors.joining("\n"));
    }
}
