package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.testing.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code scan --save}, {@code merge}, {@code diff} and {@code info} over small trees with known contents. */
@Timeout(120)
class SetCommandsTest {

    @TempDir
    private Path tempDir;

    private Path dir;
    private Path monday;
    private Path tuesday;
    private Path wednesday;

    /**
     * By letters, see {@link ScanCommandTest#chunks}.
     *
     * <pre>
     *   monday  A B B 0 c      tuesday  A B D c      wednesday  A E 0
     * </pre>
     */
    @BeforeEach
    void makeSets() throws IOException {
        dir = tempDir.toRealPath();
        monday = save("monday", "ABB0c");
        tuesday = save("tuesday", "ABDc");
        wednesday = save("wednesday", "AE0");
    }

    private Path tree(String name, String letters) throws IOException {
        Path tree = Files.createDirectories(dir.resolve(name));
        Files.write(tree.resolve("image." + name), ScanCommandTest.chunks(letters));
        return tree;
    }

    private Path save(String name, String letters, Object... options) throws IOException {
        Path set = dir.resolve(name + ".fpr");
        List<Object> args = new ArrayList<>(List.of("scan", tree(name, letters), "--save", set));
        args.addAll(Arrays.asList(options));
        Run run = Run.of(args.toArray());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        return set;
    }

    private static JsonNode json(Object... args) {
        Run run = Run.of(args);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        return run.json();
    }

    private List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aMergeIsAScanOfEverything() {
        JsonNode merged = json("merge", monday, tuesday, wednesday, "--json");
        JsonNode whole = Run.scan(ExitCode.OK, dir.resolve("monday"), dir.resolve("tuesday"), dir.resolve("wednesday"));
        // Sets hold no paths that could be charged.
        assertThat(merged.at("/union/ledger").isNull()).isTrue();
        ((ObjectNode) whole).putNull("ledger");
        assertThat(Run.withoutTiming(merged.at("/union"))).isEqualTo(Run.withoutTiming(whole));
        assertThat(merged.at("/format").asText()).isEqualTo("compscan-merge");
        assertThat(merged.at("/sets").findValuesAsText("name")).containsExactly("monday", "tuesday", "wednesday");
        JsonNode one = Run.scan(ExitCode.OK, dir.resolve("tuesday"));
        assertThat(merged.at("/sets/1/layouts")).isEqualTo(one.at("/layouts"));
        assertThat(merged.at("/sets/1/totals")).isEqualTo(one.at("/totals"));
    }

    @Test
    void someOfTheSets() throws IOException {
        JsonNode some = json("merge", monday, tuesday, wednesday, "--only", "*sday", "--json");
        assertThat(some).isEqualTo(json("merge", tuesday, wednesday, "--json"));
        assertThat(json("merge", monday, tuesday, wednesday, "--only", "wed*,monday", "--json")
                        .at("/sets")
                        .findValuesAsText("name"))
                .containsExactly("monday", "wednesday");
        // A set that is left out is not opened.
        Path damaged = Files.writeString(dir.resolve("sunday.fpr"), "no set");
        assertThat(json("merge", monday, damaged, "--only", "mon*", "--json").at("/sets"))
                .hasSize(1);
        Run.of("merge", monday, "--only", "fri*")
                .failedWith(ExitCode.USAGE, "--only fri*: there is no set of that name");
    }

    @Test
    void whatIsSharedIsThatOfTheData() {
        JsonNode shares = json("merge", monday, tuesday, wednesday, "--json").at("/overlaps/0/shares");
        // A is in all three, once each; B twice in monday and once in tuesday; c once in both.
        assertThat(shares.at("/0/commonBytes").toString()).isEqualTo("[8292,8292,4096]");
        assertThat(shares.at("/1/commonBytes").toString()).isEqualTo("[8292,12388,4096]");
        assertThat(shares.at("/2/commonBytes").toString()).isEqualTo("[4096,4096,8192]");
        assertThat(shares.findValuesAsText("exclusiveBytes")).containsExactly("0", "4096", "4096");
        // A 1365 1/3 each, B 2730 2/3 and 1365 1/3, c 50 and 50: 4146, 2780 2/3 + 4096, 1365 1/3 + 4096.
        assertThat(shares.findValuesAsText("uniqueShareBytes")).containsExactly("4146", "6877", "5461");
    }

    @Test
    void pagesOfAMergeAndOfAComparison() throws IOException {
        for (String command : List.of("merge", "diff")) {
            Path page = dir.resolve(command + ".html");
            Run run = Run.of(command, monday, tuesday, "-q", "--html", page);
            assertThat(run)
                    .isEqualTo(new Run(
                            ExitCode.OK, Run.of(command, monday, tuesday).out(), ""));
            assertThat(page).content().startsWith("<!doctype html>").contains("monday", "</html>");
            Run.of(command, monday, tuesday, "--html", page).failedWith(ExitCode.FAILED, "--html: ", "exists");
            assertThat(Run.of(command, monday, tuesday, "-q", "--html", page, "--overwrite")
                            .exitCode())
                    .isZero();
            Run printed = Run.of(command, monday, tuesday, "--html", "-");
            assertThat(printed.exitCode()).isZero();
            assertThat(printed.out()).startsWith("<!doctype html>").endsWith("</html>\n");
            Run.of(command, monday, tuesday, "--json", "--html", "-")
                    .failedWith(ExitCode.USAGE, "--json and --html - both write to standard output");
        }
    }

    @Test
    void aComparisonTellsWhatChanged() {
        JsonNode steps = json("diff", monday, tuesday, wednesday, "--json").at("/layouts/0/steps");
        assertThat(bytes(steps, "unique")).containsExactly(8292L, 12388L, 8192L);
        assertThat(bytes(steps, "added")).containsExactly(8292L, 4096L, 4096L);
        assertThat(bytes(steps, "removed")).containsExactly(0L, 0L, 8292L);
        assertThat(bytes(steps, "common")).containsExactly(0L, 8292L, 4096L);
        assertThat(bytes(steps, "kept")).containsExactly(8292L, 12388L, 16484L);
        // Random bytes do not shrink.
        assertThat(steps.at("/2/removed/physical/0/physicalBytes").asLong()).isEqualTo(8292);
        JsonNode two = json("diff", monday, tuesday, wednesday, monday, "--keep", 2, "--json");
        assertThat(bytes(two.at("/layouts/0/steps"), "kept")).containsExactly(8292L, 12388L, 16484L, 12388L);
        assertThat(two.at("/keep").asInt()).isEqualTo(2);
        JsonNode one = json("diff", monday, tuesday, wednesday, "--keep", 1, "--json");
        assertThat(bytes(one.at("/layouts/0/steps"), "kept")).containsExactly(8292L, 12388L, 8192L);
    }

    private static List<Long> bytes(JsonNode steps, String group) {
        List<Long> bytes = new ArrayList<>();
        steps.forEach(step -> bytes.add(step.at("/" + group + "/bytes").asLong()));
        return bytes;
    }

    @Test
    void reportsArePrintedAndWritten() throws IOException {
        Run merge = Run.of("merge", monday, tuesday, "--out", dir.resolve("merged"));
        assertThat(merge.exitCode()).isZero();
        assertThat(merge.out())
                .contains("2 sets merged: monday, tuesday", "together", "Unique bytes common to two sets");
        assertThat(names(dir.resolve("merged"))).contains("merge.json", "overlap.csv", "sets.csv", "summary.csv");
        assertThat(Files.readString(dir.resolve("merged/overlap.csv")).lines())
                .contains("fixed:4096,monday,tuesday,8292,8292,12388,,,asked")
                .hasSize(5);
        assertThat(Run.json(Files.readString(dir.resolve("merged/merge.json"))))
                .isEqualTo(json("merge", monday, tuesday, "--json"));
        Run diff = Run.of("diff", monday, tuesday, "--out", dir.resolve("compared"));
        assertThat(diff.exitCode()).isZero();
        assertThat(diff.out()).contains("2 sets compared", "added", "removed", "kept");
        assertThat(names(dir.resolve("compared"))).containsExactly("diff.csv", "diff.json");
        Run.of("diff", monday, tuesday, "--out", dir.resolve("compared"))
                .failedWith(ExitCode.FAILED, "--out: ", "exists already");
        assertThat(Run.of("diff", monday, tuesday, "--out", dir.resolve("compared"), "--overwrite")
                        .exitCode())
                .isZero();
    }

    @Test
    void aUnionIsASetLikeAnyOther() {
        Path union = dir.resolve("union.fpr");
        assertThat(Run.of("merge", monday, tuesday, "--save", union).exitCode()).isZero();
        Run.of("merge", monday, "--save", union).failedWith(ExitCode.FAILED, "--save: ", "exists already");
        JsonNode inOne = json("merge", monday, tuesday, wednesday, "--json");
        JsonNode inTwo = json("merge", union, wednesday, "--json");
        assertThat(inTwo.at("/union")).isEqualTo(inOne.at("/union"));
        assertThat(Run.of("merge", monday, wednesday, "--save", union, "--overwrite")
                        .exitCode())
                .isZero();
        assertThat(Run.of("report", union).out()).contains(union + ": a fingerprint set", "2 files");
    }

    @Test
    void infoShowsWhatIsInside() throws IOException {
        Run info = Run.of("report", monday, "--verify");
        assertThat(info.exitCode()).as(info.err()).isZero();
        assertThat(info.out())
                .contains(monday + ": a fingerprint set", "fixed:4096, sha1", "lz4", "Verified")
                .containsPattern("fixed:4096 +full +2 +3 ")
                .containsPattern("fixed:4096 +other +1 +1 ");
        Run csv = Run.of("report", monday, "--entries", "csv");
        assertThat(csv.out().lines())
                .hasSize(4)
                .startsWith("chunking,fingerprint,references,lengthBytes,storedBytes:lz4")
                .anyMatch(line -> line.matches("fixed:4096,[0-9a-f]{40},2,4096,4096"))
                .anyMatch(line -> line.matches("fixed:4096,[0-9a-f]{40},1,100,100"));
        Path file = dir.resolve("entries.json");
        assertThat(Run.of("report", monday, "--entries", "json", "-o", file).exitCode())
                .isZero();
        assertThat(Run.json(Files.readString(file)).at("/layouts/0/entries")).hasSize(3);
        assertThat(Run.of("report", monday, "--entries", "json").out()).isEqualTo(Files.readString(file));
        Run.of("report", monday, "--entries", "csv", "-o", file)
                .failedWith(ExitCode.FAILED, "--out: ", "exists already");
        assertThat(Run.of("report", monday, "--entries", "csv", "-o", file, "--overwrite")
                        .exitCode())
                .isZero();
        assertThat(Files.readString(file)).isEqualTo(csv.out());
        assertThat(names(dir)).noneMatch(name -> name.endsWith(".tmp"));
    }

    @Test
    void setsThatDoNotMatchAreRefused() throws IOException {
        Path coarse = save("coarse", "AB", "--chunk", "8k", "--compress", "none");
        String difference = coarse + " does not match " + monday
                + ": chunking fixed:8192, not fixed:4096; compressors none, not lz4";
        Run.of("merge", monday, coarse).failedWith(ExitCode.FAILED, difference);
        Run.of("diff", monday, tuesday, coarse).failedWith(ExitCode.FAILED, difference);
        assertThat(Run.of("merge", monday, coarse, "--save", dir.resolve("u.fpr"))
                        .exitCode())
                .isEqualTo(ExitCode.FAILED);
        assertThat(dir.resolve("u.fpr")).doesNotExist();
    }

    @Test
    void eachSetAloneIsThatSetOnTheSystems() throws IOException {
        String systems = "vdo,zfs-lz4-128k";
        Path one = save("one", "AB", "--profile", systems);
        Path other = save("other", "AC", "--profile", systems);
        Path page = dir.resolve("pools.html");
        JsonNode merged = json("merge", one, other, "--profile", systems, "--json", "--html", page);
        List<Path> sets = List.of(one, other);
        JsonNode pools = data(page).at("/merge/pools");
        for (int i = 0; i < sets.size(); i++) {
            JsonNode alone = merged.at("/alone").get(i);
            assertThat(alone.get("name").asText()).isEqualTo(i == 0 ? "one" : "other");
            assertThat(alone.get("profiles"))
                    .isEqualTo(json("merge", sets.get(i), "--profile", systems, "--json")
                            .at("/union/profiles"));
            JsonNode scanned = Run.scan(ExitCode.OK, dir.resolve(i == 0 ? "one" : "other"), "--profile", systems);
            assertThat(alone.at("/profiles/1/allocatedBytes")).isEqualTo(scanned.at("/profiles/1/allocatedBytes"));
            for (int j = 0; j < 2; j++) {
                assertThat(pools.get(j).get("alone").get(i).get("bytes"))
                        .isEqualTo(alone.at("/profiles").get(j).get("allocatedBytes"));
            }
        }
        for (int j = 0; j < 2; j++) {
            JsonNode together = merged.at("/union/profiles").get(j);
            assertThat(pools.get(j).get("title")).isEqualTo(together.get("profile"));
            assertThat(pools.get(j).at("/together/bytes")).isEqualTo(together.get("allocatedBytes"));
        }
        assertThat(Run.of("merge", one, other, "--profile", systems).out())
                .contains("Each set in a pool of its own, and all in one", "one pool saves");
        assertThat(json("merge", monday, tuesday, "--json").get("alone")).isEmpty();
    }

    @Test
    void aMergeWithoutProfilesHasThoseOfItsSets() throws IOException {
        String systems = "restic,vdo,zfs:record=16k,dedup=on";
        Path one = save("one", "AB", "--profile", systems);
        Path other = save("other", "AC", "--profile", systems);
        Path union = dir.resolve("union.fpr");
        JsonNode named = json("merge", one, other, "--profile", systems, "--json");
        assertThat(named.at("/union/profiles")).hasSize(3);
        assertThat(named.at("/alone")).hasSize(2);
        JsonNode unnamed = json("merge", one, other, "--json", "--save", union);
        assertThat(unnamed).isEqualTo(named);
        assertThat(Run.of("merge", one, other).out())
                .isEqualTo(Run.of("merge", one, other, "--profile", systems).out())
                .contains("on vdo", "one pool saves");
        assertThat(json("merge", union, "--json").at("/union/profiles")).isEqualTo(named.at("/union/profiles"));
        assertThat(json("merge", one, other, "--profile", "vdo", "--json").at("/union/profiles"))
                .hasSize(1);
    }

    /** The sets of a fleet were scanned for other systems. What all have is merged, as if all had been scanned for that alone. */
    @Test
    void setsForDifferentSystemsAreMergedByWhatAllHave() throws IOException {
        Path one = save("one", "ABZ", "--profile", "vdo,zfs-lz4-128k");
        Path other = save("other", "ACZ", "--profile", "restic,vdo");
        Path third = save("third", "AD", "--profile", "vdo", "--chunk", "8k", "--compress", "zstd");
        Run merge = Run.of("merge", one, other, third, "--json");
        assertThat(merge.exitCode()).as(merge.err()).isZero();
        assertThat(merge.err().lines())
                .containsExactly(
                        "compscan: left out, since not all sets have its chunks: zfs-lz4-128k (other, third lack them),"
                                + " restic (one, third lack them), fixed:8192 with zstd (one, other lack them)");
        JsonNode found = merge.json();
        JsonNode same = json(
                "merge",
                save("one2", "ABZ", "--profile", "vdo"),
                save("other2", "ACZ", "--profile", "vdo"),
                save("third2", "AD", "--profile", "vdo"),
                "--json");
        for (String field : List.of("/union/layouts", "/union/profiles", "/overlaps")) {
            assertThat(found.at(field)).as(field).isEqualTo(same.at(field)).isNotEmpty();
        }
        for (int i = 0; i < 3; i++) {
            assertThat(found.at("/alone").get(i).get("profiles"))
                    .isEqualTo(same.at("/alone").get(i).get("profiles"));
            assertThat(found.at("/sets").get(i).get("layouts"))
                    .isEqualTo(same.at("/sets").get(i).get("layouts"));
        }
        // In any order, and saved as a set of its own.
        Path union = dir.resolve("common.fpr");
        assertThat(json("merge", third, other, one, "--quiet", "--json", "--save", union)
                        .at("/union/profiles"))
                .hasSize(1);
        assertThat(json("merge", union, "--json").at("/union/layouts")).isEqualTo(found.at("/union/layouts"));
        Run.of("merge", save("apart", "A", "--profile", "restic"), save("apart2", "A", "--profile", "zfs-lz4-128k"))
                .failedWith(ExitCode.FAILED, "target systems zfs-lz4-128k, not restic");
    }

    @Test
    void aMergeNamesTheSystemsOfItsSetsThatItDoesNotKnow() throws IOException {
        Path own = dir.resolve("own.toml");
        Files.writeString(own, Run.of("profiles", "vdo", "--toml").out().replace("\"vdo\"", "\"own\""));
        Path set = save("set", "AB", "--profile-file", own, "--profile", "zfs-lz4-128k");
        Run merge = Run.of("merge", set, "--json");
        assertThat(merge.exitCode()).isZero();
        assertThat(merge.json().at("/union/profiles").findValuesAsText("profile"))
                .containsExactly("zfs-lz4-128k");
        assertThat(merge.err())
                .isEqualTo(
                        "compscan: the sets were scanned for own too; --profile-file FILE shows a system of your own\n");
    }

    private static JsonNode data(Path page) throws IOException {
        String start = "<script type=\"application/json\" id=\"data\">";
        String text = Files.readString(page);
        int from = text.indexOf(start) + start.length();
        return Run.json(text.substring(from, text.indexOf("</script>", from)));
    }

    @Test
    void onePathThatIsNoCatalogIsNamed() {
        Path missing = dir.resolve("missing");
        Run.of("diff", missing).saidInOneLine(ExitCode.USAGE, "SET: " + missing + " is no catalog", "two or more");
        Run.of("diff", monday).saidInOneLine(ExitCode.USAGE, "SET: " + monday + " is no catalog", "two or more");
    }

    @Test
    void setsOfDifferentTargetSystemsAreRefusedByTheirNames() throws IOException {
        Path vdo = save("vdo", "AB", "--profile", "vdo");
        Path restic = save("restic", "AB", "--profile", "restic");
        for (String command : List.of("merge", "diff")) {
            Run.of(command, vdo, restic)
                    .saidInOneLine(
                            ExitCode.FAILED, restic + " does not match " + vdo + ": target systems restic, not vdo");
        }
    }

    @Test
    void aSetThatIsGivenTwiceIsTold() throws IOException {
        Path link = Files.createSymbolicLink(dir.resolve("link.fpr"), monday);
        Run twice = Run.of("merge", monday, tuesday, link);
        assertThat(twice.exitCode()).isZero();
        assertThat(twice.err())
                .isEqualTo("compscan: " + link + " is the same set as one before it: its data counts once more\n");
        assertThat(Run.of("merge", monday, tuesday, monday, link, tuesday).err())
                .isEqualTo("compscan: 3 sets are the same as one before them, the first is " + monday
                        + ": their data counts once more\n");
        assertThat(Run.of("merge", monday, monday, "-q").err()).isEmpty();
    }

    @Test
    void aSaltHidesAndStillMatches() throws IOException {
        Path salt = Files.writeString(dir.resolve("salt"), "a secret that nobody would guess");
        Path one = save("one", "ABB0c", "--salt", salt);
        Path other = save("other", "ABDc", "--salt", salt);
        JsonNode salted = json("merge", one, other, "--json");
        assertThat(salted.at("/overlaps"))
                .isEqualTo(json("merge", monday, tuesday, "--json").at("/overlaps"));
        assertThat(salted.at("/union/settings/fingerprint").asText()).isEqualTo("sha1:salted");
        assertThat(Files.readString(one, StandardCharsets.ISO_8859_1))
                .doesNotContain(dir.toString(), "image.one", "a secret");
        String plain = Run.of("report", monday, "--entries", "csv").out();
        assertThat(Run.of("report", one, "--entries", "csv")
                        .out()
                        .lines()
                        .skip(1)
                        .map(line -> line.split(",", -1)[1]))
                .hasSize(3)
                .noneMatch(plain::contains);
        Run.of("merge", monday, one)
                .failedWith(ExitCode.FAILED, "fingerprint sha1:salted, not sha1; salt ", ", not none");
        Path second = Files.writeString(dir.resolve("salt2"), "another secret that nobody guesses");
        Run.of("merge", one, save("third", "A", "--salt", second)).failedWith(ExitCode.FAILED, ": salt ", ", not ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "merge                        | 'SET'",
                "diff                         | 'SET'",
                "diff monday.fpr              | two or more",
                "diff a b --keep 0            | --keep: 0 is not 1 or more",
                "diff a b --keep x            | '--keep'",
                "diff a b --overwrite         | --overwrite goes with --out or --html",
                "merge a --overwrite          | --overwrite goes with --out, --save or --html",
                "merge a --save               | '--save'",
                "merge a --chunk 4k           | '--chunk'",
                "report                       | 'RESULT'",
                "report a b                   | 'b'",
                "report a --entries pink      | '--entries'",
                "report a --entries csv       | --entries goes with a fingerprint set",
                "scan . --overwrite           | --overwrite goes with --out, --save or --html",
            })
    void commandLinesThatCannotBeMeant(String line, String reason) {
        String command = line.split(" ", 2)[0];
        Run.of((Object[]) line.split(" "))
                .failedWith(ExitCode.USAGE, reason, "(see 'compscan " + command + " --help')");
    }

    @Test
    void aSaltThatIsNone() throws IOException {
        Path tree = dir.resolve("monday");
        Path salt = Files.writeString(dir.resolve("salt"), "short");
        Run.of("scan", tree, "--salt", salt).failedWith(ExitCode.USAGE, "--salt: " + salt + ": a salt has 16 to 65536");
        Run.of("scan", tree, "--salt", dir.resolve("nowhere"))
                .failedWith(ExitCode.FAILED, "--salt: " + dir + "/nowhere: no such file or directory");
        Run.of("scan", tree, "--salt", tree).failedWith(ExitCode.FAILED, "--salt: " + tree + ": ");
    }

    @Test
    void filesThatAreNoSets() throws IOException {
        for (String command : List.of("merge", "diff")) {
            Object[] first = {command, monday};
            failsWith(first, dir.resolve("nowhere.fpr"), "no such file or directory");
            failsWith(first, dir.resolve("monday"), "a directory, not a fingerprint set");
            failsWith(first, Files.write(dir.resolve("empty.fpr"), new byte[0]), "not a fingerprint set");
            failsWith(
                    first,
                    Files.write(dir.resolve("random.fpr"), ScanCommandTest.chunks("A")),
                    "not a fingerprint set");
            byte[] whole = Files.readAllBytes(tuesday);
            failsWith(first, Files.write(dir.resolve("cut.fpr"), Arrays.copyOf(whole, whole.length - 1)), "at byte ");
            byte[] damaged = whole.clone();
            damaged[40] ^= 4;
            Path file = Files.write(dir.resolve("damaged.fpr"), damaged);
            failsWith(first, file, "at byte ");
            Run.of("report", file, "--verify").failedWith(ExitCode.FAILED, file + ": at byte ");
        }
    }

    /** A pattern of the shell behind an option gives it the first file. */
    @Test
    void whatIsOfAnotherKindIsNotOverwritten() throws IOException {
        byte[] set = Files.readAllBytes(monday);
        Run.of("merge", "--overwrite", "--html", monday, tuesday).failedWith(ExitCode.FAILED, "it is no text");
        Run.of("report", monday, "--entries", "csv", "--overwrite", "-o", monday)
                .failedWith(ExitCode.FAILED, "it is no text");
        assertThat(monday).hasBinaryContent(set);
        Path disk = Files.write(dir.resolve("disk.img"), ScanCommandTest.chunks("A"));
        Run.of("scan", disk, "--overwrite", "--save", disk).failedWith(ExitCode.FAILED, "it is no file of --save");
        assertThat(disk).hasBinaryContent(ScanCommandTest.chunks("A"));
        Path empty = Files.createFile(dir.resolve("empty"));
        assertThat(Run.of("scan", disk, "-q", "--overwrite", "--save", empty).exitCode())
                .isZero();
    }

    private static void failsWith(Object[] args, Path file, String reason) {
        Object[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = file;
        Run.of(all).failedWith(ExitCode.FAILED, file + ": ", reason);
    }

    @Test
    void aSetThatLiesInWhatIsScannedIsNotInIt() throws IOException {
        Path tree = tree("inside", "AB");
        JsonNode before = Run.scan(ExitCode.OK, tree);
        JsonNode saving = Run.scan(ExitCode.OK, tree, "--save", tree.resolve("x.fpr"));
        assertThat(Run.withoutTiming(saving)).isEqualTo(Run.withoutTiming(before));
        assertThat(names(tree)).containsExactly("image.inside", "x.fpr");
    }

    @Test
    void aSetThatCannotBeWrittenIsToldBeforeTheScan() throws IOException {
        Path tree = dir.resolve("monday");
        Run.of("scan", tree, "--save", monday).failedWith(ExitCode.FAILED, "--save: cannot write " + monday, "exists");
        Run.of("scan", tree, "--save", dir.resolve("no/x.fpr"))
                .failedWith(ExitCode.FAILED, "--save: cannot write ", "no such file or directory");
        Run.of("scan", tree, "--save", tree).failedWith(ExitCode.FAILED, "--save: cannot write ", "it is a directory");
        assertThat(Run.of("scan", tree, "--save", monday, "--overwrite").exitCode())
                .isZero();
    }

    @Test
    void aFullDiskCostsTheSetAndNotTheReport() throws Exception {
        Path disk = Files.createDirectory(dir.resolve("disk"));
        assumeTrue(Programs.succeeds("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk), "cannot mount");
        try {
            byte[] data = new byte[24 << 20];
            new Random(3).nextBytes(data);
            Path file = Files.write(dir.resolve("data"), data);
            Run run = Run.of("scan", file, "--save", disk.resolve("x.fpr"), "--out", dir.resolve("out"))
                    .saidInOneLine(ExitCode.FAILED, "--save: cannot write " + disk + "/x.fpr: ", "No space left");
            assertThat(run.out()).contains("24.0 MiB of data would take");
            assertThat(names(dir.resolve("out"))).contains("result.json");
            assertThat(names(disk)).isEmpty();
        } finally {
            assertThat(Programs.succeeds("umount", disk)).isTrue();
        }
    }

    @Test
    void whatWasNotReadIsNotForgotten() throws IOException {
        Path tree = tree("holes", "AF");
        Files.createSymbolicLink(tree.resolve("dangling"), tree.resolve("nowhere"));
        Path set = dir.resolve("holes.fpr");
        assertThat(Run.of("scan", tree, "--follow-symlinks", "--save", set).exitCode())
                .isEqualTo(ExitCode.INCOMPLETE);
        Run merge = Run.of("merge", monday, set);
        assertThat(merge.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(merge.out()).contains("Unread   1 path", "dangling");
        assertThat(Run.of("diff", monday, set).exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(Run.of("report", set).exitCode()).isZero();
    }
}
