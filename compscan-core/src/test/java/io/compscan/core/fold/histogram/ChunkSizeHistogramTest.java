package io.compscan.core.fold.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.ChunkSize;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChunkSizeHistogramTest {

    @Property
    void aLengthIsCountedWhereItLies(@ForAll @IntRange(min = 1, max = 64 << 20) int lengthBytes) {
        ChunkSizeHistogram histogram = new ChunkSizeHistogram();
        histogram.add(3, lengthBytes);
        ChunkSize row = histogram.rows().get(0);
        assertThat(lengthBytes).isBetween(row.fromBytes(), row.toBytes() - 1);
        assertThat(row.toBytes() - row.fromBytes()).isLessThanOrEqualTo(Math.max(1, lengthBytes / 8));
        assertThat(row).isEqualTo(new ChunkSize(row.fromBytes(), row.toBytes(), 1, lengthBytes, 3, 3L * lengthBytes));
    }

    @Test
    void classesFollowEachOtherWithoutAGap() {
        ChunkSizeHistogram histogram = new ChunkSizeHistogram();
        for (int length = 1; length < 100_000; length++) {
            histogram.add(1, length);
        }
        int expected = 1;
        for (ChunkSize row : histogram.rows()) {
            assertThat(row.fromBytes()).isEqualTo(expected);
            expected = row.toBytes();
        }
    }
}
