package io.compscan.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TradeOffTest {

    private static Layout layout(String name, long uniqueChunkCount, long physicalBytes) {
        return Layout.of(
                name,
                "sha1",
                physicalBytes,
                uniqueChunkCount,
                0,
                0,
                uniqueChunkCount,
                physicalBytes,
                List.of(),
                List.of(Compression.ofChunks("none", physicalBytes, physicalBytes, physicalBytes, List.of())));
    }

    /** Halving the chunks saves much three times, then hardly anything. */
    @Test
    void theKneeIsWhereTheGainLevelsOff() {
        List<TradeOff.Step> steps = TradeOff.of(List.of(
                        layout("8k", 8000, 490_000_000),
                        layout("64k", 1000, 1_000_000_000),
                        layout("16k", 4000, 500_000_000),
                        layout("32k", 2000, 750_000_000),
                        layout("4k", 16_000, 480_000_000)))
                .steps();
        assertThat(steps).extracting(step -> step.layout().chunking()).containsExactly("64k", "32k", "16k", "8k", "4k");
        assertThat(steps).extracting(TradeOff.Step::isKnee).containsExactly(false, false, true, false, false);
        assertThat(steps).extracting(TradeOff.Step::rank).containsExactly(5, 4, 3, 2, 1);
        assertThat(steps.get(0).savedPerIndexByte()).isNull();
        assertThat(steps.get(2).savedPerIndexByte()).isEqualTo(250_000_000.0 / (2000 * 32));
        assertThat(steps.get(2).indexBytes()).isEqualTo(4000 * 32);
    }

    @Test
    void aStraightLineHasNoKnee() {
        assertThat(TradeOff.of(List.of(layout("a", 1000, 900), layout("b", 2000, 800), layout("c", 4000, 700)))
                        .steps())
                .noneMatch(TradeOff.Step::isKnee);
    }

    @Test
    void neitherHaveTwoPointsNorALossNorNothing() {
        for (List<Layout> layouts : List.of(
                List.<Layout>of(),
                List.of(layout("a", 0, 0), layout("b", 0, 0), layout("c", 0, 0)),
                List.of(layout("a", 10, 900), layout("b", 20, 100)),
                List.of(layout("a", 10, 900), layout("b", 20, 910), layout("c", 40, 950)),
                List.of(layout("a", 10, 900), layout("b", 10, 800), layout("c", 10, 700)))) {
            assertThat(TradeOff.of(layouts).steps()).hasSize(layouts.size()).noneMatch(TradeOff.Step::isKnee);
        }
    }
}
