package io.compscan.spark.place;

import io.compscan.core.source.Siblings.Sibling;
import io.compscan.core.source.Source;
import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.file.PageCachePolicy;
import io.compscan.core.source.view.Look;
import io.compscan.core.source.view.View;
import io.compscan.core.source.view.Views;
import io.compscan.hadoop.HadoopUnit;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Opens units on an executor, for one task. It looks into containers as the driver has done. It remembers the last few containers, because
 * the units of one container come one after another. Any thread.
 */
public final class UnitOpener {

    private static final int MOST_LOOKS = 4;

    private final Configuration hadoop;
    private final PageCachePolicy pageCache;
    private final Source files;
    private final Source hadoopFiles;
    private final Views views = Views.load();
    /** Guarded by itself. */
    private final Map<Container, Look> looks = new LinkedHashMap<>(MOST_LOOKS, 0.75f, true);

    /** A container, and the view into it. */
    private record Container(
            UnitLocation location, String view, @Nullable String part) {}

    /**
     * An opener.
     *
     * @param hadoop how to reach Hadoop file systems
     * @param pageCache what reading files leaves in the page cache
     * @param roots where images may have parents and extents
     */
    public UnitOpener(Configuration hadoop, PageCachePolicy pageCache, Roots roots) {
        this.hadoop = hadoop;
        this.pageCache = pageCache;
        files = roots.openFiles(pageCache);
        hadoopFiles = roots.openHadoopFiles(hadoop);
    }

    /** Opens the unit, which had {@code sizeBytes} when it was found. */
    public UnitChannel open(UnitLocation location, long sizeBytes) throws IOException {
        return find(location, sizeBytes).unit().open();
    }

    /** The unit at its place, and the siblings that its bytes may name. */
    public Sibling find(UnitLocation location, long sizeBytes) throws IOException {
        if (location instanceof UnitLocation.LocalFile local) {
            Unit unit = local.file().unit(sizeBytes, pageCache);
            return new Sibling(unit, files.siblings(unit));
        }
        if (location instanceof UnitLocation.HadoopFile file) {
            Unit unit = HadoopUnit.at(file.uri(), sizeBytes, hadoop);
            return new Sibling(unit, hadoopFiles.siblings(unit));
        }
        if (location instanceof UnitLocation.Provided provided) {
            return provided.place().find();
        }
        if (location instanceof UnitLocation.Inside inside) {
            return find(inside);
        }
        throw new IOException(((UnitLocation.Unreadable) location).reason());
    }

    private Sibling find(UnitLocation.Inside inside) throws IOException {
        synchronized (looks) {
            Container container = new Container(inside.container(), inside.view(), inside.part());
            Look look = looks.get(container);
            if (look == null) {
                look = look(inside);
                looks.put(container, look);
                if (looks.size() > MOST_LOOKS) {
                    looks.remove(looks.keySet().iterator().next());
                }
            }
            if (inside.number() >= look.units().size()) {
                throw new IOException(inside.view() + ": the container has changed since it was looked into");
            }
            Unit unit = look.units().get(inside.number());
            return new Sibling(unit, look.siblings().apply(unit));
        }
    }

    private Look look(UnitLocation.Inside inside) throws IOException {
        View view = views.named(inside.view());
        if (view == null) {
            throw new IOException(inside.view() + ": the executors know no such view");
        }
        Sibling container = find(inside.container(), inside.containerBytes());
        return view.look(container.unit(), container.siblings(), inside.part());
    }
}
