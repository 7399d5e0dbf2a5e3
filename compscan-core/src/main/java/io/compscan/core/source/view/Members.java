package io.compscan.core.source.view;

import io.compscan.core.source.Siblings;
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
    /** What is known of each unit. */
    private final Views.Match[] matches;
    /** The result of looking into each image. */
    private final @Nullable Look[] looks;

    private final Set<Object> consumed = new HashSet<>();

    private Members(Look container, Views inside) {
        this.container = container;
        this.inside = inside;
        matches = new Views.Match[container.units().size()];
        looks = new Look[matches.length];
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
        Views.Match match = inside.match(unit);
        View view = match.view();
        matches[number] = match;
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

    /** What is known of the unit of this number. */
    Views.Match match(int number) {
        return matches[number];
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
     *
     * @param number the number of the unit
     */
    @Nullable String refusal(Unit unit, int number) {
        if (inside.all().isEmpty()) {
            return null;
        }
        try {
            if (unit.sizeBytes() == Unit.UNKNOWN_SIZE) {
                return refusal(unit);
            }
            // An image may be packed once more in its archive.
            View packing = matches[number].unopened();
            if (packing == null || packing.kind() != View.Kind.ARCHIVES) {
                return null;
            }
            List<Unit> packed = packing.look(unit, Siblings.NONE, null).units();
            return packed.size() == 1 && packed.get(0).sizeBytes() == Unit.UNKNOWN_SIZE ? refusal(packed.get(0)) : null;
        } catch (IOException e) {
            // The scan meets the same failure, and reports it.
            return null;
        }
    }

    private @Nullable String refusal(Unit stream) throws IOException {
        View view = inside.matching(Head.ofStream(stream));
        return view == null ? null : view.name() + ": it is compressed, so it cannot be looked into; unpack it first";
    }
}
