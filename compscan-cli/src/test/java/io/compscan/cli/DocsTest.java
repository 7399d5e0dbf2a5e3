package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents: every link leads somewhere, every page is listed, and every option that they speak of exists. */
class DocsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Path DOCS = ROOT.resolve("docs");

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
    private static final Pattern REFERENCE = Pattern.compile("(?m)^\\[[^\\]]+]: (\\S+)$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+)$");
    private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^    (?:\\$ )?(?:\\./)?compscan ([a-z]+)([^\\n|>]*)");
    private static final Pattern BENCHMARK = Pattern.compile(
            "(?m)(?:io\\.compscan\\.bench\\.|benchmarks\\.jar )([A-Z][A-Za-z]+)(?:\\.[a-z]\\w*)?([^\\n|>`]*)");
    private static final Pattern PARAMETER = Pattern.compile("(?<=\\s)-p ([A-Za-z]+)=");
    private static final Pattern SCRIPT =
            Pattern.compile("(?<![\\w/.])(?:dev|benchmarks)/[a-z0-9/-]+(?:\\.(?:sh|py))?\\b(?!/)");
    private static final Pattern OPTION = Pattern.compile("(?<=\\s)(--[a-z-]+)");

    private static List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path directory : List.of(ROOT, DOCS)) {
            int depth = directory.equals(ROOT) ? 1 : 5;
            try (Stream<Path> files = Files.walk(directory, depth)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
            }
        }
        return found;
    }

    /** The anchors of a page as GitHub makes them. */
    private static Set<String> anchors(String text) {
        Map<String, Integer> seen = new HashMap<>();
        Set<String> anchors = new TreeSet<>();
        Matcher heading = HEADING.matcher(FENCE.matcher(text).replaceAll(""));
        while (heading.find()) {
            String words = heading.group(1)
                    .replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .strip()
                    .replace(' ', '-');
            int number = seen.merge(words, 1, Integer::sum);
            anchors.add(number == 1 ? words : words + "-" + (number - 1));
        }
        return anchors;
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            String text = Files.readString(document);
            for (Pattern pattern : List.of(LINK, REFERENCE)) {
                Matcher link = pattern.matcher(FENCE.matcher(text).replaceAll(""));
                while (link.find()) {
                    if (!leadsSomewhere(document, text, link.group(1))) {
                        broken.add(ROOT.relativize(document) + ": " + link.group(1));
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Path document, String text, String link) throws IOException {
        if (link.matches("(https?|mailto):.*")) {
            return true;
        }
        String[] parts = URLDecoder.decode(link, StandardCharsets.UTF_8).split("#", 2);
        Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
        if (!Files.exists(target)) {
            return false;
        }
        boolean hasAnchor = parts.length == 2 && target.toString().endsWith(".md");
        return !hasAnchor
                || anchors(parts[0].isEmpty() ? text : Files.readString(target)).contains(parts[1]);
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        String index = Files.readString(DOCS.resolve("README.md"));
        List<String> pages = pages().stream()
                .map(page -> DOCS.relativize(page).toString())
                .filter(name -> !name.equals("README.md"))
                .toList();
        assertThat(pages)
                .hasSizeGreaterThan(30)
                .allSatisfy(name -> assertThat(index).contains("(" + name + ")"));
    }

    /** In the title or in what stands right below it. */
    @Test
    void everyPageOpensWithTheQuestionThatItAnswers() throws IOException {
        for (Path page : pages()) {
            String[] opening = Files.readString(page).split("\n\n", 3);
            assertThat(opening[0]).as(page.toString()).startsWith("# ");
            assertThat(opening[0] + opening[1]).as(page.toString()).contains("?");
        }
    }

    private static List<Path> pages() throws IOException {
        return documents().stream().filter(file -> file.startsWith(DOCS)).toList();
    }

    /** Pictures of a page's text grow with every edit; a reader over a slow line waits for each. */
    @Test
    void picturesAreSmall() throws IOException {
        try (Stream<Path> files = Files.walk(DOCS)) {
            List<Path> pictures = files.filter(file -> file.toString().matches(".*\\.(png|svg)"))
                    .toList();
            assertThat(pictures).hasSizeGreaterThan(8);
            for (Path picture : pictures) {
                assertThat(Files.size(picture)).as(picture.toString()).isLessThan(200 << 10);
            }
        }
    }

    /** Of the commands that stand indented in a page; options in the middle of a sentence may be of other programs. */
    @Test
    void everyCommandHasTheOptionsThatItIsShownWith() throws IOException {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (Path document : documents()) {
            Matcher command = COMMAND.matcher(Files.readString(document));
            while (command.find()) {
                count++;
                var known = AllCommands.commandLine().getSubcommands().get(command.group(1));
                if (known == null) {
                    wrong.add(ROOT.relativize(document) + ": " + command.group());
                    continue;
                }
                Matcher option = OPTION.matcher(command.group(2));
                while (option.find()) {
                    if (!known.getCommandSpec().optionsMap().containsKey(option.group(1))) {
                        wrong.add(ROOT.relativize(document) + ": " + command.group(1) + " " + option.group(1));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(count).isGreaterThan(30);
    }

    /** A figure is worth the command that makes it. */
    @Test
    void everyBenchmarkHasTheOptionsThatItIsShownWith() throws IOException {
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (Path document : documents()) {
            Matcher benchmark = BENCHMARK.matcher(Files.readString(document));
            while (benchmark.find()) {
                count++;
                Path source =
                        ROOT.resolve("benchmarks/src/main/java/io/compscan/bench/" + benchmark.group(1) + ".java");
                String code = Files.exists(source) ? Files.readString(source) : "";
                List<String> needed = new ArrayList<>(List.of("class " + benchmark.group(1)));
                OPTION.matcher(benchmark.group(2)).results().forEach(option -> needed.add('"' + option.group(1) + '"'));
                PARAMETER
                        .matcher(benchmark.group(2))
                        .results()
                        .forEach(parameter -> needed.add(" " + parameter.group(1) + " "));
                needed.stream()
                        .filter(word -> !code.contains(word) && !code.contains(word.stripTrailing() + ";"))
                        .forEach(word -> wrong.add(ROOT.relativize(document) + ": "
                                + benchmark.group().strip() + ": " + word));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(count).isGreaterThanOrEqualTo(8);
    }

    @Test
    void everyScriptExists() throws IOException {
        Set<String> missing = new TreeSet<>();
        int count = 0;
        for (Path document : documents()) {
            Matcher script = SCRIPT.matcher(Files.readString(document));
            while (script.find()) {
                count++;
                String name = script.group();
                if (!name.startsWith("benchmarks/target") && !Files.exists(ROOT.resolve(name))) {
                    missing.add(ROOT.relativize(document) + ": " + name);
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(count).isGreaterThan(10);
    }
}
