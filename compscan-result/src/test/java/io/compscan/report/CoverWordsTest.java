package io.compscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.Cover;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people read of the errors that an interval holds. */
class CoverWordsTest {

    @Test
    void anIntervalHasItsProbability() {
        assertThat(Grades.covers(List.of())).isEqualTo("95 %");
        assertThat(Grades.covers(List.of(Cover.SAMPLING))).isEqualTo("sampling error only, 95 %");
        assertThat(Grades.covers(List.of(Cover.DRAWS, Cover.METADATA)))
                .isEqualTo("the system's random draws and metadata only, 95 %");
    }

    @Test
    void aRangeBetweenExtremesHasNone() {
        assertThat(Grades.covers(List.of(Cover.ORDER))).isEqualTo("the unknown order of the data (least to most) only");
        assertThat(Grades.covers(List.of(Cover.SAMPLING, Cover.FLUSHES)))
                .isEqualTo("sampling error (95 %) and what is on its way at a flush (least to most) only");
    }
}
