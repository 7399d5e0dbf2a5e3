package io.compscan.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.compscan.result.Evidence;
import io.compscan.result.Grade;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a profile has been checked follows from its evidence alone, and the evidence from the rows that were measured. */
final class EvidenceTest {

    private static final Path ROWS = Path.of("../docs/internals/accuracy-sets.md");

    /** Of fewer sets all but a twentieth are all but none. */
    private static final int FEW_SETS = 20;

    /** Sets without a byte of data have metadata alone. */
    private static final String EMPTY = "0";

    @Test
    void aProfileWithoutEvidenceIsNotChecked() throws ProfileFormatException {
        String toml = Profiles.toml("vsan");
        assertThat(toml).doesNotContain("checked]");
        assertThat(parse(toml).grade()).isEqualTo(Grade.MODELLED);
        assertThat(Profiles.all())
                .allSatisfy(profile -> assertThat(profile.grade())
                        .isEqualTo(profile.checked() == null ? Grade.MODELLED : Grade.CHECKED))
                .filteredOn(profile -> profile.grade() == Grade.MODELLED)
                .hasSize(15);
        assertThat(Profiles.all())
                .allSatisfy(profile ->
                        assertThat(profile.deviations()).noneMatch(sentence -> sentence.startsWith("Not checked")));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "grade = 'checked' | grade: there is no such key",
                "[checked] | checked.program: is missing",
                "[checked]#program = 'p'#compared = 'c' | checked.sets: is missing",
                "[checked]#program = 'p'#compared = 'c'#sets = 1#repositories = 2#lowest = 0#highest = 0 | checked.median: is missing",
                "[checked]#program = 'p'#compared = 'c'#sets = 1#repositories = 2#lowest = 0#highest = 0#median = 0 | versions must name one",
                "[checked]#program = 'p'#versions = ['1']#compared = 'c'#sets = 0#repositories = 0#lowest = 0#highest = 0#median = 0 | sets must be 1 or more",
                "[checked]#program = 'p'#versions = ['1']#compared = 'c'#sets = 2#repositories = 1#lowest = 0#highest = 0#median = 0 | repositories as many or more",
                "[checked]#program = 'p'#versions = ['1']#compared = 'c'#sets = 1#repositories = 1#lowest = 0.1#highest = 0#median = 0 | at most highest",
                "[checked]#program = 'p'#versions = ['1']#compared = 'c'#sets = 1#repositories = 1#lowest = -2#highest = 0#median = 0 | checked.lowest: must be above -1",
                "[checked]#program = 'p'#versions = ['1']#compared = 'c'#sets = 1#repositories = 1#lowest = -0.1#highest = 0#median = 0.2 | median must lie",
                "[checked]#program = 'p'#versions = ['1']#compared = 'c'#sets = 1#repositories = 1#lowest = -0.1#highest = 0#median = 0.05#spread = 0.2 | spread must lie",
            })
    void evidenceThatIsNoneIsRefused(String addition, String reason) {
        String toml = addition.startsWith("[")
                ? Profiles.toml("vsan") + "\n" + addition.replace('#', '\n')
                : addition + "\n" + Profiles.toml("vsan");
        assertThatThrownBy(() -> parse(toml))
                .isInstanceOf(ProfileFormatException.class)
                .hasMessageContaining(reason);
    }

    private static Profile parse(String toml) throws ProfileFormatException {
        return ProfileFile.parse(toml.getBytes(StandardCharsets.UTF_8), "mine.toml");
    }

    /** The figures of the programs that {@code dev/accuracy} runs are those of the rows that no figure was set by. */
    @Test
    void theEvidenceIsThatOfTheRows() throws IOException {
        Map<String, List<Double>> rows = heldOutRows();
        for (String name :
                List.of("restic", "rustic", "borg", "squashfs", "btrfs-zstd", "erofs", "casync", "borg2", "kopia")) {
            List<Double> found = rows.get(name);
            Evidence evidence = Profiles.named(name).checked();
            assertThat(evidence).as(name).isNotNull();
            assertThat(evidence.repositories()).as(name).isEqualTo(2 * found.size());
            assertThat(evidence.lowest())
                    .as(name)
                    .isEqualTo(found.stream().min(Double::compare).orElseThrow(), within(1e-9));
            assertThat(evidence.highest())
                    .as(name)
                    .isEqualTo(found.stream().max(Double::compare).orElseThrow(), within(1e-9));
            List<Double> sizes = found.stream().map(Math::abs).sorted().toList();
            double median = (sizes.get((sizes.size() - 1) / 2) + sizes.get(sizes.size() / 2)) / 2;
            assertThat(evidence.median()).as(name).isEqualTo(median, within(0.00006));
            if (found.size() < FEW_SETS) {
                assertThat(evidence.spread()).as(name).isNull();
                continue;
            }
            assertThat(evidence.spread())
                    .as(name)
                    .isEqualTo(sizes.get((int) Math.ceil(0.95 * sizes.size()) - 1), within(1e-9));
        }
    }

    private static Map<String, List<Double>> heldOutRows() throws IOException {
        Map<String, List<Double>> rows = new TreeMap<>();
        List<String> header = List.of();
        for (String line : Files.readAllLines(ROWS)) {
            List<String> cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            if (!line.startsWith("|")) {
                header = List.of();
            } else if (header.isEmpty()) {
                header = cells;
            } else if (header.contains("deviation") && cells.contains("held")) {
                add(rows, cells.get(header.indexOf("profile")), cells.get(header.indexOf("deviation")));
            } else if (header.contains("scanned bytes") && header.contains("restic")) {
                if (!cells.get(1).contains("(fit)") && !cells.get(2).equals(EMPTY)) {
                    for (int i = 3; i < cells.size(); i++) {
                        add(rows, header.get(i), cells.get(i));
                    }
                }
            }
        }
        return rows;
    }

    private static void add(Map<String, List<Double>> rows, String program, String cell) {
        if (cell.contains("%")) {
            double share =
                    Double.parseDouble(cell.substring(0, cell.indexOf('%')).strip()) / 100;
            rows.computeIfAbsent(program.equals("casync-tree") ? "casync" : program, name -> new ArrayList<>())
                    .add(share);
        }
    }
}
