package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.profile.Profiles;
import io.compscan.core.source.file.FileTreeSource;
import io.compscan.core.source.file.WalkOptions;
import io.compscan.report.ResultJson;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.SpecialDevices;
import io.compscan.result.Totals;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a tree of known content takes on pools of OpenZFS, worked out by hand. */
class ZfsScanTest {

    private static final long SECTOR = 4096;
    private static final String PLAIN = "zfs:record=16k,compress=lz4,dedup=off";
    private static final String DEDUP = "zfs:record=16k,compress=lz4,dedup=on";
    private static final String RAW = "zfs:record=16k,compress=off,dedup=off";
    private static final String SPECIAL = "zfs:record=16k,compress=lz4,dedup=off,raidz1=3,special=8k,specialmirror=2";
    private static final String RAIDZ = "zfs:record=16k,compress=lz4,dedup=off,raidz1=3";

    @TempDir
    Path directory;

    /** Two files of 40,000 random bytes with the same bytes, one of 5,000, one of 100; a directory with a name of 60 bytes in it. */
    private ScanResult scan() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        byte[] random = new byte[40_000];
        new Random(20_261_127).nextBytes(random);
        Files.write(tree.resolve("one"), random);
        Files.write(tree.resolve("two"), random);
        Files.write(tree.resolve("short"), java.util.Arrays.copyOf(random, 5000));
        Files.write(tree.resolve("tiny"), java.util.Arrays.copyOf(random, 100));
        Path below = Files.createDirectory(tree.resolve("below"));
        Files.createFile(below.resolve("n".repeat(60)));
        return Scans.scan(
                new FileTreeSource(List.of(tree), WalkOptions.ALL),
                Scans.options(List.of(4096), List.of())
                        .withProfiles(Profiles.parse(String.join(",", PLAIN, DEDUP, RAW, RAIDZ, SPECIAL))));
    }

    private static long data(ProfileResult result) {
        return result.chunkBytes();
    }

    @Test
    void dataAndMetadata() throws Exception {
        ScanResult result = scan();
        Map<String, ProfileResult> profiles =
                result.profiles().stream().collect(Collectors.toMap(ProfileResult::profile, Function.identity()));
        // Two records of four sectors, and an end of 7,232 bytes: two sectors with its zeros packed, four without.
        long file = (4 + 4 + 2) * SECTOR;
        // 5,000 bytes are two sectors; 100 bytes lie in the dnode if they are compressed, although that makes them
        // longer.
        assertThat(data(profiles.get(PLAIN))).isEqualTo(2 * file + 2 * SECTOR + SECTOR);
        assertThat(data(profiles.get(DEDUP))).isEqualTo(file + 2 * SECTOR + SECTOR);
        assertThat(data(profiles.get(RAW))).isEqualTo(2 * 12 * SECTOR + 2 * SECTOR + SECTOR);
        // Four sectors have two of parity, two have one and a hole, one has one.
        assertThat(data(profiles.get(RAIDZ))).isEqualTo(2 * (6 + 6 + 4) * SECTOR + 4 * SECTOR + 2 * SECTOR);
        // Two copies: dnodes of five files and two directories; an indirect block for each of the two long files. The
        // directory with
        // the long name has a block, a leaf and what points to them; the other one lies in its dnode.
        assertThat(profiles.get(PLAIN).metadataBytes()).isEqualTo(2 * (1 + 2 + 3) * SECTOR);
        // Pairs leave no hole.
        assertThat(profiles.get(RAIDZ).metadataBytes()).isEqualTo(2 * (1 + 2 + 3) * 2 * SECTOR);
        // On special devices are the ends of 7,232 bytes with their zeros, 5,000 and 100 bytes, and metadata, on two
        // sides each.
        ProfileResult special = profiles.get(SPECIAL);
        long small = 2 * (2 * 2 + 2 + 1) * SECTOR;
        long metadata = 2 * 2 * (1 + 2 + 3) * SECTOR;
        assertThat(data(special)).isEqualTo(2 * (6 + 6) * SECTOR + small);
        assertThat(special.metadataBytes()).isEqualTo(metadata);
        assertThat(special.special())
                .isEqualTo(new SpecialDevices(small + metadata, small + metadata, small + metadata, small));
        assertThat(profiles.get(RAIDZ).special()).isNull();
        // A table of records with one reference, and one of those with two: three copies of a block and a leaf each.
        assertThat(profiles.get(DEDUP).metadataBytes())
                .isEqualTo(profiles.get(PLAIN).metadataBytes() + 2 * 3 * (1 + 2) * SECTOR);
        assertThat(profiles.get(DEDUP).memoryBytes()).isEqualTo(4 * 32 * 1024);
        assertThat(profiles.get(PLAIN).memoryBytes()).isZero();
    }

    @Test
    void totalsHaveTheSizes() throws Exception {
        ScanResult result = scan();
        Totals.Shapes shapes = new Totals.Shapes(
                List.of(
                        new Totals.Sizes(0, 1, 0),
                        new Totals.Sizes(128, 1, 100),
                        new Totals.Sizes(8192, 1, 5000),
                        new Totals.Sizes(65_536, 2, 80_000)),
                List.of(new Totals.Sizes(64, 1, 60)),
                List.of(new Totals.Sizes(128, 1, 68)),
                List.of());
        assertThat(result.totals().shapes()).isEqualTo(shapes);
        StringWriter json = new StringWriter();
        ResultJson.write(result, json);
        assertThat(ResultJson.read(Files.writeString(directory.resolve("result.json"), json.toString()))
                        .totals())
                .isEqualTo(result.totals());
        Totals twice = result.totals().plus(result.totals());
        assertThat(twice.shapes()).isNotNull();
        assertThat(twice.shapes().files()).contains(new Totals.Sizes(65_536, 4, 160_000));
    }

    /** Nobody else pays for it. */
    @Test
    void otherProfilesCountNoSizes() throws Exception {
        Path tree = Files.createDirectory(directory.resolve("other"));
        Files.write(tree.resolve("one"), new byte[] {1});
        ScanResult result = Scans.scan(
                new FileTreeSource(List.of(tree), WalkOptions.ALL),
                Scans.options(List.of(4096), List.of()).withProfiles(Profiles.parse("vdo")));
        assertThat(result.totals().shapes()).isNull();
    }
}
