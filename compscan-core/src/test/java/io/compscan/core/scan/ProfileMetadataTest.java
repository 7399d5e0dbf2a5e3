package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.ProfileFile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.source.Source;
import io.compscan.core.source.attribute.AttributeReader;
import io.compscan.core.source.attribute.SetAttributes;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.Totals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What names, links and nothing at all take on target systems. */
class ProfileMetadataTest {

    @Test
    void nothingTakesNothingButWhatIsFixed() throws Exception {
        ScanResult result = Scans.scan(
                new MemorySource(), Scans.options(List.of(4096), List.of()).withProfiles(Profiles.all()));
        assertThat(result.profiles()).hasSize(Profiles.names().size()).allSatisfy(profile -> {
            // What is fixed, and a table without entries.
            long bytes = Profiles.named(profile.profile())
                    .metadata()
                    .bytes(new Costs.Counts(0, 0, 0, 0, 0, Costs.Zeros.NONE, 0, Costs.Links.NONE), 0);
            assertThat(profile.allocatedBytes()).isEqualTo(bytes);
            assertThat(profile.reductionRatio()).isEqualTo(bytes == 0 ? null : 0.0);
            assertThat(profile.savings()).isNull();
        });
    }

    /** The names of a, its further name bb, the links ccc and dddd, which say "a" and "nowhere"; an empty file. */
    @Test
    void linksTakeRoomWithoutBeingFiles(@TempDir Path directory) throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Path first = Files.write(tree.resolve("a"), new byte[] {1});
        Files.createLink(tree.resolve("bb"), first);
        Files.createSymbolicLink(tree.resolve("ccc"), Path.of("a"));
        Files.createSymbolicLink(tree.resolve("dddd"), Path.of("nowhere"));
        Files.createFile(tree.resolve("eeeee"));
        Path toml = Files.writeString(directory.resolve("links.toml"), """
                name = "links"
                title = "t"
                source = "http://example.org"
                chunks.chunking = "4k"

                [metadata]
                bytesPerFile = 1
                bytesPerNameByte = 10
                bytesPerSymlink = 1000
                bytesPerTargetByte = 10000
                bytesPerHardLink = 1000000
                """);
        ScanResult result = Scans.scan(
                new FileTreeSource(List.of(tree), WalkOptions.ALL),
                Scans.options(List.of(4096), List.of()).withProfiles(List.of(ProfileFile.read(toml, "links.toml"))));
        assertThat(result.profiles().get(0).metadataBytes())
                .isEqualTo(2 + 10 * (1 + 2 + 3 + 4 + 5) + 2 * 1000 + 8 * 10_000 + 1_000_000);
    }

    /** Three days of a backup that links what has not changed: the directory same, and one in which a file has changed. */
    @Test
    void directoriesOfTheSameLinksCountOnceWhereTreesDo(@TempDir Path directory) throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        for (int day = 0; day < 3; day++) {
            for (String name : List.of("same/a", "same/b", "changed/c", "changed/d")) {
                Path path = tree.resolve(day + "/" + name);
                Files.createDirectories(path.getParent());
                if (day == 0 || name.endsWith("c")) {
                    Files.write(path, new byte[] {1});
                } else {
                    Files.createLink(path, tree.resolve("0/" + name));
                }
            }
        }
        String costs = """
                name = "trees"
                title = "t"
                source = "http://example.org"
                chunks.chunking = "4k"

                [metadata]
                bytesPerNameByte = 1
                bytesPerHardLink = 100
                bytesPerDirectory = 10000
                """;
        Path each = Files.writeString(directory.resolve("each.toml"), costs);
        Path once = Files.writeString(
                directory.resolve("once.toml"), costs.replace("trees", "once") + "repeats = \"once-by-directory\"\n");
        ScanResult result = Scans.scan(
                new FileTreeSource(List.of(tree), WalkOptions.ALL),
                Scans.options(List.of(4096), List.of())
                        .withProfiles(
                                List.of(ProfileFile.read(each, "each.toml"), ProfileFile.read(once, "once.toml"))));
        assertThat(result.totals().repeatedDirectoryCount()).isEqualTo(2);
        assertThat(result.totals().repeatedLinkCount()).isEqualTo(4);
        assertThat(result.profiles())
                .extracting(ProfileResult::metadataBytes)
                .containsExactly(12 + 6 * 100 + 10 * 10_000L, 8 + 2 * 100 + 8 * 10_000L);
    }

    /** A tree holds a chunk's hash once for all its files. So there are at most as many hashes as trees or runs of files. */
    @Test
    void chunksThatADirectoryHasOftenAreReferredToOnce(@TempDir Path directory) throws Exception {
        String costs = """
                name = "each"
                title = "t"
                source = "http://example.org"
                chunks.chunking = "4k"

                [metadata]
                bytesPerReference = 1
                """;
        List<Profile> profiles = new ArrayList<>();
        for (String rule : List.of("charged", "once-by-directory", "once-by-run")) {
            Path toml = Files.writeString(
                    directory.resolve(rule + ".toml"), costs.replace("each", rule) + "repeats = \"" + rule + "\"\n");
            profiles.add(ProfileFile.read(toml, rule));
        }
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Files.createDirectory(tree.resolve("flags"));
        for (int i = 0; i < 20; i++) {
            Files.write(tree.resolve("flags/" + i), new byte[] {1});
            Files.write(tree.resolve("flags/zero" + i), new byte[1]);
        }
        Files.write(tree.resolve("flags/other"), new byte[] {2});
        Files.write(Files.createDirectory(tree.resolve("more")).resolve("other"), new byte[] {2});
        ScanResult result = Scans.scan(
                new FileTreeSource(List.of(tree), WalkOptions.ALL),
                Scans.options(List.of(4096), List.of()).withProfiles(profiles));
        assertThat(result.totals().directoryCount()).isEqualTo(3);
        assertThat(result.profiles()).extracting(ProfileResult::metadataBytes).containsExactly(22L, 3 + 2L, 1 + 1L);
    }

    /** A scan asks for attributes only where a profile charges them. */
    @Test
    void attributesAreChargedAndAskedForOnDemand(@TempDir Path directory) throws Exception {
        assumeTrue(AttributeReader.open() != null, "not Linux");
        String toml = """
                name = "names"
                title = "t"
                source = "http://example.org"
                chunks.chunking = "4k"
                metadata.bytesPerFile = 10
                """;
        Path without = Files.writeString(directory.resolve("without.toml"), toml);
        Path with = Files.writeString(
                directory.resolve("with.toml"),
                toml.replace("names", "attributes") + "metadata.attributes.bytesPerAttribute = 1000\n");
        Path tree = Files.createDirectory(directory.resolve("tree"));
        for (String name : List.of("a", "b", "c")) {
            Path file = Files.createFile(tree.resolve(name));
            SetAttributes.user(file, "x", "same");
            SetAttributes.user(file, "y", name);
        }
        ScanOptions plain = Scans.options(List.of(4096), List.of());
        Profile names = ProfileFile.read(without, "without.toml");
        Profile attributes = ProfileFile.read(with, "with.toml");
        Source source = new FileTreeSource(List.of(tree), WalkOptions.ALL);
        ScanResult result = Scans.scan(source, plain.withProfiles(List.of(names, attributes)));
        Totals.Attributes counted = result.totals().attributes();
        assertThat(counted).isNotNull();
        assertThat(counted.fileCount()).isEqualTo(3);
        assertThat(counted.count()).isEqualTo(6);
        assertThat(counted.bytes()).isEqualTo(3 * 10 + 3 * 7);
        assertThat(counted.packedCount()).isEqualTo(4);
        assertThat(counted.distinctBytes()).isEqualTo(10 + 3 * 7);
        assertThat(counted.setCount()).isEqualTo(3);
        assertThat(counted.packedBytes()).isBetween(10L, 35L);
        assertThat(result.profiles()).extracting(ProfileResult::metadataBytes).containsExactly(30L, 30 + 6000L);
        assertThat(Scans.scan(source, plain.withProfiles(List.of(names)))
                        .totals()
                        .attributes())
                .isNull();
        assertThat(Scans.scan(source, plain).totals().attributes()).isNull();
    }

    /** Names that are alike take less, and those of letters that nobody can guess take most of their length. */
    @Test
    void namesAreChargedAsTheyCompress(@TempDir Path directory) throws Exception {
        Path toml = Files.writeString(directory.resolve("names.toml"), """
                name = "names"
                title = "t"
                source = "http://example.org"
                chunks.chunking = "4k"
                metadata.bytesPerPackedNameByte = 1
                """);
        Profile profile = ProfileFile.read(toml, "names.toml");
        Random random = new Random(5);
        long[] taken = new long[2];
        for (int kind = 0; kind < 2; kind++) {
            Path tree = Files.createDirectory(directory.resolve("tree" + kind));
            for (int i = 1000; i < 1200; i++) {
                Files.createFile(tree.resolve(kind == 0 ? "photograph-of-" + i : "%018x".formatted(random.nextLong())));
            }
            ScanResult result = Scans.scan(
                    new FileTreeSource(List.of(tree), WalkOptions.ALL),
                    Scans.options(List.of(4096), List.of()).withProfiles(List.of(profile)));
            assertThat(result.totals().nameBytes()).isEqualTo(200 * 18);
            taken[kind] = result.profiles().get(0).metadataBytes();
            assertThat(taken[kind]).isEqualTo(result.totals().packedNameBytes());
        }
        assertThat(taken[0]).isLessThan(200 * 5L);
        assertThat(taken[1]).isBetween(200 * 8L, 200 * 11L);
    }
}
