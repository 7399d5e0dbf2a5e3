package io.compscan.core.source.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.space.PhysicalSpace.Cover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhysicalSpaceTest {

    private static final int PLACES = 300;

    /** A range of a small file system. */
    record Range(long from, long to) {}

    @Provide
    Arbitrary<List<Range>> ranges() {
        Arbitrary<Long> place = Arbitraries.longs().between(0, PLACES);
        return Combinators.combine(place, place).as(Range::new).list().ofMaxSize(400);
    }

    /** Against an array with one counter for each place; with little room, so that ranges are joined and written to files. */
    @Property(tries = 500)
    void coversWhatAnArrayOfCountersCovers(@ForAll("ranges") List<Range> ranges) throws IOException {
        int[] depths = new int[PLACES];
        for (Range range : ranges) {
            for (long i = range.from(); i < range.to(); i++) {
                depths[(int) i]++;
            }
        }
        long covered = Arrays.stream(depths).filter(depth -> depth > 0).count();
        long once = Arrays.stream(depths).filter(depth -> depth == 1).count();
        Path directory = Files.createTempDirectory("space");
        for (int most : new int[] {4, 64, 1 << 20}) {
            try (PhysicalSpace space = new PhysicalSpace(directory, most)) {
                for (Range range : ranges) {
                    space.add(range.from(), range.to());
                }
                assertThat(space.cover()).as("room for %d", most).isEqualTo(new Cover(covered, once));
            }
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
        Files.delete(directory);
    }

    @Test
    void rangesApartGoToFiles(@TempDir Path directory) throws IOException {
        try (PhysicalSpace space = new PhysicalSpace(directory, 1000)) {
            for (long i = 0; i < 100_000; i++) {
                long from = i * 7919 % 100_000 * 10;
                space.add(from, from + 4);
                space.add(from + 2, from + 5);
            }
            assertThat(space.runCount()).isGreaterThan(10);
            assertThat(space.cover()).isEqualTo(new Cover(500_000, 300_000));
        }
    }

    /** A thousand copies of an image take the memory of one. */
    @Test
    void copiesTakeNoRoom(@TempDir Path directory) throws IOException {
        try (PhysicalSpace space = new PhysicalSpace(directory, 1000)) {
            for (int copy = 0; copy < 1000; copy++) {
                for (long i = 0; i < 100; i++) {
                    space.add(i * 10, i * 10 + 8);
                }
            }
            assertThat(space.runCount()).isZero();
            assertThat(space.cover()).isEqualTo(new Cover(800, 0));
        }
    }
}
