package io.compscan.core.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.fingerprint.Salt;
import io.compscan.core.fold.CompressSample;
import io.compscan.core.scan.ScanOptions;
import io.compscan.core.scan.Scans;
import io.compscan.map.RecordLayout;
import io.compscan.map.RunFile;
import io.compscan.map.RunFormatException;
import io.compscan.map.RunWriter;
import io.compscan.map.TableSpec;
import io.compscan.report.ResultFormatException;
import io.compscan.report.SetJson;
import io.compscan.result.set.MergeResult;
import io.compscan.testing.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sets of another kind, damaged ones, and files that are no sets at all. */
class RefusedSetTest extends SetFixture {

    /** The refusal names every difference that decides numbers, and no other. */
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
                writer.beginTable(SchemeTables.table(set.schemes().get(0), 20, "", isFull, null));
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
}
