package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.compscan.result.Grade;
import io.compscan.result.IndexWindow;
import io.compscan.result.ProfileResult;
import io.compscan.result.ProfileResult.Estimated;
import io.compscan.result.set.PlaceResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What people read of an index that forgets. */
class WindowWordsTest {

    private static ProfileResult with(@Nullable IndexWindow window) {
        return ProfileResult.of(
                        "vdo",
                        "Linux VDO",
                        "https://example.org",
                        List.of(),
                        "fixed:4096",
                        "lz4",
                        100,
                        Estimated.exact(100),
                        Estimated.exact(0),
                        Estimated.exact(100),
                        Estimated.exact(0),
                        0,
                        List.of())
                .withWindow(window);
    }

    @Test
    void aNumberHasItsGradeAndItsInterval() {
        assertThat(Grades.notes(with(null))).isEmpty();
        assertThat(Grades.notes(with(new IndexWindow(256L << 30, 3L << 30, 3L << 30, 3L << 30, Grade.MODELLED))))
                .containsExactly(
                        "The index of Linux VDO remembers the last 256 GiB written: 3.00 GiB of duplicates are not"
                                + " found (modelled, not checked).");
        assertThat(Grades.notes(with(new IndexWindow(256L << 30, 3L << 30, 2L << 30, 4L << 30, Grade.MODELLED))))
                .containsExactly(
                        "The index of Linux VDO remembers the last 256 GiB written: ~3.00 GiB of duplicates are not"
                                + " found, 95 %: 2.00 GiB to 4.00 GiB (modelled, not checked).");
    }

    @Test
    void aPoolOfAPlacementHasIts() {
        ProfileResult taken = with(new IndexWindow(256L << 30, 3L << 30, 3L << 30, 3L << 30, Grade.MODELLED));
        assertThat(Grades.ofPools(List.of(
                        new PlaceResult.Pool("A", "vdo", 1000, 1000, 1, null, taken),
                        new PlaceResult.Pool("B", "vdo", 1000, 1000, 0, null, null))))
                .containsExactly(
                        "A: The index of Linux VDO remembers the last 256 GiB written: 3.00 GiB of duplicates are not"
                                + " found (modelled, not checked).",
                        "Modelled, not checked, so the error is unknown: vdo.");
    }

    /** What cannot be known is no 0. */
    @Test
    void withoutAnOrderOnlyTheMostIsTold() {
        assertThat(Grades.notes(with(new IndexWindow(256L << 30, null, 0, 4L << 30, Grade.MODELLED))))
                .contains(
                        "The index of Linux VDO remembers the last 256 GiB written: at most 4.00 GiB of duplicates are"
                                + " not found, the order of the data is unknown (modelled, not checked).");
        assertThatThrownBy(() -> new IndexWindow(1, 5L, 6, 7, Grade.MODELLED))
                .isInstanceOf(IllegalStateException.class);
    }
}
