package io.compscan.core.tools.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.core.tools.generate.RefcountBins.Bin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefcountBinsTest {

    @Property
    void spreadMeetsBothTotals(
            @ForAll @LongRange(min = 0, max = 1L << 40) long references,
            @ForAll @LongRange(min = 1, max = 1L << 40) long chunks) {
        Assume.that(references == 0 || chunks <= references);
        RefcountBins histogram = RefcountBins.spread(references, references == 0 ? 0 : chunks);
        assertThat(histogram.references()).isEqualTo(references);
        assertThat(histogram.chunks()).isEqualTo(references == 0 ? 0 : chunks);
        assertThat(histogram.bins()).hasSizeLessThan(3_000);
    }

    @Property
    void spreadMeetsBothTotalsWhenFew(
            @ForAll @LongRange(min = 1, max = 200) long references,
            @ForAll @LongRange(min = 1, max = 200) long chunks) {
        Assume.that(chunks <= references);
        RefcountBins histogram = RefcountBins.spread(references, chunks);
        assertThat(histogram.references()).isEqualTo(references);
        assertThat(histogram.chunks()).isEqualTo(chunks);
    }

    @Test
    void spreadIsGeometric() {
        RefcountBins histogram = RefcountBins.spread(3_000_000, 1_000_000);
        assertThat(histogram.bins().get(0)).isEqualTo(new Bin(1, 333_333));
        assertThat(histogram.bins().get(1)).isEqualTo(new Bin(2, 222_223));
        assertThat(histogram.bins().get(2)).isEqualTo(new Bin(3, 148_148));
        assertThat(histogram.bins()).hasSizeGreaterThan(25);
        assertThat(histogram.bins().get(histogram.bins().size() - 1).references())
                .isLessThan(200);
        assertThat(RefcountBins.spread(77, 77).bins()).containsExactly(new Bin(1, 77));
    }

    @Property
    void scalingKeepsTheShape(@ForAll @LongRange(min = 1_000, max = 1L << 40) long references) {
        RefcountBins histogram = new RefcountBins(
                List.of(new Bin(1, 600_000), new Bin(2, 100_000), new Bin(5, 30_000), new Bin(50, 1_000)));
        RefcountBins scaled = histogram.scaledTo(references);
        assertThat(scaled.references()).isEqualTo(references);
        double factor = (double) references / histogram.references();
        for (Bin bin : histogram.bins()) {
            long chunks = scaled.bins().stream()
                    .filter(b -> b.references() == bin.references())
                    .mapToLong(Bin::chunks)
                    .sum();
            assertThat((double) chunks).isBetween(Math.floor(bin.chunks() * factor) - 1, bin.chunks() * factor + 51);
        }
    }

    @Test
    void scalingToItsOwnSizeChangesNothing() {
        RefcountBins histogram = RefcountBins.spread(123_457, 10_007);
        assertThat(histogram.scaledTo(123_457)).isEqualTo(histogram);
        assertThat(histogram.scaledTo(0).bins()).isEmpty();
        assertThat(new RefcountBins(List.of(new Bin(10, 10))).scaledTo(25).bins())
                .containsExactly(new Bin(5, 1), new Bin(10, 2));
    }

    @Test
    void readsTheRowsOfOneChunking(@TempDir Path directory) throws Exception {
        Path csv = directory.resolve("refcounts.csv");
        Files.writeString(csv, """
                chunking,references,chunks,bytes
                fixed:4096,1,10,40000
                fixed:4096,7,2,8192
                fixed:8192,1,5,40960
                """);
        assertThat(RefcountBins.read(csv, "fixed:4096").bins()).containsExactly(new Bin(1, 10), new Bin(7, 2));
        assertThat(RefcountBins.read(csv, "fixed:8192").bins()).containsExactly(new Bin(1, 5));
        assertThatThrownBy(() -> RefcountBins.read(csv, "fixed:512"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(csv + " has no rows of chunking fixed:512; it has fixed:4096, fixed:8192");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fixed:4096,0,10,1 | , line 2: references '0' is not a number of at least 1",
                "fixed:4096,x,10,1 | , line 2: references 'x' is not a number of at least 1",
                "fixed:4096,1,-10,1 | , line 2: chunks '-10' is not a number of at least 1",
                "fixed:4096,1 | , line 2: no column chunks; a scan's refcounts.csv has chunking, references, chunks, bytes",
                "'fixed:4096,1,10,1\nfixed:4096,1,11,1' | , line 3: references 1 occur twice",
                "fixed:4096,99999999999,99999999999,1 | ' adds up to 2^63 references or more'",
                "'' | ' has no rows of chunking fixed:4096'"
            })
    void refusesWithOneLine(String rows, String message, @TempDir Path directory) throws Exception {
        Path csv = directory.resolve("refcounts.csv");
        Files.writeString(csv, "chunking,references,chunks,bytes\n" + rows + "\n");
        assertThatThrownBy(() -> RefcountBins.read(csv, "fixed:4096"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(csv + message);
    }
}
