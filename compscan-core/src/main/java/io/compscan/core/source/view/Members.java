package io.compscan.core.source.view;

import io.compscan.core.source.Unit;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The units in one container. All are looked at before the first is handed on, for an extent or a parent may come before its image.
 *
 * <p>Memory holds two references for each unit, and what was seen in each image.
 */
final class Members {

    private final Look container;
    private final Views inside;
    /** What recognises each of them. */
    private final @Nullable View[] views;
    /** What was seen in each image. */
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
     * @param inside what may be applied to them
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
                // Who hands it on meets the same failure, and reports it.
            }
        }
    }

    /** What recognises the unit of this number; null if nothing does. */
    @Nullable View view(int number) {
        return views[number];
    }

    /** What was seen in the unit of this number; null if it is no image. */
    @Nullable Look look(int number) {
        return looks[number];
    }

    /** Whether the unit is a part of an image. */
    boolean isConsumed(Unit unit) {
        return consumed.contains(unit.identity());
    }

    /** Why a stream may not be read as it is: it holds what should be looked into. Null if it may. */
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
