package io.compscan.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.compscan.report.SetSamples;
import io.compscan.result.set.Overlap;
import io.compscan.result.set.Overlap.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order and the groups of sets that share chunks. */
class RelativesTest {

    /** Sets of 100 bytes each; any two of the same family have 60 in common, others 5. */
    private static Overlap shares(int... families) {
        List<Share> shares = new ArrayList<>();
        for (int one : families) {
            List<Long> row = new ArrayList<>();
            for (int other : families) {
                row.add(one == other ? 60L : 5L);
            }
            row.set(shares.size(), 100L);
            shares.add(new Share(100, 10, 50, row));
        }
        return new Overlap("fixed:4096", shares);
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "h" + i).toList();
    }

    @Test
    void familiesLieSideBySide() {
        Relatives relatives = Relatives.of(names(6), shares(1, 2, 1, 2, 3, 1));
        assertThat(relatives.names())
                .hasSize(6)
                .containsSequence("h0", "h2", "h5")
                .containsSequence("h1", "h3");
        assertThat(relatives.clusters())
                .extracting(Relatives.Cluster::names)
                .containsExactlyInAnyOrder(List.of("h0", "h2", "h5"), List.of("h1", "h3"));
        // 60 of 140.
        assertThat(relatives.clusters().get(0).similarity()).isCloseTo(60 / 140.0, within(1e-9));
        assertThat(relatives.shared().get(0)).containsExactly(1.0, 0.6, 0.6, 0.05, 0.05, 0.05);
        assertThat(relatives.left()).isZero();
    }

    @Test
    void allMayBeOneFamilyOrNone() {
        assertThat(Relatives.of(names(4), shares(1, 1, 1, 1)).clusters())
                .singleElement()
                .satisfies(cluster -> assertThat(cluster.names()).hasSize(4));
        assertThat(Relatives.of(names(4), shares(1, 2, 3, 4)).clusters()).isEmpty();
    }

    @Test
    void ofVeryManyThoseAreShownThatShareMost() {
        int[] families = IntStream.range(0, 100).map(i -> i < 20 ? 1 : i).toArray();
        Relatives relatives = Relatives.of(names(100), shares(families));
        assertThat(relatives.names()).hasSize(60).containsAll(names(20));
        assertThat(relatives.left()).isEqualTo(40);
        assertThat(relatives.clusters())
                .singleElement()
                .satisfies(cluster -> assertThat(cluster.names()).containsExactlyInAnyOrderElementsOf(names(20)));
    }

    /** As many are alike as no list of partners holds; those on the map are compared nevertheless. */
    @Test
    void theMapIsTheSameWithThePairsThatMatter() {
        for (int alike : new int[] {20, 80, 100}) {
            Overlap all =
                    shares(IntStream.range(0, 100).map(i -> i < alike ? 1 : i).toArray());
            assertThat(Relatives.of(names(100), SetSamples.cut(all))).isEqualTo(Relatives.of(names(100), all));
        }
    }
}
