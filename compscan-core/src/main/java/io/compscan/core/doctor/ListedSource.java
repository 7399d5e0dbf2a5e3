package io.compscan.core.doctor;

import io.compscan.core.source.Source;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import java.util.List;

/**
 * Units that somebody has found before.
 *
 * @param paths the paths below which they were found
 * @param units the units
 */
record ListedSource(List<String> paths, List<Unit> units) implements Source {

    ListedSource {
        paths = List.copyOf(paths);
        units = List.copyOf(units);
    }

    @Override
    public void walk(SourceVisitor visitor) throws InterruptedException {
        for (Unit unit : units) {
            if (visitor.isStopped()) {
                return;
            }
            visitor.unit(unit);
        }
    }
}
