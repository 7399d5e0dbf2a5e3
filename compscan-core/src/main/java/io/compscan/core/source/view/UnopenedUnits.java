package io.compscan.core.source.view;

import io.compscan.core.result.ReadError;
import io.compscan.core.source.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the units that seem to hold others and are not looked into, by their formats. One thread. */
final class UnopenedUnits {

    private record Sum(String first, long count, long bytes) {}

    private final Map<String, Sum> sums = new TreeMap<>();

    /**
     * Adds a unit.
     *
     * @param format its format; null if it is no such unit. One that begins with a dot is an extension, of which the content knows nothing
     */
    void add(@Nullable String format, Unit unit) {
        if (format != null) {
            Sum one = new Sum(unit.name(), 1, unit.sizeBytes());
            sums.merge(format, one, (all, next) -> new Sum(all.first, all.count + 1, all.bytes + next.bytes));
        }
    }

    /** A note for each format, at the name of its first unit. */
    List<ReadError> errors() {
        List<ReadError> errors = new ArrayList<>();
        sums.forEach((format, sum) -> {
            String files = sum.count == 1 ? "1 file" : sum.count + " files";
            String reason = format.startsWith(".")
                    ? files + " of " + sum.bytes + " bytes named " + format
                            + " but of another format, so not looked into"
                    : files + " of " + sum.bytes + " bytes in the format " + format + ", not looked into";
            errors.add(new ReadError(sum.first, ReadError.Kind.UNOPENED, 0, reason));
        });
        return errors;
    }
}
