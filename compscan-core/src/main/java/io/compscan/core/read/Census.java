package io.compscan.core.read;

import io.compscan.core.result.ReadError;
import io.compscan.core.scan.ScanProgress;
import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import java.util.function.BooleanSupplier;

/** Counts what there is to be read, and nothing else. */
public final class Census implements SourceVisitor {

    private final ScanProgress.Found found;
    private final BooleanSupplier isOver;

    /** @param isOver whether nobody needs the count any more */
    public Census(ScanProgress.Found found, BooleanSupplier isOver) {
        this.found = found;
        this.isOver = isOver;
    }

    @Override
    public void unit(Unit unit) {
        found.add(unit.sizeBytes());
    }

    @Override
    public void hardLink(long sizeBytes) {}

    @Override
    public void directory() {}

    @Override
    public void skipped(Skip skip) {}

    @Override
    public void error(ReadError error) {}

    @Override
    public boolean isStopped() {
        return isOver.getAsBoolean();
    }
}
