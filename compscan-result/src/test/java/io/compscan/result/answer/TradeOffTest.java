package io.compscan.result.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.Compression;
import io.compscan.result.Layout;
import io.compscan.result.answer.Variants.Variant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TradeOffTest {

    private static Variant point(String name, long uniqueChunkCount, long physicalBytes) {
        return point(name, "none", uniqueChunkCount, physicalBytes);
    }

    private static Variant point(String name, String compressor, long uniqueChunkCount, long physicalBytes) {
        Layout layout = Layout.of(
                name,
                "sha1",
                physicalBytes,
                uniqueChunkCount,
                0,
                0,
                uniqueChunkCount,
                physicalBytes,
                List.of(),
                List.of(Compression.ofChunks(compressor, physicalBytes, physicalBytes, physicalBytes, List.of())));
        return new Variant(layout, layout.compression().get(0));
    }

    private static List<TradeOff.Step> steps(List<Variant> points) {
        return TradeOff.of(points).curves().stream()
                .flatMap(curve -> curve.steps().stream())
                .toList();
    }

    /** Halving the chunks saves much three times, then hardly anything. */
    @Test
    void theKneeIsWhereTheGainLevelsOff() {
        List<TradeOff.Step> steps = steps(List.of(
                point("fixed:8k", 8000, 490_000_000),
                point("fixed:64k", 1000, 1_000_000_000),
                point("fixed:16k", 4000, 500_000_000),
                point("fixed:32k", 2000, 750_000_000),
                point("fixed:4k", 16_000, 480_000_000)));
        assertThat(steps)
                .extracting(step -> step.layout().chunking())
                .containsExactly("fixed:64k", "fixed:32k", "fixed:16k", "fixed:8k", "fixed:4k");
        assertThat(steps).extracting(TradeOff.Step::isKnee).containsExactly(false, false, true, false, false);
        assertThat(steps).extracting(TradeOff.Step::rank).containsExactly(5, 4, 3, 2, 1);
        assertThat(steps.get(0).savedPerIndexByte()).isNull();
        assertThat(steps.get(2).savedPerIndexByte()).isEqualTo(250_000_000.0 / (2000 * 32));
        assertThat(steps.get(2).indexBytes()).isEqualTo(4000 * 32);
    }

    @Test
    void aStraightLineHasNoKnee() {
        assertThat(steps(List.of(point("x:a", 1000, 900), point("x:b", 2000, 800), point("x:c", 4000, 700))))
                .hasSize(3)
                .noneMatch(TradeOff.Step::isKnee);
    }

    @Test
    void neitherHaveTwoPointsNorALossNorNothing() {
        for (List<Variant> points : List.of(
                List.<Variant>of(),
                List.of(point("x:a", 0, 0), point("x:b", 0, 0), point("x:c", 0, 0)),
                List.of(point("x:a", 10, 900), point("x:b", 20, 100)),
                List.of(point("x:a", 10, 900), point("x:b", 20, 910), point("x:c", 40, 950)),
                List.of(point("x:a", 10, 900), point("x:b", 10, 800), point("x:c", 10, 700)))) {
            assertThat(steps(points)).hasSize(points.size()).noneMatch(TradeOff.Step::isKnee);
        }
    }

    /** Coarse chunks with one compressor, then finer ones with another, made a gain of thousands. */
    @Test
    void noStepLeadsFromOneCompressorOrAlgorithmToAnother() {
        TradeOff tradeOff = TradeOff.of(List.of(
                point("fixed:131072", "lz4", 1000, 1_000_000_000),
                point("fixed:4096", "lz4", 32_000, 900_000_000),
                point("fixed:131072", "zstd", 1000, 500_000_000),
                point("rabin:131072", "lz4", 1100, 700_000_000),
                point("rabin:8192", "lz4", 16_000, 710_000_000)));

        assertThat(tradeOff.curves())
                .extracting(curve -> curve.compressor() + " " + curve.algorithm())
                .containsExactly("lz4 fixed", "lz4 rabin");
        assertThat(tradeOff.curvesOf("zstd")).isEmpty();
        List<TradeOff.Step> rabin = tradeOff.curves().get(1).steps();
        assertThat(rabin.get(0).savedPerIndexByte()).isNull();
        assertThat(rabin.get(1).savedPerIndexByte()).isNegative();
        assertThat(rabin).extracting(TradeOff.Step::rank).containsExactly(1, 2);
        assertThat(tradeOff.curves().get(0).steps())
                .extracting(TradeOff.Step::rank)
                .containsExactly(4, 3);
    }
}
