package io.compscan.core.scan;

import io.compscan.core.result.ReadError;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Every path that could not be read whole, collected from all threads. */
final class ErrorLog {

    private final List<ReadError> errors = new ArrayList<>();

    synchronized void add(ReadError error) {
        errors.add(error);
    }

    synchronized int size() {
        return errors.size();
    }

    synchronized List<ReadError> sorted() {
        List<ReadError> sorted = new ArrayList<>(errors);
        sorted.sort(Comparator.comparing(ReadError::path).thenComparing(ReadError::kind));
        return sorted;
    }
}
