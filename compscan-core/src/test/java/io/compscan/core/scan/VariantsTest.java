package io.compscan.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.chunk.Chunker;
import io.compscan.core.compress.CompressorSpec;
import io.compscan.core.profile.Costs;
import io.compscan.core.profile.Profile;
import io.compscan.result.ScanResult;
import io.compscan.result.ScanSettings.Asked;
import io.compscan.result.answer.Variants;
import io.compscan.result.answer.Variants.Variant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VariantsTest {

    private static final Profile DRAWING = Scans.drawing(Costs.NONE);

    /** A scan for a system that draws, where somebody named chunkings as well. */
    private static ScanResult scan(List<Chunker> chunkers, List<CompressorSpec> compressors) throws Exception {
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        ScanOptions options = (chunkers.isEmpty()
                        ? Scans.options(List.of(4096), List.of(CompressorSpec.parse("lz4")))
                        : Scans.chunkedBy(chunkers, compressors))
                .withProfiles(List.of(DRAWING));
        MemorySource source = new MemorySource().add("noise", noise);
        Asked asked = new Asked(
                chunkers.stream().map(Chunker::name).toList(),
                compressors.stream().map(CompressorSpec::name).toList());
        ScanResult result = Scans.scan(source, options);
        return new ScanResult(
                        result.settings().withAsked(asked),
                        false,
                        result.totals(),
                        result.layouts(),
                        result.types(),
                        result.files(),
                        result.errors(),
                        result.timing())
                .withProfiles(result.profiles());
    }

    private static List<String> names(ScanResult result) {
        return new Variants(result).all().stream().map(VariantsTest::name).toList();
    }

    private static String name(Variant variant) {
        return variant.layout().chunking() + " " + variant.compression().compressor();
    }

    @Test
    void drawsAreLeftOut() throws Exception {
        ScanResult result = scan(
                List.of(DRAWING.variants().get(1)),
                List.of(CompressorSpec.parse("none"), CompressorSpec.parse("zstd")));
        assertThat(names(result))
                .containsExactly(
                        "gear:4096,seed=2 none",
                        "gear:4096,seed=2 zstd",
                        "gear:4096,seed=2 nonzero",
                        "gear:4096,seed=2 entropy",
                        "gear:4096 lz4",
                        "gear:4096 nonzero",
                        "gear:4096 entropy",
                        "gear:4096,seed=1 nonzero",
                        "gear:4096,seed=1 entropy");
        ScanResult shown = Variants.withoutDraws(result);
        assertThat(names(shown)).containsExactly("gear:4096,seed=2 none", "gear:4096,seed=2 zstd", "gear:4096 lz4");
        assertThat(shown.profiles()).isEqualTo(result.profiles());
    }

    /** Sets that were saved for a system may be merged without it. Nobody could store what is not zero alone, so it must not be the least. */
    @Test
    void weightsAreNeverComparedUnasked() throws Exception {
        ScanResult saved = scan(List.of(), List.of()).withProfiles(List.of());
        assertThat(names(saved)).contains("gear:4096 nonzero", "gear:4096,seed=1 nonzero", "gear:4096,seed=1 entropy");
        assertThat(new Variants(saved).asked().stream().map(VariantsTest::name))
                .containsExactly("fixed:4096 lz4", "gear:4096 lz4");
        Variant least = new Variants(saved).least();
        assertThat(least).isNotNull();
        assertThat(least.compression().compressor()).isEqualTo("lz4");
        assertThat(names(Variants.withoutDraws(saved))).containsExactly("fixed:4096 lz4", "gear:4096 lz4");
    }

    @Test
    void whatTheUserNamesStays() throws Exception {
        ScanResult result = scan(List.of(DRAWING.chunker()), List.of(CompressorSpec.parse("nonzero")));
        assertThat(names(Variants.withoutDraws(result))).containsExactly("gear:4096 nonzero", "gear:4096 lz4");
        ScanResult plain = result.withProfiles(List.of());
        assertThat(names(Variants.withoutDraws(plain))).containsExactly("gear:4096 nonzero", "gear:4096 lz4");
    }
}
