package io.compscan.core.scan.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BadSectorsTest {

    private static final long SECTOR = BadSectors.SECTOR_BYTES;

    private final List<Long> probed = new ArrayList<>();

    /** The end where the blocks before {@code goodFrom} are bad. */
    private long end(long position, long end, int inARow, boolean isHopeless, long goodFrom)
            throws InterruptedException {
        return BadSectors.end(position, end, inARow, isHopeless, at -> {
            assertThat(at % SECTOR).isZero();
            assertThat(at).isBetween(position + 1, end - 1);
            probed.add(at / SECTOR);
            return at >= goodFrom;
        });
    }

    @Test
    void anErrorCostsTheRestOfItsBlock() throws Exception {
        assertThat(end(0, 1 << 20, 1, false, 4096)).isEqualTo(4096);
        assertThat(end(4095, 1 << 20, 1, false, 4096)).isEqualTo(4096);
        assertThat(end(4096, 1 << 20, 1, false, 8192)).isEqualTo(8192);
        assertThat(end(10_000, 1 << 20, 255, false, 12_288)).isEqualTo(12_288);
        assertThat(end(10_000, 11_000, 255, false, 12_288)).isEqualTo(11_000);
        assertThat(probed).as("the next read tries the next block").isEmpty();
    }

    @Property
    void theEndOfABadRangeIsFoundInFewTries(
            @ForAll @IntRange(min = 0, max = 16_383) int from,
            @ForAll @IntRange(min = 1, max = 16_384) int count,
            @ForAll boolean isHopeless)
            throws Exception {
        probed.clear();
        long size = 16_384 * SECTOR;
        long goodFrom = (from + count) * SECTOR;
        assertThat(end(from * SECTOR, size, 256, isHopeless, goodFrom)).isEqualTo(Math.min(size, goodFrom));
        assertThat(probed).hasSizeLessThan(30).doesNotHaveDuplicates();
        if (isHopeless && goodFrom >= size) {
            assertThat(probed).hasSizeLessThan(2);
        }
    }
}
