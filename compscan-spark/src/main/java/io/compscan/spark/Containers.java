package io.compscan.spark;

import io.compscan.core.source.Siblings.Sibling;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks into containers as the driver has done, and remembers the last few: the units of one come one after another. Any thread. */
final class Containers {

    private static final int MOST = 4;

    private final Views views = Views.load();
    private final Map<Key, Look> looks = new LinkedHashMap<>(MOST, 0.75f, true);

    private record Key(UnitLocation container, String view, @Nullable String part) {}

    /**
     * The unit at this place.
     *
     * @throws IOException if the container does not hold it any more
     */
    synchronized Sibling find(UnitLocation.Inside place, ReadContext context) throws IOException {
        Key key = new Key(place.container(), place.view(), place.part());
        Look look = looks.get(key);
        if (look == null) {
            look = look(place, context);
            looks.put(key, look);
            if (looks.size() > MOST) {
                looks.remove(looks.keySet().iterator().next());
            }
        }
        if (place.number() >= look.units().size()) {
            throw new IOException(place.view() + ": the container has changed since it was looked into");
        }
        return new Sibling(look.units().get(place.number()), look.siblings());
    }

    private Look look(UnitLocation.Inside place, ReadContext context) throws IOException {
        View view = views.named(place.view());
        if (view == null) {
            throw new IOException(place.view() + ": the executors know no such view");
        }
        Sibling container = place.container().find(place.containerBytes(), context);
        return view.look(container.unit(), container.siblings(), place.part());
    }
}
