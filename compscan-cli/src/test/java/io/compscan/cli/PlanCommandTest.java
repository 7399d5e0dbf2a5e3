package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a scan's outputs to a plan, as a shell has it. */
class PlanCommandTest {

    private static final String CLUSTER =
            "--nodes 100 --phases 50 --compute-rate 1.08MB/s --storage-bandwidth 4.67MB/s --interconnect-bandwidth 1GB/s";

    @TempDir
    private Path dir;

    private static Path scanned;
    /** The same without a target system. */
    private static Path plain;

    private static JsonNode result;

    private Path out = scanned;

    /** Four equal chunks and eight of their own. */
    @BeforeAll
    static void scan(@TempDir Path shared) throws IOException {
        Path tree = Files.createDirectory(shared.toRealPath().resolve("tree"));
        byte[] content = new byte[12 * 4096];
        new Random(7).nextBytes(content);
        for (int copy = 1; copy < 4; copy++) {
            System.arraycopy(content, 0, content, copy * 4096, 4096);
        }
        Files.write(tree.resolve("f"), content);
        scanned = shared.resolve("out");
        result = Run.scan(ExitCode.OK, tree, "--compress", "none", "--out", scanned);
        // The rest is as it would be of a target system and of a scan of ten seconds.
        ObjectNode timing = (ObjectNode) result.get("timing");
        timing.put("scannedBytesPerSecond", 60_000_000).put("workers", 3).put("elapsedNanos", 10_000_000_000L);
        plain = Files.createDirectory(shared.resolve("plain"));
        Files.writeString(plain.resolve("result.json"), result.toString(), StandardCharsets.UTF_8);
        ObjectNode vdo = ((ObjectNode) result).withArray("profiles").addObject();
        vdo.put("profile", "vdo").put("title", "VDO").put("source", "https://example.org");
        vdo.putArray("deviations");
        vdo.put("chunking", "fixed:4096").put("compressor", "none");
        vdo.put("physicalBytes", 36_864).put("roundingBytes", 0).put("metadataBytes", 4096);
        vdo.put("allocatedBytes", 40_960).put("allocatedBytesLow", 40_960).put("allocatedBytesHigh", 40_960);
        vdo.put("memoryBytes", 1000).put("reductionRatio", 1.2).put("savings", 1 - 1 / 1.2);
        Files.writeString(scanned.resolve("result.json"), result.toString(), StandardCharsets.UTF_8);
    }

    private Run plan(String options) {
        List<Object> args = new ArrayList<>(List.of("plan", out));
        args.addAll(Arrays.asList(options.split(" ")));
        return Run.of(args.toArray());
    }

    private Run inline(String options) {
        List<Object> args = new ArrayList<>(List.of("inline", out));
        args.addAll(Arrays.asList(options.split(" ")));
        return Run.of(args.toArray());
    }

    private static Run inlineWithout(String options) {
        List<Object> args = new ArrayList<>(List.of("inline"));
        args.addAll(Arrays.asList(options.split(" ")));
        return Run.of(args.toArray());
    }

    private static JsonNode json(Run run) {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.err()).isEmpty();
        return run.json();
    }

    @Test
    void growsWhatTheFirstCompressorLeavesWhereThereIsNoSystem() {
        out = plain;
        JsonNode plan = json(plan("--growth 50% --years 2 --headroom 20% --price 1000000 --json"));
        assertThat(plan.at("/format").asText()).isEqualTo("compscan-plan");
        assertThat(plan.at("/systems/0/today/allocatedBytes").asLong())
                .isEqualTo(result.at("/layouts/0/compression/0/physicalBytes").asLong())
                .isEqualTo(9 * 4096);
        assertThat(plan.at("/systems/0/years")).hasSize(3);
        assertThat(plan.at("/systems/0/years/2/scannedBytes").asLong()).isEqualTo(27 * 4096);
        assertThat(plan.at("/systems/0/years/2/allocatedBytes").asLong()).isEqualTo(82_944);
        assertThat(plan.at("/systems/0/years/2/usableBytes").asLong()).isEqualTo(103_680);
        assertThat(plan.at("/systems/0/years/2/price").asDouble()).isEqualTo(0.1);
        assertThat(plan.at("/systems/0/today/memoryBytes").isNull()).isTrue();
    }

    @Test
    void growsWhatTheFirstSystemAllocatesWhereNoneIsNamed() {
        assertThat(json(plan("--json")).at("/systems/0/today"))
                .isEqualTo(json(plan("--profile vdo --json")).at("/systems/0/today"));
    }

    @Test
    void growsWhatAProfileAllocates() {
        JsonNode plan = json(plan("--profile vdo --change-per-day 1% --retention 100d --years 0 --headroom 0% --json"));
        assertThat(plan.at("/systems/0/today/profile").asText()).isEqualTo("vdo");
        assertThat(plan.at("/systems/0/years")).hasSize(1);
        assertThat(plan.at("/systems/0/years/0/scannedBytes").asLong()).isEqualTo(12 * 4096);
        assertThat(plan.at("/systems/0/years/0/allocatedBytes").asLong()).isEqualTo(2 * 40_960);
        assertThat(plan.at("/systems/0/today/memoryBytes").asLong()).isEqualTo(1000);
    }

    @Test
    void printsAReportAndWritesATable() throws IOException {
        Path csv = dir.resolve("plan.csv");
        out = plain;
        Run run = Run.of(
                "plan", out.resolve("result.json"), "--growth", "20%", "--years", 3, "--headroom", "0%", "--csv", csv);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out())
                .contains(
                        "48.0 KiB of data takes 36.0 KiB as fixed:4096 with none today, data reduction 1.33 : 1",
                        "in 3 years");
        assertThat(Files.readAllLines(csv))
                .hasSize(5)
                .first()
                .asString()
                .startsWith("profile,chunking,compressor,year,");
        Run.of("plan", out, "--csv", csv).failedWith(ExitCode.FAILED, "--csv", "plan.csv: it exists already");
        assertThat(Run.of("plan", out, "--csv", csv, "--overwrite", "--years", 0)
                        .exitCode())
                .isZero();
        assertThat(Files.readAllLines(csv)).hasSize(2);
        Run.of("plan", out, "--csv", dir.resolve("no/x.csv")).failedWith(ExitCode.FAILED, "--csv", "no such file");
    }

    @Test
    void takesTheRateOfACoreAndTheReductionFromTheScan() {
        out = plain;
        JsonNode plan = json(inline("--json --dedup-cores 2 " + CLUSTER));
        assertThat(plan.at("/format").asText()).isEqualTo("compscan-inline");
        assertThat(plan.at("/setting/dedupBytesPerSecond").asLong()).isEqualTo(40_000_000);
        assertThat(plan.at("/setting/reductionRatio").asDouble()).isEqualTo(12.0 / 9);
        assertThat(plan.at("/setting/phaseBytes").asLong()).isEqualTo(12 * 4096);
        assertThat(plan.at("/division")).isEqualTo(plan.at("/best"));
        out = scanned;
        JsonNode vdo = json(inline("--json --profile vdo " + CLUSTER));
        assertThat(vdo.at("/setting/dedupBytesPerSecond").asLong()).isEqualTo(20_000_000);
        assertThat(vdo.at("/setting/reductionRatio").asDouble()).isEqualTo(1.2);
    }

    @Test
    void needsNoResultIfAllIsGiven() {
        String given = "--phase-data 1t --dedup-rate 20MB/s --reduction 10 --dedup-share 10% ";
        JsonNode plan = json(inlineWithout(given + "--json " + CLUSTER));
        assertThat(plan.at("/division/dedupNodes").asInt()).isEqualTo(10);
        assertThat(plan.at("/division/overlaps").asBoolean()).isTrue();
        assertThat(plan.at("/division/leastDedupBytesPerSecond").asLong()).isLessThan(20_000_000);
        assertThat(plan.at("/best/dedupNodes").asInt()).isBetween(7, 8);
        Run report = inlineWithout(given + CLUSTER);
        assertThat(report.exitCode()).isZero();
        assertThat(report.out()).contains("It pays: with 10 of 100 nodes (10.0 %)", "holds: ");
    }

    /** At either end a node is left for the other part. */
    @Test
    void sharesAreRoundedToNodes() {
        assertThat(json(inline("--json --dedup-share 0.1% " + CLUSTER))
                        .at("/division/dedupNodes")
                        .asInt())
                .isEqualTo(1);
        assertThat(json(inline("--json --dedup-share 99.9% " + CLUSTER))
                        .at("/division/dedupNodes")
                        .asInt())
                .isEqualTo(99);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--growth 20                      | '--growth'        | '20' is not a percentage",
                "--growth -100%                   | --growth          | above -100%",
                "--growth 999999% --years 100     | --growth          | 2^63 bytes",
                "--years 101                      | --years           | 101 is not in 0 to 100",
                "--years -1                       | --years           | -1 is not in 0 to 100",
                "--headroom 100%                  | --headroom        | below 100%",
                "--headroom -1%                   | --headroom        | not negative",
                "--price 0                        | '--price'         | not a number above 0",
                "--price 1e400                    | '--price'         | not a number above 0",
                "--change-per-day 1%              | --change-per-day  | --retention go together",
                "--retention 7d                   | --retention       | go together",
                "--retention 7x --change-per-day 1% | '--retention'   | is no list of days, weeks, months and years",
                "--retention 7d,8d --change-per-day 1% | '--retention' | is no list of days",
                "--retention 999y --change-per-day 1% | '--retention' | kept for 0 to 36525 days",
                "--growth 20%..10%                | '--growth'        | is not in ascending order",
                "--price ontap=3                  | --price           | 'ontap' is none of the systems",
                "--price 3,4                      | '--price'         | two values for all systems",
                "--price =4                       | '--price'         | names no system",
                "--raid 100%                      | '--raid'          | lies below 100%",
                "--guarantee x                    | '--guarantee'     | not a number above 0",
                "--html - --json                  | --json            | --html - both write to standard output",
                "--change-per-day -1% --retention 7d | --change-per-day | not negative",
                "--change-per-day 1% --retention -7d | '--retention' | is no list of days",
                "--retention-days 7               | --retention-days  | Unknown option",
                "--profile zfs                    | --profile         | which has vdo; scan with --profile zfs",
                "--overwrite                      | --overwrite       | goes with --csv or --html",
                "--nodes 5                        | --nodes           | Unknown option",
            })
    void refusesInOneLineThatNamesTheOption(String options, String name, String reason) {
        plan(options.replace("CLUSTER", CLUSTER))
                .failedWith(ExitCode.USAGE, name, reason, "(see 'compscan plan --help')");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--html x                         | '--html'          | Unknown option",
                "--growth 5%                      | '--growth'        | Unknown option",
                "                        | --nodes           | is missing",
                "--nodes 1               | --nodes           | 1 is not 2 or more",
                "--nodes 9               | --phases          | is missing",
                "--nodes 9 --phases 0    | --phases          | 0 is not 1 or more",
                "--nodes 9 --phases 1    | --compute-rate    | is missing",
                "--compute-rate 5        | '--compute-rate'  | needs a unit",
                "--storage-bandwidth 0k  | '--storage-bandwidth' | it never ends",
                "--reduction 0           | '--reduction'     | not a number above 0",
                "--reduction 2 --profile vdo | --profile     | goes without --reduction",
                "CLUSTER --dedup-share 0% | --dedup-share    | between",
                "CLUSTER --dedup-share 100% | --dedup-share  | between",
                "CLUSTER --dedup-cores 0 | --dedup-cores     | 0 is not 1 or more",
                "CLUSTER --dedup-cores 2 --dedup-rate 2k | --dedup-cores | goes without --dedup-rate",
                "CLUSTER --phase-data 0  | --phase-data      | write nothing",
                "CLUSTER --profile zfs   | --profile         | which has vdo",
            })
    void refusesAClusterInOneLineThatNamesTheOption(@Nullable String options, String name, String reason) {
        inline(("--json" + (options == null ? "" : " " + options)).replace("CLUSTER", CLUSTER))
                .failedWith(ExitCode.USAGE, name, reason, "(see 'compscan inline --help')");
    }

    @Test
    void withoutAResultWhatItWouldTellMustBeGiven() {
        Run.of("plan").failedWith(ExitCode.USAGE, "Missing", "'RESULT'");
        inlineWithout("" + CLUSTER).failedWith(ExitCode.USAGE, "--phase-data is missing: without a RESULT");
        inlineWithout("--phase-data 1g " + CLUSTER).failedWith(ExitCode.USAGE, "--dedup-rate is missing");
        inlineWithout("--phase-data 1g --dedup-rate 1g " + CLUSTER)
                .failedWith(ExitCode.USAGE, "--reduction is missing");
    }

    @Test
    void aScanThatDoesNotTellIsToldSo() throws IOException {
        Path nothing = Files.createDirectory(dir.resolve("nothing"));
        assertThat(Run.of("scan", nothing, "--out", dir.resolve("empty"), "--quiet")
                        .exitCode())
                .isZero();
        out = dir.resolve("empty");
        inline("" + CLUSTER).failedWith(ExitCode.USAGE, "--phase-data is missing: nothing was scanned");
        inline("--phase-data 1g " + CLUSTER).failedWith(ExitCode.USAGE, "--dedup-rate is missing: the scan");
        inline("--phase-data 1g --dedup-rate 1g " + CLUSTER)
                .failedWith(ExitCode.USAGE, "--reduction is missing: the scan has none");
        assertThat(json(plan("--json --growth 20% --years 3 --headroom 0%"))
                        .at("/systems/0/years/3/usableBytes")
                        .asLong())
                .isZero();
        assertThat(plan("--growth 20%").out()).contains("0 B of data takes 0 B").doesNotContain("null", "NaN");
    }

    @Test
    void whatIsNoResultIsRefused() throws IOException {
        Run.of("plan", dir.resolve("nowhere")).failedWith(ExitCode.FAILED, "nowhere: no such file or directory");
        Run.of("plan", dir).failedWith(ExitCode.FAILED, "result.json: no such file or directory");
        Path other = Files.writeString(dir.resolve("other.json"), "{\"format\": \"compscan-merge\", \"version\": 1}");
        Run.of("plan", other).failedWith(ExitCode.FAILED, "other.json: not a compscan-result document");
        Path newer = Files.writeString(dir.resolve("newer.json"), "{\"format\": \"compscan-result\", \"version\": 99}");
        Run.of("plan", newer).failedWith(ExitCode.FAILED, "newer.json: version 99", "is newer than this compscan");
        out = dir;
        Files.writeString(
                out.resolve("result.json"),
                result.toString().replace("\"allocatedBytes\":40960,", "\"allocatedBytes\":40961,"));
        plan("--years 1").failedWith(ExitCode.FAILED, "result.json: ", "profile vdo do not add up");
    }

    /** A plan of a scan that could not list a directory misses an unknown size: the first line and the exit code say so. */
    @Test
    void aDirectoryOfUnknownSizeIsToldFirst() throws IOException {
        out = dir.resolve("unlisted");
        Files.createDirectory(out);
        Files.writeString(
                out.resolve("result.json"),
                result.toString().replace("\"unreadDirectoryCount\":0", "\"unreadDirectoryCount\":3"));
        Run run = plan("--years 0 --headroom 20%");
        assertThat(run.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(run.out()).startsWith("SIZE UNKNOWN: 3 directories could not be listed.");
        Run json = plan("--json");
        assertThat(json.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
        assertThat(json.json().at("/unreadDirectoryCount").asLong()).isEqualTo(3);
        assertThat(json.err()).contains("SIZE UNKNOWN: 3 directories");
    }

    @Test
    void withoutAssumptionsNoCapacityIsNamed() {
        Run run = plan("--price 300");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("No capacity to buy follows without --years and --growth and --headroom.")
                .doesNotContain("usable", "300.00 more");
        assertThat(json(plan("--json")).at("/notGiven")).hasSize(3);
    }
}
