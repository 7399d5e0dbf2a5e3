package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.URI;
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
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every CSV table that compscan writes, of data with the worst of names, as others read it: DuckDB, Python and FastCSV.
 *
 * <p>Their columns and what these hold are pinned in {@code csv-columns.txt}. Whoever changes a table changes that file, {@code
 * docs/formats.md}, and perhaps the programs of people he does not know.
 */
@Timeout(120)
class CsvTablesTest {

    private static final int CHUNK_BYTES = 512;

    /** What people, programs and attackers call files; one of them is not UTF-8. */
    private static final List<byte[]> NAMES = Stream.concat(
                    Stream.of(
                                    "=1+1",
                                    "=HYPERLINK(\"x\",\"y\")",
                                    "+1",
                                    "-2+3",
                                    "@SUM(A1)",
                                    "=",
                                    "com,ma",
                                    "quo\"te",
                                    "\"",
                                    "\"\"quoted\"\"",
                                    "'single'",
                                    "semi;colon",
                                    "pipe|",
                                    "new\nline",
                                    "carriage\rreturn",
                                    "\r\n",
                                    "tab\tstop",
                                    "back\\slash",
                                    "back\\x41slash",
                                    " before",
                                    "after ",
                                    "#hash",
                                    "NULL",
                                    "NaN",
                                    "1e5",
                                    "007",
                                    "2026-01-01",
                                    "<img src=x onerror=alert(1)>",
                                    "right\u202eleft",
                                    "line\u2028separator",
                                    "\uFEFFmark",
                                    "\uD83D\uDE00",
                                    "x.=1+1",
                                    "x.-1",
                                    "x.+1",
                                    "x.1")
                            .map(name -> name.getBytes(StandardCharsets.UTF_8)),
                    Stream.of(new byte[] {(byte) 0xff, ',', (byte) 0xfe, '\n'}))
            .toList();

    /** A table in a file, and how many rows the documents beside it say that it has. */
    private record Table(Path file, long rows) {
        String name() {
            return String.valueOf(file.getFileName());
        }
    }

    private static final List<Table> TABLES = new ArrayList<>();
    private static Path tree;
    private static JsonNode nasty;
    private static JsonNode sampled;

    @BeforeAll
    static void write(@TempDir Path dir) throws IOException {
        Path root = dir.toRealPath();
        tree = Files.createDirectory(root.resolve("tree"));
        Random random = new Random(11);
        byte[] shared = new byte[10_000];
        random.nextBytes(shared);
        for (byte[] name : NAMES) {
            byte[] content = new byte[random.nextInt(20_000)];
            random.nextBytes(content);
            System.arraycopy(shared, 0, content, 0, Math.min(shared.length, content.length));
            Files.write(in(tree, name), content);
            byte[] link = Arrays.copyOf(name, name.length + 1);
            link[name.length] = '~';
            Files.createSymbolicLink(in(tree, link), Path.of("nowhere"));
        }
        nasty = scan(
                root.resolve("nasty"),
                ExitCode.INCOMPLETE,
                tree,
                "--follow-symlinks",
                "--per-file",
                "--chunk",
                "4k,fastcdc:2k",
                "--compress",
                "none,zstd",
                "--save",
                root.resolve("=monday,\"1\".fpr"));

        Path large = Files.createDirectory(root.resolve("large"));
        byte[] text = new byte[8_000_000];
        random.nextBytes(text);
        Files.write(large.resolve("random.bin"), text);
        try (RandomAccessFile sparse =
                new RandomAccessFile(large.resolve("sparse.img").toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        sampled = scan(
                root.resolve("sampled"),
                ExitCode.OK,
                large,
                "--per-file",
                "--chunk",
                CHUNK_BYTES,
                "--compress",
                "zstd:9",
                "--compress-sample",
                "1%");
        scan(root.resolve("nothing"), ExitCode.OK, Files.createDirectory(root.resolve("empty")), "--per-file");

        Files.write(tree.resolve("more"), shared);
        scan(
                root.resolve("again"),
                ExitCode.OK,
                tree,
                "--chunk",
                "4k,fastcdc:2k",
                "--compress",
                "none,zstd",
                "--save",
                root.resolve("tuesday.fpr"));
        sets(root, root.resolve("=monday,\"1\".fpr"), root.resolve("tuesday.fpr"));
        plan(root.resolve("plan.csv"), root.resolve("nasty"));
    }

    private static Path in(Path directory, byte[] name) {
        return Path.of(URI.create("file://" + directory + "/"
                + HexFormat.of().withPrefix("%").withUpperCase().formatHex(name)));
    }

    private static JsonNode scan(Path out, int exitCode, Object... args) throws IOException {
        Object[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--out";
        all[args.length + 1] = out;
        JsonNode result = Run.scan(exitCode, all);
        add(out, result);
        return result;
    }

    private static void sets(Path root, Path... files) throws IOException {
        List<Object> args = new ArrayList<>(List.of("merge"));
        args.addAll(List.of(files));
        args.addAll(List.of("--json", "--out", root.resolve("merged")));
        JsonNode merge = run(args).json();
        add(root.resolve("merged"), merge.get("union"), merge);
        args = new ArrayList<>(List.of("diff"));
        args.addAll(List.of(files));
        args.addAll(List.of("--json", "--out", root.resolve("compared")));
        add(root.resolve("compared"), run(args).json());
        Path entries = root.resolve("entries.csv");
        run(List.of("info", files[0], "--csv", "--out", entries));
        JsonNode document = run(List.of("info", files[0], "--json")).json();
        TABLES.add(new Table(entries, rows("entries.csv", document)));
    }

    private static void plan(Path csv, Path result) {
        JsonNode document = run(List.of("plan", result, "--growth", "20%", "--price", "300", "--json", "--csv", csv))
                .json();
        TABLES.add(new Table(csv, document.get("years").size()));
    }

    private static Run run(List<Object> args) {
        Run run = Run.of(args.toArray());
        assertThat(run.exitCode()).as(run.err()).isIn(ExitCode.OK, ExitCode.INCOMPLETE);
        return run;
    }

    private static void add(Path directory, JsonNode... documents) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".csv"))
                    .sorted()
                    .toList()) {
                TABLES.add(new Table(file, rows(String.valueOf(file.getFileName()), documents)));
            }
        }
    }

    /** How many rows a table must have, after documents of which the last says most of it. */
    private static long rows(String table, JsonNode... documents) {
        JsonNode result = documents[0];
        JsonNode last = documents[documents.length - 1];
        return switch (table) {
            case "summary.csv" -> count(result, "layouts", "compression");
            case "refcounts.csv" -> count(result, "layouts", "refcounts");
            case "chunk_sizes.csv" -> count(result, "layouts", "chunkSizes");
            case "compressibility.csv" -> count(result, "layouts", "compression", "compressibility");
            case "files.csv" -> count(result, "files", "layouts", "compression");
            case "types.csv" -> count(result, "types") * count(result, "layouts");
            case "errors.csv" -> count(result, "errors");
            case "sets.csv" -> count(last, "sets", "layouts", "compression");
            case "overlap.csv" -> count(last, "sets") * count(last, "overlaps", "shares");
            case "diff.csv" -> count(result, "layouts", "steps") * count(result.at("/sets/0/layouts/0"), "compression");
            case "entries.csv" -> count(result, "layouts", "entries");
            default -> fail(table + ": say here how many rows it has, and in csv-columns.txt which columns");
        };
    }

    /** How many nodes there are at the end of a path of arrays. */
    private static long count(JsonNode node, String... path) {
        List<JsonNode> nodes = List.of(node);
        for (String name : path) {
            nodes = nodes.stream()
                    .flatMap(one -> Stream.iterate(0, i -> i < one.get(name).size(), i -> i + 1)
                            .map(i -> one.get(name).get(i)))
                    .toList();
        }
        return nodes.size();
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
        try (CsvReader<de.siegmar.fastcsv.reader.CsvRecord> reader =
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
        for (Table table : TABLES) {
            written.add(table.name());
            List<List<String>> rows = fastCsv(table.file);
            assertThat(rows.get(0))
                    .as(table.name())
                    .containsExactlyElementsOf(
                            pinned.getOrDefault(table.name(), Map.of()).keySet());
            assertThat(rows)
                    .as("%s in %s", table.name(), table.file.getParent())
                    .hasSize((int) table.rows + 1);
        }
        assertThat(written)
                .as("tables that are not written any more")
                .containsExactlyInAnyOrderElementsOf(pinned.keySet());
    }

    @Test
    void columnsAreDocumented() throws IOException {
        Path formats = Path.of("../docs/formats.md");
        Set<String> words =
                new LinkedHashSet<>(Arrays.asList(Files.readString(formats).split("`")));
        for (Map.Entry<String, Map<String, String>> table : pinned().entrySet()) {
            for (String column : table.getValue().keySet()) {
                String name = table.getKey().equals("diff.csv")
                        ? column.replaceFirst("^(unique|added|removed|common|kept)", "...")
                        : column.replaceFirst(":.*", ":COMPRESSOR");
                assertThat(words).as("%s in docs/formats.md", table.getKey()).contains(name);
            }
        }
    }

    /** With nothing said but the name of the file. */
    @Test
    void duckDbFindsTheTypesByItself() throws IOException, SQLException {
        Set<String> checked = new LinkedHashSet<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (Table table : TABLES) {
                if (table.rows == 0) {
                    continue;
                }
                Map<String, String> columns = pinned().get(table.name());
                statement.execute("CREATE OR REPLACE TABLE t AS SELECT * FROM read_csv(" + literal(table.file) + ")");
                for (Map.Entry<String, String> column : columns.entrySet()) {
                    String name = "\"" + column.getKey() + "\"";
                    String type = value(statement, "SELECT typeof(" + name + ") FROM t LIMIT 1");
                    boolean isEmpty = value(statement, "SELECT count(" + name + ") FROM t")
                            .equals("0");
                    if (!isEmpty && !column.getValue().equals("VARCHAR")) {
                        assertThat(type).as("%s of %s", name, table.file).isEqualTo(column.getValue());
                        checked.add(column.getKey());
                    }
                }
                assertThat(value(statement, "SELECT count(*) FROM t")).isEqualTo(Long.toString(table.rows));
                assertThat(value(statement, "SELECT count(*) FROM (DESCRIBE t)"))
                        .isEqualTo(Integer.toString(columns.size()));
            }
        }
        // A profile's memory needs a profile; whatever else has a type has been seen to have it.
        for (Map<String, String> columns : pinned().values()) {
            for (Map.Entry<String, String> column : columns.entrySet()) {
                if (!column.getValue().equals("VARCHAR") && !column.getKey().equals("memoryBytes")) {
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

    @Test
    void duckDbHasTheNumbersOfTheDocument() throws SQLException, IOException {
        for (Map.Entry<String, JsonNode> scan :
                Map.of("nasty", nasty, "sampled", sampled).entrySet()) {
            JsonNode result = scan.getValue();
            Path file = TABLES.stream()
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
        assertThat(sampled.at("/totals/scannedBytes").asLong()).isGreaterThan(1L << 40);
        assertThat(sampled.at("/layouts/0/compression/0/method").asText()).isEqualTo("sample");
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
            for (Table table : TABLES) {
                assertThat(duckDb(statement, table.file))
                        .as(table.file.toString())
                        .isEqualTo(fastCsv(table.file));
            }
        }
    }

    @Test
    void pythonSeesTheSameCells() throws IOException, InterruptedException {
        assumeTrue(BadInputTest.succeeds("python3", "-c", "import csv"), "no python3: its csv module is left out");
        String script = """
                import csv, json, sys
                tables = []
                for name in sys.argv[1:]:
                    with open(name, newline='', encoding='utf-8') as f:
                        tables.append(list(csv.reader(f, strict=True)))
                print(json.dumps(tables))
                """;
        List<String> command = new ArrayList<>(List.of("python3", "-c", script));
        TABLES.forEach(table -> command.add(table.file.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        JsonNode tables = Run.json(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertThat(process.waitFor()).isZero();
        assertThat(tables).hasSize(TABLES.size());
        for (int i = 0; i < TABLES.size(); i++) {
            List<List<String>> rows = new ArrayList<>();
            for (JsonNode row : tables.get(i)) {
                List<String> cells = new ArrayList<>();
                row.forEach(cell -> cells.add(cell.asText()));
                rows.add(cells);
            }
            Path file = TABLES.get(i).file;
            assertThat(rows).as(file.toString()).isEqualTo(fastCsv(file));
        }
    }

    /** Whoever names a file neither adds a line nor runs a formula. */
    @Test
    void noTextIsAFormulaOrBreaksALine() throws IOException {
        for (Table table : TABLES) {
            List<String> types = List.copyOf(pinned().get(table.name()).values());
            List<List<String>> rows = fastCsv(table.file);
            for (List<String> row : rows.subList(1, rows.size())) {
                for (int i = 0; i < row.size(); i++) {
                    assertThat(row.get(i)).as(table.file.toString()).doesNotContain("\n", "\r", "\t", "\u202e");
                    if (types.get(i).equals("VARCHAR") && row.get(i).length() > 1) {
                        assertThat(row.get(i)).as(table.file.toString()).doesNotContainPattern("^[=+\\-@]");
                    }
                }
            }
            byte[] bytes = Files.readAllBytes(table.file);
            assertThat(new String(bytes, StandardCharsets.UTF_8).split("\r\n", -1))
                    .hasSize(rows.size() + 1);
            assertThat(bytes[0]).as("no byte order mark").isNotEqualTo((byte) 0xef);
        }
    }

    /** As docs/formats.md says: undo {@code \xNN} and {@code \\}, encode the rest. */
    @Test
    void pathsLeadBackToTheFiles() throws IOException {
        Set<String> found = new LinkedHashSet<>();
        for (Table table : TABLES) {
            if (table.name().equals("files.csv") && table.file.getParent().endsWith("nasty")) {
                List<List<String>> rows = fastCsv(table.file);
                for (List<String> row : rows.subList(1, rows.size())) {
                    found.add(HexFormat.of().formatHex(bytes(row.get(0))));
                }
            }
        }
        byte[] directory = (tree + "/").getBytes(StandardCharsets.UTF_8);
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(NAMES.stream()
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
