package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fingerprint.Salt;
import io.compscan.core.fold.Schemes;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.core.profile.Profiles;
import io.compscan.core.profile.SmallIndex;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.result.Cover;
import io.compscan.result.IndexWindow;
import io.compscan.result.Layout;
import io.compscan.result.ProfileResult;
import io.compscan.result.ScanResult;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.MergeResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What merged sets take on target systems is what one scan of everything would take there. */
class ProfileMergeTest {

    private static final List<Profile> PROFILES = Profiles.parse("xtremio-x2,ontap,zfs-lz4-128k,powermax,xet");

    @TempDir
    private Path dir;

    private static final List<Profile> DRAWING = List.of(Scans.drawing(Costs.NONE));

    private static List<MemoryUnit> part(Random random) {
        byte[][] blocks = new byte[60][];
        for (int i = 0; i < blocks.length; i++) {
            byte[] block = new byte[4096];
            byte[] noise = new byte[1 + new Random(i).nextInt(4096)];
            new Random(i).nextBytes(noise);
            System.arraycopy(noise, 0, block, 0, noise.length);
            blocks[i] = block;
        }
        List<MemoryUnit> units = new ArrayList<>();
        for (int unit = 0; unit < 6; unit++) {
            byte[] content = new byte[random.nextInt(700_000)];
            for (int at = 0; at < content.length; at += 4096) {
                byte[] block = blocks[random.nextInt(blocks.length)];
                System.arraycopy(block, 0, content, at, Math.min(4096, content.length - at));
            }
            units.add(new MemoryUnit("u" + unit, "bin", content.length, content, -1, false));
        }
        return units;
    }

    @Test
    void asOneScanOfEverything() throws Exception {
        ScanOptions options = Scans.options(List.of(4096), List.of(CompressorSpec.parse("lz4")))
                .withProfiles(PROFILES);
        Random random = new Random(20_11_2026);
        List<List<MemoryUnit>> parts = List.of(part(random), part(random), part(random));
        ScanResult whole = SetFiles.scan(List.of("a", "b", "c"), parts, options);
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            files.add(dir.resolve(i + ".fpr"));
            SetFiles.save(files.get(i), "p" + i, parts.get(i), options);
        }
        try (Sets sets = Sets.open(files)) {
            MergeResult merged = SetMerge.merge(sets, null, PROFILES);
            assertThat(merged.union().profiles()).isEqualTo(whole.profiles()).hasSize(PROFILES.size());
            assertThat(merged.union().settings().profiles())
                    .containsExactly("xtremio-x2", "ontap", "zfs-lz4-128k", "powermax", "xet");
            assertThat(SetMerge.merge(sets, null).union().profiles()).isEmpty();
            assertThat(merged.alone()).hasSize(3);
            try (Sets first = Sets.open(files.subList(0, 1))) {
                assertThat(SetMerge.merge(first, null, PROFILES).alone())
                        .isEqualTo(List.of(merged.alone().get(0)));
                assertThat(SetMerge.merge(first, null).alone()).isEmpty();
            }
        }
    }

    /** A volume packs in the order of the data, so sets have a sample of that order. */
    @Test
    void aSetKeepsTheOrderOfItsData() throws Exception {
        List<Profile> vdo = Profiles.parse("vdo");
        ScanOptions options = Scans.options(List.of(4096), List.of(CompressorSpec.parse("lz4")))
                .withProfiles(vdo);
        List<Path> files = List.of(dir.resolve("0.fpr"), dir.resolve("1.fpr"));
        List<ProfileResult> scanned = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            scanned.add(SetFiles.save(files.get(i), "p" + i, part(new Random(i)), options)
                    .profiles()
                    .get(0));
            assertThat(merge(files.subList(i, i + 1), null, vdo)).isEqualTo(scanned.get(i));
        }
        assertThat(scanned.get(0).intervalCovers()).doesNotContain(Cover.ORDER);
        Path union = dir.resolve("union.fpr");
        ProfileResult both = merge(files, union, vdo);
        assertThat(both.intervalCovers()).isEqualTo(scanned.get(0).intervalCovers());
        assertThat(both.allocatedBytes())
                .isBetween(
                        scanned.get(0).allocatedBytes(),
                        scanned.get(0).allocatedBytes() + scanned.get(1).allocatedBytes());
        assertThat(merge(List.of(union), null, vdo)).isEqualTo(both);

        ScanOptions without = Scans.options(List.of(4096), List.of(CompressorSpec.parse("lz4")));
        Path bare = dir.resolve("bare.fpr");
        SetFiles.save(bare, "bare", part(new Random(0)), without);
        assertThat(merge(List.of(bare), null, vdo).intervalCovers()).contains(Cover.ORDER);
        assertThat(merge(List.of(files.get(1), bare), null, vdo).intervalCovers())
                .contains(Cover.ORDER);

        Path salted = dir.resolve("salted.fpr");
        Fingerprinting keyed = new Fingerprinting(FingerprintAlgorithm.SHA1, Salt.of(new byte[32]));
        SetFiles.save(salted, "salted", part(new Random(0)), options.withFingerprint(keyed));
        assertThat(merge(List.of(salted), null, vdo).intervalCovers()).contains(Cover.ORDER);
    }

    /** Three sets behind each other forget as one scan of all; without their order, the most in any order is all that is known. */
    @Test
    void aMergeForgetsSetAfterSet() throws Exception {
        Profile vdo = SmallIndex.vdo("forgetful", 5, 4, 0);
        ScanOptions options = Scans.options(List.of(4096), List.of(CompressorSpec.parse("lz4")))
                .withProfiles(List.of(vdo));
        Random random = new Random(4);
        List<List<MemoryUnit>> parts = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            byte[] content = new byte[60 * 4096];
            for (int i = 0; i < 60; i++) {
                byte[] block = new byte[4096];
                new Random(random.nextInt(40)).nextBytes(block);
                System.arraycopy(block, 0, content, i * 4096, 4096);
            }
            parts.add(List.of(new MemoryUnit("u", "bin", content.length, content, -1, false)));
        }
        ProfileResult whole =
                SetFiles.scan(List.of("a", "b", "c"), parts, options).profiles().get(0);
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            files.add(dir.resolve(i + ".fpr"));
            SetFiles.save(files.get(i), "p" + i, parts.get(i), options);
        }
        ProfileResult merged = merge(files, null, List.of(vdo));
        assertThat(whole.indexWindow()).isNotNull().isEqualTo(merged.indexWindow());
        assertThat(merged.indexWindow().missedBytes()).isPositive();

        Path bare = dir.resolve("bare.fpr");
        SetFiles.save(bare, "bare", parts.get(0), options.withProfiles(List.of()));
        IndexWindow unknown = merge(List.of(files.get(1), files.get(2), bare), null, List.of(vdo))
                .indexWindow();
        assertThat(unknown.missedBytes()).isNull();
        assertThat(unknown.missedBytesLow()).isZero();
        assertThat(unknown.missedBytesHigh())
                .isGreaterThanOrEqualTo(merged.indexWindow().missedBytes());
        assertThat(merge(List.of(files.get(1), files.get(2), bare), null, List.of(vdo))
                        .intervalCovers())
                .contains(Cover.WINDOW);
    }

    private static ProfileResult merge(List<Path> files, @Nullable Path saveAs, List<Profile> profiles)
            throws Exception {
        try (Sets sets = Sets.open(files);
                SetWriter writer = saveAs == null ? null : SetMerge.writer(saveAs, false, sets)) {
            return SetMerge.merge(sets, writer, profiles).union().profiles().get(0);
        }
    }

    /** The draws of a profile are cut and weighed for a set, too. */
    @Test
    void drawsMakeTheSameInterval() throws Exception {
        ScanOptions options = Scans.options(List.of(16_384), List.of()).withProfiles(DRAWING);
        List<List<MemoryUnit>> parts = List.of(part(new Random(1)), part(new Random(2)));
        ProfileResult whole =
                SetFiles.scan(List.of("a", "b"), parts, options).profiles().get(0);
        assertThat(whole.allocatedBytesLow()).isLessThan(whole.allocatedBytes());
        assertThat(merged(parts, options)).isEqualTo(whole);
    }

    /** Somebody has cut as the profile does, without the profile: unique bytes weigh the draws. */
    @Test
    void drawsThatNobodyWeighedHaveUniqueBytes() throws Exception {
        List<List<MemoryUnit>> parts = List.of(part(new Random(1)), part(new Random(2)));
        List<Chunker> draws = new ArrayList<>(DRAWING.get(0).variants());
        draws.add(0, DRAWING.get(0).chunker());
        ScanOptions options = Scans.chunkedBy(draws, List.of(CompressorSpec.parse("lz4")));
        double[] unique = SetFiles.scan(List.of("a", "b"), parts, options).layouts().stream()
                .mapToDouble(Layout::uniqueBytes)
                .toArray();
        double mean = Arrays.stream(unique).average().orElseThrow();
        ProfileResult found = merged(parts, options);
        assertThat((double) found.allocatedBytes()).isCloseTo(found.physicalBytes() * mean / unique[0], within(1.0));
        assertThat(found.allocatedBytesLow()).isLessThan(found.allocatedBytes());
    }

    /** The scheme that weighs draws is hidden: a comparison of sets has the system's chunking with its compressor. */
    @Test
    void aComparisonShowsNoDraws() throws Exception {
        Path file = dir.resolve("a.fpr");
        ScanOptions options = ScanOptions.of(Schemes.builder(Fingerprinting.plain(FingerprintAlgorithm.SHA1))
                .profiles(DRAWING)
                .build());
        SetFiles.save(file, "a", part(new Random(1)), options);
        try (Sets sets = Sets.open(List.of(file))) {
            DiffResult difference = SetDiff.diff(sets, 1);
            assertThat(difference.layouts()).hasSize(3);
            assertThat(difference.shownLayouts()).singleElement().satisfies(layout -> {
                assertThat(layout.chunking()).isEqualTo("gear:4096");
                assertThat(layout.steps().get(0).kept().physical())
                        .extracting(ChunkGroup.Physical::compressor)
                        .containsExactly("lz4");
            });
        }
    }

    private ProfileResult merged(List<List<MemoryUnit>> parts, ScanOptions options) throws Exception {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            files.add(dir.resolve(i + ".fpr"));
            SetFiles.save(files.get(i), "p" + i, parts.get(i), options);
        }
        try (Sets sets = Sets.open(files)) {
            return SetMerge.merge(sets, null, DRAWING).union().profiles().get(0);
        }
    }

    @Test
    void whatTheSetsDoNotHoldIsNamed() throws Exception {
        ScanOptions options = Scans.options(List.of(4096), List.of(CompressorSpec.parse("lz4")));
        Path file = dir.resolve("a.fpr");
        SetFiles.save(file, "a", part(new Random(1)), options);
        try (Sets sets = Sets.open(List.of(file))) {
            assertThat(SetMerge.merge(sets, null, Profiles.parse("vdo")).union().profiles())
                    .hasSize(1);
            assertThatExceptionOfType(SetFormatException.class)
                    .isThrownBy(() -> SetMerge.merge(sets, null, Profiles.parse("vdo,borg")))
                    .withMessage(
                            file + ": has no chunks of buzhash:2097152 compressed with lz4, which profile borg needs");
        }
    }
}
