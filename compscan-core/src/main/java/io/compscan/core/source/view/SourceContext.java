package io.compscan.core.source.view;

import java.util.List;

/**
 * The wishes of the caller who asks for a source.
 *
 * @param includes globs; empty means everything
 * @param excludes globs
 */
public record SourceContext(List<String> includes, List<String> excludes) {

    /** Copies the lists. */
    public SourceContext {
        includes = List.copyOf(includes);
        excludes = List.copyOf(excludes);
    }
}
