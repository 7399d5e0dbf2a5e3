package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.compscan.cli.terminal.ExitCode;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --profile}, {@code --profile-file} and {@code compscan profiles}. */
class ProfileCommandsTest {

    @TempDir
    private Path tempDir;

    private Path tree;

    /** 100 distinct blocks of 4 KiB, each twice, and as many zeros. A sixteenth of a block is noise. */
    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectory(tempDir.toRealPath().resolve("tree"));
        byte[] content = new byte[300 * 4096];
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            byte[] noise = new byte[256];
            random.nextBytes(noise);
            System.arraycopy(noise, 0, content, i * 4096, noise.length);
            System.arraycopy(noise, 0, content, (100 + i) * 4096, noise.length);
        }
        Files.write(tree.resolve("image"), content);
    }

    @Test
    void aScanTellsWhatTheDataWouldTake() {
        JsonNode result = Run.scan(0, tree, "--profile", "vsan,vdo");
        assertThat(result.at("/settings/profiles").toString()).isEqualTo("[\"vsan\",\"vdo\"]");
        assertThat(result.at("/layouts").size())
                .as("4 KiB with LZ4 serves both")
                .isEqualTo(1);
        JsonNode vsan = result.at("/profiles/0");
        assertThat(vsan.at("/profile").textValue()).isEqualTo("vsan");
        // 100 blocks of 2 KiB each, and 5.26316 % on top.
        long physicalBytes = vsan.at("/physicalBytes").longValue();
        assertThat(physicalBytes).isBetween(25_600L, 29_000L);
        assertThat(vsan.at("/roundingBytes").longValue()).isEqualTo(204_800 - physicalBytes);
        assertThat(vsan.at("/metadataBytes").longValue()).isEqualTo(10_779);
        assertThat(vsan.at("/allocatedBytes").longValue()).isEqualTo(215_579);
        // Each has a duplicate 400 KiB behind it, so none is packed. Of 48,720 blocks and more the map has 180 pages
        // in any case, and of 300 in proportion; 200 references and 100 blocks of zeros take 5.04433 bytes.
        JsonNode vdo = result.at("/profiles/1");
        assertThat(vdo.at("/allocatedBytes").longValue()).isEqualTo(100 * 4096 + 4540 + 1514);
    }

    @Test
    void theReportHasTheLastStepsOfTheWaterfall() {
        Run run = Run.of("scan", tree, "--profile", "vsan", "--details");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("Target systems, with their rounding and metadata:")
                .containsPattern("vsan +2[5-9]\\.[0-9] KiB +17[0-9] KiB +10\\.5 KiB +211 KiB +3\\.80  82\\.5 %")
                .containsPattern("\\+ rounding +17[0-9],[0-9]{3} ")
                .containsPattern("\\+ metadata +10,779 ")
                .containsPattern("= on vsan +215,579 ");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
    }

    /** Each of the 100 blocks occurs twice. */
    @Test
    void copiesAreAStepOfTheirOwn() {
        JsonNode result = Run.scan(0, tree, "--profile", "zfs:record=4k,compress=off,dedup=off");
        JsonNode pool = result.at("/profiles/0");
        assertThat(pool.at("/physicalBytes").longValue()).isEqualTo(100 * 4096);
        assertThat(pool.at("/copiesBytes").longValue()).isEqualTo(100 * 4096);
        assertThat(pool.has("copiesBytesLow")).isFalse();
        Run run = Run.of("scan", tree, "--profile", "zfs:record=4k,compress=off,dedup=off", "--details");
        assertThat(run.out()).containsPattern("\\+ copies kept +409,600 ").contains("+ copies kept  + rounding");
    }

    @Test
    void whatIsAskedForBesideAProfileComesFirst() {
        JsonNode result = Run.scan(0, tree, "--chunk", "8k", "--compress", "none", "--profile", "vdo");
        assertThat(result.at("/layouts/0/chunking").textValue()).isEqualTo("fixed:8192");
        assertThat(result.at("/layouts/0/compression").size()).isEqualTo(1);
        assertThat(result.at("/layouts/1/chunking").textValue()).isEqualTo("fixed:4096");
        assertThat(result.at("/layouts/1/compression/0/compressor").textValue()).isEqualTo("lz4");
    }

    @Test
    void aSystemOfOnesOwn() throws IOException {
        Path file = tempDir.toRealPath().resolve("ours.toml");
        Run toml = Run.of("profiles", "vsan", "--toml");
        assertThat(toml.exitCode()).isZero();
        Files.writeString(
                file, toml.out().replace("name = \"vsan\"", "name = \"ours\"").replace("[2048, 4096]", "[1024, 4096]"));
        JsonNode result = Run.scan(0, tree, "--profile", "vsan", "--profile-file", file);
        assertThat(result.at("/profiles/1/profile").textValue()).isEqualTo("ours");
        assertThat(result.at("/profiles/1/physicalBytes").longValue()
                        + result.at("/profiles/1/roundingBytes").longValue())
                .isEqualTo(102_400);

        Files.writeString(file, toml.out());
        Run.of("scan", tree, "--profile-file", file)
                .failedWith(2, "--profile-file: " + file + ": name: there is another profile 'vsan'");
        Files.writeString(file, toml.out().replace("bucketBytes", "buckets"));
        Run.of("scan", tree, "--profile-file", file)
                .failedWith(2, file + ": allocation.buckets: there is no such key; did you mean bucketBytes?");
        Files.writeString(file, "name = ");
        Run.of("scan", tree, "--profile-file", file).failedWith(2, file + ": line 1: ");
        Run.of("scan", tree, "--profile-file", tempDir.resolve("none.toml")).failedWith(1, "no such file");
        Run.of("scan", tree, "--profile-file", tree).failedWith(1, tree.toString());
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() throws IOException {
        Run.of("scan", tree, "--profile", "vd").failedWith(2, "there is no profile 'vd'; did you mean vdo?");
        Run.of("profiles", "vd").failedWith(2, "there is no profile 'vd'; did you mean vdo?");
        Run.of("scan", tree, "--profile", "vdo", "--superblock", "64k")
                .failedWith(2, "--superblock and --profile exclude each other");
        Path file = tempDir.resolve("ours.toml");
        Files.writeString(file, Profiles.toml("vdo").replace("name = \"vdo\"", "name = \"ours\""));
        Run.of("scan", tree, "--profile-file", file, "--checkpoint", tempDir.resolve("checkpoint"))
                .failedWith(2, "--checkpoint and --profile-file exclude each other");
        Run.of("profiles", "vdo", "--json", "--toml").failedWith(2, "exclude each other");
        Run.of("profiles", "--toml").failedWith(2, "--toml goes with one NAME");
    }

    @Test
    void setsAreMergedForTheSystemsThatTheyServe() {
        Path set = tempDir.resolve("a.fpr");
        Run saved = Run.of("scan", tree, "--profile", "ontap,xet", "--save", set, "--json");
        assertThat(saved.exitCode()).as(saved.err()).isZero();
        Run merged = Run.of("merge", set, "--profile", "xet,ontap", "--json");
        assertThat(merged.exitCode()).as(merged.err()).isZero();
        assertThat(merged.json().at("/union/profiles/1")).isEqualTo(saved.json().at("/profiles/0"));
        assertThat(merged.json().at("/union/profiles/0")).isEqualTo(saved.json().at("/profiles/1"));
        Run.of("merge", set, "--profile", "borg").failedWith(1, set.toString(), "which profile borg needs");
        assertThat(Run.of("merge", set, "--profile", "ontap").out()).contains("= on ontap");
        // VDO packs in the order of the data, which a set without that profile does not hold.
        Path other = tempDir.resolve("b.fpr");
        Run ordered = Run.of("scan", tree, "--profile", "vdo", "--save", other, "--json");
        assertThat(Run.of("merge", other, "--profile", "vdo", "--json").json().at("/union/profiles/0"))
                .isEqualTo(ordered.json().at("/profiles/0"));
        Path bare = tempDir.resolve("c.fpr");
        assertThat(Run.of("scan", tree, "--chunk", "4k", "--compress", "lz4", "--save", bare)
                        .exitCode())
                .isZero();
        JsonNode vdo =
                Run.of("merge", bare, "--profile", "vdo", "--json").json().at("/union/profiles/0");
        assertThat(vdo.at("/intervalCovers").toString()).contains("order");
        assertThat(vdo.at("/allocatedBytesLow").longValue())
                .isLessThan(vdo.at("/allocatedBytes").longValue());
        assertThat(vdo.at("/allocatedBytesHigh").longValue())
                .isGreaterThan(vdo.at("/allocatedBytes").longValue());
    }

    @Test
    void aScanThatGoesOnHasItsProfiles() {
        Path checkpoint = tempDir.resolve("checkpoint");
        JsonNode result = Run.scan(0, tree, "--profile", "vdo", "--checkpoint", checkpoint);
        assertThat(result.at("/profiles"))
                .isEqualTo(Run.scan(0, tree, "--profile", "vdo").at("/profiles"));
        assertThat(Run.of("scan", tree, "--profile", "vdo", "--per-file", "--json")
                        .json()
                        .at("/profiles"))
                .isEqualTo(result.at("/profiles"));
    }

    @Test
    void theTableIsThereIfItIsAskedFor() throws IOException {
        Path out = tempDir.resolve("out");
        assertThat(Run.of("scan", tree, "--profile", "vsan", "--out", out).exitCode())
                .isZero();
        List<String> lines = Files.readAllLines(out.resolve("profiles.csv"));
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0))
                .isEqualTo("profile,chunking,compressor,partial,scannedBytes,physicalBytes,roundingBytes,metadataBytes,"
                        + "allocatedBytes,allocatedBytesLow,allocatedBytesHigh,memoryBytes,reductionRatio,savings,title,source,"
                        + "reductionRatioLow,reductionRatioHigh,savingsLow,savingsHigh,"
                        + "physicalBytesLow,physicalBytesHigh,roundingBytesLow,roundingBytesHigh,metadataBytesLow,metadataBytesHigh,"
                        + "grade,intervalCovers,checkedProgram,checkedSets,checkedRepositories,"
                        + "lowestDeviation,highestDeviation,medianDeviation,dataReductionRatio,copiesBytes,copiesBytesLow,copiesBytesHigh,"
                        + "windowBytes,missedBytes,missedBytesLow,missedBytesHigh,"
                        + "specialBytes,specialBytesLow,specialBytesHigh,specialDataBytes");
        assertThat(lines.get(1))
                .startsWith("vsan,fixed:4096,lz4,false,1228800,")
                .contains(",10779,215579,215579,215579,0,5.6999");
        assertThat(Run.of("scan", tree, "--out", out, "--overwrite").exitCode()).isZero();
        assertThat(out.resolve("profiles.csv")).doesNotExist();
    }

    @Test
    void listedAndExplained() {
        Run list = Run.of("profiles");
        assertThat(list.exitCode()).isZero();
        assertThat(list.out().lines()).hasSizeGreaterThan(Profiles.names().size());
        Run explained = Run.of("profiles", String.join(",", Profiles.names()));
        assertThat(explained.out()).contains(Profiles.names());
        assertThat(explained.out().lines()).allMatch(line -> line.length() <= 100 || line.contains("://"));
        assertThat(explained.out()).contains("packing       up to 14 chunks of at most 4,059 bytes share 4,060");
        JsonNode json = Run.of("profiles", "vdo", "--json").json();
        assertThat(json.at("/profiles/0/allocation/packing/maxFragments").intValue())
                .isEqualTo(14);
        assertThat(json.at("/profiles/0/metadata/bytesPerReference").decimalValue())
                .isEqualTo("5.04433498");
    }

    @Test
    void aRuleHasItsSourceAndHowFarItCanBeTrusted() {
        assertThat(Run.of("profiles", "explain", "ontap").out())
                .contains("grade         modelled, not checked: nobody has compared")
                .contains("- chunks.compressor, guessed: no document names the compressors");
        assertThat(Run.of("profiles", "veeam", "--json")
                        .json()
                        .at("/profiles/0/sources/chunks.chunking")
                        .textValue())
                .startsWith("stated: the best practices");
    }

    /** casync cuts the archive of a directory, which catar: reads. */
    @Test
    void aDirectoryOnCasyncIsAnArchive() {
        Run directory = Run.of("scan", tree, "--profile", "casync,vdo");
        assertThat(directory.exitCode()).isZero();
        assertThat(directory.err().lines().filter(line -> line.contains("--profile casync")))
                .containsExactly(
                        "compscan: --profile casync: scan catar:" + tree
                                + ". casync makes one archive of a directory and cuts that. The files one by one are up to 158 % off");
        assertThat(Run.of("scan", tree, "--profile", "casync", "--quiet").err()).isEmpty();
        assertThat(Run.of("scan", tree.resolve("image"), "--profile", "casync").err())
                .doesNotContain("catar:");
        assertThat(Run.of("scan", "catar:" + tree, "--profile", "casync").err()).doesNotContain("158 %");
        assertThat(Run.of("scan", tree, "--profile", "vdo").err()).doesNotContain("catar:");
        assertThat(Run.of("profiles", "explain", "casync").out())
                .contains("directories   scan catar:DIR, the archive that the system makes of DIR");
    }

    /** Proxmox Backup cuts the archive of a directory, which pxar: reads: one file, with one head for its index. */
    @Test
    void aDirectoryOnProxmoxIsAnArchive() {
        assertThat(Run.of("scan", tree, "--profile", "proxmox-pxar").err()).contains("scan pxar:" + tree + ". Proxmox");
        Run archive = Run.of("scan", "pxar:" + tree, "--profile", "proxmox-pxar", "--json");
        assertThat(archive.err()).doesNotContain("one by one");
        assertThat(archive.json().at("/totals/fileCount").asInt()).isOne();
        long chunks = archive.json().at("/layouts/0/chunkCount").asLong();
        assertThat(archive.json().at("/profiles/0/metadataBytes").asLong()).isEqualTo(4096 + 52 * chunks);
    }

    /** The profile says so, whatever its chunker. */
    @Test
    void aSystemOfOnesOwnMayMakeArchives() throws IOException {
        Path file = tempDir.toRealPath().resolve("ours.toml");
        String archive = "[archive]\nplace = \"catar\"\nreason = \"It packs.\"\n";
        String toml = Run.of("profiles", "vsan", "--toml").out().replace("name = \"vsan\"", "name = \"ours\"");
        Files.writeString(file, toml + archive);
        assertThat(Run.of("scan", tree, "--profile-file", file).err())
                .contains("--profile ours: scan catar:" + tree + ". It packs.");
        Files.writeString(file, toml + archive.replace("catar", "a b"));
        assertThat(Run.of("scan", tree, "--profile-file", file).exitCode()).isEqualTo(2);
    }

    @Test
    void theDocumentationHasThemAll() throws IOException {
        String text = Files.readString(Path.of("../docs/reference/profiles.md"));
        for (Profile profile : Profiles.all()) {
            assertThat(text)
                    .containsPattern("(?m)^\\| [^|]*`" + profile.name() + "`[^|]* \\|")
                    .contains("(" + profile.source() + ")");
        }
    }

    @Test
    void theWordExplainIsNoName() {
        Run.of("profiles", "explain").saidInOneLine(ExitCode.USAGE, "explain: NAME is missing");
        assertThat(Run.of("profiles", "explain", "vdo").out())
                .isEqualTo(Run.of("profiles", "vdo").out());
    }
}
