package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.compscan.cli.WrittenTables.Table;
import io.compscan.testing.Needs;
import io.compscan.testing.Programs;
import io.compscan.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every CSV table that compscan writes, of data with the worst of names, as others read it: DuckDB, Python and FastCSV.
 *
 * <p>Their columns and what these hold are pinned in {@code csv-columns.txt}. A change to a table changes that file, {@code
 * docs/reference/formats.md}, and perhaps the programs of strangers.
 */
@Timeout(120)
class CsvTablesTest {

    private static List<Table> tables = List.of();
    private static WrittenTables written;

    @BeforeAll
    static void write(@TempDir Path dir) throws IOException {
        written = new WrittenTables(dir.toRealPath());
        tables = written.tables();
    }

    /** For each table its columns and what they hold. */
    private static Map<String, Map<String, String>> pinned() throws IOException {
        Map<String, Map<String, String>> tables = new TreeMap<>();
        try (InputStream in = CsvTablesTest.class.getResourceAsStream("csv-columns.txt")) {
            assertThat(in).isNotNull();
            String table = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("  ")) {
                    String[] column = line.strip().split(" ", 2);
                    tables.get(table).put(column[0], column[1]);
                } else if (!line.startsWith("#") && !line.isBlank()) {
                    table = line;
                    tables.put(table, new LinkedHashMap<>());
                }
            }
        }
        return tables;
    }

    private static List<List<String>> fastCsv(Path file) throws IOException {
        try (CsvReader<CsvRecord> reader =
                CsvReader.builder().skipEmptyLines(false).ofCsvRecord(file)) {
            return reader.stream().map(row -> List.copyOf(row.getFields())).toList();
        }
    }

    private static List<List<String>> duckDb(Statement statement, Path file) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (ResultSet cells = statement.executeQuery("SELECT * FROM read_csv(" + literal(file)
                + ", delim = ',', quote = '\"', escape = '\"', header = false, all_varchar = true)")) {
            while (cells.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= cells.getMetaData().getColumnCount(); i++) {
                    String cell = cells.getString(i);
                    row.add(cell == null ? "" : cell);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static String literal(Path file) {
        return "'" + file.toString().replace("'", "''") + "'";
    }

    @Test
    void columnsAreThoseThatWereAgreed() throws IOException {
        Set<String> written = new LinkedHashSet<>();
        Map<String, Map<String, String>> pinned = pinned();
        for (Table table : tables) {
            written.add(table.name());
            List<List<String>> rows = fastCsv(table.file());
            assertThat(rows.get(0))
                    .as(table.name())
                    .containsExactlyElementsOf(
                            pinned.getOrDefault(table.name(), Map.of()).keySet());
            assertThat(rows)
                    .as("%s in %s", table.name(), table.file().getParent())
                    .hasSize((int) table.rows() + 1);
        }
        assertThat(written)
                .as("tables that are not written any more")
                .containsExactlyInAnyOrderElementsOf(pinned.keySet());
    }

    @Test
    void columnsAreDocumented() throws IOException {
        Path formats = Path.of("../docs/reference/formats.md");
        Set<String> words =
                new LinkedHashSet<>(Arrays.asList(Files.readString(formats).split("`")));
        for (Map.Entry<String, Map<String, String>> table : pinned().entrySet()) {
            for (String column : table.getValue().keySet()) {
                String name = table.getKey().equals("diff.csv")
                        ? column.replaceFirst("^(unique|added|removed|common|kept)", "...")
                        : column.replaceFirst(":.*", ":COMPRESSOR");
                assertThat(words)
                        .as("%s in docs/reference/formats.md", table.getKey())
                        .contains(name);
            }
        }
    }

    /** With nothing said but the name of the file. */
    @Test
    @Slow
    void duckDbFindsTheTypesByItself() throws IOException, SQLException {
        Set<String> checked = new LinkedHashSet<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (Table table : tables) {
                if (table.rows() == 0) {
                    continue;
                }
                Map<String, String> columns = pinned().get(table.name());
                statement.execute("CREATE OR REPLACE TABLE t AS SELECT * FROM read_csv(" + literal(table.file()) + ")");
                for (Map.Entry<String, String> column : columns.entrySet()) {
                    String name = "\"" + column.getKey() + "\"";
                    String type = value(statement, "SELECT typeof(" + name + ") FROM t LIMIT 1");
                    boolean isEmpty = value(statement, "SELECT count(" + name + ") FROM t")
                            .equals("0");
                    if (!isEmpty && !column.getValue().equals("VARCHAR")) {
                        assertThat(type).as("%s of %s", name, table.file()).isEqualTo(column.getValue());
                        checked.add(column.getKey());
                    }
                }
                assertThat(value(statement, "SELECT count(*) FROM t")).isEqualTo(Long.toString(table.rows()));
                assertThat(value(statement, "SELECT count(*) FROM (DESCRIBE t)"))
                        .isEqualTo(Integer.toString(columns.size()));
            }
        }
        // Each column with a type has shown a value of it. Not every file system tells its extents.
        Map<String, Map<String, String>> sure = pinned();
        sure.remove("source_space.csv");
        for (Map<String, String> columns : sure.values()) {
            for (Map.Entry<String, String> column : columns.entrySet()) {
                if (!column.getValue().equals("VARCHAR")) {
                    assertThat(checked).contains(column.getKey());
                }
            }
        }
    }

    private static String value(Statement statement, String query) throws SQLException {
        try (ResultSet values = statement.executeQuery(query)) {
            assertThat(values.next()).isTrue();
            return values.getString(1);
        }
    }

    /** A pivot over a table must not add up what a system draws at random. The document has it. */
    @Test
    void tablesSayWhatWasAskedForAndLeaveDrawsOut(@TempDir Path dir) throws IOException {
        Path data = Files.createDirectory(dir.resolve("data"));
        Files.write(data.resolve("b"), "line of text\n".repeat(200_000).getBytes(StandardCharsets.UTF_8));
        Path out = dir.resolve("out");
        Run scan = Run.of(
                "scan", data, "--chunk", "4k", "--compress", "lz4,zstd", "--profile", "vdo,restic", "--out", out);
        assertThat(scan.exitCode()).as(scan.err()).isZero();
        Map<String, List<String>> roles = new TreeMap<>();
        for (String table :
                List.of("summary.csv", "refcounts.csv", "chunk_sizes.csv", "compressibility.csv", "types.csv")) {
            roles.put(table, column(out.resolve(table), "role"));
            assertThat(roles.get(table)).as(table).contains("asked", "profile").containsOnly("asked", "profile");
        }
        assertThat(roles.get("summary.csv")).containsExactly("asked", "asked", "profile");
        JsonNode layouts =
                Run.json(Files.readString(out.resolve("result.json"))).get("layouts");
        assertThat(layouts.size()).as("layouts with draws").isGreaterThan(2);
    }

    @Test
    void tablesOfSetsLeaveDrawsOut(@TempDir Path dir) throws IOException {
        Path data = Files.createDirectory(dir.resolve("data"));
        Files.write(data.resolve("b"), "line of text\n".repeat(200_000).getBytes(StandardCharsets.UTF_8));
        Path set = dir.resolve("a.fpr");
        Path other = dir.resolve("b.fpr");
        for (Path file : List.of(set, other)) {
            Run scan = Run.of("scan", data, "-q", "--profile", "vdo,restic", "--save", file);
            assertThat(scan.exitCode()).as(scan.err()).isZero();
        }
        Path union = dir.resolve("union");
        assertThat(Run.of("merge", set, other, "--out", union).exitCode()).isZero();
        assertThat(Run.json(Files.readString(union.resolve("merge.json"))).at("/overlaps"))
                .as("overlaps with draws")
                .hasSizeGreaterThan(2);
        assertThat(column(union.resolve("sets.csv"), "role")).hasSize(2 * 2).containsOnly("profile");
        assertThat(column(union.resolve("overlap.csv"), "role")).hasSize(2 * 4).containsOnly("profile");
        Path change = dir.resolve("change");
        assertThat(Run.of("diff", set, other, "--out", change).exitCode()).isZero();
        assertThat(column(change.resolve("diff.csv"), "compressor"))
                .hasSize(2 * 2)
                .containsOnly("gozstd", "lz4");
    }

    private static List<String> column(Path table, String name) throws IOException {
        List<List<String>> rows = fastCsv(table);
        int column = rows.get(0).indexOf(name);
        return rows.stream().skip(1).map(row -> row.get(column)).toList();
    }

    @Test
    void duckDbHasTheNumbersOfTheDocument() throws SQLException, IOException {
        for (Map.Entry<String, JsonNode> scan :
                Map.of("nasty", written.nasty(), "sampled", written.sampled()).entrySet()) {
            JsonNode result = scan.getValue();
            Path file = tables.stream()
                    .filter(table -> table.name().equals("summary.csv"))
                    .map(Table::file)
                    .filter(path -> path.getParent().endsWith(scan.getKey()))
                    .findFirst()
                    .orElseThrow();
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT * FROM read_csv(" + literal(file) + ")")) {
                for (JsonNode layout : result.get("layouts")) {
                    for (JsonNode compression : layout.get("compression")) {
                        assertThat(row.next()).isTrue();
                        for (JsonNode part : List.of(result.get("totals"), layout, compression)) {
                            assertNumbers(part, row);
                        }
                    }
                }
                assertThat(row.next()).isFalse();
            }
        }
        assertThat(written.sampled().at("/totals/scannedBytes").asLong()).isGreaterThan(1L << 40);
        assertThat(written.sampled().at("/layouts/0/compression/0/method").asText())
                .isEqualTo("sample");
    }

    private static void assertNumbers(JsonNode part, ResultSet row) throws SQLException {
        Map<String, String> columns;
        try {
            columns = pinned().get("summary.csv");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        for (Map.Entry<String, JsonNode> field : part.properties()) {
            if (columns.containsKey(field.getKey()) && field.getValue().isIntegralNumber()) {
                assertThat(row.getLong(field.getKey()))
                        .as(field.getKey())
                        .isEqualTo(field.getValue().asLong());
            } else if (columns.containsKey(field.getKey()) && field.getValue().isNumber()) {
                assertThat(row.getDouble(field.getKey()))
                        .as(field.getKey())
                        .isEqualTo(field.getValue().asDouble());
            }
        }
    }

    @Test
    void duckDbSeesTheSameCells() throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (Table table : tables) {
                assertThat(duckDb(statement, table.file()))
                        .as(table.file().toString())
                        .isEqualTo(fastCsv(table.file()));
            }
        }
    }

    @Test
    @Needs("python3")
    void pythonSeesTheSameCells() throws IOException, InterruptedException {
        String script = """
                import csv, json, sys
                tables = []
                for name in sys.argv[1:]:
                    with open(name, newline='', encoding='utf-8') as f:
                        tables.append(list(csv.reader(f, strict=True)))
                print(json.dumps(tables))
                """;
        List<String> command = new ArrayList<>(List.of("python3", "-c", script));
        tables.forEach(table -> command.add(table.file().toString()));
        JsonNode seen = Run.json(Programs.run(command.toArray()));
        assertThat(seen).hasSize(tables.size());
        for (int i = 0; i < tables.size(); i++) {
            List<List<String>> rows = new ArrayList<>();
            for (JsonNode row : seen.get(i)) {
                List<String> cells = new ArrayList<>();
                row.forEach(cell -> cells.add(cell.asText()));
                rows.add(cells);
            }
            Path file = tables.get(i).file();
            assertThat(rows).as(file.toString()).isEqualTo(fastCsv(file));
        }
    }

    /** The name of a file neither adds a line nor runs a formula. */
    @Test
    void noTextIsAFormulaOrBreaksALine() throws IOException {
        for (Table table : tables) {
            List<String> types = List.copyOf(pinned().get(table.name()).values());
            List<List<String>> rows = fastCsv(table.file());
            for (List<String> row : rows.subList(1, rows.size())) {
                for (int i = 0; i < row.size(); i++) {
                    assertThat(row.get(i)).as(table.file().toString()).doesNotContain("\n", "\r", "\t", "\u202e");
                    if (types.get(i).equals("VARCHAR") && row.get(i).length() > 1) {
                        assertThat(row.get(i)).as(table.file().toString()).doesNotContainPattern("^[=+\\-@]");
                    }
                }
            }
            byte[] bytes = Files.readAllBytes(table.file());
            assertThat(new String(bytes, StandardCharsets.UTF_8).split("\r\n", -1))
                    .hasSize(rows.size() + 1);
            assertThat(bytes[0]).as("no byte order mark").isNotEqualTo((byte) 0xef);
        }
    }

    /** As docs/reference/formats.md says: undo {@code \xNN} and {@code \\}, encode the rest. */
    @Test
    void pathsLeadBackToTheFiles() throws IOException {
        Set<String> found = new LinkedHashSet<>();
        for (Table table : tables) {
            if (table.name().equals("files.csv") && table.file().getParent().endsWith("nasty")) {
                List<List<String>> rows = fastCsv(table.file());
                for (List<String> row : rows.subList(1, rows.size())) {
                    found.add(HexFormat.of().formatHex(bytes(row.get(0))));
                }
            }
        }
        byte[] directory = (written.tree() + "/").getBytes(StandardCharsets.UTF_8);
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(WrittenTables.NAMES.stream()
                        .map(name -> HexFormat.of().formatHex(directory)
                                + HexFormat.of().formatHex(name))
                        .toList());
    }

    private static byte[] bytes(String shown) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < shown.length(); ) {
            if (shown.startsWith("\\x", i)) {
                bytes.write(Integer.parseInt(shown.substring(i + 2, i + 4), 16));
                i += 4;
            } else if (shown.startsWith("\\\\", i)) {
                bytes.write('\\');
                i += 2;
            } else {
                int codePoint = shown.codePointAt(i);
                bytes.write(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(codePoint);
            }
        }
        return bytes.toByteArray();
    }
}
