package io.compscan.core.source.view;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The available views.
 *
 * @param all the views, archives first
 */
public record Views(List<View> all) {

    /** Sorts the views. */
    public Views {
        List<View> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparing(View::kind));
        all = List.copyOf(sorted);
    }

    /** All views on the class path. */
    public static Views load() {
        List<View> found = new ArrayList<>();
        ServiceLoader.load(View.class, Views.class.getClassLoader()).forEach(found::add);
        return new Views(found);
    }

    /** The views of these kinds. */
    public Views of(Set<View.Kind> kinds) {
        return new Views(
                all.stream().filter(view -> kinds.contains(view.kind())).toList());
    }

    /** The views that may be applied to the units in a container of this kind. */
    Views inside(View.Kind kind) {
        return new Views(
                all.stream().filter(view -> view.kind().compareTo(kind) > 0).toList());
    }

    /** The view of this name; null if there is none. */
    public @Nullable View named(String name) {
        return all.stream().filter(view -> view.name().equals(name)).findFirst().orElse(null);
    }

    /** Whether it is worth while to read the head of the unit. */
    public boolean isCandidate(Unit unit) {
        long size = unit.sizeBytes();
        return !all.isEmpty()
                && size > 0
                && (size >= Head.FIRST_BYTES
                        || all.stream().anyMatch(view -> view.extensions().contains(unit.extension())));
    }

    /**
     * The view that recognises the unit; null if there is none, and if the unit cannot be read. The scan meets the same failure, and
     * reports it.
     */
    @Nullable View matching(Unit unit) {
        try {
            return isCandidate(unit) ? matching(Head.of(unit)) : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** The view that recognises the head; null if there is none. */
    public @Nullable View matching(Head head) {
        return all.stream().filter(view -> view.probe(head)).findFirst().orElse(null);
    }
}
