package io.compscan.core.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.compscan.result.ReadError;
import java.util.ArrayList;
import java.util.List;

/** What a walk without errors finds. */
public final class WalkedUnits implements SourceVisitor {

    private final List<Unit> units = new ArrayList<>();
    private final List<ReadError> errors = new ArrayList<>();

    private WalkedUnits() {}

    /** The units of a source, in the order in which they come. */
    public static List<Unit> of(Source source) throws InterruptedException {
        WalkedUnits found = new WalkedUnits();
        source.walk(found);
        assertThat(found.errors).isEmpty();
        return found.units;
    }

    @Override
    public void unit(Unit unit) {
        units.add(unit);
    }

    @Override
    public void error(ReadError error) {
        errors.add(error);
    }

    @Override
    public boolean isStopped() {
        return false;
    }
}
