package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.result.Grade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
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
                dir.resolve("out"),
                "--save",
                dir.resolve("set.fpr"));
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
        JsonNode data = dataOf(page);
        List<String> csv = Files.readAllLines(dir.resolve("out/profiles.csv"));
        String console = scan.unwrapped();
        String planText = plan.unwrapped();
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

    private static JsonNode dataOf(String html) {
        int from = html.indexOf(DATA) + DATA.length();
        return Run.json(html.substring(from, html.indexOf("</script>", from)));
    }

    /** A merge models the systems anew, on the union. */
    @Test
    void aMergeHasTheGradeOfEverySystem() throws IOException {
        Path set = dir.resolve("set.fpr");
        Path html = dir.resolve("merge.html");
        Path out = dir.resolve("merged");
        Run console = Run.of("merge", set, "--profile", "vdo,ontap", "--out", out, "--html", html);
        assertThat(console.exitCode()).as(console.err()).isZero();
        JsonNode merged =
                Run.of("merge", set, "--profile", "vdo,ontap", "--json").json();
        JsonNode grades = dataOf(Files.readString(html)).get("grades");
        List<String> csv = Files.readAllLines(out.resolve("profiles.csv"));
        for (int i = 0; i < 2; i++) {
            Profile profile = Profiles.parse(i == 0 ? "vdo" : "ontap").get(0);
            JsonNode modelled = merged.at("/union/profiles/" + i);
            assertThat(modelled.get("profile").asText()).isEqualTo(profile.name());
            assertThat(modelled.get("grade").asText()).isEqualTo(grade(profile));
            assertThat(modelled.has("checked")).isEqualTo(profile.grade() == Grade.CHECKED);
            assertThat(csv.get(i + 1)).startsWith(profile.name() + ",").contains("," + grade(profile) + ",");
            assertThat(grades.at("/" + profile.name() + "/words").asText())
                    .startsWith(profile.grade().words());
        }
        assertThat(console.unwrapped())
                .contains("Modelled, checked", " vdo ", "Modelled, not checked, so the error is unknown: ontap.")
                .doesNotContainIgnoringCase("certain");
    }

    /** Neither an estimate nor a comparison models a system, so their documents have no grade to mistake for one. */
    @Test
    void whereNoSystemIsModelledThereIsNoGrade() throws IOException {
        Path set = dir.resolve("set.fpr");
        for (List<Object> command :
                List.<List<Object>>of(List.of("estimate", dir.resolve("data")), List.of("diff", set, set))) {
            Object[] words =
                    Stream.concat(command.stream(), Stream.of("--json")).toArray();
            JsonNode document = Run.of(words).json();
            assertThat(document.findValues("grade")).as(command.toString()).isEmpty();
            assertThat(document.findValues("checked")).as(command.toString()).isEmpty();
            assertThat(Run.of(command.toArray()).out() + document)
                    .as(command.toString())
                    .isNotBlank()
                    .doesNotContainIgnoringCase("certain");
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
