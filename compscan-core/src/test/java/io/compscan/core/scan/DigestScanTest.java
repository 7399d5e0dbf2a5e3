package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.ChunkerSpecs;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.fingerprint.FingerprintAlgorithm;
import io.compscan.core.fingerprint.Fingerprinting;
import io.compscan.core.profile.Profiles;
import io.compscan.core.scan.ScanOptions.IndexMemory;
import io.compscan.core.scan.measure.FileSelection;
import io.compscan.report.ResultJson;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No number depends on the digest that identifies chunks, nor on its seed. */
class DigestScanTest {

    private static final Pattern TIMING = Pattern.compile("\"timing\".*?}", Pattern.DOTALL);
    private static final List<CompressorSpec> COMPRESSORS =
            List.of(CompressorSpec.parse("none"), CompressorSpec.parse("lz4"));

    @Property(tries = 40)
    void xxh3FindsWhatSha1Finds(@ForAll long seed, @ForAll("chunkings") Set<String> chunkings) throws Exception {
        Random random = new Random(seed);
        List<byte[]> contents = contents(random);
        ScanOptions options = Scans.chunkedBy(
                chunkings.stream()
                        .flatMap(spec -> ChunkerSpecs.parse(spec).stream())
                        .toList(),
                COMPRESSORS);
        switch (random.nextInt(4)) {
            case 0 -> options = options.withSuperblockBytes(1 << 16);
            case 1 ->
                options = options.withProfiles(Profiles.parse("vdo").stream().toList());
            case 2 -> options = options.withPerFile(new FileSelection(true, 0, Set.of()));
            default -> {
                // As it is.
            }
        }
        String expected = numbers(contents, options.withThreads(1, 1));
        for (int way = 0; way < 3; way++) {
            Fingerprinting xxh3 = Fingerprinting.plain(FingerprintAlgorithm.XXH3);
            ScanOptions fast = options.withFingerprint(xxh3).withThreads(1 + random.nextInt(3), 1 + random.nextInt(3));
            assertThat(way == 2 ? spilled(contents, fast) : numbers(contents, fast))
                    .isEqualTo(expected.replace("\"sha1\"", "\"" + xxh3.label() + "\""));
        }
    }

    private static String spilled(List<byte[]> contents, ScanOptions options) throws Exception {
        Path directory = Files.createTempDirectory("digests");
        try {
            return numbers(
                    contents,
                    options.withMemory(
                            new IndexMemory(1 << 17, 64, SpillSpace.in(List.of(directory), Long.MAX_VALUE))));
        } finally {
            Files.delete(directory);
        }
    }

    private static String numbers(List<byte[]> contents, ScanOptions options) throws Exception {
        MemorySource source = new MemorySource();
        for (int i = 0; i < contents.size(); i++) {
            source.add("dir" + i % 3 + "/unit" + i, contents.get(i));
        }
        StringWriter json = new StringWriter();
        ResultJson.write(Scans.scan(source, options), json);
        return TIMING.matcher(json.toString()).replaceFirst("");
    }

    /** Zeros, duplicates at all distances, chunks that compress and chunks that do not, short tails. */
    private static List<byte[]> contents(Random random) {
        byte[][] blocks = new byte[60 + random.nextInt(4000)][512];
        for (int i = 1; i < blocks.length; i++) {
            random.nextBytes(blocks[i]);
            if (i % 3 == 0) {
                Arrays.fill(blocks[i], 40, 512, (byte) i);
            }
        }
        List<byte[]> contents = new ArrayList<>();
        for (int unit = random.nextInt(20); unit >= 0; unit--) {
            byte[] content = new byte[random.nextInt(random.nextInt(6) == 0 ? 2_500_000 : 50_000)];
            for (int at = 0; at < content.length; at += 512) {
                byte[] block = blocks[random.nextInt(4) == 0 ? 0 : random.nextInt(blocks.length)];
                System.arraycopy(block, 0, content, at, Math.min(512, content.length - at));
            }
            contents.add(content);
        }
        return contents;
    }

    @Provide
    Arbitrary<Set<String>> chunkings() {
        return Arbitraries.of(
                        "512", "4k", "1000", "1m", "fastcdc:2k", "rabin:4k", "gear:1k", "buzhash:8k", "ae:4k", "ram:2k")
                .set()
                .ofMinSize(1)
                .ofMaxSize(3);
    }
}
