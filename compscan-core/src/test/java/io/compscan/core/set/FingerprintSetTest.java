package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fingerprint.Salt;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.report.EntryReport;
import io.compscan.core.report.OutputException;
import io.compscan.core.report.ResultFormatException;
import io.compscan.core.report.SetJson;
import io.compscan.core.result.Compression;
import io.compscan.core.result.Layout;
import io.compscan.core.result.Refcount;
import io.compscan.core.result.ScanResult;
import io.compscan.core.result.set.ChunkGroup;
import io.compscan.core.result.set.DiffResult;
import io.compscan.core.result.set.MergeResult;
import io.compscan.core.result.set.SetInfo;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.map.RecordLayout;
import io.compscan.map.RunFile;
import io.compscan.map.RunFormatException;
import io.compscan.map.RunWriter;
import io.compscan.map.TableSpec;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sets that are empty, the same, of another kind, damaged, or no sets at all. */
class FingerprintSetTest {

    private static final int CHUNK = 512;
    private static final ScanOptions OPTIONS =
            Scans.options(List.of(CHUNK), List.of(CompressorSpec.parse("lz4"), CompressorSpec.parse("deflate")));

    @TempDir
    private Path dir;

    /** Chunks by letter, 0 for zeros, a small letter for the first hundred bytes. */
    private static List<MemoryUnit> units(String... contents) {
        List<MemoryUnit> units = new ArrayList<>();
        for (String letters : contents) {
            byte[] content = new byte[letters.length() * CHUNK];
            int length = 0;
            for (int i = 0; i < letters.length(); i++) {
                char letter = letters.charAt(i);
                if (letter != '0') {
                    byte[] chunk = new byte[CHUNK];
                    new Random(Character.toUpperCase(letter)).nextBytes(chunk);
                    System.arraycopy(chunk, 0, content, length, CHUNK);
                }
                length += Character.isLowerCase(letter) ? 100 : CHUNK;
            }
            units.add(new MemoryUnit("unit " + letters, "bin", length, Arrays.copyOf(content, length), -1, false));
        }
        return units;
    }

    private Path save(String name, ScanOptions options, String... contents) throws Exception {
        Path file = dir.resolve(name);
        SetFiles.save(file, name, units(contents), options);
        return file;
    }

    private static MergeResult merge(Path... files) throws IOException {
        try (Sets sets = Sets.open(List.of(files))) {
            return SetMerge.merge(sets, null);
        }
    }

    @Test
    void aSetMergedWithItselfCountsDoubleAndItsUniqueBytesStay() throws Exception {
        Path file = save("a.fpr", OPTIONS, "AAB0c", "Bc");
        ScanResult once = merge(file).union();
        MergeResult twice = merge(file, file);
        Layout layout = twice.union().layouts().get(0);
        assertThat(twice.union().totals().scannedBytes())
                .isEqualTo(2 * once.totals().scannedBytes());
        assertThat(layout.uniqueBytes())
                .isEqualTo(once.layouts().get(0).uniqueBytes())
                .isEqualTo(2 * CHUNK + 100);
        assertThat(layout.zeroBytes()).isEqualTo(2 * CHUNK);
        assertThat(layout.refcounts()).containsExactly(new Refcount(4, 3, 2 * CHUNK + 100));
        assertThat(twice.overlaps().get(0).shares()).allSatisfy(share -> {
            assertThat(share.exclusiveBytes()).isZero();
            assertThat(share.uniqueShareBytes()).isEqualTo(CHUNK + 50);
            assertThat(share.commonBytes()).containsExactly(2L * CHUNK + 100, 2L * CHUNK + 100);
        });
        try (Sets sets = Sets.open(List.of(file, file, file))) {
            DiffResult.DiffStep step =
                    SetDiff.diff(sets, 1).layouts().get(0).steps().get(2);
            assertThat(step.added().chunks() + step.removed().chunks()).isZero();
            assertThat(step.common()).isEqualTo(step.kept()).isEqualTo(step.unique());
        }
    }

    @Test
    void emptySetsAddNothing() throws Exception {
        Path empty = save("empty.fpr", OPTIONS);
        Path zeros = save("zeros.fpr", OPTIONS, "000");
        Path full = save("full.fpr", OPTIONS, "ABC");
        assertThat(merge(empty).union().totals().scannedBytes()).isZero();
        assertThat(merge(empty, empty).overlaps().get(0).shares().get(1).uniqueBytes())
                .isZero();
        MergeResult merged = merge(empty, zeros, full, empty);
        Layout layout = merged.union().layouts().get(0);
        assertThat(layout.uniqueBytes()).isEqualTo(3 * CHUNK);
        assertThat(layout.zeroBytes()).isEqualTo(3 * CHUNK);
        assertThat(merged.overlaps().get(0).shares().get(2).exclusiveBytes()).isEqualTo(3 * CHUNK);
        try (Sets sets = Sets.open(List.of(empty, full, zeros, empty))) {
            List<DiffResult.DiffStep> steps =
                    SetDiff.diff(sets, 3).layouts().get(0).steps();
            assertThat(steps.get(1).added().bytes()).isEqualTo(3 * CHUNK);
            assertThat(steps.get(2).removed().bytes()).isEqualTo(3 * CHUNK);
            assertThat(steps.get(3).kept().bytes()).isEqualTo(3 * CHUNK);
        }
    }

    @Test
    void anOddByteThatIsSharedGoesToOneOfThem() throws Exception {
        ScanOptions odd = Scans.options(List.of(513), List.of());
        Path file = dir.resolve("odd.fpr");
        byte[] content = new byte[513];
        Arrays.fill(content, (byte) 1);
        SetFiles.save(file, "odd", List.of(new MemoryUnit("u", "", 513, content, -1, false)), odd);
        assertThat(merge(file, file).overlaps().get(0).shares())
                .extracting(share -> share.uniqueShareBytes())
                .containsExactly(257L, 256L);
    }

    /** What would not fit is told, all of it; what differs without a meaning for the numbers is not. */
    static Stream<Arguments> differences() {
        List<CompressorSpec> lz4 = List.of(CompressorSpec.parse("lz4"));
        ScanOptions slow = Scans.options(List.of(CHUNK), List.of(CompressorSpec.parse("xz")));
        return Stream.of(
                Arguments.of(Scans.options(List.of(1024), OPTIONS.compressors()), "chunking fixed:1024, not fixed:512"),
                Arguments.of(
                        Scans.options(List.of(512, 1024), OPTIONS.compressors()),
                        "chunking fixed:512,fixed:1024, not fixed:512"),
                Arguments.of(
                        OPTIONS.withFingerprint(Fingerprinting.plain(FingerprintAlgorithm.BLAKE3)),
                        "fingerprint blake3, not sha1"),
                Arguments.of(salted(1), "fingerprint sha1:salted, not sha1; salt " + salt(1).id() + ", not none"),
                Arguments.of(Scans.options(List.of(CHUNK), lz4), "compressors lz4, not lz4,deflate"),
                Arguments.of(OPTIONS.withSuperblockBytes(4096), "superblock 4096, not 0"),
                Arguments.of(OPTIONS.withCompressSample(CompressSample.OFF), "compress-sample off,off, not auto,auto"),
                Arguments.of(
                        slow.withFingerprint(Fingerprinting.plain(FingerprintAlgorithm.MD5))
                                .withSuperblockBytes(1 << 20),
                        "fingerprint md5, not sha1; compressors xz, not lz4,deflate; superblock 1048576, not 0"));
    }

    private static Salt salt(int number) {
        byte[] secret = new byte[16];
        secret[0] = (byte) number;
        return Salt.of(secret);
    }

    private static ScanOptions salted(int number) {
        return OPTIONS.withFingerprint(new Fingerprinting(FingerprintAlgorithm.SHA1, salt(number)));
    }

    @ParameterizedTest
    @MethodSource("differences")
    void setsThatDoNotMatchAreRefused(ScanOptions options, String differences) throws Exception {
        Path one = save("one.fpr", OPTIONS, "AB");
        Path other = save("other.fpr", options, "AB");
        assertThatThrownBy(() -> merge(one, one, other))
                .isInstanceOf(SetFormatException.class)
                .hasMessage(other + " does not match " + one + ": " + differences);
    }

    @Test
    void twoSaltsDoNotMatch() throws Exception {
        Path one = save("one.fpr", salted(1), "AB");
        Path other = save("other.fpr", salted(2), "AB");
        assertThatThrownBy(() -> merge(one, other))
                .hasMessage(other + " does not match " + one + ": salt " + salt(2).id() + ", not " + salt(1).id());
        assertThat(merge(one, save("same.fpr", salted(1), "BC"))
                        .overlaps()
                        .get(0)
                        .shares()
                        .get(0)
                        .commonBytes())
                .containsExactly(2L * CHUNK, (long) CHUNK);
    }

    @Test
    void aSampleOfTheUnionIsThatOfOneScan() throws Exception {
        ScanOptions options = Scans.options(List.of(CHUNK), List.of(CompressorSpec.parse("deflate:1")))
                .withCompressSample(CompressSample.parse("1/50000"));
        Random random = new Random(11);
        List<MemoryUnit> a = new ArrayList<>();
        List<MemoryUnit> b = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            byte[] content = new byte[1 << 20];
            random.nextBytes(content);
            for (int at = 0; at < content.length; at += CHUNK) {
                Arrays.fill(content, at + 16 + random.nextInt(CHUNK - 16), at + CHUNK, (byte) 7);
            }
            MemoryUnit unit = new MemoryUnit("u" + i, "", content.length, content, -1, false);
            if (i < 12) {
                a.add(unit);
            }
            if (i > 8) {
                b.add(unit);
            }
        }
        SetFiles.save(dir.resolve("a.fpr"), "a", a, options);
        SetFiles.save(dir.resolve("b.fpr"), "b", b, options);
        ScanResult whole = SetFiles.scan(List.of("a", "b"), List.of(a, b), options);
        MergeResult merged = merge(dir.resolve("a.fpr"), dir.resolve("b.fpr"));
        assertThat(whole.layouts().get(0).compression().get(0).method()).isEqualTo(Compression.Method.SAMPLE);
        assertThat(merged.union()).isEqualTo(SetFiles.withTimingOf(whole, merged.union()));

        try (Sets sets = Sets.open(List.of(dir.resolve("a.fpr"), dir.resolve("b.fpr")))) {
            DiffResult.DiffStep step =
                    SetDiff.diff(sets, 2).layouts().get(0).steps().get(1);
            double added = share(step.added());
            assertThat(step.added().chunks()).isEqualTo(8 * 2048);
            assertThat(step.added().physical().get(0).method()).isEqualTo(Compression.Method.SAMPLE);
            // Each chunk shrinks to about half; the sample of a group says so within some per cent.
            assertThat(added).isBetween(share(step.unique()) - 0.08, share(step.unique()) + 0.08);
            assertThat(step.kept().physical().get(0).physicalBytes())
                    .isEqualTo(whole.layouts().get(0).compression().get(0).physicalBytes());
        }
    }

    private static double share(ChunkGroup group) {
        return (double) group.physical().get(0).physicalBytes() / group.bytes();
    }

    @Test
    void entriesComeOutAsTheyWentIn() throws Exception {
        Path file = save("a.fpr", OPTIONS, "AAB0c", "Bc");
        try (FingerprintSet set = FingerprintSet.open(file)) {
            set.verify();
            SetInfo info = set.info();
            assertThat(info.fileBytes()).isEqualTo(Files.size(file));
            assertThat(info.tables()).extracting(SetInfo.Table::entryCount).containsExactly(2L, 1L);
            assertThat(info.tables()).extracting(SetInfo.Table::references).containsExactly(4L, 2L);
            assertThat(info.metadata().savedAt()).isEqualTo(SetFiles.SAVED_AT);
            assertThat(info.metadata().hosts()).containsExactly("host-a.fpr");

            StringWriter csv = new StringWriter();
            SetExport.write(set, EntryReport.csv(csv, List.of("lz4", "deflate")));
            List<String> lines = csv.toString().lines().toList();
            assertThat(lines.get(0))
                    .isEqualTo("chunking,fingerprint,references,lengthBytes,storedBytes:lz4,storedBytes:deflate");
            assertThat(lines.subList(1, lines.size()))
                    .hasSize(3)
                    .allMatch(line -> line.matches("fixed:512,[0-9a-f]{40},2,(512,512,512|100,100,100)"));
            StringWriter json = new StringWriter();
            SetExport.write(set, EntryReport.json(json));
            assertThat(json.toString().lines().filter(line -> line.contains("\"references\": 2")))
                    .hasSize(3);
        }
    }

    @Test
    void whatIsNoSetIsCalledThat() throws Exception {
        Path file = save("a.fpr", OPTIONS, "AB");
        assertThatThrownBy(() -> merge(dir.resolve("none.fpr"))).isInstanceOf(NoSuchFileException.class);
        Path text = Files.writeString(dir.resolve("text.fpr"), "not a set, and longer than a header of a run would be");
        assertThatThrownBy(() -> merge(file, text))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining(text.toString());
        assertThatThrownBy(() -> merge(run("run.fpr", new byte[0])))
                .isInstanceOf(ResultFormatException.class)
                .hasMessage(dir.resolve("run.fpr") + ": not a compscan-set document");
        byte[] metadata;
        try (FingerprintSet set = FingerprintSet.open(file)) {
            metadata = SetJson.bytes(set.metadata());
        }
        Path noTables = run("tables.fpr", metadata);
        assertThatThrownBy(() -> merge(noTables)).hasMessage(noTables + ": has 1 tables for 1 layouts");
        String newer = new String(metadata, StandardCharsets.UTF_8).replaceFirst("\"version\": 1", "\"version\": 2");
        Path newerSet = run("newer.fpr", newer.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> merge(newerSet))
                .hasMessage(newerSet
                        + ": version 2 of compscan-set is newer than this compscan, which reads up to version 1");
    }

    /** A whole run with one table that no set has. */
    private Path run(String name, byte[] metadata) throws IOException {
        Path file = dir.resolve(name);
        try (RunWriter writer = RunWriter.create(file)) {
            writer.beginTable(TableSpec.of("something", 20, RecordLayout.of()));
            writer.endTable();
            writer.finish(metadata);
        }
        return file;
    }

    @Test
    void aSetThatBelongsToOtherNumbersIsRefused() throws Exception {
        Path file = save("a.fpr", OPTIONS, "ABC");
        Path other = save("b.fpr", OPTIONS, "AB");
        byte[] metadata;
        try (FingerprintSet set = FingerprintSet.open(other)) {
            metadata = SetJson.bytes(set.metadata());
        }
        Path mixed = dir.resolve("mixed.fpr");
        try (FingerprintSet set = FingerprintSet.open(file);
                RunWriter writer = RunWriter.create(mixed)) {
            for (boolean isFull : new boolean[] {true, false}) {
                writer.beginTable(SetTables.table(set.schemes().get(0), 20, "", isFull, null));
                try (var cursor = set.cursor(0, isFull, null, null, 4096)) {
                    writer.appendAll(cursor);
                }
                writer.endTable();
            }
            writer.finish(metadata);
        }
        assertThatThrownBy(() -> merge(mixed))
                .isInstanceOf(SetFormatException.class)
                .hasMessage(mixed + ": the tables of fixed:512 hold 3 chunks with 3 references, the layout fixed:512"
                        + " 2 with 2");
    }

    @Test
    @Slow
    void damageIsFoundWhereverItIs() throws Exception {
        Path file = save("a.fpr", OPTIONS, "ABCDEFGHIJKLMNOP", "abcdefghij");
        byte[] whole = Files.readAllBytes(file);
        MergeResult expected = merge(file, file);
        Path damaged = dir.resolve("damaged.fpr");
        for (int at = 0; at < whole.length; at += 5) {
            byte[] bytes = whole.clone();
            bytes[at] ^= (byte) (1 << (at % 7));
            Files.write(damaged, bytes);
            assertThatThrownBy(() -> verify(damaged)).as("byte " + at).isInstanceOf(RunFormatException.class);
            try {
                // A merge does not read every byte. One that it passes over changes no number.
                MergeResult found = merge(file, damaged);
                assertThat(found.union().layouts())
                        .as("byte " + at)
                        .isEqualTo(expected.union().layouts());
            } catch (IOException e) {
                assertThat(e).as("byte " + at).hasMessageContaining(damaged.toString());
            }
        }
        for (int length = 0; length < whole.length; length += 43) {
            Files.write(damaged, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> merge(file, damaged))
                    .isInstanceOf(RunFormatException.class)
                    .hasMessageContaining(damaged.toString());
        }
    }

    private static void verify(Path file) throws IOException {
        try (RunFile run = RunFile.open(file)) {
            run.verify();
        }
    }

    @Nested
    class Writing {

        @Test
        void whatExistsIsKept() throws Exception {
            Path file = save("a.fpr", OPTIONS, "AB");
            byte[] before = Files.readAllBytes(file);
            assertThatThrownBy(() -> SetWriter.create(file, false, OPTIONS.schemes()))
                    .isInstanceOf(OutputException.class)
                    .hasMessage("cannot write " + file + ": it exists already (--overwrite replaces it)");
            // Neither before nor after it is used does a writer that is given up leave anything.
            try (SetWriter writer = SetWriter.create(file, true, OPTIONS.schemes())) {
                assertThat(writer).isNotNull();
                assertThat(files()).containsExactly("a.fpr");
            }
            try (SetWriter writer = SetWriter.create(file, true, OPTIONS.schemes())) {
                writer.scheme(0).visit(new byte[20], 1, CHUNK, new int[] {1, 1});
                assertThat(files()).hasSize(2);
            }
            assertThat(files()).containsExactly("a.fpr");
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
        }

        @Test
        void aDirectoryThatIsMissingIsToldBeforeTheScan() {
            Path file = dir.resolve("none/a.fpr");
            assertThatThrownBy(() -> SetWriter.create(file, false, OPTIONS.schemes()))
                    .isInstanceOf(OutputException.class)
                    .hasMessage("cannot write " + file + ": no such file or directory");
        }

        private List<String> files() throws IOException {
            try (Stream<Path> files = Files.list(dir)) {
                return files.map(file -> file.getFileName().toString()).sorted().toList();
            }
        }
    }
}
