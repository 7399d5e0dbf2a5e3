package io.compscan.core.source.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobFilterTest {

    private static GlobFilter filter(List<String> includes, List<String> excludes) {
        return new GlobFilter(FileSystems.getDefault(), new WalkOptions(includes, excludes, false, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*.log      | a.log       | true",
                "*.log      | d/e/a.log   | true",
                "*.log      | a.log.gz    | false",
                "*.LOG      | a.log       | false",
                "a?b        | d/axb       | true",
                "*.{log,gz} | d/a.gz      | true",
                "[ab].txt   | b.txt       | true",
                "d/*.log    | d/a.log     | true",
                "d/*.log    | x/d/a.log   | false",
                "d/*.log    | d/e/a.log   | false",
                "d/**       | d/e/a.log   | true",
                "d/**       | d           | false",
                "**/d/**    | x/d/e       | true",
                "**/d/**    | d/e         | true",
                "**/a.log   | a.log       | true",
                "**/a.log   | x/y/a.log   | true",
                "**/a.log   | x/y/ba.log  | false",
                "/a.log     | a.log       | true",
                "/a.log     | d/a.log     | false",
                "cache/     | cache       | true",
                "cache/     | d/cache     | true",
                "/cache/    | d/cache     | false",
            })
    void matches(String glob, String path, boolean matches) {
        assertThat(filter(List.of(glob), List.of()).acceptsFile(Path.of(path))).isEqualTo(matches);
        assertThat(filter(List.of(), List.of(glob)).acceptsFile(Path.of(path))).isEqualTo(!matches);
        assertThat(filter(List.of(), List.of(glob)).acceptsDirectory(Path.of(path)))
                .isEqualTo(!matches);
    }

    @Test
    void withoutGlobsEverythingIsAccepted() {
        GlobFilter filter = filter(List.of(), List.of());
        assertThat(filter.acceptsFile(Path.of("a"))).isTrue();
        assertThat(filter.acceptsDirectory(Path.of("a"))).isTrue();
    }

    @Test
    void anExcludeOverrulesAnInclude() {
        GlobFilter filter = filter(List.of("*.log"), List.of("a*"));
        assertThat(filter.acceptsFile(Path.of("b.log"))).isTrue();
        assertThat(filter.acceptsFile(Path.of("a.log"))).isFalse();
        assertThat(filter.acceptsFile(Path.of("b.txt"))).isFalse();
    }

    @Test
    void includesSayNothingOfDirectories() {
        assertThat(filter(List.of("*.log"), List.of()).acceptsDirectory(Path.of("d")))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"include,{a", "exclude,[a", "exclude,**/{a"})
    void whatIsNoGlobIsNamed(String option, String glob) {
        List<String> globs = List.of(glob);
        assertThatThrownBy(() -> filter(
                        option.equals("include") ? globs : List.of(), option.equals("exclude") ? globs : List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--" + option + " " + glob + ": not a glob: ")
                .hasMessageNotContaining("\n");
    }
}
