package io.compscan.core.scan.read;

import io.compscan.core.source.SourceVisitor;
import io.compscan.core.source.Unit;
import io.compscan.result.ReadError;
import java.util.function.BooleanSupplier;

/** A walk that only counts the units and their bytes. */
public final class SizeCount implements SourceVisitor {

    private final FoundUnits found;
    private final BooleanSupplier isOver;

    /** @param isOver whether the count is no longer needed */
    public SizeCount(FoundUnits found, BooleanSupplier isOver) {
        this.found = found;
        this.isOver = isOver;
    }

    @Override
    public void unit(Unit unit) {
        found.add(unit.sizeBytes());
    }

    @Override
    public void error(ReadError error) {}

    @Override
    public boolean isStopped() {
        return isOver.getAsBoolean();
    }
}
