package io.compscan.core.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.tools.trace.TraceImport.Metadata;
import io.compscan.result.Layout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Indexes of restic, against totals worked out by hand and by a map. */
class ResticIndexTest {

    private static final IndexMemory MEMORY = new IndexMemory(64 << 20, 64);
    private static final int HALF_A_MIB = 512 << 10;

    private record Found(Layout layout, Metadata metadata, long scannedBytes) {}

    private static Found read(String... contents) throws Exception {
        return read(StandardCharsets.UTF_8, contents);
    }

    private static Found read(Charset charset, String... contents) throws Exception {
        Path directory = Files.createTempDirectory("restic");
        try {
            List<Path> files = new ArrayList<>();
            for (String content : contents) {
                files.add(Files.writeString(directory.resolve(files.size() + ".json"), content, charset));
            }
            try (TraceImport traces = TraceImport.open(TraceFormat.RESTIC, files, MEMORY)) {
                var result = traces.run("test", null).result();
                Metadata metadata = traces.metadata();
                assertThat(metadata).isNotNull();
                return new Found(
                        result.layouts().get(0), metadata, result.totals().scannedBytes());
            }
        } finally {
            try (var files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }
    }

    private static String whole() {
        return new String(TraceFixtures.restic(), StandardCharsets.US_ASCII);
    }

    /** What is listed again counts once; trees are apart. C takes no more than its length. */
    @Test
    void chunksAndTrees() throws Exception {
        Found found = read(whole());
        assertThat(found.layout.chunking())
                .isEqualTo("rabin:1048576,min=524288,window=64,poly=0x3c78dcafd8baad,value=0");
        assertThat(found.layout.fingerprint()).isEqualTo("sha256");
        assertThat(found.layout.uniqueChunkCount()).isEqualTo(3);
        assertThat(found.layout.uniqueBytes()).isEqualTo(5000 + 10 + 600);
        assertThat(found.layout.duplicateBytes()).isZero();
        assertThat(found.layout.zeroBytes()).isEqualTo(HALF_A_MIB);
        assertThat(found.scannedBytes).isEqualTo(HALF_A_MIB + 5610);
        assertThat(found.layout.compression().get(1).compressor()).isEqualTo("restic");
        assertThat(found.layout.compression().get(1).physicalBytes()).isEqualTo(100 + 10 + 600);
        assertThat(found.metadata).isEqualTo(new Metadata(1, 300, 90));
    }

    /** The same documents in several files, some of them twice, and as Windows PowerShell writes them. */
    @Test
    void theDocumentsMayLieInSeveralFiles() throws Exception {
        Found found = read(whole());
        String[] parts = whole().substring(TraceFixtures.RESTIC_CONFIG.length()).split("\n", -1);
        Found other = read(
                TraceFixtures.RESTIC_CONFIG,
                parts[0],
                parts[1] + "\n" + parts[0],
                TraceFixtures.RESTIC_CONFIG + parts[1]);
        assertThat(other.layout).isEqualTo(found.layout);
        assertThat(other.metadata).isEqualTo(found.metadata);
        assertThat(other.scannedBytes).isEqualTo(found.scannedBytes);
        assertThat(read(StandardCharsets.UTF_16, whole()).layout).isEqualTo(found.layout);
    }

    /** A repository of version 1 compresses nothing. */
    @Test
    void aRepositoryWithoutCompression() throws Exception {
        Found found = read(TraceFixtures.RESTIC_CONFIG.replace("2,", "1,")
                + TraceFixtures.resticIndex(List.of(List.of(TraceFixtures.blob("data", 'B', 10, 42, false)))));
        assertThat(found.layout.uniqueBytes()).isEqualTo(10);
        assertThat(found.layout.compression()).hasSize(1);
    }

    /** New fields, an empty repository, and lists that restic writes as null. */
    @Test
    void whatIsNotKnownIsPassedOver() throws Exception {
        assertThat(read(TraceFixtures.RESTIC_CONFIG + "{\"packs\":null}").layout.uniqueBytes())
                .isZero();
        String more = whole().replace("\"offset\":0", "\"offset\":{\"a\":[1,\"2\",{}]},\"later\":null");
        assertThat(read(more.replace("\"packs\"", "\"packs_to_delete\":[{}],\"packs\"")).layout)
                .isEqualTo(read(whole()).layout);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type\":\"data | type\":\"date | a blob of the type 'date'",
                "length\":132 | length\":\"132\" | length is no number of bytes",
                "length\":132 | length\":-132 | length is no number of bytes",
                "length\":132 | length\":1e3 | length is no number of bytes",
                "length\":132 | length\":99999999999999999999 | out of range",
                "length\":132 | length\":32 | a blob of 5000 bytes that takes 32",
                "uncompressed_length\":5000 | uncompressed_length\":8388609 | a blob of 8388609 bytes",
                "\"id\":\"d08d\",\"blobs\":[ | \"id\":\"d08d\",\"blobs\":[7, | blobs holds what is no object",
                "\"packs\":[ | \"packs\":[7, | packs holds what is no object",
                "\"packs\":[ | \"packs\":7,\"more\":[ | packs is no list",
                "3c78dcafd8baad | 3c78dcafd8baac | a polynomial that does not cut: 3c78dcafd8baac",
                "3c78dcafd8baad | no number | a polynomial that does not cut: no number",
                "\"version\": 2 | \"version\": 3 | version 3 of the format",
                "\"supersedes\" | supersedes | Unexpected character",
            })
    void damageIsNamedWithItsPlace(String from, String to, String message) {
        assertThat(whole()).contains(from);
        assertThatThrownBy(() -> read(whole().replace(from, to)))
                .isInstanceOf(TraceFormatException.class)
                .hasMessageContaining("0.json: ")
                .hasMessageContaining(message);
    }

    @Test
    void thePlaceIsThatOfTheFault() {
        assertThatThrownBy(() -> read(whole().replace("type\":\"tree", "type\":\"trie")))
                .hasMessageContaining("0.json: damaged at line 6, column ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "[]", "{}", "{\"message_type\":\"summary\"}"})
    void otherDocumentsAreRefused(String content) {
        assertThatThrownBy(() -> read(content)).hasMessageContaining("not what 'restic cat config'");
        assertThatThrownBy(() -> read(TraceFixtures.RESTIC_CONFIG, TraceFixtures.RESTIC_CONFIG + content + "7"))
                .hasMessageContaining("1.json: damaged at line")
                .hasMessageContaining("neither a configuration nor an index");
    }

    @Test
    void aConfigurationComesFirst() {
        String index = whole().substring(TraceFixtures.RESTIC_CONFIG.length());
        assertThatThrownBy(() -> read(index, TraceFixtures.RESTIC_CONFIG))
                .hasMessageContaining("0.json: an index, and no configuration before it");
    }

    @Test
    void repositoriesDoNotMix() {
        String other = TraceFixtures.RESTIC_CONFIG.replace("3c78dcafd8baad", "3da3358b4dc173");
        assertThatThrownBy(() -> read(whole() + other)).hasMessageContaining("the configuration of another repository");
        assertThatThrownBy(() -> read(whole(), other)).hasMessageContaining("1.json: does not go with");
    }

    @Test
    void anIndexThatIsCutShort() {
        String whole = whole();
        assertThatThrownBy(() -> read(whole.substring(0, whole.length() - 2)))
                .hasMessageContaining("0.json: ends in the midst of a record");
    }

    /** One digest of two lengths is damage. */
    @Test
    void oneIdOfTwoLengths() {
        assertThatThrownBy(() -> read(whole().replaceFirst("length\":5000", "length\":5001")))
                .hasMessageContaining("damaged: chunks of 5000 and 5001 bytes with one digest");
    }

    /** Any list of blobs in any packs, indexes and files: the numbers are those of a map. */
    @Property(tries = 60)
    void anyIndexHasTheNumbersOfAMap(@ForAll long seed, @ForAll @IntRange(max = 400) int count) throws Exception {
        Random random = new Random(seed);
        Map<String, int[]> data = new HashMap<>();
        Map<String, int[]> trees = new HashMap<>();
        List<String> files = new ArrayList<>(List.of(TraceFixtures.RESTIC_CONFIG));
        List<String> blobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean isData = random.nextInt(4) > 0;
            // Few names, so that many come again.
            int name = random.nextInt(100);
            byte[] id = new byte[32];
            new Random(name + (isData ? 0 : 1000)).nextBytes(id);
            Random sizes = new Random(name);
            int bytes = 1 + sizes.nextInt(8 << 20);
            boolean isCompressed = sizes.nextBoolean();
            int stored = isCompressed ? 1 + sizes.nextInt(bytes) : bytes;
            (isData ? data : trees).put(HexFormat.of().formatHex(id), new int[] {bytes, stored});
            blobs.add(TraceFixtures.blob(
                    isData ? "data" : "tree", HexFormat.of().formatHex(id), bytes, stored + 32, isCompressed));
            if (random.nextInt(20) == 0) {
                String index = TraceFixtures.resticIndex(List.of(List.copyOf(blobs), List.of()));
                int last = files.size() - 1;
                if (random.nextBoolean()) {
                    files.add(index);
                } else {
                    files.set(last, files.get(last) + index);
                }
                blobs.clear();
            }
        }
        files.add(TraceFixtures.resticIndex(List.of(blobs)));
        Found found = read(files.toArray(new String[0]));
        assertThat(found.layout.uniqueChunkCount()).isEqualTo(data.size());
        assertThat(found.layout.uniqueBytes()).isEqualTo(sum(data, 0));
        assertThat(found.layout.chunkCount()).isEqualTo(data.size());
        assertThat(found.layout.compression().get(1).physicalBytes()).isEqualTo(sum(data, 1));
        assertThat(found.metadata).isEqualTo(new Metadata(trees.size(), sum(trees, 0), sum(trees, 1)));
    }

    private static long sum(Map<String, int[]> sizes, int which) {
        return sizes.values().stream().mapToLong(size -> size[which]).sum();
    }
}
