package io.compscan.core.source.view;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The available views.
 *
 * @param all the views that look into units, archives first
 * @param others views that only recognise what nobody looks into, archives and images
 */
public record Views(List<View> all, List<View> others) {

    /**
     * The answer to a unit.
     *
     * @param view the view that looks into it; null if there is none
     * @param unopened the view that recognises it otherwise; null if there is none
     * @param format what it seems to be, if no view looks into it; null if nothing is known
     */
    record Match(
            @Nullable View view,
            @Nullable View unopened,
            @Nullable String format) {
        static final Match NONE = new Match(null, null, null);
    }

    /** Sorts the views. */
    public Views {
        List<View> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparing(View::kind));
        all = List.copyOf(sorted);
        others = List.copyOf(others);
    }

    /** Views beside which no others are known. */
    public Views(List<View> all) {
        this(all, List.of());
    }

    /** All views on the class path. */
    public static Views load() {
        List<View> found = new ArrayList<>();
        ServiceLoader.load(View.class, Views.class.getClassLoader()).forEach(found::add);
        return new Views(found);
    }

    /** These views, where each stream that they unpack may take so many bytes of memory for its dictionary or window. */
    public Views withUnpackMemory(long bytes) {
        return new Views(
                all.stream().map(view -> view.withUnpackMemory(bytes)).toList(),
                others.stream().map(view -> view.withUnpackMemory(bytes)).toList());
    }

    /** The views of these kinds. */
    public Views of(Set<View.Kind> kinds) {
        return kinds.isEmpty() ? new Views(List.of()) : chosen(view -> kinds.contains(view.kind()));
    }

    /** The views that may be applied to the units in a container of this kind. */
    Views inside(View.Kind kind) {
        return chosen(view -> view.kind().compareTo(kind) > 0);
    }

    private Views chosen(Predicate<View> isChosen) {
        List<View> left = new ArrayList<>(others);
        for (View view : all) {
            if (!isChosen.test(view) && view.kind() != View.Kind.PARTITIONS) {
                left.add(view);
            }
        }
        return new Views(all.stream().filter(isChosen).toList(), left);
    }

    /** The view of this name; null if there is none. */
    public @Nullable View named(String name) {
        return all.stream().filter(view -> view.name().equals(name)).findFirst().orElse(null);
    }

    /** Whether it is worth while to read the head of the unit. */
    public boolean isCandidate(Unit unit) {
        long size = unit.sizeBytes();
        return size > 0
                && ((!all.isEmpty() && size >= Head.FIRST_BYTES)
                        || isPromised(all, unit.extension())
                        || isPromised(others, unit.extension()));
    }

    private static boolean isPromised(List<View> views, String extension) {
        for (View view : views) {
            if (view.extensions().contains(extension)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The view that recognises the unit; null if there is none, and if the unit cannot be read. The scan meets the same failure, and
     * reports it.
     */
    @Nullable View matching(Unit unit) {
        return match(unit).view();
    }

    /** What is known of the unit. */
    Match match(Unit unit) {
        if (!isCandidate(unit)) {
            return Match.NONE;
        }
        Head head;
        try {
            head = Head.of(unit);
        } catch (IOException e) {
            return Match.NONE;
        }
        View view = matching(head);
        if (view != null) {
            return new Match(view, null, null);
        }
        for (View other : others) {
            if (other.probe(head)) {
                return new Match(null, other, other.format(head));
            }
        }
        return isPromised(all, unit.extension()) ? new Match(null, null, "." + unit.extension()) : Match.NONE;
    }

    /** The view that recognises the head; null if there is none. */
    public @Nullable View matching(Head head) {
        return all.stream().filter(view -> view.probe(head)).findFirst().orElse(null);
    }
}
