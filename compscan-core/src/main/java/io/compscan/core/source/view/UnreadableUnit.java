package io.compscan.core.source.view;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import java.io.IOException;

/**
 * A unit that should have been looked into and could not be. All of its bytes are unread: raw, they would answer another question.
 *
 * @param unit the unit
 * @param reason why, in one line
 */
public record UnreadableUnit(Unit unit, String reason) implements Unit {

    @Override
    public String name() {
        return unit.name();
    }

    @Override
    public String extension() {
        return unit.extension();
    }

    @Override
    public long sizeBytes() {
        return unit.sizeBytes();
    }

    @Override
    public UnitChannel open() throws IOException {
        throw new IOException(reason);
    }
}
