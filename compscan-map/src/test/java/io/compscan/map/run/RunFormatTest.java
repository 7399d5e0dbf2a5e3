package io.compscan.map.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.map.RecordLayout;
import io.compscan.map.RecordLayout.Field;
import io.compscan.map.TableSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** The document that specifies the format says what is in the files: a reader written from it reads them. */
final class RunFormatTest {

    private static final Path DOCUMENT = Path.of("../docs/reference/run-format.md");

    private Path directory;

    @BeforeTry
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("runs");
    }

    @AfterTry
    void removeDirectory() throws IOException {
        TestFiles.deleteTree(directory);
    }

    @Example
    void theExampleInTheDocumentIsWhatIsWritten() throws IOException {
        Path path = directory.resolve("example.run");
        TableSpec spec =
                new TableSpec("full", 12, RecordLayout.of(new Field("lz4", 2)), Map.of("chunking", "fixed:4096"));
        try (SequentialRunWriter writer = SequentialRunWriter.create(path)) {
            writer.beginTable(spec);
            writer.append(key("1000000000000001aaaaaaaa"), 0, 1, new int[] {4096});
            writer.append(key("3000000000000002bbbbbbbb"), 0, 1, new int[] {4095});
            writer.append(key("3000000000000002cccccccc"), 0, 1000, new int[] {4090});
            writer.append(key("f000000000000003dddddddd"), 0, 1, new int[] {4096});
            writer.endTable();
            writer.finish("hi".getBytes(StandardCharsets.UTF_8));
        }
        SpecReader reader = new SpecReader(Files.readAllBytes(path));
        assertThat(reader.read().toString())
                .isEqualTo("[Table[name=full, keyBytes=12, fields={lz4=2}, attributes={chunking=fixed:4096}, "
                        + "entryCount=4, references=1003, entries=["
                        + "[1000000000000001aaaaaaaa, 1, 4096], [3000000000000002bbbbbbbb, 1, 4095], "
                        + "[3000000000000002cccccccc, 1000, 4090], [f000000000000003dddddddd, 1, 4096]]]]");
        String dump = reader.dump();
        assertThat(Files.readString(DOCUMENT))
                .as("the example in %s should be:%n%s", DOCUMENT, dump)
                .contains("```\n" + dump + "```");
    }

    private static byte[] key(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Example
    void aReaderWrittenFromTheDocumentReadsEverything() throws IOException {
        SmallRun run = new SmallRun(directory.resolve("small.run"));
        assertSameAs(run.models, new SpecReader(run.bytes));
        RecordLayout layout =
                RecordLayout.of(new Field("a", 1), new Field("b", 2), new Field("c", 3), new Field("d", 4));
        List<Model> models = List.of(
                Model.uniform(new TableSpec("u", 20, layout, Map.of("a", "", "b", "x\ny")), 3000, 5),
                Model.uniform(TableSpec.of("", 8, RecordLayout.of()), 1025, 6),
                Model.uniform(TableSpec.of("long", 64, RecordLayout.of()), 2, 7));
        Path path = directory.resolve("large.run");
        try (SequentialRunWriter writer = SequentialRunWriter.create(path)) {
            for (Model model : models) {
                model.writeTo(writer);
            }
            writer.finish(new byte[0]);
        }
        assertSameAs(models, new SpecReader(Files.readAllBytes(path)));
    }

    private static void assertSameAs(List<Model> models, SpecReader reader) {
        List<SpecReader.Table> tables = reader.read();
        // Requires that every byte has a meaning.
        assertThat(reader.dump()).isNotEmpty();
        assertThat(tables).hasSameSizeAs(models);
        for (int t = 0; t < models.size(); t++) {
            Model model = models.get(t);
            Map<String, Integer> fields = new LinkedHashMap<>();
            model.spec.layout().fields().forEach(field -> fields.put(field.name(), field.bytes()));
            List<List<Object>> entries = new ArrayList<>();
            long references = 0;
            for (Map.Entry<byte[], Model.Value> entry : model.entries.entrySet()) {
                List<Object> expected = new ArrayList<>();
                expected.add(HexFormat.of().formatHex(entry.getKey()));
                expected.add(entry.getValue().references());
                entry.getValue().fields().forEach(value -> expected.add((long) value));
                entries.add(expected);
                references = references + entry.getValue().references() < 0
                        ? Long.MAX_VALUE
                        : references + entry.getValue().references();
            }
            assertThat(tables.get(t))
                    .isEqualTo(new SpecReader.Table(
                            model.spec.name(),
                            model.spec.keyBytes(),
                            fields,
                            model.spec.attributes(),
                            model.entries.size(),
                            references,
                            entries));
        }
    }
}
