package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.estimate.PartFile;
import io.compscan.map.EntryCursor;
import io.compscan.map.RunFile;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Estimates as a shell has them: from a sketch, and from a part of the data. */
class EstimateCommandTest {

    /** 64 MiB: half of the chunks occur once, the others four times, and there are zeros. */
    private static Path tree;

    @BeforeAll
    static void write(@TempDir Path shared) throws IOException {
        tree = Files.createDirectory(shared.toRealPath().resolve("tree"));
        Random random = new Random(20);
        byte[] chunk = new byte[4096];
        try (OutputStream large = Files.newOutputStream(tree.resolve("large"))) {
            for (int i = 0; i < 15_000; i++) {
                boolean isFrequent = random.nextBoolean();
                new Random(isFrequent ? random.nextInt(1900) : 1_000_000 + i).nextBytes(chunk);
                Arrays.fill(chunk, 2048, 4096, (byte) 7);
                large.write(chunk);
            }
            large.write(new byte[2 << 20]);
        }
        for (int i = 0; i < 300; i++) {
            byte[] small = new byte[random.nextInt(9000)];
            random.nextBytes(small);
            Files.write(tree.resolve("small" + i), small);
        }
    }

    private static void assertHolds(JsonNode estimate, String name, JsonNode truth) {
        assertThat(truth.get(name).doubleValue())
                .as(name)
                .isBetween(
                        estimate.get(name + "Low").doubleValue(),
                        estimate.get(name + "High").doubleValue());
    }

    @Test
    @Slow
    void aSketchHoldsTheFiguresOfTheExactIndex() {
        JsonNode exact = Run.scan(ExitCode.OK, tree, "-z", "lz4,none", "--profile", "vdo");
        JsonNode sketch = Run.scan(ExitCode.OK, tree, "-z", "lz4,none", "--profile", "vdo", "--index", "sketch:2000");
        assertThat(sketch.get("settings").get("index").textValue()).isEqualTo("sketch:2000");
        assertThat(exact.get("settings").has("index")).isFalse();
        JsonNode truth = exact.get("layouts").get(0);
        JsonNode layout = sketch.get("layouts").get(0);
        assertThat(layout.get("method").textValue()).isEqualTo("sketch");
        assertThat(truth.has("method")).isFalse();
        assertThat(layout.get("zeroBytes")).isEqualTo(truth.get("zeroBytes"));
        for (String name :
                new String[] {"uniqueBytes", "uniqueChunkCount", "duplicateBytes", "duplicateChunkCount", "dedupRatio"
                }) {
            assertHolds(layout, name, truth);
        }
        for (int i = 0; i < 2; i++) {
            JsonNode compression = layout.get("compression").get(i);
            assertThat(compression.get("method").textValue()).isEqualTo("sketch");
            for (String name : new String[] {"physicalBytes", "reductionRatio", "savings"}) {
                assertHolds(compression, name, truth.get("compression").get(i));
            }
        }
        JsonNode profile = sketch.get("profiles").get(0);
        JsonNode allocated = exact.get("profiles").get(0);
        for (String name : List.of("physicalBytes", "roundingBytes", "metadataBytes", "allocatedBytes")) {
            assertHolds(profile, name, allocated);
        }
        // The block map has an entry for each reference, and a sketch counts these exactly.
        assertThat(profile.get("metadataBytes")).isEqualTo(allocated.get("metadataBytes"));
        assertThat(allocated.has("physicalBytesLow")).isFalse();
        assertThat(sketch.get("totals")).isEqualTo(exact.get("totals"));
    }

    @Test
    @Slow
    void aSketchWithRoomForAllIsExact() {
        JsonNode exact = Run.scan(ExitCode.OK, tree);
        JsonNode sketch = Run.scan(ExitCode.OK, tree, "--index", "sketch");
        JsonNode auto = Run.scan(ExitCode.OK, tree, "--index", "auto");
        assertThat(sketch.get("layouts")).isEqualTo(exact.get("layouts"));
        assertThat(auto.get("layouts")).isEqualTo(exact.get("layouts"));
        assertThat(sketch.get("ledger")).isEqualTo(exact.get("ledger"));
    }

    @Test
    void theFiguresOfTargetSystemsHaveIntervalsEverywhere(@TempDir Path dir) throws IOException {
        Path out = dir.resolve("out");
        Run run = Run.of(
                "scan",
                tree,
                "--profile",
                "vdo",
                "--index",
                "sketch:2000",
                "--quiet",
                "--details",
                "--out",
                out,
                "--html",
                dir.resolve("page.html"));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).containsPattern("95 % intervals .*\\+ rounding +\\+ metadata +=");
        List<String> rows = Files.readAllLines(out.resolve("profiles.csv"));
        List<String> names = List.of(rows.get(0).split(",", -1));
        List<String> cells = List.of(rows.get(1).split(",", -1));
        assertThat(cells.get(names.indexOf("metadataBytesHigh"))).isNotEmpty();
        assertThat(names).contains("physicalBytesLow", "roundingBytesHigh");
        assertThat(Files.readString(dir.resolve("page.html"))).contains("metadataBytesLow");
        assertThat(Run.of("report", out.resolve("result.json"), "--details").out())
                .isEqualTo(run.out());
    }

    /** All of little data is read, so that systems which need all of it have their numbers too. */
    @Test
    void littleDataHasTheNumbersOfAScan() throws IOException {
        JsonNode scan = Run.scan(ExitCode.OK, tree, "--profile", "vdo,zfs,restic");
        Run run = Run.of("estimate", tree, "--profile", "vdo,zfs,restic", "--json");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("all of the data is read");
        JsonNode estimate = Run.json(run.out());
        assertThat(estimate.get("profiles")).isEqualTo(scan.get("profiles"));
        assertThat(estimate.get("layouts").findValuesAsText("method")).doesNotContain("part");
        assertThat(estimate.get("layouts").findValuesAsText("compressor")).doesNotContain("entropy");
    }

    @Test
    void aPartHasAPageAndTablesForAPlan(@TempDir Path dir) throws IOException {
        Path out = dir.resolve("out");
        Path page = dir.resolve("page.html");
        String[] arguments = {
            "estimate",
            tree.toString(),
            "--profile",
            "vdo,zfs",
            "--extent",
            "32k",
            "--read",
            "40%",
            "--quiet",
            "--out",
            out.toString(),
            "--html",
            page.toString()
        };
        Run run = Run.of((Object[]) arguments);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("Estimated from a random part of the data: ", "on vdo", "on zfs", "95 %");
        assertThat(run.out().lines().count()).isLessThanOrEqualTo(25);
        JsonNode result = Run.json(Files.readString(out.resolve("result.json")));
        assertThat(result.get("part").get("readBytes").longValue())
                .isLessThan(result.get("totals").get("scannedBytes").longValue() / 2);
        assertThat(result.get("layouts").get(0).get("method").textValue()).isEqualTo("part");
        JsonNode truth = Run.scan(ExitCode.OK, tree, "--profile", "vdo,zfs", "--exact");
        assertThat(result.get("totals")).isEqualTo(truth.get("totals"));
        for (int i = 0; i < 2; i++) {
            assertHolds(
                    result.get("profiles").get(i),
                    "allocatedBytes",
                    truth.get("profiles").get(i));
        }
        assertThat(Files.readString(page)).contains("Estimated from a random part of the data: ");
        assertThat(Run.of("report", out).out()).isEqualTo(run.out());
        Run plan = Run.of("plan", out, "--growth", "20%", "--years", "3", "--headroom", "20%");
        assertThat(plan.exitCode()).as(plan.err()).isEqualTo(ExitCode.OK);
        assertThat(plan.out()).contains("vdo", "zfs", "sampling");
        Run again = Run.of((Object[]) arguments);
        assertThat(again.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(again.err()).contains("--overwrite");
        assertThat(Run.of("merge", out.resolve("result.json")).err().lines()).hasSize(1);
    }

    @Test
    void systemsThatNeedAllDataAreRefusedByName() {
        Run run = Run.of("estimate", tree, "--profile", "vdo,restic", "--extent", "32k");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--profile restic: ", "draws at random", "--index sketch");
    }

    @Test
    void tooLittleForANumberSaysSoAndHasNoPage(@TempDir Path dir) {
        Path page = dir.resolve("page.html");
        Run run = Run.of(
                "estimate", tree, "--profile", "vdo", "--extent", "32k", "--read", "0.5%", "--quiet", "--html", page);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("too little was read", "--read");
        assertThat(page).doesNotExist();
    }

    @Test
    void anEstimateIsNoResultAndSaysWhatIs(@TempDir Path dir) throws IOException {
        Path document = dir.resolve("estimate.json");
        Files.writeString(
                document, Run.of("estimate", tree, "--json", "--quiet").out());
        Run plan = Run.of("plan", document);
        assertThat(plan.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(plan.err()).contains("an estimate; give the directory of 'compscan estimate --out'");
    }

    /** The default tells chunks apart by another hash; who names the digest gets it, be it the usual one. */
    @Test
    @Slow
    void anExplicitFingerprintIsTaken(@TempDir Path dir) throws IOException {
        List<String> descriptions = new ArrayList<>();
        List<byte[]> keys = new ArrayList<>();
        for (String option : List.of("--threads=1", "--fingerprint=sha1", "--fingerprint=md5")) {
            Path file = dir.resolve("part" + keys.size());
            estimate(option, "--read", "20%", "--extent", "32k", "--save", file.toString());
            try (PartFile part = PartFile.open(file);
                    RunFile run = RunFile.open(file);
                    EntryCursor chunks = run.cursor(0)) {
                descriptions.addAll(part.state().schemes());
                assertThat(chunks.next()).isTrue();
                keys.add(chunks.key().clone());
            }
        }
        assertThat(descriptions.get(0)).endsWith("by default");
        assertThat(descriptions.get(1)).endsWith("by digest");
        assertThat(keys.get(0)).isNotEqualTo(keys.get(1));
        assertThat(keys.get(1)).isNotEqualTo(keys.get(2));
        // The chunks are the same, whichever part tells them apart.
        assertThat(estimate("--fingerprint=sha1", "--read", "100%", "--extent", "32k")
                        .get("layouts"))
                .isEqualTo(estimate("--read", "100%", "--extent", "32k").get("layouts"));
    }

    @Test
    void theReportSaysThatItIsAnEstimate(@TempDir Path dir) throws IOException {
        Run run = Run.of("scan", tree, "--index", "sketch:2000", "--quiet", "--out", dir.resolve("out"));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("A sketch counted", "= unique", "~");
        // A document with intervals comes back the same.
        Run again = Run.of("report", dir.resolve("out/result.json"));
        assertThat(again.out()).isEqualTo(run.out());
        assertThat(Files.readString(dir.resolve("out/summary.csv"))).contains("uniqueBytesLow", ",sketch,");
        Run plan = Run.of("plan", dir.resolve("out/result.json"));
        assertThat(plan.exitCode()).as(plan.err()).isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @CsvSource({
        "--index=sketch:0, not in 256 to",
        "--index=sketch:x, is not a number",
        "--index=some, is not exact",
        "--index=sketch --per-file, --per-file needs every chunk",
        "--index=sketch --compress-sample=10%, --compress-sample"
    })
    void refusesWhatASketchCannotDo(String options, String words) {
        String[] split = options.split(" ", -1);
        Object[] args = new Object[split.length + 2];
        args[0] = "scan";
        args[1] = tree;
        System.arraycopy(split, 0, args, 2, split.length);
        Run.of(args).failedWith(ExitCode.USAGE, words);
    }

    @Test
    @Slow
    void sketchesOfPartsMergeToThatOfTheWhole(@TempDir Path dir) throws IOException {
        Path half = Files.createDirectory(dir.resolve("half"));
        Files.copy(tree.resolve("large"), half.resolve("copy"));
        JsonNode whole = Run.scan(ExitCode.OK, tree, half, "--index", "sketch:2000");
        for (Path part : List.of(tree, half)) {
            Run run = Run.of(
                    "scan",
                    part,
                    "--quiet",
                    "--index",
                    part.equals(half) ? "sketch:2000" : "auto",
                    "--save",
                    dir.resolve(part.getFileName() + ".fpr"));
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        }
        Path saved = dir.resolve("half.fpr");
        assertThat(Run.of("report", saved).out()).contains("sketch:2000");
        Run merged = Run.of("merge", dir.resolve("tree.fpr"), saved, "--out", dir.resolve("out"));
        assertThat(merged.exitCode()).as(merged.err()).isEqualTo(ExitCode.OK);
        assertThat(merged.out()).contains("A sketch counted", "common to two sets");
        JsonNode json =
                Run.of("merge", dir.resolve("tree.fpr"), saved, "--json").json();
        assertThat(json.get("union").get("layouts")).isEqualTo(whole.get("layouts"));
        assertThat(json.get("overlaps").get(0).get("method").textValue()).isEqualTo("sketch");
        assertThat(Files.readString(dir.resolve("out/sets.csv"))).contains("exclusiveBytesLow");
        assertThat(Files.readString(dir.resolve("out/overlap.csv"))).contains("commonBytesHigh");
        Run.of("diff", dir.resolve("tree.fpr"), saved).failedWith(ExitCode.FAILED, "holds a sketch");
    }

    @Test
    void aSketchGoesOnFromItsCheckpoint(@TempDir Path dir) {
        JsonNode whole = Run.scan(ExitCode.OK, tree, "--index", "sketch:2000");
        JsonNode resumable = Run.scan(ExitCode.OK, tree, "--index", "sketch:2000", "--checkpoint", dir.resolve("c"));
        assertThat(resumable.get("layouts")).isEqualTo(whole.get("layouts"));
        assertThat(resumable.get("ledger")).isEqualTo(whole.get("ledger"));
    }

    private static JsonNode estimate(Object... options) {
        Object[] args = new Object[options.length + 4];
        args[0] = "estimate";
        args[1] = tree;
        args[2] = "--json";
        args[3] = "--quiet";
        System.arraycopy(options, 0, args, 4, options.length);
        Run run = Run.of(args);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        return run.json();
    }

    private static void assertHoldsPart(JsonNode part, String name, JsonNode truth) {
        assertThat(truth.get(name).longValue())
                .as("%s in %s", name, part)
                .isBetween(
                        part.get(name + "Low").longValue(),
                        part.get(name + "High").longValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"20%", "50%", "100%"})
    void aPartHoldsTheFiguresOfTheWhole(String share) {
        JsonNode exact = Run.scan(ExitCode.OK, tree).get("layouts").get(0);
        JsonNode result = estimate("--read", share, "--extent", "32k");
        JsonNode part = result.get("layouts").get(0);
        assertHoldsPart(part, "uniqueBytes", exact);
        assertHoldsPart(part, "zeroBytes", exact);
        assertHoldsPart(part, "physicalBytes", exact.get("compression").get(0));
        if (share.equals("100%")) {
            assertThat(part.get("method").textValue()).isEqualTo("exact");
            assertThat(part.get("uniqueBytes")).isEqualTo(exact.get("uniqueBytes"));
        } else {
            double read = result.get("readBytes").doubleValue();
            double wanted = Double.parseDouble(share.replace("%", "")) / 100;
            assertThat(read / result.get("scannedBytes").doubleValue()).isBetween(0.8 * wanted, 1.2 * wanted);
        }
    }

    @Test
    @Slow
    void contentDefinedChunksAreThoseOfTheWhole() {
        JsonNode exact = Run.scan(ExitCode.OK, tree, "-c", "fastcdc:1k,max=8k")
                .get("layouts")
                .get(0);
        JsonNode all = estimate("-c", "fastcdc:1k,max=8k", "--read", "100%", "--extent", "128k")
                .get("layouts")
                .get(0);
        double unique = exact.get("uniqueBytes").doubleValue();
        assertThat(all.get("uniqueBytes").doubleValue()).isBetween(0.997 * unique, 1.003 * unique);
        JsonNode part = estimate("-c", "fastcdc:1k,max=8k", "--read", "40%", "--extent", "128k")
                .get("layouts")
                .get(0);
        assertHoldsPart(part, "uniqueBytes", exact);
    }

    @Test
    void littleDataIsReadWhole() {
        JsonNode result = estimate();
        assertThat(result.get("sampledExtentCount")).isEqualTo(result.get("extentCount"));
        assertThat(result.get("layouts").get(0).get("method").textValue()).isEqualTo("exact");
    }

    @Test
    void everyPassHoldsTheTruthAndTheLastIsNarrowEnough() {
        JsonNode exact = Run.scan(ExitCode.OK, tree);
        double truth = exact.get("layouts")
                .get(0)
                .get("compression")
                .get(0)
                .get("reductionRatio")
                .doubleValue();
        JsonNode result = estimate("--until", "10%", "--extent", "32k");
        assertThat(result.get("passes").size()).isGreaterThan(1);
        double low = 0;
        double high = Double.MAX_VALUE;
        for (JsonNode pass : result.get("passes")) {
            assertThat(truth)
                    .isBetween(
                            pass.get("reductionRatioLow").doubleValue() * 0.999999,
                            pass.get("reductionRatioHigh").doubleValue() * 1.000001);
            assertThat(pass.get("reductionRatioLow").doubleValue()).isGreaterThanOrEqualTo(low * 0.999999);
            assertThat(pass.get("reductionRatioHigh").doubleValue()).isLessThanOrEqualTo(high * 1.000001);
            low = pass.get("reductionRatioLow").doubleValue();
            high = pass.get("reductionRatioHigh").doubleValue();
        }
        JsonNode part = result.get("layouts").get(0);
        double physicalLow = part.get("physicalBytesLow").doubleValue();
        double physicalHigh = part.get("physicalBytesHigh").doubleValue();
        assertThat((physicalHigh - physicalLow) / (physicalHigh + physicalLow)).isLessThanOrEqualTo(0.1);
        assertThat(result.get("readBytes").longValue())
                .isLessThan(result.get("scannedBytes").longValue());
    }

    @Test
    void theSameDataGivesTheSameEstimate() {
        JsonNode one = estimate("--read", "20%", "--extent", "32k", "--threads", "1");
        JsonNode four = estimate("--read", "20%", "--extent", "32k", "--threads", "4");
        assertThat(four.get("layouts")).isEqualTo(one.get("layouts"));
        assertThat(four.get("readBytes")).isEqualTo(one.get("readBytes"));
    }

    @Test
    void aRateSlowsItDownAndChangesNoNumber() {
        JsonNode fast = estimate("--read", "20%", "--extent", "32k");
        long start = System.nanoTime();
        JsonNode slow = estimate("--read", "20%", "--extent", "32k", "--rate", "20MiB/s");
        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat(slow.get("layouts")).isEqualTo(fast.get("layouts"));
        // Holes are not read, and a tenth of a second is saved up.
        assertThat(seconds).isGreaterThan((slow.get("readBytes").longValue() - (2 << 20)) / (20.0 * (1 << 20)) - 0.1);
    }

    @Test
    void fewExtentsGiveCertainBoundsAlone() {
        Run run = Run.of("estimate", tree, "--read", "1%", "--extent", "64k", "--quiet");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).contains("between", "cannot say more", "fewer than 30 extents");
    }

    @ParameterizedTest
    @CsvSource({
        "--read=0%, --read: '0%' is not a share above 0 %",
        "--read=0, --read: '0' is not a share",
        "--until=0%, --until: '0%' is not a share",
        "--read=101%, --read: '101%' is not a share",
        "--time=0s, --time: '0s' is not a time",
        "--time=soon, --time: 'soon' is not a time",
        "--extent=1k, --extent: 1024 bytes are not in",
        "--superblock=1m, --superblock does not go with estimate",
        "--threads=0, --threads: 0 is not in 1 to 1024"
    })
    void refusesOptionsThatMakeNoSense(String option, String words) {
        Run.of("estimate", tree, option).failedWith(ExitCode.USAGE, words);
    }

    @ParameterizedTest
    @CsvSource({
        "--html=x.html, --html does not go with --from-listing",
        "--out=x, --out does not go with --from-listing",
        "--read=5%, --read does not go with --from-listing",
        "--profile=vdo, --profile does not go with --from-listing",
        "--threads=2, --threads does not go with --from-listing",
        "--into=images, --into does not go with --from-listing",
        "--save=x.part, --save does not go with --from-listing",
        "--overwrite, --overwrite goes with --csv"
    })
    void aListIsNoReadingOfData(String option, String words) {
        Run.of("estimate", "s3://bucket", "--from-listing", option).failedWith(ExitCode.USAGE, words);
    }

    @Test
    void onlyAListWithDigestsShowsCopies() {
        Run.of("estimate", tree, "--from-listing").failedWith(ExitCode.FAILED, "only the list of an object store");
        Run.of("estimate", "--from-listing").failedWith(ExitCode.USAGE, "PATH is missing");
        Run.of("estimate", "--stdin", "--from-listing")
                .failedWith(ExitCode.USAGE, "--stdin does not go with --from-listing");
        Run.of("estimate", tree, "--csv", "x.csv").failedWith(ExitCode.USAGE, "--csv goes with --from-listing");
        Run.of("estimate", tree, "--from-listing", "--json", "--csv", "-")
                .failedWith(ExitCode.USAGE, "--json and --csv -");
    }

    @Test
    void aStreamCannotBeSampled() {
        Run.of("estimate", "--stdin").failedWith(ExitCode.USAGE, "a stream cannot be sampled", "--index sketch");
        assertThat(Run.of("estimate", "--help-all").out()).contains("--into").doesNotContain("--stdin");
    }

    @Test
    void anEmptyTreeIsSaidToBeEmpty(@TempDir Path empty) {
        Run.of("estimate", empty).failedWith(ExitCode.FAILED, "there is nothing to read");
    }
}
