package io.compscan.core.source.view;

import io.compscan.core.source.Siblings;
import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source whose containers are looked into.
 *
 * <p>An extent or a parent may come before its image. So views of images walk the source twice. A {@link Survey} learns which files belong to
 * images. Then a {@link LookingVisitor} hands the units on.
 */
public final class ViewedSource implements Source {

    private final Source source;
    private final Views views;
    private final @Nullable View forced;
    private final @Nullable String part;
    private final @Nullable Trimming trimming;

    private ViewedSource(
            Source source, Views views, @Nullable View forced, @Nullable String part, @Nullable Trimming trimming) {
        this.source = source;
        this.views = views;
        this.forced = forced;
        this.part = part;
        this.trimming = trimming;
    }

    /** A source in which everything that these views recognise is looked into. */
    public static ViewedSource of(Source source, Views views) {
        return new ViewedSource(source, views, null, null, null);
    }

    /**
     * A source in which everything is looked into by one view.
     *
     * @param views the views that are applied to the units in the containers
     * @param part the part that the view should show; null for the usual part
     */
    public static ViewedSource forced(Source source, Views views, View view, @Nullable String part) {
        return new ViewedSource(source, views, view, part, null);
    }

    /** This source, in which what file systems call free is a hole; null for none. */
    public ViewedSource trimmed(@Nullable Trimming how) {
        return new ViewedSource(source, views, forced, part, how);
    }

    @Override
    public List<String> paths() {
        if (forced == null) {
            return source.paths();
        }
        String suffix = part == null ? "" : "#" + part;
        return source.paths().stream()
                .map(path -> forced.name() + ":" + path + suffix)
                .toList();
    }

    @Override
    public List<String> roots() {
        return source.roots();
    }

    @Override
    public boolean isRepeatable() {
        return source.isRepeatable();
    }

    @Override
    public int leastReaders() {
        return source.leastReaders();
    }

    @Override
    public long requestCount() {
        return source.requestCount();
    }

    @Override
    public List<Source> trees() {
        return source.trees();
    }

    @Override
    public Siblings siblings(Unit unit) {
        return source.siblings(unit);
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        Survey survey = new Survey(source, views, visitor::isStopped);
        if (forced == null && survey.isNeeded()) {
            source.walk(survey);
        }
        LookingVisitor looking = new LookingVisitor(source, views, survey, visitor, forced, part, trimming);
        source.walk(looking);
        looking.end();
    }
}
