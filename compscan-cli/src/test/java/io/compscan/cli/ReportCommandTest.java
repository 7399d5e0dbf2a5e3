package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {

    @TempDir
    private Path directory;

    private Path data;
    private Path out;

    @BeforeEach
    void writeData() throws IOException {
        data = directory.resolve("data");
        Files.createDirectories(data.resolve("<img src=x onerror=alert(1)>"));
        Files.writeString(data.resolve("<img src=x onerror=alert(1)>/a.txt"), "x".repeat(100_000));
        Files.writeString(data.resolve("b.txt"), "x".repeat(50_000));
        out = directory.resolve("out");
    }

    private Run scan(String... more) {
        List<String> arguments = new ArrayList<>(List.of("scan", "--quiet", "--out", out.toString()));
        arguments.addAll(List.of(more));
        arguments.add(data.toString());
        return Run.of(arguments.toArray());
    }

    @Test
    void showsWhatTheScanShowed() {
        String shown = scan().out();
        assertThat(Run.of("report", out.toString()).out()).isEqualTo(shown);
        assertThat(Run.of("report", out.resolve("result.json").toString()).out())
                .isEqualTo(shown);
    }

    @Test
    void writesThePageOfTheScan() throws IOException {
        Path page = directory.resolve("page.html");
        Path again = directory.resolve("again.html");
        scan("--html", page.toString());
        Run report = Run.of("report", out.toString(), "--html", again.toString());
        assertThat(report.exitCode()).isZero();
        assertThat(report.out()).isEmpty();
        assertThat(again).hasSameTextualContentAs(page, StandardCharsets.UTF_8);
        assertThat(page)
                .content()
                .startsWith("<!doctype html>")
                .doesNotContain("<img src=x")
                .endsWith("</html>\n");
        assertThat(Run.of("report", out.toString(), "--html", "-").out()).isEqualTo(Files.readString(page));
    }

    @Test
    void scanPrintsThePageInsteadOfTheReport() throws IOException {
        Run run = scan("--html", "-");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("<!doctype html>").endsWith("</html>\n");
        assertThat(Run.of("scan", "--json", "--html", "-", data.toString()))
                .satisfies(both -> assertThat(both.exitCode()).isEqualTo(2))
                .satisfies(both -> assertThat(both.err()).contains("--json and --html - exclude each other"));
    }

    @Test
    void writesTheTablesOfTheScan() throws IOException {
        scan();
        Path tables = directory.resolve("tables");
        assertThat(Run.of("report", out.toString(), "--out", tables.toString()).exitCode())
                .isZero();
        for (String name : List.of("summary.csv", "types.csv", "refcounts.csv", "result.json")) {
            assertThat(tables.resolve(name)).hasSameBinaryContentAs(out.resolve(name));
        }
    }

    @Test
    void leavesWhatIsThereUnlessToldToReplaceIt() throws IOException {
        scan();
        Path page = Files.writeString(directory.resolve("page.html"), "mine");
        Run refused = Run.of("report", out.toString(), "--html", page.toString());
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .contains("--html: cannot write")
                .contains("it exists already (--overwrite replaces it)");
        assertThat(page).hasContent("mine");
        assertThat(Run.of("report", out.toString(), "--html", page.toString(), "--overwrite")
                        .exitCode())
                .isZero();
        assertThat(page).content().startsWith("<!doctype html>");
        assertThat(Run.of("report", out.toString(), "--out", out.toString()).err())
                .contains("--out: cannot write")
                .contains("--overwrite");
    }

    @Test
    void theResultItselfIsNeverReplaced() throws IOException {
        scan();
        Path result = out.resolve("result.json");
        Path link = Files.createLink(directory.resolve("link.json"), result);
        byte[] before = Files.readAllBytes(result);
        for (Path output : List.of(result, link)) {
            Run.of("report", out, "--html", output, "--overwrite")
                    .saidInOneLine(ExitCode.FAILED, "--html: " + output + " is the result that is read");
            Run.of("plan", out, "--csv", output, "--overwrite", "--years", "1", "--growth", "1%")
                    .saidInOneLine(ExitCode.FAILED, "--csv: " + output + " is the result that is read");
        }
        assertThat(result).hasBinaryContent(before);
    }

    @Test
    void aScanRefusesAPageThatItCouldNotWriteBeforeItReads() {
        Run run = scan("--html", directory.resolve("nowhere/page.html").toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("--html: cannot write")
                .contains("nowhere/page.html")
                .hasLineCount(1);
        assertThat(out.resolve("result.json")).doesNotExist();
    }

    @Test
    void saysWhatIsWrongInOneLine() throws IOException {
        assertThat(Run.of("report").exitCode()).isEqualTo(2);
        assertThat(Run.of("report", directory.resolve("none.json").toString()))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(1))
                .satisfies(run -> assertThat(run.err())
                        .contains("none.json: no such file")
                        .hasLineCount(1));
        assertThat(Run.of("report", directory.toString()).err()).contains("result.json: no such file");
        Path text = Files.writeString(directory.resolve("text.json"), "{\"format\": \"other\"}");
        assertThat(Run.of("report", text.toString()).err()).contains("text.json: not a compscan-result document");
        Path latin = Files.write(
                directory.resolve("latin.json"),
                "{\"format\": \"compscan-result\", \"x\": \"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
        Run.of("report", latin).failedWith(ExitCode.FAILED, "latin.json: not UTF-8");
        scan();
        assertThat(Run.of("report", out.toString(), "--overwrite"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("--overwrite goes with --html or --out"));
    }

    @Test
    void opensAResultOfTheFirstVersion() throws IOException {
        scan();
        Path result = out.resolve("result.json");
        String now = Files.readString(result);
        String then =
                now.replaceFirst("\"version\": \\d+", "\"version\": 1").replaceFirst(" *\"profiles\": \\[\\],\n", "");
        assertThat(then).isNotEqualTo(now);
        Files.writeString(result, then);
        assertThat(Run.of("report", out.toString(), "--html", "-").out()).contains("<!doctype html>");
        Files.writeString(result, now.replaceFirst("\"version\": \\d+", "\"version\": 99"));
        assertThat(Run.of("report", out.toString()).err())
                .contains("version 99")
                .contains("newer")
                .hasLineCount(1);
    }
}
