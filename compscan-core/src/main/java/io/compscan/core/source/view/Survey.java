package io.compscan.core.source.view;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.result.ReadError;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A first walk that looks into all images, to learn which files belong to them. One thread.
 *
 * <p>Memory holds a few hundred bytes for each image and each file that belongs to one.
 */
final class Survey implements SourceVisitor {

    private final Source source;
    private final Views images;
    private final BooleanSupplier isStopped;
    private final Set<String> given;
    private final Map<String, Look> looks = new HashMap<>();
    private final Set<Object> consumed = new HashSet<>();
    /** The sizes of the consumed files. A question for a file's identity costs a system call, so files of other sizes are not asked. */
    private final Set<Long> consumedSizes = new HashSet<>();

    Survey(Source source, Views views, BooleanSupplier isStopped) {
        this.source = source;
        images = views.of(Set.of(View.Kind.IMAGES));
        this.isStopped = isStopped;
        given = Set.copyOf(source.paths());
    }

    boolean isNeeded() {
        return !images.all().isEmpty();
    }

    /** The result of looking into the unit; null if no view has looked into it. */
    @Nullable Look look(Unit unit) {
        return looks.get(unit.name());
    }

    /** Whether the unit is a part of an image, and not itself a given path. */
    boolean isConsumed(Unit unit) {
        return consumedSizes.contains(unit.sizeBytes())
                && !given.contains(unit.name())
                && consumed.contains(unit.identity());
    }

    @Override
    public void unit(Unit unit) {
        View view = images.matching(unit);
        if (view == null) {
            return;
        }
        try {
            Look look = view.look(unit, source.siblings(unit), null);
            looks.put(unit.name(), look);
            for (Unit part : look.consumed()) {
                consumed.add(part.identity());
                consumedSizes.add(part.sizeBytes());
            }
        } catch (IOException e) {
            // The second walk meets the same failure, and reports it.
        }
    }

    @Override
    public void error(ReadError error) {}

    @Override
    public boolean isStopped() {
        return isStopped.getAsBoolean();
    }
}
