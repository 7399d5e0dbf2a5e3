package io.compscan.report.console;

import static io.compscan.report.Rendering.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.report.EntryReport;
import io.compscan.report.Golden;
import io.compscan.report.OutputDirectory;
import io.compscan.report.OutputException;
import io.compscan.report.ResultFormatException;
import io.compscan.report.ResultJson;
import io.compscan.report.SetJson;
import io.compscan.report.SetSamples;
import io.compscan.report.SetTables;
import io.compscan.result.Grade;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.SetMetadata;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact texts lie in {@code src/test/resources}: read them as a person would. */
class SetReportsTest {

    private final Locale locale = Locale.getDefault();

    @TempDir
    private Path dir;

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("console-merge", MergeReport.render(SetSamples.merge(), Screen.FILE)),
                Arguments.of("console-merge-many", MergeReport.render(SetSamples.mergeOfMany(), Screen.FILE)),
                Arguments.of("console-merge-sketches", MergeReport.render(SetSamples.mergeOfSketches(), Screen.FILE)),
                Arguments.of("console-diff", DiffReport.render(SetSamples.diff(), Screen.FILE)),
                Arguments.of(
                        "console-place", PlaceReport.render(SetSamples.placement(9_000_000_000_000L), Screen.FILE)),
                Arguments.of(
                        "console-place-unfit",
                        PlaceReport.render(SetSamples.placement(7_000_000_000_000L), Screen.FILE)),
                Arguments.of("console-info", SetReport.render(SetSamples.info(false), Screen.FILE)),
                Arguments.of("console-info-salted", SetReport.render(SetSamples.info(true), Screen.FILE)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void rendersExactly(String name, String text) throws IOException {
        Golden.assertSame(name + ".txt", text);
        assertThat(text.lines())
                .allSatisfy(line -> assertThat(line)
                        .hasSizeLessThanOrEqualTo(100)
                        .matches("\\p{ASCII}*")
                        .doesNotEndWith(" "));
    }

    /** Of many sets each has a row with itself and those that it shares most with. */
    @Test
    void ofManySetsTheTableHasThePairsThatMatter() throws IOException {
        MergeResult merge = SetSamples.mergeOfManyWithAllPairs();
        int count = merge.sets().size();
        assertThat(count).isGreaterThan(Overlap.MANY_SETS);
        List<String> all = text(out -> SetTables.overlap(merge, out)).lines().toList();
        assertThat(all).hasSize(1 + count * count);
        // Each with itself, and with the one before and behind.
        assertThat(text(out -> SetTables.overlap(SetSamples.mergeOfMany(), out)).lines())
                .hasSize(1 + count + 2 * (count - 1))
                .allMatch(all::contains);
    }

    /** What is left out is unknown, unless a set has so few partners that it has nothing in common with others. */
    @Test
    void pairsThatAreLeftOutAreUnknownOrHaveNothingInCommon() {
        int count = 70;
        List<Overlap.Share> shares = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int set = i;
            // The last ten have nothing in common with anybody.
            shares.add(new Overlap.Share(
                    1000,
                    0,
                    1000 / count,
                    IntStream.range(0, count)
                            .mapToObj(other -> other == set ? 1000L : set >= 60 || other >= 60 ? 0L : 1L + set + other)
                            .toList()));
        }
        Overlap all = new Overlap("fixed:4096", shares);
        Overlap cut = SetSamples.cut(all);
        assertThat(all.isCut()).isFalse();
        assertThat(cut.isCut()).isTrue();
        assertThat(cut.closeSets()).isEqualTo(all.closeSets()).hasSize(60);
        assertThat(cut.pairCount())
                .isEqualTo(all.pairCount())
                .isEqualTo(all.pairs().size());
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                assertThat(cut.common(i, j)).isIn(all.common(i, j), null);
            }
        }
        assertThat(cut.common(3, 65)).isZero();
        assertThat(cut.pairs()).isNotEmpty().allMatch(all.pairs()::contains).doesNotHaveDuplicates();
        assertThat(cut.pairs().subList(0, 20)).isEqualTo(all.pairs().subList(0, 20));
    }

    @Test
    void whatASketchSaysOfItselfIsAnEstimate() {
        assertThat(SetReport.render(SetSamples.infoOfSketch(), Screen.FILE).replaceAll(" +", " "))
                .contains(" fixed:4096 lz4 ~6.00 GiB ~3.00 GiB ~1.67 ~2.00 ~3.33");
    }

    @Test
    void fitsNarrowScreens() {
        for (Screen narrow : List.of(new Screen(80, false, false), new Screen(80, true, false))) {
            assertThat(Stream.of(
                                    MergeReport.render(SetSamples.merge(), narrow),
                                    MergeReport.render(SetSamples.mergeOfMany(), narrow),
                                    DiffReport.render(SetSamples.diff(), narrow),
                                    PlaceReport.render(SetSamples.placement(7_000_000_000_000L), narrow),
                                    SetReport.render(SetSamples.info(false), narrow),
                                    SetReport.render(SetSamples.info(true), narrow))
                            .flatMap(String::lines))
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        }
    }

    @Test
    void theLocaleChangesNothing() {
        String before =
                MergeReport.render(SetSamples.merge(), Screen.FILE) + DiffReport.render(SetSamples.diff(), Screen.FILE);
        Locale.setDefault(Locale.GERMANY);
        assertThat(MergeReport.render(SetSamples.merge(), Screen.FILE)
                        + DiffReport.render(SetSamples.diff(), Screen.FILE))
                .isEqualTo(before);
    }

    @Test
    void tablesAreWrittenExactly() throws IOException {
        MergeResult merge = SetSamples.merge();
        String all = "# sets.csv\n" + text(out -> SetTables.sets(merge, out))
                + "# overlap.csv\n" + text(out -> SetTables.overlap(merge, out))
                + "# diff.csv\n" + text(out -> SetTables.diff(SetSamples.diff(), out))
                + "# entries\n" + text(out -> entries(EntryReport.csv(out, List.of("lz4", "xz"))));
        Golden.assertSame("set-tables.txt", all.replace("\r\n", "\n"));
    }

    @Test
    void documentsAreWrittenExactly() throws IOException {
        Golden.assertSame("merge.json", text(out -> SetJson.write(SetSamples.merge(), out)));
        Golden.assertSame("diff.json", text(out -> SetJson.write(SetSamples.diff(), out)));
        Golden.assertSame("place.json", text(out -> SetJson.write(SetSamples.placement(7_000_000_000_000L), out)));
        assertThat(text(out -> entries(EntryReport.json(out)))).isEqualTo(Golden.text("entries.json"));
        Golden.assertSame(
                "set-metadata.json",
                new String(SetJson.bytes(SetSamples.info(false).metadata()), StandardCharsets.UTF_8));
    }

    private static void entries(EntryReport report) throws IOException {
        report.layout("fixed:4096", "md5", List.of("lz4", "xz"));
        report.entry(new byte[16], 1, 4096, new int[] {1234, 0});
        byte[] last = new byte[16];
        Arrays.fill(last, (byte) -1);
        report.entry(last, Long.MAX_VALUE, 17, new int[] {17, 17});
        report.layout("fixed:512", "md5", List.of());
        report.entry(last, 3, 512, new int[0]);
        report.layout("fixed:8192", "md5", List.of("lz4", "xz"));
        report.end();
    }

    @Test
    void whatASetSaysOfItselfIsReadBack() throws IOException {
        SetMetadata metadata = SetSamples.info(false).metadata();
        assertThat(SetJson.metadata("x.fpr", SetJson.bytes(metadata))).isEqualTo(metadata);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"version\": 1 | \"version\": 9 | version 9 of compscan-set is newer than this compscan",
                "compscan-set | compscan-run | not a compscan-set document",
                "\"saltId\": \"\" | \"saltId\": null | saltId: ",
                "\"hosts\": [\"web1\"] | \"hosts\": null | hosts: ",
                "\"storedBytes\": 0 | \"storedBytes\": 7 | the superblocks do not add up",
                "\"uniqueBytes\": 6442450944 | \"uniqueBytes\": 6442450945 | fixed:4096 do not add up",
            })
    void whatContradictsItselfIsRefused(String from, String to, String message) {
        String json = new String(SetJson.bytes(SetSamples.info(false).metadata()), StandardCharsets.UTF_8);
        assertThat(json).contains(from);
        byte[] changed = json.replace(from, to).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> SetJson.metadata("x.fpr", changed))
                .isInstanceOf(ResultFormatException.class)
                .hasMessageStartingWith("x.fpr: ")
                .hasMessageContaining(message);
    }

    @Test
    void anOutputDirectoryHoldsWhatBelongsTogether() throws IOException {
        OutputDirectory.prepare(dir, false).write(SetSamples.merge());
        assertThat(names())
                .containsExactly(
                        "chunk_sizes.csv",
                        "compressibility.csv",
                        "errors.csv",
                        "merge.json",
                        "overlap.csv",
                        "refcounts.csv",
                        "result.json",
                        "sets.csv",
                        "summary.csv",
                        "types.csv");
        assertThat(ResultJson.read(dir.resolve("result.json")))
                .isEqualTo(SetSamples.merge().union());
        Path other = Files.writeString(dir.resolve("mine"), "stays");
        DiffResult diff = SetSamples.diff();
        assertThatThrownBy(() -> OutputDirectory.prepare(dir, false)).isInstanceOf(OutputException.class);
        OutputDirectory.prepare(dir, true).write(diff);
        assertThat(names()).containsExactly("diff.csv", "diff.json", "mine");
        assertThat(other).hasContent("stays");
    }

    /** What is new has one grade and its stored size another. No size is 0 where nobody knows it. */
    @Test
    void theNextBackupHasItsGrades() throws IOException {
        String text = DiffReport.render(SetSamples.nextBackup(Grade.MEASURED), Screen.FILE);
        assertThat(text)
                .contains("the next backup of restic adds 1.00 GiB in 262,144 new chunks: measured")
                .contains("with gozstd 512 MiB: modelled, checked")
                .contains("Left out are chunks of zeros and metadata: trees.")
                .containsPattern("today +unknown +512 MiB +unknown +0 B +unknown")
                .doesNotContain("NOTHING IN COMMON", "from set to set", "change-per-day");
        StringWriter table = new StringWriter();
        SetTables.diff(SetSamples.nextBackup(Grade.MEASURED), table);
        assertThat(table.toString().lines().skip(1))
                .satisfiesExactly(
                        index -> assertThat(index).endsWith(",,,"),
                        today -> assertThat(today).endsWith(",524288,2147483648,,restic,measured,checked"));
    }

    @Test
    void anIndexThatMayBeKeyedIsNoMeasurement() {
        assertThat(DiffReport.render(SetSamples.nextBackup(Grade.ASSUMED), Screen.FILE))
                .contains("new chunks: assumed")
                .contains("NOTHING IN COMMON: the repository may be encrypted");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
