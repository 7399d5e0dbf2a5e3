package io.compscan.core.source.view;

import java.util.List;
import java.util.function.Consumer;

/**
 * The wishes of the caller who asks for a source.
 *
 * @param includes globs; empty means everything
 * @param excludes globs
 * @param notices takes a line for the person who waits, from any thread
 */
public record SourceContext(List<String> includes, List<String> excludes, Consumer<String> notices) {

    /** Copies the lists. */
    public SourceContext {
        includes = List.copyOf(includes);
        excludes = List.copyOf(excludes);
    }

    /** The wishes of a caller whom nobody waits for. */
    public SourceContext(List<String> includes, List<String> excludes) {
        this(includes, excludes, line -> {});
    }
}
