package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.result.Grade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every number of every target system has its grade in every output, and none of them claims certainty. */
final class GradesTest {

    private static final String DATA = "<script type=\"application/json\" id=\"data\">";

    @TempDir
    private static Path dir;

    private static Run scan = Run.of("--version");
    private static Run plan = Run.of("--version");
    private static String page = "";

    @BeforeAll
    static void scanForAllSystems() throws IOException {
        byte[] bytes = new byte[300_000];
        new Random(7).nextBytes(bytes);
        java.util.Arrays.fill(bytes, 100_000, 200_000, (byte) 'x');
        Files.write(Files.createDirectory(dir.resolve("data")).resolve("f"), bytes);
        Path html = dir.resolve("page.html");
        scan = Run.of(
                "scan",
                dir.resolve("data"),
                "--profile",
                String.join(",", Profiles.names()),
                "--out",
                dir.resolve("out"));
        assertThat(scan.exitCode()).as(scan.err()).isZero();
        plan = Run.of(
                "plan",
                dir.resolve("out"),
                "--growth",
                "15%..25%",
                "--years",
                "3",
                "--headroom",
                "20%",
                "--guarantee",
                "4:1",
                "--html",
                html);
        assertThat(plan.exitCode()).as(plan.err()).isZero();
        page = Files.readString(html);
    }

    private static String grade(Profile profile) {
        return profile.grade().name().toLowerCase(Locale.ROOT);
    }

    @Test
    void everyOutputHasTheGradeOfEverySystem() throws IOException {
        JsonNode result = Run.json(Files.readString(dir.resolve("out/result.json")));
        JsonNode planned = Run.of("plan", dir.resolve("out"), "--json").json();
        int from = page.indexOf(DATA) + DATA.length();
        JsonNode data = Run.json(page.substring(from, page.indexOf("</script>", from)));
        List<String> csv = Files.readAllLines(dir.resolve("out/profiles.csv"));
        String console = scan.out().replaceAll("\\s+", " ");
        String planText = plan.out().replaceAll("\\s+", " ");
        String listed = Run.of("profiles").out();
        List<Profile> profiles = Profiles.all();
        for (int i = 0; i < profiles.size(); i++) {
            Profile profile = profiles.get(i);
            String words = profile.grade().words();
            assertThat(result.at("/profiles/" + i + "/grade").asText()).isEqualTo(grade(profile));
            assertThat(result.at("/profiles/" + i).has("checked")).isEqualTo(profile.grade() == Grade.CHECKED);
            assertThat(csv.get(i + 1)).startsWith(profile.name() + ",").contains("," + grade(profile) + ",");
            assertThat(data.at("/grades/" + profile.name() + "/words").asText()).startsWith(words);
            assertThat(planned.at("/systems/" + i + "/today/grade").asText()).isEqualTo(grade(profile));
            assertThat(planText).contains(profile.name() + ": " + words);
            int checked = console.indexOf("Modelled, checked");
            int unchecked = console.indexOf("Modelled, not checked");
            assertThat(
                            profile.grade() == Grade.CHECKED
                                    ? console.substring(checked, unchecked)
                                    : console.substring(unchecked))
                    .contains(profile.name());
            assertThat(listed).containsPattern("(?m)^" + profile.name() + " +" + words + " ");
        }
    }

    @Test
    void nothingIsCertain() throws IOException {
        String own = page.substring(page.lastIndexOf("<script>"));
        int from = page.indexOf(DATA);
        String data = page.substring(from, page.indexOf("</script>", from));
        String explained = Run.of("profiles", "vdo", "restic", "vsan").out();
        String details = Run.of("report", dir.resolve("out"), "--details").out();
        assertThat(List.of(scan.out(), plan.out(), own, data, page.substring(0, from), explained, details))
                .allSatisfy(text -> assertThat(text.toLowerCase(Locale.ROOT)).doesNotContain("certain"));
        for (String file : List.of("result.json", "summary.csv", "profiles.csv")) {
            assertThat(Files.readString(dir.resolve("out").resolve(file)))
                    .as(file)
                    .doesNotContainIgnoringCase("certain");
        }
    }
}
