package io.compscan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import io.compscan.report.InnerQuestion;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reports know no view. So only here the question for what is in a file can be held against the formats that views look into. */
class InnerQuestionTest {

    /** Views that only name what nobody looks into. */
    private static final Set<String> UNOPENED = Set.of("other-archive", "other-image");

    @ParameterizedTest
    @EnumSource(names = {"ARCHIVES", "IMAGES"})
    void countsFilesOfEachFormatAndNoOthers(View.Kind kind) {
        List<View> views = Views.load().all().stream()
                .filter(view -> view.kind() == kind && !UNOPENED.contains(view.name()))
                .toList();
        Set<String> counted = InnerQuestion.extensions(kind.label());
        assertThat(views)
                .hasSizeGreaterThan(3)
                .allSatisfy(
                        view -> assertThat(view.extensions()).as(view.name()).containsAnyElementsOf(counted));
        Set<String> promised = new HashSet<>();
        views.forEach(view -> promised.addAll(view.extensions()));
        assertThat(promised).containsAll(counted);
    }
}
