package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.report.Figures;
import io.compscan.report.ResultJson;
import io.compscan.result.Footprint;
import io.compscan.result.ScanResult;
import io.compscan.result.answer.Headline;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One result has one answer: the console, the page and the plan say the same, whatever was asked for. */
class HeadlineTest {

    private static final String DATA = "<script type=\"application/json\" id=\"data\">";

    @TempDir
    private static Path data;

    @TempDir
    private Path dir;

    @BeforeAll
    static void generate() {
        Run run = Run.of(
                "generate",
                "--out",
                data.resolve("d"),
                "--size",
                "4m",
                "--dedup",
                "2",
                "--compress",
                "2",
                "--files",
                "3",
                "--zero",
                "10%");
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--chunk 4k",
                "--chunk 8k --compress zstd",
                "--chunk 4k,32k,128k",
                "--chunk 128k,4k",
                "--chunk 4k,fastcdc:16k,rabin:64k --compress lz4,zstd,deflate",
                "--compress none",
                "--compress none,lz4",
                "--compress xz --compress-sample 1/4",
                "--chunk 4k --superblock 64k",
                "--chunk 4k,8k --superblock 64k --compress lz4,zstd",
                "--profile vdo",
                "--profile restic",
                "--profile vdo,zfs-lz4-128k,restic",
                "--profile restic --chunk 4k",
                "--profile borg,vdo --chunk 4k,16k,64k --compress lz4,zstd",
                "--profile xtremio-x2 --compress xz",
                "--profile squashfs --compress-sample 1/2",
                "--profile zfs-lz4-128k,vsan,powermax,ontap,windows-dedup,btrfs-zstd,xet",
                "--per-file --chunk 64k,4k"
            })
    @Slow
    void isTheSameOnTheConsoleThePageAndInThePlan(String options) throws IOException {
        Path out = dir.resolve("out");
        Path html = dir.resolve("page.html");
        Object[] args = Stream.concat(
                        Stream.of("scan", data.resolve("d"), "--out", out, "--html", html),
                        Arrays.stream(options.split(" ")).filter(word -> !word.isEmpty()))
                .toArray();
        Run scan = Run.of(args);
        assertThat(scan.exitCode()).as(scan.err()).isZero();
        ScanResult result = ResultJson.read(out.resolve("result.json"));
        List<Footprint> footprints = Headline.of(result).footprints();
        assertThat(footprints).hasSize(Math.max(1, result.profiles().size()));

        String answer = answer(scan.out());
        JsonNode page = page(html);
        assertThat(page.at("/headline/footprints")).hasSameSizeAs(footprints);
        for (int i = 0; i < footprints.size(); i++) {
            Footprint footprint = footprints.get(i);
            assertThat(answer)
                    .contains(Figures.human(footprint.allocatedBytes()))
                    .contains(footprint.title())
                    .contains((footprint.estimated() ? "~" : "") + Figures.perOne(footprint.dataReductionRatio()));
            assertThat(page.at("/headline/footprints/" + i + "/allocatedBytes").asLong())
                    .isEqualTo(footprint.allocatedBytes());
            assertThat(csv(out, footprint)).containsExactly(footprint.allocatedBytes());
        }
        Footprint first = footprints.get(0);
        JsonNode plan = Run.of("plan", out, "--json").json();
        assertThat(plan.at("/systems")).hasSameSizeAs(footprints);
        assertThat(plan.at("/systems/0/today/allocatedBytes").asLong()).isEqualTo(first.allocatedBytes());
        assertThat(plan.at("/systems/0/today/profile").asText(null)).isEqualTo(first.profile());
        assertThat(Run.of("plan", out).unwrapped())
                .contains(first.title())
                // The table of several systems is in the unit in which capacity is sold.
                .contains(
                        footprints.size() > 1
                                ? Figures.decimal(first.allocatedBytes())
                                : Figures.human(first.allocatedBytes()))
                .contains((first.estimated() ? "~" : "") + Figures.perOne(first.dataReductionRatio()));
        assertThat(Run.of("report", out).out()).isEqualTo(scan.out());
    }

    /** What the tables say of a footprint: the row of its system, else that of its chunking and compressor. */
    private static List<Long> csv(Path out, Footprint footprint) throws IOException {
        boolean isSystem = footprint.profile() != null;
        List<List<String>> rows = Files.readAllLines(out.resolve(isSystem ? "profiles.csv" : "summary.csv")).stream()
                .map(line -> List.of(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)))
                .toList();
        List<String> columns = rows.get(0);
        int bytes = columns.indexOf(isSystem ? "allocatedBytes" : "physicalBytes");
        return rows.stream()
                .filter(row -> isSystem
                        ? row.get(0).equals(footprint.profile())
                        : row.get(0).equals(footprint.chunking())
                                && row.get(columns.indexOf("compressor")).equals(footprint.compressor()))
                .map(row -> Long.valueOf(row.get(bytes)))
                .toList();
    }

    /** From the sentence up to the first table. */
    private static String answer(String report) {
        int start = report.indexOf("of data would take");
        int end = report.indexOf("\n\n", start);
        return report.substring(start, end).replaceAll("\\s+", " ");
    }

    private static JsonNode page(Path html) throws IOException {
        String page = Files.readString(html);
        int from = page.indexOf(DATA) + DATA.length();
        return Run.json(page.substring(from, page.indexOf("</script>", from)));
    }
}
