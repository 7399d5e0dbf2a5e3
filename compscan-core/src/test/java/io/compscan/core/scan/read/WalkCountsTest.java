package io.compscan.core.scan.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.ReadError;
import java.util.List;
import org.junit.jupiter.api.Test;

class WalkCountsTest {

    @Test
    void onlyWhatCouldNotBeListedCounts() {
        List<ReadError> errors = List.of(
                new ReadError("a", ReadError.Kind.UNLISTED, 0, "permission denied"),
                new ReadError("b", ReadError.Kind.UNREADABLE, 7, "permission denied"),
                new ReadError("c", ReadError.Kind.VANISHED, 0, "no longer there"));
        assertThat(WalkCounts.Errors.of(errors)).isEqualTo(new WalkCounts.Errors(7, 3, 0, 1));
    }
}
