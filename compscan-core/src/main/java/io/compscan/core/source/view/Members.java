package io.compscan.core.source.view;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The units in one container. The walk looks at all of them before it hands on the first, for an extent or a parent may come before its
 * image.
 *
 * <p>Memory holds two references for each unit, and the {@link Look} into each image.
 */
final class Members {

    private final Look container;
    private final Views inside;
    /** The view that recognises each unit. */
    private final @Nullable View[] views;
    /** The result of looking into each image. */
    private final @Nullable Look[] looks;

    private final Set<Object> consumed = new HashSet<>();

    private Members(Look container, Views inside) {
        this.container = container;
        this.inside = inside;
        views = new View[container.units().size()];
        looks = new Look[views.length];
    }

    /**
     * Looks at the units.
     *
     * @param inside the views that may be applied to them
     */
    static Members of(Look container, Views inside, BooleanSupplier isStopped) {
        Members members = new Members(container, inside);
        List<Unit> units = container.units();
        for (int i = 0; i < units.size() && !isStopped.getAsBoolean(); i++) {
            members.see(i, units.get(i));
        }
        return members;
    }

    private void see(int number, Unit unit) {
        View view = inside.matching(unit);
        views[number] = view;
        if (view != null && view.kind() == View.Kind.IMAGES) {
            try {
                Look look = view.look(unit, container.siblings().apply(unit), null);
                looks[number] = look;
                look.consumed().forEach(part -> consumed.add(part.identity()));
            } catch (IOException e) {
                // The walk meets the same failure when it hands the unit on, and reports it.
            }
        }
    }

    /** The view that recognises the unit of this number; null if there is none. */
    @Nullable View view(int number) {
        return views[number];
    }

    /** The result of looking into the unit of this number; null if it is no image. */
    @Nullable Look look(int number) {
        return looks[number];
    }

    /** Whether the unit is a part of an image. */
    boolean isConsumed(Unit unit) {
        return consumed.contains(unit.identity());
    }

    /**
     * The reason to refuse a stream whose content a view recognises, since no view can look into a stream. Null if the scan may read it.
     */
    @Nullable String refusal(Unit unit) {
        if (unit.sizeBytes() != Unit.UNKNOWN_SIZE || inside.all().isEmpty()) {
            return null;
        }
        try {
            View view = inside.matching(Head.ofStream(unit));
            return view == null
                    ? null
                    : view.name() + ": it is compressed, so it cannot be looked into; unpack it first";
        } catch (IOException e) {
            // The scan meets the same failure, and reports it.
            return null;
        }
    }
}
