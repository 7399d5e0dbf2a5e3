package io.compscan.core.source.view;

import io.compscan.core.source.Unit;
import io.compscan.core.source.UnitChannel;
import io.compscan.core.source.WrappedUnit;
import java.io.IOException;

/**
 * A unit that should have been looked into and could not be. All of its bytes are unread, for raw bytes would answer another question.
 *
 * @param unit the unit
 * @param reason the reason in one line
 */
public record UnreadableUnit(Unit unit, String reason) implements WrappedUnit {

    @Override
    public UnitChannel open() throws IOException {
        throw new IOException(reason);
    }
}
