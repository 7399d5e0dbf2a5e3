package io.compscan.map.memory;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SizeClassesTest {

    @Property
    void everyLengthHasABlockThatHoldsItAndNoneThatIsSmallerWould(
            @ForAll @IntRange(min = 9, max = 60) int minBytes,
            @ForAll @IntRange(min = 100, max = 3000) int maxBytes,
            @ForAll @IntRange(max = 20_000) int pageSlackBytes) {
        int pageBytes = SizeClasses.PAGE_HEADER_BYTES + maxBytes + 1 + pageSlackBytes;
        SizeClasses classes = new SizeClasses(pageBytes, minBytes, maxBytes, minBytes);
        for (int bytes = 1; bytes <= maxBytes; bytes++) {
            int sizeClass = classes.classFor(bytes);
            assertThat(classes.blockBytes(sizeClass)).as("for %d bytes", bytes).isGreaterThanOrEqualTo(bytes);
            if (sizeClass > 0) {
                assertThat(classes.blockBytes(sizeClass - 1))
                        .as("before %d bytes", bytes)
                        .isLessThan(bytes);
            }
            assertThat((long) classes.blocksPerPage(sizeClass) * classes.blockBytes(sizeClass))
                    .isLessThanOrEqualTo(pageBytes - SizeClasses.PAGE_HEADER_BYTES);
        }
    }
}
