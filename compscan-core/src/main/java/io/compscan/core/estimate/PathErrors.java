package io.compscan.core.estimate;

import io.compscan.result.ReadError;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Read errors by path, since a path may fail in each of its extents. Any thread. */
final class PathErrors {

    private final Map<String, ReadError> errors = new HashMap<>();

    synchronized void add(ReadError error) {
        errors.merge(
                error.path(),
                error,
                (before, now) -> new ReadError(
                        now.path(), now.kind(), before.knownUnreadBytes() + now.knownUnreadBytes(), now.reason()));
    }

    void addAll(List<ReadError> several) {
        several.forEach(this::add);
    }

    /** In ascending order of the path, each once. */
    synchronized List<ReadError> sorted() {
        return errors.values().stream()
                .sorted(Comparator.comparing(ReadError::path))
                .toList();
    }
}
