package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.scan.MemorySource.MemoryUnit;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.report.EntryReport;
import io.compscan.report.OutputException;
import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.Refcount;
import io.compscan.result.ScanResult;
import io.compscan.result.set.ChunkGroup;
import io.compscan.result.set.DiffResult;
import io.compscan.result.set.MergeResult;
import io.compscan.result.set.SetInfo;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Sets that are empty or the same, samples of sets, and how sets are written. */
class FingerprintSetTest extends SetFixture {

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
