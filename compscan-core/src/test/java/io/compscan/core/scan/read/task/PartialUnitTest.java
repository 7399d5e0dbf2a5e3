package io.compscan.core.scan.read.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.UnitVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartialUnitTest {

    private static PartialUnit done(ByteRange... ranges) {
        return new PartialUnit("u", UnitVersion.ofSize(1000), List.of(ranges), 0, null, null);
    }

    @Test
    void theRestBreaksWhereSegmentsEnd() {
        assertThat(done(new ByteRange(100, 200), new ByteRange(300, 350)).rest(1000, 300))
                .containsExactly(
                        new ByteRange(0, 100),
                        new ByteRange(200, 300),
                        new ByteRange(350, 600),
                        new ByteRange(600, 900),
                        new ByteRange(900, 1000));
    }

    @Test
    void nothingIsLeftOfAUnitThatIsDone() {
        assertThat(done(new ByteRange(0, 1000)).rest(1000, 300)).isEmpty();
    }
}
