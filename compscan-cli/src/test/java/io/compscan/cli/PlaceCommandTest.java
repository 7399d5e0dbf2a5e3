package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code compscan place} over small trees with known contents. */
@Timeout(120)
class PlaceCommandTest {

    private static final String ROOMY = "=1GB:zfs-lz4-128k";

    @TempDir
    private Path tempDir;

    private Path dir;
    private final List<Path> sets = new ArrayList<>();

    /** Two web servers that are alike, two databases that are alike, and one that is like nobody. */
    @BeforeEach
    void makeSets() throws IOException {
        dir = tempDir.toRealPath();
        save("web1", "ABCDEFGHIJKLMNOP".repeat(40), 1);
        save("db1", "ABCDEFGHIJKLMNOP".repeat(40), 2);
        save("web2", "ABCDEFGHIJKLMNOP".repeat(40), 1);
        save("db2", "ABCDEFGHIJKLMNOP".repeat(40), 2);
        save("other", "ABCDEFGHIJKLMNOP".repeat(40), 3);
    }

    private void save(String name, String letters, int kind) throws IOException {
        Path tree = Files.createDirectories(dir.resolve(name));
        byte[] content = ScanCommandTest.chunks(letters);
        for (int at = 0; at < content.length; at += 4096) {
            content[at] = (byte) kind;
            content[at + 1] = (byte) (at >> 12);
            content[at + 2] = (byte) (at >> 20);
        }
        Files.write(tree.resolve("image"), content);
        Path set = dir.resolve(name + ".fpr");
        Run run = Run.of("scan", tree, "--profile", "zfs-lz4-128k,vdo", "--save", set);
        assertThat(run.exitCode()).as(run.err()).isZero();
        sets.add(set);
    }

    private Run place(Object... options) {
        List<Object> args = new ArrayList<>(List.of("place"));
        args.addAll(sets);
        args.addAll(Arrays.asList(options));
        return Run.of(args.toArray());
    }

    private static List<String> pools(JsonNode result) {
        return result.get("sets").findValuesAsText("pool");
    }

    @Test
    void whatIsAlikeLiesTogether() {
        long one = Run.of("merge", sets.get(0), "--profile", "zfs-lz4-128k", "--json")
                .json()
                .at("/union/profiles/0/allocatedBytes")
                .asLong();
        // Two of the three kinds fit on A, one on B.
        Run run = place(
                "--pool",
                "A=" + one * 9 / 4 + ":zfs-lz4-128k",
                "--pool",
                "B=" + one * 5 / 4 + ":zfs-lz4-128k",
                "--at",
                "web*,db1=A",
                "--at",
                "db2,other=B",
                "--keep",
                "other",
                "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode result = run.json();
        assertThat(pools(result)).containsExactly("A", "A", "A", "A", "B");
        assertThat(result.get("moves")).hasSize(1);
        assertThat(result.at("/moves/0/set").asText()).isEqualTo("db2");
        assertThat(result.at("/moves/0/to").asText()).isEqualTo("A");
        assertThat(result.at("/search/method").asText()).isEqualTo("all");
        assertThat(result.at("/sets/4/kept").asBoolean()).isTrue();
        JsonNode merged = Run.of(
                        "merge",
                        sets.get(0),
                        sets.get(1),
                        sets.get(2),
                        sets.get(3),
                        "--profile",
                        "zfs-lz4-128k",
                        "--json")
                .json();
        assertThat(result.at("/pools/0/taken")).isEqualTo(merged.at("/union/profiles/0"));
        Run still = place(
                "--pool",
                "A" + ROOMY,
                "--pool",
                "B" + ROOMY,
                "--at",
                "web*,db1=A",
                "--at",
                "db2,other=B",
                "--max-moves",
                0,
                "--json");
        assertThat(still.json().get("moves")).isEmpty();
    }

    @Test
    void outputs() throws IOException {
        Path out = dir.resolve("out");
        Path page = dir.resolve("place.html");
        Path places = Files.writeString(dir.resolve("places"), "# now\nweb*=A\n\ndb*, other = B\n");
        Object[] options = {"--pool", "A" + ROOMY, "--pool", "B" + ROOMY, "--at-file", places};
        List<Object> args = new ArrayList<>(Arrays.asList(options));
        args.addAll(List.of("--out", out, "--html", page));
        Run run = place(args.toArray());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("5 sets fit on 2 pools and take ")
                .contains("Moves, in this order", "as it is now", "All 32 assignments were compared.");
        assertThat(out.toFile().list())
                .containsExactlyInAnyOrder(
                        "placement.csv", "pools.csv", "moves.csv", "placements_compared.csv", "place.json");
        assertThat(Files.readString(out.resolve("placement.csv")))
                .startsWith("set,from,pool,kept,scannedBytes,incomplete,unreadDirectoryCount,file\r\nweb1,A,");
        assertThat(page).content().startsWith("<!doctype html>").contains("compscan placement", "web1", "</html>");
        place(args.toArray()).failedWith(ExitCode.FAILED, "--out: ", "exists");
        args.add("--overwrite");
        assertThat(place(args.toArray()).exitCode()).isZero();
    }

    /** A pool of a system that the user describes; it has the chunks that the sets were scanned for. */
    @Test
    void aPoolMayBeOfASystemOfOnesOwn() throws IOException {
        Path own = dir.resolve("own.toml");
        String vdo = Run.of("profiles", "vdo", "--toml").out();
        Files.writeString(own, vdo.replace("\"vdo\"", "\"own\""));
        Run run = place("--profile-file", own, "--pool", "A=40MB:own", "--pool", "B=40MB:zfs-lz4-128k", "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode named = place("--pool", "A=40MB:vdo", "--pool", "B=40MB:zfs-lz4-128k", "--json")
                .json();
        assertThat(pools(run.json())).isEqualTo(pools(named));
        assertThat(run.json().at("/pools/0/profile").asText()).isEqualTo("own");
        assertThat(run.json().at("/pools/0/taken/allocatedBytes")).isEqualTo(named.at("/pools/0/taken/allocatedBytes"));

        place("--pool", "A=1TB:own").failedWith(ExitCode.USAGE, "--pool A: ", "own");
        place("--pool", "A=1TB:vdo", "--profile-file", dir.resolve("nothing"))
                .failedWith(ExitCode.FAILED, "no such file");
        Path taken = Files.writeString(dir.resolve("taken.toml"), vdo);
        place("--pool", "A=1TB:vdo", "--profile-file", taken)
                .failedWith(ExitCode.USAGE, "--profile-file: ", "there is another profile 'vdo'");
        Path torn = Files.writeString(dir.resolve("torn.toml"), "name = ");
        place("--pool", "A=1TB:vdo", "--profile-file", torn).failedWith(ExitCode.USAGE, "--profile-file: ");
    }

    @Test
    void whereNothingFitsOneLineSaysByHowMuch() {
        Run run = place("--pool", "A=1MB:zfs-lz4-128k", "--pool", "B=2MB:vdo", "--headroom", "10%");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .matches(
                                "compscan: No placement fits: at least .*[MG]B are too many for the pools, with pins and limits"
                                        + " as given\\."));
        assertThat(run.out()).startsWith("No placement fits: ").contains("too full", "too many");
    }

    @Test
    void usage() throws IOException {
        place().failedWith(ExitCode.USAGE, "--pool: there is none");
        place("--pool", "A=1TB").failedWith(ExitCode.USAGE, "'A=1TB' is not NAME=SIZE:SYSTEM, such as A=40TB:vdo");
        place("--pool", "A=1TB:vdoo").failedWith(ExitCode.USAGE, "vdoo");
        place("--pool", "A=many:vdo").failedWith(ExitCode.USAGE, "'many' is not a size");
        place("--pool", "A=1TB:vdo", "--headroom", "100%").failedWith(ExitCode.USAGE, "--headroom");
        place("--pool", "A=1TB:vdo", "--max-moves", "-1").failedWith(ExitCode.USAGE, "--max-moves");
        place("--pool", "A=1TB:vdo", "--at", "web1").failedWith(ExitCode.USAGE, "'web1' is not SETS=POOL");
        place("--pool", "A=1TB:vdo", "--at", "web1=").failedWith(ExitCode.USAGE, "names no pool");
        place("--pool", "A=1TB:vdo", "--at", "web1,=A").failedWith(ExitCode.USAGE, "has a set without a name");
        place("--pool", "A=1TB:vdo", "--keep", "nobody=A")
                .failedWith(ExitCode.USAGE, "--keep nobody=A: there is no set of that name");
        Path places = Files.writeString(dir.resolve("places"), "web1=A\nweb2\n");
        place("--pool", "A=1TB:vdo", "--at-file", places).failedWith(ExitCode.USAGE, "places, line 2: 'web2' is not");
        place("--pool", "A=1TB:vdo", "--at-file", dir.resolve("nowhere")).failedWith(ExitCode.FAILED, "no such file");
        place("--pool", "A=1TB:borg").failedWith(ExitCode.FAILED, "which profile borg needs");
    }
}
